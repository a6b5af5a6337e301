import { expect, test } from 'vitest';
import { fixtureTest, fixtureText } from '../../../test/fixtures.ts';
import { costly, judge, readRules } from './rules.ts';

interface Row {
  readonly name: string;
  readonly root: string;
  readonly gitignore: string;
  readonly path: string;
  readonly isDir: boolean;
  readonly ignored: boolean;
}

/** The rows name a root and a path as ripgrep was given them; here paths are relative to the ignore file. */
function relative({ root, path }: Row): string {
  const plain = (text: string): string =>
    text
      .replaceAll(/(^|\/)\.(?=\/|$)/gu, '$1')
      .replace(/^\/+/u, '')
      .replaceAll(/\/+/gu, '/');
  const folder = root.startsWith('/home') ? '' : plain(root).replace(/\/$/u, '');
  const whole = plain(path);
  return folder !== '' && whole.startsWith(`${folder}/`) ? whole.slice(folder.length + 1) : whole;
}

fixtureTest('P10 all 67 of ripgrep’s gitignore decisions, checked against git, are the same here', async () => {
  const rows = (await fixtureText('files/ripgrep-gitignore.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  expect(rows).toHaveLength(67);
  const wrong = rows.filter((row) => {
    const verdict = judge([readRules('', '.gitignore', row.gitignore, false)], relative(row), row.isDir);
    return (verdict.says === 'ignored') !== row.ignored;
  });
  expect(wrong.map(({ name }) => name)).toEqual([]);
});

test('P10 a deeper ignore file overrules a higher one, both ways', () => {
  const stack = [
    readRules('', '.gitignore', '*.log\n!keep.tmp\n*.bak', false),
    readRules('a', 'a/.gitignore', '!*.log\nkeep.tmp', false),
  ];
  expect(judge(stack, 'a/x.log', false)).toEqual({ says: 'kept' });
  expect(judge(stack, 'x.log', false).says).toBe('ignored');
  expect(judge(stack, 'a/keep.tmp', false)).toMatchObject({ says: 'ignored', rule: 'keep.tmp' });
  expect(judge(stack, 'a/x.bak', false)).toMatchObject({ says: 'ignored', by: { path: '.gitignore' }, rule: '*.bak' });
  expect(judge(stack, 'a/x.ts', false)).toEqual({ says: 'nothing' });
});

test('P10 letter case counts for git and not for a block file', () => {
  expect(judge([readRules('', '.gitignore', '*.html', false)], 'a.HTML', false).says).toBe('nothing');
  expect(judge([readRules('', '.agentblock', '*.html', true)], 'a.HTML', false).says).toBe('ignored');
});

test('P10 a rule that would be costly to match is left out and named by its line', () => {
  const slow = 'a\n**/a/**/a/**/a/**/a/**/b\n*.log';
  expect(costly(slow)).toEqual([2]);
  const file = readRules('', '.gitignore', slow, false);
  expect(judge([file], `${'a/'.repeat(100)}c`, false).says).toBe('ignored');
  expect(judge([file], 'x.log', false).says).toBe('ignored');
});
