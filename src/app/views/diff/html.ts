import { html, type Diff2HtmlConfig } from 'diff2html';
import { LineType, type DiffFile, type DiffLine } from 'diff2html/lib-esm/types';
import { marks, type Prepared } from './marks.ts';
import type { Layout } from './slices.ts';

/** What diff2html hands to the templates below; contents come escaped, with `<ins>` and `<del>` around changed words. */
interface Given {
  readonly content?: string;
  readonly blockHeader?: string;
  readonly prefix?: string;
  readonly type?: string;
  readonly lineNumber?: string | number;
  readonly oldNumber?: string | number;
  readonly newNumber?: string | number;
  readonly diffs?: string | { readonly left: string; readonly right: string };
}
type Template = (given: Given) => string;

const elements: Readonly<Record<string, string>> = {
  [marks.carriageReturn]: '<span class="return">␍</span>',
  [marks.bare]: '<span class="bare">\\ No newline at end of file</span>',
  [marks.cut]: '<span class="cut">⋯</span>',
};
// oxlint-disable-next-line no-control-regex -- the marks are control characters on purpose
const marked = /[\u0001-\u0003]/gu;
const number = (value: string | number | undefined): string => `<span class="number">${value ?? ''}</span>`;

const line: Template = ({ type = '', prefix = '', content = '', lineNumber }) => {
  const numbers = typeof lineNumber === 'string' && lineNumber !== '' ? lineNumber : number(lineNumber);
  const inside = content.replaceAll(marked, (mark) => elements[mark] ?? '');
  return (
    `<div class="row ${type}">${numbers}<span class="d2h-code-line-prefix">${prefix === '&nbsp;' ? ' ' : prefix}</span>` +
    `<span class="d2h-code-line-ctn">${inside}</span></div>`
  );
};

/** Sluice's own small templates instead of diff2html's: a third of the elements, no file header, no inline style. */
function templates(headed: boolean): NonNullable<Diff2HtmlConfig['compiledTemplates']> {
  const made: Readonly<Record<string, Template>> = {
    'generic-wrapper': ({ content = '' }) => content,
    'generic-file-path': () => '',
    'generic-empty-diff': () => '',
    'generic-line': line,
    'generic-block-header': ({ blockHeader = '' }) => (headed ? `<div class="row d2h-info">${blockHeader}</div>` : ''),
    'line-by-line-numbers': ({ oldNumber, newNumber }) => number(oldNumber) + number(newNumber),
    'line-by-line-file-diff': ({ diffs }) => (typeof diffs === 'string' ? diffs : ''),
    'side-by-side-file-diff': ({ diffs }) =>
      typeof diffs === 'object'
        ? `<div class="side left">${diffs.left}</div><div class="side right">${diffs.right}</div>`
        : '',
  };
  const compiled = Object.entries(made).map(([name, render]): [string, { render: Template }] => [name, { render }]);
  // diff2html only ever calls `render` of a template.
  return Object.fromEntries(compiled);
}

function lineOf({ row, text }: Prepared): DiffLine {
  const content = row.sign + text;
  if (row.sign === '+') return { type: LineType.INSERT, content, oldNumber: undefined, newNumber: row.new ?? 0 };
  if (row.sign === '-') return { type: LineType.DELETE, content, oldNumber: row.old ?? 0, newNumber: undefined };
  return { type: LineType.CONTEXT, content, oldNumber: row.old ?? 0, newNumber: row.new ?? 0 };
}

const wordChars = 400;
const mostSteps = 400_000;

/** Comparing words takes time with the square of their number: past this, a slice goes without word marks (row D3). */
function wordLimit(rows: readonly Prepared[]): number {
  let steps = 0;
  for (const { row, text } of rows) {
    if (row.sign === ' ' || text.length > wordChars) continue;
    steps += (text.match(/\w+|\W/gu)?.length ?? 0) ** 2;
  }
  return steps > mostSteps ? 0 : wordChars;
}

const allowed = /<(?!\/?(?:div|span|ins|del)(?: class="[\w -]*")?>)/u;

/** A slice's HTML. Only text that diff2html has escaped gets in; anything but the few plain elements made here is a bug. */
export function sliceHtml(header: string | null, rows: readonly Prepared[], layout: Layout): string {
  const file: DiffFile = {
    // Names never reach the page this way: the view writes them as text (row D1).
    oldName: 'file',
    newName: 'file',
    addedLines: 0,
    deletedLines: 0,
    isCombined: false,
    isGitDiff: false,
    language: '',
    blocks: [{ oldStartLine: 0, newStartLine: 0, header: header ?? '', lines: rows.map(lineOf) }],
  };
  const made = html([file], {
    drawFileList: false,
    outputFormat: layout,
    matching: 'none',
    diffStyle: 'word',
    maxLineLengthHighlight: wordLimit(rows),
    compiledTemplates: templates(header !== null),
  });
  if (allowed.test(made)) throw new Error('The diff holds an element that it must not hold.');
  return made;
}

/** TypeScript's DOM does not know Trusted Types yet. What `createHTML` gives is no text, but Preact hands it on as it is. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML(text: string): string }): { createHTML(text: string): string };
}
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('diff2html', { createHTML: (text) => text });

/** A slice's HTML as `innerHTML` takes it, through the page's one named Trusted Types policy for HTML. */
export const trustedDiff = (text: string): string => policy?.createHTML(text) ?? text;
