import { limits } from './limits.ts';

/** UTF-8 length of a text; half a surrogate pair counts as the mark that stands for it. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += bytesOf(character);
  return bytes;
}

/** Bytes of one whole character. */
function bytesOf(character: string): number {
  if (character.length === 2) return 4;
  const code = character.charCodeAt(0);
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
}

/** The longest start of `text` of at most `most` bytes, or another `weight`, ending at a line where one ends in its last half. */
export function headOf(text: string, most: number, weight: (character: string) => number = bytesOf): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += weight(character);
    if (bytes > most) break;
    end += character.length;
  }
  const line = end === 0 ? -1 : text.lastIndexOf('\n', end - 1);
  return text.slice(0, line > end / 2 ? line + 1 : end);
}

/** The longest end of `text` that fits, beginning with a line where one begins in its first half. No pair is cut in two. */
export function tailOf(text: string, most: number, weight: (character: string) => number = bytesOf): string {
  let bytes = 0;
  let start = text.length;
  while (start > 0) {
    const whole = text.codePointAt(start - 2) ?? 0;
    const character = text.slice(start - (whole > 0xffff ? 2 : 1), start);
    bytes += weight(character);
    if (bytes > most) break;
    start -= character.length;
  }
  const line = text.indexOf('\n', start);
  return text.slice(line >= 0 && line < start + (text.length - start) / 2 ? line + 1 : start);
}

/** A result as the model gets it: over 32 KB its head and tail, with how to get the rest (row P11). */
export function capped(text: string, tool: string): string {
  const bytes = utf8Bytes(text);
  if (bytes <= limits.result.total) return text;
  const head = headOf(text, limits.result.head);
  const tail = tailOf(text, limits.result.tail);
  const cut = bytes - utf8Bytes(head) - utf8Bytes(tail);
  const how =
    tool === 'file_read'
      ? 'Read the missing lines with start_line and end_line, or find the passage with grep.'
      : tool === 'grep' || tool === 'find_files' || tool === 'list_directory'
        ? 'Narrow the path or the pattern to see the rest.'
        : 'Ask for less at a time to see the rest.';
  return `${head}\n[… ${cut} bytes left out here. ${how} …]\n${tail}`;
}
