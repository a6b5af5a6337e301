/** Whether a text reaches to its line's begin and end; a piece of a very long line may not. */
export interface Reach {
  readonly begins: boolean;
  readonly ends: boolean;
}
export const wholeLine: Reach = { begins: true, ends: true };

export interface Piece {
  readonly text: string;
  /** Where it begins in the line. */
  readonly from: number;
  readonly reach: Reach;
}

const word = /[\p{L}\p{M}\p{N}_]/u;

/** A place to part a long line where it is no word's inside, so that `\b` means the same on both sides. */
export function seam(text: string, near: number): number {
  for (let at = near; at > Math.max(1, near - 4_096); at -= 1) {
    if (!word.test(text[at] ?? ' ') && !word.test(text[at - 1] ?? ' ')) return at;
  }
  const code = text.charCodeAt(near);
  return code >= 0xdc00 && code <= 0xdfff ? near - 1 : near;
}

/** How much two neighbouring pieces share: a longer hit may be missed, and the result says so. */
export const overlapOf = (window: number): number => Math.min(64 * 1024, Math.floor(window / 4));

/** A long line, or a part of one, as pieces that overlap. */
export function* pieces(line: string, window: number, reach: Reach = wholeLine): Generator<Piece> {
  for (let from = 0; ;) {
    const last = from + window >= line.length;
    const to = last ? line.length : seam(line, from + window);
    yield { text: line.slice(from, to), from, reach: { begins: reach.begins && from === 0, ends: reach.ends && last } };
    if (last) return;
    from = seam(line, to - overlapOf(window));
  }
}
