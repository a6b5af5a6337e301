import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import { body, folderWith, notes } from '../../../test/tree.ts';
import { listDirectory } from './list.ts';

const quiet = { signal: new AbortController().signal, progress: (): void => undefined };
const list = (root: FileSystemDirectoryHandle, args: JsonObject): Promise<Outcome<ToolResult>> =>
  listDirectory(root, args, quiet);

const files = {
  'README.md': '',
  'src/main.ts': '',
  'src/app/[id]/p.tsx': '',
  'src-x/a': '',
  'empty/': '',
  'node_modules/p/index.js': '',
  '.git/config': '',
  'dist/o.js': '',
  '.gitignore': 'dist',
  '.env': '',
};

test('P4 a listing has one entry a line, and folders end in /', async () => {
  const outcome = await list(await folderWith('list', files), {});
  expect(body(outcome)).toEqual([
    '.env',
    '.git/',
    '.gitignore',
    'README.md',
    'dist/',
    'empty/',
    'node_modules/',
    'src/',
    'src-x/',
  ]);
  expect(outcome.ok && outcome.value.summary).toBe('9 entries');
  expect(notes(outcome)).toBe('');
});

test('P4 a deeper listing shows each folder’s contents under it and does not open heavy or ignored ones unless named', async () => {
  const root = await folderWith('list', files);
  const outcome = await list(root, { depth: 3 });
  expect(body(outcome)).toEqual([
    '.env',
    '.git/',
    '.gitignore',
    'README.md',
    'dist/',
    'empty/',
    'node_modules/',
    'src/',
    'src/app/',
    'src/app/[id]/',
    'src/main.ts',
    'src-x/',
    'src-x/a',
  ]);
  expect(notes(outcome)).toBe(
    '[Not opened: .git/, dist/, node_modules/ (ignored or heavy). Name one as path to list it.]',
  );
  expect(body(await list(root, { path: 'node_modules', depth: 2 }))).toEqual([
    'node_modules/p/',
    'node_modules/p/index.js',
  ]);
  expect(body(await list(root, { path: 'dist' }))).toEqual(['dist/o.js']);
});

test('P4 case 17: a path with brackets is literal', async () => {
  const root = await folderWith('list', files);
  expect(body(await list(root, { path: 'src/app/[id]' }))).toEqual(['src/app/[id]/p.tsx']);
  expect(body(await list(root, { path: './src/app/' }))).toEqual(['src/app/[id]/']);
});

test('P4 an empty folder says so', async () => {
  const outcome = await list(await folderWith('list', files), { path: 'empty' });
  expect(body(outcome)).toEqual(['The folder shows no entries.']);
  expect(outcome.ok && outcome.value.summary).toBe('empty folder');
});

test('X3 blocked entries are not shown, are counted, and a blocked folder is not listed', async () => {
  const root = await folderWith('list', {
    '.agentblock': 'private/\n*.key2',
    'private/a': '',
    'x.key2': '',
    'b.crswap': '',
    'in/.agentblock': '\\',
    'in/a': '',
  });
  const outcome = await list(root, { depth: 2 });
  expect(body(outcome)).toEqual(['.agentblock', 'in/']);
  expect(notes(outcome)).toContain(
    'Not shown: 1 unfinished browser write (.crswap), 4 entries blocked by .agentblock.',
  );
  expect(await list(root, { path: 'private' })).toMatchObject({ ok: false, fault: { code: 'rejected' } });
  expect(await list(root, { path: 'in' })).toMatchObject({ ok: false, fault: { code: 'rejected' } });
});

test('P4 more than 1,000 entries are cut; the upper levels are kept whole', { timeout: 120_000 }, async () => {
  const many: Record<string, string> = { 'z/last.txt': '' };
  for (let at = 0; at < 1_005; at += 1) many[`a/f${String(at).padStart(4, '0')}`] = '';
  const outcome = await list(await folderWith('list', many), { depth: 2 });
  expect(body(outcome)).toHaveLength(1_000);
  expect(body(outcome)).toContain('z/');
  expect(notes(outcome)).toContain('More entries: at least 8 entries are not shown');
});

test('P5 what cannot be listed is a fault', async () => {
  const root = await folderWith('list', files);
  expect(await list(root, { path: 'README.md' })).toMatchObject({ ok: false, fault: { code: 'not-a-folder' } });
  expect(await list(root, { path: 'nothing' })).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(await list(root, { path: '/etc' })).toMatchObject({ ok: false, fault: { code: 'bad-path' } });
  expect(await list(root, { depth: 0 })).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
});
