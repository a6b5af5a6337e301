import { shown } from '../../../core/visible.ts';
import type { Row } from './rows.ts';

/**
 * Signs put into a line after `shown` has taken every control character out of it, so that no file can forge one.
 * `html.ts` turns them into elements.
 */
export const marks = { carriageReturn: '\u0001', bare: '\u0002', cut: '\u0003' } as const;

/** Longer lines are cut, until the person asks for them whole. */
export const lineChars = 500;
const around = 160;

export interface Prepared {
  readonly row: Row;
  /** Safe to read, with marks; not yet escaped for HTML. */
  readonly text: string;
  readonly cut: boolean;
  readonly hidden: boolean;
}

/** The part of a long line to show: its beginning, and where it first differs from its partner. */
function cutLine(text: string, partner: string | null): string {
  let same = 0;
  if (partner !== null) {
    const shorter = Math.min(text.length, partner.length);
    while (same < shorter && text[same] === partner[same]) same += 1;
  }
  const start = same > lineChars - around ? Math.max(around, same - around) : 0;
  const end = Math.min(text.length, start + lineChars);
  const head = start === 0 ? '' : text.slice(0, around) + marks.cut;
  return head + text.slice(start, end) + (end < text.length ? marks.cut : '');
}

/** Lines as they are drawn. `endings`: carriage returns at line ends are shown, since line endings change or are mixed. */
export function prepare(rows: readonly Row[], whole: boolean, endings: boolean): readonly Prepared[] {
  const partners = new Map<Row, string>();
  for (const run of runs(rows)) {
    for (let at = 0; at < Math.min(run.removed.length, run.added.length); at += 1) {
      const [removed, added] = [run.removed[at], run.added[at]];
      if (removed === undefined || added === undefined) continue;
      partners.set(removed, added.text);
      partners.set(added, removed.text);
    }
  }
  return rows.map((row) => {
    const returns = row.text.endsWith('\r');
    const body = returns ? row.text.slice(0, -1) : row.text;
    const visible = shown(body);
    const cut = !whole && visible.length > lineChars;
    const partner = partners.get(row);
    const line = cut ? cutLine(visible, partner === undefined ? null : shown(partner.replace(/\r$/u, ''))) : visible;
    const end = (returns && endings ? marks.carriageReturn : '') + (row.bare ? marks.bare : '');
    return { row, text: line + end, cut, hidden: visible !== body };
  });
}

/** Removed lines with the added lines in their place. */
function runs(rows: readonly Row[]): readonly { readonly removed: readonly Row[]; readonly added: readonly Row[] }[] {
  const found: { removed: Row[]; added: Row[] }[] = [];
  let run: { removed: Row[]; added: Row[] } | null = null;
  for (const row of rows) {
    if (row.sign === ' ' || (row.sign === '-' && run !== null && run.added.length > 0)) run = null;
    if (row.sign === ' ') continue;
    if (run === null) {
      run = { removed: [], added: [] };
      found.push(run);
    }
    (row.sign === '-' ? run.removed : run.added).push(row);
  }
  return found;
}
