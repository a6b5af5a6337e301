/** Values for the placeholders of an import (row M8), put into what will be saved. */
import type { ImportPreview, Placeholder } from '../../../core/serverdraft.ts';

type Row = ImportPreview['rows'][number];

/** What is asked, each once, however many servers want it. */
export const askedFor = ({ rows }: ImportPreview): readonly Placeholder[] => [
  ...new Map(
    rows
      .flatMap(({ what, missing }) => (what === 'add' || what === 'change' ? missing : []))
      .map((one) => [one.text, one]),
  ).values(),
];

function filledRow(row: Row, values: ReadonlyMap<string, string>): Row {
  if (row.draft === null || row.missing.length === 0) return row;
  const given = row.missing.map(({ text }) => [text, (values.get(text) ?? '').trim()] as const);
  const put = (text: string): string =>
    given.reduce((all, [from, to]) => (to === '' ? all : all.replaceAll(from, () => to)), text);
  const open = (text: string): boolean => given.some(([from, to]) => to === '' && text.includes(from));
  if (open(row.draft.url))
    return { ...row, what: 'skip', why: 'A part of its address has no value.', draft: null, missing: [] };
  return {
    ...row,
    missing: [],
    draft: {
      ...row.draft,
      url: put(row.draft.url),
      // Without its value the header stays, empty, to be entered later; an empty one is not sent.
      headers: row.draft.headers.map((header) =>
        header.value === undefined ? header : { ...header, value: open(header.value) ? '' : put(header.value) },
      ),
    },
  };
}

/** The preview with the values put in. */
export const filled = (preview: ImportPreview, values: ReadonlyMap<string, string>): ImportPreview => ({
  ...preview,
  rows: preview.rows.map((row) => filledRow(row, values)),
});

/** How many servers would be saved. */
export const toSave = ({ rows }: ImportPreview): number =>
  rows.filter(({ what, draft }) => draft !== null && (what === 'add' || what === 'change')).length;
