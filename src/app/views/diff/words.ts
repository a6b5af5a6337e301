import type { Preview, Side } from '../../../core/ports.ts';
import { shown } from '../../../core/visible.ts';

/** Row D2, word for word. */
export const noDiff = { read: 'Read-only preview not required', mcp: 'No diff preview for MCP tool' } as const;

const units = ['bytes', 'KB', 'MB', 'GB'] as const;

/** A size as a person reads it: "1 byte", "12.3 KB". */
export function sizeWords(bytes: number): string {
  if (bytes === 1) return '1 byte';
  let [value, unit] = [bytes, 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[unit] ?? ''}`;
}

export type Ending = 'none' | 'LF' | 'CRLF' | 'CR' | 'mixed';

/** The line endings a text has. */
export function endingOf(text: string): Ending {
  const found = new Set<Ending>();
  for (const [ending] of text.matchAll(/\r\n|\n|\r/gu)) {
    found.add(ending === '\n' ? 'LF' : ending === '\r\n' ? 'CRLF' : 'CR');
    if (found.size > 1) return 'mixed';
  }
  const [only] = found;
  return only ?? 'none';
}

/** What a preview says beside its lines. */
export interface Told {
  /** Whole sentences, most important first. */
  readonly notes: readonly string[];
  /** Texts to compare, or null where there is nothing to compare line by line. */
  readonly texts: { readonly before: string | null; readonly after: string | null } | null;
  /** Carriage returns at line ends matter here and are shown. */
  readonly endings: boolean;
}

type Text = Extract<Side, { is: 'text' }>;

function aboutEndings(before: string, after: string): { readonly note: string | null; readonly marked: boolean } {
  const [old, now] = [endingOf(before), endingOf(after)];
  const marked = old === 'mixed' || now === 'mixed' || (old !== now && old !== 'none' && now !== 'none');
  if (old === now && !marked) return { note: null, marked };
  const plain = (text: string): string => text.replaceAll(/\r\n?/gu, '\n');
  if (before !== after && plain(before) === plain(after))
    return { note: `Only line endings change: ${old} → ${now}.`, marked: true };
  if (old === now) return { note: 'The file mixes line endings (␍ marks a carriage return).', marked };
  return { note: marked ? `Line endings change: ${old} → ${now}.` : null, marked };
}

function aboutTexts(before: Text, after: Text): Told {
  const notes: string[] = [];
  const endings = aboutEndings(before.text, after.text);
  if (endings.note !== null) notes.push(endings.note);
  if (before.encoding !== after.encoding)
    notes.push(`The encoding changes: ${shown(before.encoding)} → ${shown(after.encoding)}.`);
  if (before.bom !== after.bom)
    notes.push(after.bom ? 'A byte order mark is added.' : 'The byte order mark is removed.');
  if (before.text === after.text) {
    notes.push(notes.length === 0 ? 'Nothing changes.' : 'The text itself stays the same.');
    return { notes, texts: null, endings: false };
  }
  return { notes, texts: { before: before.text, after: after.text }, endings: endings.marked };
}

const sideWords = (side: Side | null): string =>
  side === null
    ? 'no file'
    : side.is === 'binary'
      ? `${shown(side.kind)}, ${sizeWords(side.size)}`
      : `text, ${shown(side.encoding)}`;

/** What a preview says in words, and which texts are to be compared (rows D1, D3). */
export function tell({ plan, before, after }: Preview): Told {
  if (plan.kind === 'rename') return { notes: [], texts: null, endings: false };
  if (plan.entry === 'folder')
    return { notes: ['An empty folder: there is no content to compare.'], texts: null, endings: false };
  if (before?.is === 'binary' || after?.is === 'binary') {
    return {
      notes: [`Binary content, not shown: ${sideWords(before)} → ${sideWords(after)}.`],
      texts: null,
      endings: false,
    };
  }
  if (before !== null && after !== null) return aboutTexts(before, after);
  const only = before ?? after;
  if (only === null) return { notes: ['There is no content to compare.'], texts: null, endings: false };
  const notes: string[] = [];
  if (only.encoding.toLowerCase() !== 'utf-8') notes.push(`Encoding: ${shown(only.encoding)}.`);
  if (only.bom) notes.push('It begins with a byte order mark.');
  const ending = endingOf(only.text);
  if (ending !== 'none' && ending !== 'LF') notes.push(`Line endings: ${ending}.`);
  if (only.text === '') return { notes: ['The file is empty.', ...notes], texts: null, endings: false };
  return { notes, texts: { before: before?.text ?? null, after: after?.text ?? null }, endings: ending === 'mixed' };
}
