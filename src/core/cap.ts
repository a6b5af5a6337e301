import { limits } from './limits.ts';

/** UTF-8 length of a text. */
export function utf8Bytes(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) bytes += 1;
    else if (code < 0x800) bytes += 2;
    else if (code >= 0xd800 && code < 0xdc00 && at + 1 < text.length) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}

/** The longest start of `text` that fits into `most` bytes, ending at a line where there is one in its last half. */
function headOf(text: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += utf8Bytes(character);
    if (bytes > most) break;
    end += character.length;
  }
  const line = text.lastIndexOf('\n', end - 1);
  return text.slice(0, line > end / 2 ? line + 1 : end);
}

function tailOf(text: string, most: number): string {
  let bytes = 0;
  let start = text.length;
  while (start > 0) {
    const pair = start > 1 && /[\udc00-\udfff]/u.test(text.charAt(start - 1)) === true ? 2 : 1;
    bytes += utf8Bytes(text.slice(start - pair, start));
    if (bytes > most) break;
    start -= pair;
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
