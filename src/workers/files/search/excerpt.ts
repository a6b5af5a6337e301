import { limits } from '../../../core/limits.ts';

const most = limits.grep.excerptChars;

/** A cut never parts a character that takes two units. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/**
 * A line as it is shown: whole up to 400 characters, else that much around the hit, with `…` where it was cut.
 * `more`: the text is itself only a piece of its line.
 */
export function excerpt(
  line: string,
  at: number,
  more = { before: false, after: false },
): { readonly text: string; readonly cut: boolean } {
  const cut = line.length > most;
  const from = cut ? whole(line, Math.max(0, Math.min(at - most / 4, line.length - most))) : 0;
  const to = cut ? whole(line, Math.min(line.length, from + most)) : line.length;
  const before = from > 0 || more.before;
  const after = to < line.length || more.after;
  return { text: `${before ? '…' : ''}${line.slice(from, to)}${after ? '…' : ''}`, cut: before || after };
}
