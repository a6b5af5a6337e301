import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import { full } from '../../../test/fixtures.ts';
import { body, emptyFolder, folderWith, notes, put } from '../../../test/tree.ts';
import { grep } from './grep.ts';

const quiet = { signal: new AbortController().signal, progress: (): void => undefined };
type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

const search = (root: FileSystemDirectoryHandle, args: JsonObject): Promise<Outcome<ToolResult>> =>
  grep(root, args, quiet);
async function find(files: Files, args: JsonObject): Promise<string[]> {
  return body(await search(await folderWith('grep', files), args));
}

test('P4 a hit is path:line:text, context is path-line-text, groups are parted', async () => {
  const files = { 'a.txt': 'one\ntwo hit\nthree\nfour\nfive\nsix\nseven hit\neight\n', 'b.txt': 'hit\nhit\nlast' };
  expect(await find(files, { pattern: 'hit' })).toEqual([
    'a.txt:2:two hit',
    'a.txt:7:seven hit',
    'b.txt:1:hit',
    'b.txt:2:hit',
  ]);
  expect(await find(files, { pattern: 'hit', context: 1 })).toEqual([
    'a.txt-1-one',
    'a.txt:2:two hit',
    'a.txt-3-three',
    '--',
    'a.txt-6-six',
    'a.txt:7:seven hit',
    'a.txt-8-eight',
    '--',
    'b.txt:1:hit',
    'b.txt:2:hit',
    'b.txt-3-last',
  ]);
  const outcome = await search(await folderWith('grep', files), { pattern: 'hit' });
  expect(outcome.ok && outcome.value.summary).toBe('4 matches in 2 files');
  expect(notes(outcome)).toBe('[Searched 2 files. Nothing was skipped.]');
});

test('P10 no match still says what was searched and what was skipped, so that it cannot mislead', async () => {
  const root = await folderWith('grep', {
    '.gitignore': 'dist/\n*.log\n',
    '.agentblock': 'private/\n',
    '.git/config': 'needle',
    'node_modules/p/index.js': 'needle',
    'sub/node_modules/q.js': 'needle',
    'dist/out.js': 'needle',
    'x.log': 'needle',
    'a.bin': new Uint8Array([110, 0, 110]),
    '.env': 'needle=1',
    'keys/id_rsa': 'needle',
    'private/p.txt': 'needle',
    'half.txt.crswap': 'needle',
    'src/a.ts': 'hay',
    '.hidden/b.ts': 'hay',
  });
  const outcome = await search(root, { pattern: 'needle' });
  expect(body(outcome)).toEqual(['No matches.']);
  expect(outcome.ok && outcome.value.summary).toBe('no matches');
  expect(notes(outcome)).toBe(
    '[Searched 4 files. Skipped: 1 .git folder, 2 node_modules folders, 2 entries ignored by .gitignore, 1 unfinished browser write (.crswap), 1 entry blocked by .agentblock, 2 secret files or folders, 1 binary file. Set include_ignored to search ignored entries and node_modules, or name one as path.]',
  );
  const all = await search(root, { pattern: 'needle', include_ignored: true });
  expect(body(all)).toEqual([
    'dist/out.js:1:needle',
    'node_modules/p/index.js:1:needle',
    'sub/node_modules/q.js:1:needle',
    'x.log:1:needle',
  ]);
  expect(body(await search(root, { pattern: 'needle', path: 'dist' }))).toEqual(['dist/out.js:1:needle']);
  expect(body(await search(root, { pattern: 'needle', path: 'node_modules' }))).toEqual([
    'node_modules/p/index.js:1:needle',
  ]);
  expect(body(await search(root, { pattern: 'needle', path: 'x.log' }))).toEqual(['x.log:1:needle']);
  expect(body(await search(root, { pattern: 'needle', path: '.env' }))).toEqual(['.env:1:needle=1']);
});

test('X2 a secret file is not even searched, so that no pattern can guess its content letter by letter', async () => {
  const root = await folderWith('grep', { '.env': 'KEY=abc', 'a.txt': 'KEY' });
  const right = await search(root, { pattern: 'KEY=a' });
  const wrong = await search(root, { pattern: 'KEY=b' });
  expect(right).toEqual(wrong);
  expect(notes(right)).toContain('1 secret file');
});

test('X3 a blocked target is refused with the rule, in any letter case', async () => {
  const root = await folderWith('grep', { '.agentblock': 'private/\n', 'private/a.txt': 'x' });
  for (const path of ['private', 'private/a.txt', 'private/nothing.txt']) {
    expect(await search(root, { pattern: 'x', path })).toMatchObject({ ok: false, fault: { code: 'rejected' } });
  }
});

test('X3 G11 a broken block file hides its folder from a search, and the note counts it', async () => {
  const outcome = await search(await folderWith('grep', { 'in/.agentblock': '[a', 'in/x.txt': 'x', 'y.txt': 'x' }), {
    pattern: 'x',
  });
  expect(body(outcome)).toEqual(['y.txt:1:x']);
  expect(notes(outcome)).toContain('blocked by .agentblock');
});

test('P10 nested and negated ignore rules hold as in git', async () => {
  const files = {
    '.gitignore': 'build/*\n!build/keep.txt\n*.log\n',
    'build/keep.txt': 'hit',
    'build/drop.txt': 'hit',
    'a.log': 'hit',
    'sub/.gitignore': '!*.log',
    'sub/b.log': 'hit',
  };
  expect(await find(files, { pattern: 'hit' })).toEqual(['build/keep.txt:1:hit', 'sub/b.log:1:hit']);
  expect(await find(files, { pattern: 'hit', path: 'sub' })).toEqual(['sub/b.log:1:hit']);
});

test('P10 case 7: a BOM is no part of the first line', async () => {
  expect(await find({ 'a.md': '\ufeff# T\nrest\n' }, { pattern: '^# T' })).toEqual(['a.md:1:# T']);
});

test('P10 case 17: a path with brackets is taken literally', async () => {
  const files = { 'src/app/[id]/(auth)/p.tsx': 'x', 'src/app/i/q.tsx': 'x' };
  expect(await find(files, { pattern: 'x', path: 'src/app/[id]' })).toEqual(['src/app/[id]/(auth)/p.tsx:1:x']);
  expect(await find(files, { pattern: 'x', include: 'src/app/[id]/**' })).toEqual([
    'src/app/[id]/(auth)/p.tsx:1:x',
    'src/app/i/q.tsx:1:x',
  ]);
});

test('P10 case 19: braces in a glob find both kinds, and a glob that fits nothing says so', async () => {
  const files = { 'a.md': 'x', 'sub/b.sh': 'x', 'c.txt': 'x' };
  expect(await find(files, { pattern: 'x', include: '*.{md,sh}' })).toEqual(['a.md:1:x', 'sub/b.sh:1:x']);
  const none = await search(await folderWith('grep', files), { pattern: 'x', include: '*.rs' });
  expect(notes(none)).toContain('No file matches include "*.rs", so nothing was searched (3 files looked at).');
});

test('P10 cases 20, 21, 22: flags, alternation, code as a pattern', async () => {
  const files = { 'a.ts': '// TODO\nfoo(1)\nconst { name } = x\n', 'b.py': 'def f():\nclass G:\n' };
  expect(await find(files, { pattern: '(?i)todo' })).toEqual(['a.ts:1:// TODO']);
  expect(await find(files, { pattern: 'def f|class G' })).toEqual(['b.py:1:def f():', 'b.py:2:class G:']);
  expect(await find(files, { pattern: '{ name }' })).toEqual(['a.ts:3:const { name } = x']);
  expect(await find(files, { pattern: 'a || b' })).toHaveLength(5);
  const literal = await search(await folderWith('grep', files), { pattern: 'foo(' });
  expect(body(literal)).toEqual(['a.ts:2:foo(1)']);
  expect(notes(literal)).toContain('not a valid regular expression (a "(" is never closed)');
});

test('P10 case 23: a pattern that hangs other engines ends with its true result, and the next search works', async () => {
  const root = await folderWith('grep', { 'a.txt': `${'a'.repeat(30)}!\n${' '.repeat(100_000)}x\n` });
  for (const pattern of ['(a+)+$', '\\s+$', '^(.*a){31}$'])
    expect(body(await search(root, { pattern }))).toEqual(['No matches.']);
  expect(body(await search(root, { pattern: 'a!' }))).toEqual([`a.txt:1:${'a'.repeat(30)}!`]);
});

test('P10 bytes that are no UTF-8 neither empty a search nor hide the rest of the file', async () => {
  const latin = new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x20, 0x66, 0x6f, 0x6f, 0x0a]);
  const mixed = new Uint8Array([
    ...new TextEncoder().encode('найти\n'),
    0xff,
    0x0a,
    ...new TextEncoder().encode('日本\n'),
  ]);
  const root = await folderWith('grep', { 'latin.txt': latin, 'mixed.txt': mixed });
  const outcome = await search(root, { pattern: 'café|найти|日本' });
  expect(body(outcome)).toEqual(['latin.txt:1:café foo', 'mixed.txt:1:найти', 'mixed.txt:3:日本']);
  expect(notes(outcome)).toContain('2 files are not valid UTF-8');
});

test('P10 line ends: $ stands before CRLF, and a pattern that names \\r sees it', async () => {
  const files = { 'crlf.txt': 'a foo\r\nb\r\n\r\n', 'lf.txt': 'b foo\n' };
  expect(await find(files, { pattern: 'foo$' })).toEqual(['crlf.txt:1:a foo', 'lf.txt:1:b foo']);
  expect(await find(files, { pattern: '\\s$' })).toEqual(['No matches.']);
  expect(await find(files, { pattern: 'foo\\r$' })).toEqual(['crlf.txt:1:a foo']);
  expect(await find(files, { pattern: '^$' })).toEqual(['crlf.txt:3:']);
});

test('P10 a long line is cut to 400 characters around the hit, and the note says so', async () => {
  const outcome = await search(
    await folderWith('grep', { 'min.js': `${'x'.repeat(50_000)}needle${'y'.repeat(50_000)}` }),
    { pattern: 'needle' },
  );
  const [line = ''] = body(outcome);
  expect(line.startsWith('min.js:1:…x')).toBe(true);
  expect(line).toContain('needle');
  expect(line.endsWith('y…')).toBe(true);
  expect(line.length).toBe('min.js:1:'.length + 402);
  expect(notes(outcome)).toContain('1 long line was cut to 400 characters');
});

test('P10 results are capped for a file and in all, with how to get more', async () => {
  const files: Record<string, string> = {};
  for (let at = 0; at < 15; at += 1) files[`f${String(at).padStart(2, '0')}.txt`] = 'x\n'.repeat(25);
  const root = await folderWith('grep', files);
  const outcome = await search(root, { pattern: 'x' });
  expect(body(outcome)).toHaveLength(200);
  expect(body(outcome).filter((line) => line.startsWith('f00.txt:'))).toHaveLength(20);
  expect(outcome.ok && outcome.value.summary).toBe('200+ matches in 10 files');
  expect(notes(outcome)).toContain('More matches: the search stopped at 200 matches. Narrow it');
  expect(notes(outcome)).toContain('only the first 20 of a file are shown');
  expect(body(await search(root, { pattern: 'x', max_results: 5 }))).toHaveLength(5);
  expect(body(await search(root, { pattern: 'x', path: 'f00.txt' }))).toHaveLength(20);
  expect(body(await search(root, { pattern: 'x', path: 'f00.txt', max_results: 100 }))).toHaveLength(25);
});

test('P5 G11 bad arguments are faults, never thrown', async () => {
  const root = await folderWith('grep', { 'a.txt': 'x' });
  for (const args of [
    {},
    { pattern: 1 },
    { pattern: 'x', path: 3 },
    { pattern: 'x', literal: 'yes' },
    { pattern: 'x', context: -1 },
    { pattern: 'x', max_results: 0.5 },
    { pattern: 'x', include: [] },
  ]) {
    expect(await search(root, args)).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  }
  expect(await search(root, { pattern: 'x', path: '../a' })).toMatchObject({ ok: false, fault: { code: 'bad-path' } });
  expect(await search(root, { pattern: 'x', path: 'none' })).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(await search(root, { pattern: 'x', path: 'a.txt/b' })).toMatchObject({
    ok: false,
    fault: { code: 'not-a-folder' },
  });
  expect(await search(root, { pattern: 'x', include: '[' })).toMatchObject({
    ok: false,
    fault: { code: 'bad-pattern' },
  });
});

test('U4 a search that is cancelled ends with that fault, in the middle of a long file too', async () => {
  const root = await folderWith('grep', { 'a.txt': `${'ab'.repeat(40)}\n`.repeat(60_000) });
  const stop = new AbortController();
  const outcome = await grep(root, { pattern: '[ab]{3}c' }, { signal: stop.signal, progress: () => stop.abort() });
  expect(outcome).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
});

test('P10 every line that is shown really is that line and matches; no line that matches is missing', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'b', 'é', ' ', '\r'), maxLength: 5 });
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, end]) => lines.join('\n') + (end ? '\n' : ''));
  const root = await emptyFolder('grep');
  await fc.assert(
    fc.asyncProperty(
      text,
      fc.constantFrom('a', 'ab', 'a*b$', '^$', 'é|b', '[^a]'),
      fc.integer({ min: 0, max: 3 }),
      async (content, pattern, context) => {
        await put(root, 'f.txt', content);
        const found = body(await search(root, { pattern, context }));
        const lines =
          content === ''
            ? []
            : content
                .replace(/\n$/u, '')
                .split('\n')
                .map((one) => one.replace(/\r$/u, ''));
        const hits = lines.flatMap((one, at) => (new RegExp(pattern, 'u').test(one) ? [at] : []));
        const near = lines.flatMap((one, at) =>
          hits.some((hit) => Math.abs(hit - at) <= context) ? [{ at, mark: hits.includes(at) ? ':' : '-', one }] : [],
        );
        const wanted = near.map(({ at, mark, one }) => `f.txt${mark}${at + 1}${mark}${one}`);
        return found.filter((one) => one !== '--' && one !== 'No matches.').join('\n') === wanted.join('\n');
      },
    ),
    { seed: 2, numRuns: full ? 500 : 50 },
  );
});
