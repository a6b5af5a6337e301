import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { patchOf } from '../../../workers/diff/patch.ts';
import { groupsOf, type Row } from './rows.ts';
import { slicesOf } from './slices.ts';

const unified = (before: string, after: string): string => patchOf({ path: 'a', before, after }, 60_000).unified;
const textOf = (rows: readonly Row[], side: 'old' | 'new'): string =>
  rows
    .filter((row) => row[side] !== null)
    .map((row) => row.text + (row.bare ? '' : '\n'))
    .join('');

test('D1 removed lines that begin with dashes and lines that look like marks are read as content', () => {
  const patch = unified('-- select\n\\ No newline at end of file\nx\n', '++ select\n\\ No newline at end of file\nx');
  const rows = [...groupsOf(patch)].flatMap((group) => [...group.same, ...group.removed, ...group.added]);
  expect(rows.map((row) => [row.sign, row.text, row.bare])).toEqual([
    ['-', '-- select', false],
    ['+', '++ select', false],
    [' ', '\\ No newline at end of file', false],
    ['-', 'x', false],
    ['+', 'x', true],
  ]);
});

test('D1 both sides of a patch can be read back from its rows, in either layout', () => {
  const line = fc.constantFrom('a', 'b', '-- c', '+++ d', '@@ -1 +1 @@', '\\ No newline at end of file', '', 'e\r');
  const text = fc
    .tuple(fc.array(line, { maxLength: 4 }), fc.boolean())
    .map(([lines, ended]) => lines.join('\n') + (ended && lines.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, fc.constantFrom('line-by-line', 'side-by-side'), (before, after, layout) => {
      if (before === after) return;
      const rows = [...slicesOf(unified(before, after), layout as 'line-by-line')].flatMap((slice) => slice.rows);
      expect(textOf(rows, 'old')).toBe(before);
      expect(textOf(rows, 'new')).toBe(after);
    }),
    { seed: 11, numRuns: 200 },
  );
});

test('D3 no slice of 10,000 changed lines is long, and side by side keeps partners together', () => {
  const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}\n`);
  const patch = patchOf(
    { path: 'a', before: lines.join(''), after: lines.map((line) => `new ${line}`).join('') },
    -1,
  ).unified;
  for (const layout of ['line-by-line', 'side-by-side'] as const) {
    const slices = [...slicesOf(patch, layout)];
    expect(slices.flatMap((slice) => slice.rows)).toHaveLength(20_000);
    expect(Math.max(...slices.map((slice) => slice.rows.length))).toBeLessThanOrEqual(40);
    expect(slices.filter((slice) => slice.header !== null)).toHaveLength(1);
  }
  const [first] = slicesOf(patch, 'side-by-side');
  expect(first?.rows.map((row) => row.old ?? row.new)).toEqual(
    [...Array(20).keys(), ...Array(20).keys()].map((at) => at + 1),
  );
});
