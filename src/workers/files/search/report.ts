import type { Skips } from './skips.ts';

/** "1 file", "1,200 files". */
export const count = (number: number, one: string, many: string): string =>
  `${number.toLocaleString('en')} ${number === 1 ? one : many}`;

/** The last block of a result: notes in brackets, so that they cannot be taken for a hit or a path. */
export const bracketed = (notes: readonly string[]): string => notes.map((note) => `[${note}]`).join('\n');

/** What was searched and what was not, and how to get at it (row P10). `of`: how many there were, if not all were searched. */
export function searchedWords(searched: number, of: number | null, skips: Skips, includeIgnored: boolean): string {
  const part = of === null ? '' : ` of ${of.toLocaleString('en')}`;
  const skipped = skips.words();
  const hint =
    !includeIgnored && skips.count('ignored') + skips.count('heavy') > 0
      ? ' Set include_ignored to search ignored entries and node_modules, or name one as path.'
      : '';
  return `Searched ${count(searched, 'file', 'files')}${part}. ${skipped === null ? 'Nothing was skipped.' : `Skipped: ${skipped}.`}${hint}`;
}
