import { diffArrays } from 'diff';
import type { Plan } from '../../core/ports.ts';
import { splitLines } from './endings.ts';

/** Beyond so many differing lines the exact count is not worth its time: all lines between the first and last are counted. */
const mostEdits = 1_000;

/** Lines removed and added between two texts, a changed line being one of each (row P8's card). */
export function changedLines(before: string, after: string): NonNullable<Plan['lines']> {
  const old = splitLines(before);
  const now = splitLines(after);
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const gone = old.slice(head, old.length - tail);
  const come = now.slice(head, now.length - tail);
  if (gone.length === 0 || come.length === 0) return { removed: gone.length, added: come.length };
  const parts = diffArrays(gone, come, { maxEditLength: mostEdits });
  // Nothing comes back where there are more edits than that.
  if (parts === undefined) return { removed: gone.length, added: come.length };
  let removed = 0;
  let added = 0;
  for (const part of parts) {
    if (part.removed) removed += part.value.length;
    else if (part.added) added += part.value.length;
  }
  return { removed, added };
}

/** "−2 +5 lines", "+1 line", or '' where no line changed. */
export function linesWord(lines: Plan['lines']): string {
  if (lines === null) return '';
  const { removed, added } = lines;
  const parts = [removed > 0 ? `−${removed}` : '', added > 0 ? `+${added}` : ''].filter((part) => part !== '');
  if (parts.length === 0) return '';
  return `${parts.join(' ')} ${removed + added === 1 ? 'line' : 'lines'}`;
}
