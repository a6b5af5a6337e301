import type { ToolRow } from '../../state/contract.ts';

/** How well a tool fits what was typed: 0 best; null: not at all. */
function rank({ tool }: ToolRow, words: readonly string[]): number | null {
  const [label, name, about] = [tool.label, tool.name, tool.description].map((text) => text.toLowerCase());
  let worst = 0;
  for (const word of words) {
    const begins = [label, name].some(
      (text) => text?.startsWith(word) === true || text?.split(/[\s_]/u).some((part) => part.startsWith(word)) === true,
    );
    const named = label?.includes(word) === true || name?.includes(word) === true;
    const found = begins ? 0 : named ? 1 : about?.includes(word) === true ? 2 : null;
    if (found === null) return null;
    worst = Math.max(worst, found);
  }
  return worst;
}

/** The tools that fit what was typed, best first, otherwise in the catalogue's order (row V4). */
export function matching(rows: readonly ToolRow[], typed: string): readonly ToolRow[] {
  const words = typed
    .replace(/^\//u, '')
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  const ranked = rows.flatMap((row) => {
    const found = rank(row, words);
    return found === null ? [] : [{ row, found }];
  });
  return ranked.toSorted((a, b) => a.found - b.found).map(({ row }) => row);
}
