import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import { body, folderWith, notes, put } from '../../../test/tree.ts';
import { findFiles } from './find.ts';

const quiet = { signal: new AbortController().signal, progress: (): void => undefined };
const find = (root: FileSystemDirectoryHandle, args: JsonObject): Promise<Outcome<ToolResult>> =>
  findFiles(root, args, quiet);

/** Writes a file again until its time is later than another’s; clocks of file systems are coarse. */
async function newer(root: FileSystemDirectoryHandle, path: string, than: string): Promise<void> {
  const time = async (name: string): Promise<number> => (await (await root.getFileHandle(name)).getFile()).lastModified;
  do await put(root, path, 'new');
  while ((await time(path)) <= (await time(than)));
}

test('P4 files come newest first, one path a line', async () => {
  const root = await folderWith('find', { 'a.ts': '', 'b.ts': '', 'c.md': '' });
  await newer(root, 'b.ts', 'a.ts');
  const outcome = await find(root, { pattern: '*.ts' });
  expect(body(outcome)).toEqual(['b.ts', 'a.ts']);
  expect(outcome.ok && outcome.value.summary).toBe('2 files');
  expect(notes(outcome)).toBe('[Looked at 3 files. Nothing was skipped.]');
});

test('P10 case 17: a pattern with brackets also finds the folder that is really called so', async () => {
  const root = await folderWith('find', { 'src/app/[id]/(auth)/p.tsx': '', 'src/app/x/q.tsx': '' });
  expect(body(await find(root, { pattern: 'src/app/[id]/**' }))).toEqual(['src/app/[id]/(auth)/p.tsx']);
  expect(body(await find(root, { pattern: '**/*.tsx', path: 'src/app/[id]' }))).toEqual(['src/app/[id]/(auth)/p.tsx']);
});

test('P10 ignored, blocked and secret files are left out and counted; a named or asked-for one is found', async () => {
  const root = await folderWith('find', {
    '.gitignore': 'dist/\n',
    '.agentblock': '*.hush\n',
    'dist/a.ts': '',
    'node_modules/b.ts': '',
    '.git/c.ts': '',
    'src/d.ts': '',
    '.hidden/e.ts': '',
    'x.hush': '',
    '.env': '',
  });
  const outcome = await find(root, { pattern: '**' });
  expect(body(outcome).toSorted()).toEqual(['.agentblock', '.gitignore', '.hidden/e.ts', 'src/d.ts']);
  expect(notes(outcome)).toContain(
    '1 .git folder, 1 node_modules folder, 1 entry ignored by .gitignore, 1 entry blocked by .agentblock, 1 secret file',
  );
  expect(body(await find(root, { pattern: '*.ts', include_ignored: true })).toSorted()).toEqual([
    '.hidden/e.ts',
    'dist/a.ts',
    'node_modules/b.ts',
    'src/d.ts',
  ]);
  expect(body(await find(root, { pattern: '*.ts', path: 'node_modules' }))).toEqual(['node_modules/b.ts']);
});

test('P10 a pattern that only fits a folder says so', async () => {
  const outcome = await find(await folderWith('find', { 'src/lib/a.ts': '' }), { pattern: 'lib' });
  expect(body(outcome)).toEqual(['No files.']);
  expect(notes(outcome)).toContain('The pattern fits 1 folder (src/lib/)');
});

test('P10 more than 1,000 files are cut with a note that says how to narrow', { timeout: 120_000 }, async () => {
  const files: Record<string, string> = {};
  for (let at = 0; at < 1_003; at += 1) files[`d${at % 7}/f${at}.txt`] = '';
  const outcome = await find(await folderWith('find', files), { pattern: '*.txt' });
  expect(body(outcome)).toHaveLength(1_000);
  expect(outcome.ok && outcome.value.summary).toBe('1000+ files');
  expect(notes(outcome)).toContain('3 older files are not shown');
});

test('P5 a path that is a file, missing or outside is a fault', async () => {
  const root = await folderWith('find', { 'a.ts': '' });
  expect(await find(root, { pattern: '*', path: 'a.ts' })).toMatchObject({
    ok: false,
    fault: { code: 'not-a-folder' },
  });
  expect(await find(root, { pattern: '*', path: 'b' })).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(await find(root, { pattern: '*', path: 'a/../..' })).toMatchObject({ ok: false, fault: { code: 'bad-path' } });
  expect(await find(root, { pattern: '{a' })).toMatchObject({ ok: false, fault: { code: 'bad-pattern' } });
  expect(await find(root, {})).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
});
