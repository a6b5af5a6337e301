import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { apart, lineNumbers, occurrences } from './find.ts';
import { nearest } from './nearest.ts';
import type { Text } from './text.ts';

/** One matched passage in the decoded text: `[from, to)` in UTF-16 units, and its 1-based line. */
export interface Span {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

const shownLines = 20;

/** "line 3" or "lines 3, 9 and 12"; long lists end in how many more. */
export function lineList(lines: readonly number[]): string {
  const unique = [...new Set(lines)];
  if (unique.length === 1) return `line ${unique[0]}`;
  const shown = unique.slice(0, shownLines);
  const rest = unique.length - shown.length;
  if (rest > 0) return `lines ${shown.join(', ')} and ${rest} more`;
  return `lines ${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
}

/** Line endings made LF; `cr`: a lone CR ends a line in this file. */
export const toLf = (text: string, cr: boolean): string => {
  const joined = text.replaceAll('\r\n', '\n');
  return cr ? joined.replaceAll('\r', '\n') : joined;
};

/** A match that begins or ends between CR and LF is none: it would tear a line ending apart. */
const tears = (text: string, from: number, to: number): boolean =>
  (text[from] === '\n' && text[from - 1] === '\r') || (text[to - 1] === '\r' && text[to] === '\n');

/** Places in the LF form of a text, as places in the text itself: each CRLF before one moves it by one. */
function unfold(text: string, places: readonly number[]): number[] {
  let folded = 0;
  let next = text.indexOf('\r\n');
  return places.map((at) => {
    while (next !== -1 && next - folded < at) {
      folded += 1;
      next = text.indexOf('\r\n', next + 2);
    }
    return at + folded;
  });
}

function exactPlaces(text: string, old: string): number[] {
  return occurrences(text, old).filter((at) => !tears(text, at, at + old.length));
}

/** Pairs of places [from, to, from, to …] that ascend even where matches overlap. */
function foldedSpans(text: string, old: string, cr: boolean, all: boolean): { from: number; to: number }[] {
  const folded = toLf(old, cr);
  const found = occurrences(toLf(text, cr), folded);
  const places = all ? apart(found, folded.length) : found;
  const ends = unfold(
    text,
    places.map((at) => at + folded.length),
  );
  return unfold(text, places).map((from, index) => ({ from, to: ends[index] ?? from }));
}

/**
 * Where `old` stands in a text (row P7): an exact match wins, else line endings are normalised; `all` takes every match
 * whatever its line endings. Not exactly one match without `all` is a fault that helps to write a better call.
 * `discreet`: the file is a secret one, so that the message must quote nothing of it.
 */
export function match(
  path: string,
  file: Text,
  old: string,
  all: boolean,
  discreet: boolean,
): Outcome<readonly Span[]> {
  const { text } = file;
  const cr = file.ending === '\r';
  const exact = all ? [] : exactPlaces(text, old).map((from) => ({ from, to: from + old.length }));
  const spans = exact.length > 0 ? exact : foldedSpans(text, old, cr, all);
  if (spans.length === 0)
    return fail(
      'no-match',
      discreet ? `old_text was not found in ${path}.` : nearest(path, toLf(text, cr), toLf(old, cr)),
    );
  const lines = lineNumbers(
    text,
    spans.map(({ from }) => from),
    cr ? '\r' : '\n',
  );
  if (spans.length > 1 && !all) {
    return fail(
      'ambiguous',
      `old_text occurs ${spans.length} times in ${path}, on ${lineList(lines)}. Include more of the lines around the one you mean, or set replace_all to replace every one.`,
    );
  }
  return ok(spans.map((span, index) => ({ ...span, line: lines[index] ?? 1 })));
}
