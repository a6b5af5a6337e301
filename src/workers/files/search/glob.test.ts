import fc from 'fast-check';
import picomatch from 'picomatch/posix';
import { expect, test } from 'vitest';
import { full } from '../../../test/fixtures.ts';
import { readGlob } from './glob.ts';

function hits(glob: string, path: string, inner = path): boolean {
  const read = readGlob(glob);
  if (!read.ok) throw new Error(read.fault.message);
  return read.value(path, inner);
}

test.each<[glob: string, yes: string[], no: string[]]>([
  ['*.ts', ['a.ts', 'src/deep/b.ts', '.hidden.ts'], ['a.tsx', 'ts']],
  ['*.{md,sh}', ['a.md', 'x/b.sh'], ['a.txt']],
  ['src/**', ['src/a', 'src/b/.c'], ['src-x/a', 'a/src']],
  ['**/*.ts', ['a.ts', 'x/y/b.ts'], ['a.js']],
  ['**/test/*.js', ['test/a.js', 'x/test/b.js'], ['test/x/c.js']],
  ['src/app/[id]/**', ['src/app/[id]/(auth)/p.tsx', 'src/app/i/p.tsx'], ['src/app/x/p.tsx']],
  ['[...slug]/page.tsx', ['[...slug]/page.tsx'], ['x/page.tsx']],
  ['app/[[...slug]]/*', ['app/[[...slug]]/a.ts'], ['app/s/a.ts']],
  ['(auth)/*', ['(auth)/a'], ['auth/a']],
  ['file{1..12}.txt', ['file3.txt', 'file12.txt'], ['file13.txt', 'file0.txt']],
  ['{01..03}.txt', ['01.txt', '03.txt'], ['1.txt']],
  ['[a-c]?.x', ['ab.x', 'q/c9.x'], ['d1.x']],
  ['/top.ts', ['top.ts'], ['src/top.ts']],
  ['./src/*.ts', ['src/a.ts'], ['a.ts']],
  ['docs/', ['docs/a.md', 'docs/x/b.md'], ['docs.md']],
  ['!src', ['a.ts', 'srcs/b.ts'], ['src/a.ts', 'src/x/b.ts', 'lib/src/c.ts']],
  ['!*.md', ['a.ts'], ['a.md', 'x/b.md']],
  ['ünï*.txt', ['ünïcödé.txt', 'u\u0308ni\u0308c.txt'.normalize('NFC')], []],
])('P10 glob %s', (glob, yes, no) => {
  for (const path of yes) expect([path, hits(glob, path)]).toEqual([path, true]);
  for (const path of no) expect([path, hits(glob, path)]).toEqual([path, false]);
});

test('P10 a glob with a slash is seen from the project or from the folder that is searched', () => {
  expect(hits('lib/*.ts', 'src/lib/a.ts', 'lib/a.ts')).toBe(true);
  expect(hits('src/lib/*.ts', 'src/lib/a.ts', 'lib/a.ts')).toBe(true);
});

test.each([
  '{a,b',
  'a}',
  '[abc',
  '',
  '!',
  '@(a|b).ts',
  '!(a).js',
  'a|b',
  '*.ts,*.js',
  '*.ts *.js',
  'src\\main.ts',
  '../x',
  'C:\\x',
  '{a..zz}',
  '{1..99999}',
  'x\\',
])('P10 case 19: the broken or unsupported glob %j is an error that says why, never a silent zero', (glob) => {
  const read = readGlob(glob);
  expect(read).toMatchObject({ ok: false, fault: { code: 'bad-pattern' } });
});

test('P10 a glob that hangs a backtracking engine ends at once', () => {
  expect(hits(`${'*a'.repeat(30)}b`, 'a'.repeat(240))).toBe(false);
  expect(hits(`${'**/a/'.repeat(7)}b`, `${'a/'.repeat(120)}c`)).toBe(false);
});

test('P10 the linear reading of a glob agrees with picomatch’s own', () => {
  const piece = fc.constantFrom('a', 'b', '.', '*', '?', '**', '/', '{a,b}', '[ab]', '[!a]', 'ab');
  const path = fc
    .array(fc.constantFrom('a', 'b', 'ab', '.a', 'b.a'), { minLength: 1, maxLength: 4 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 6 }), path, (pieces, text) => {
      const glob = `a/${pieces.join('')}`;
      fc.pre(!/\/\/|\/$|(^|\/)\.{1,2}(\/|$)|\*{3}/u.test(glob) && readGlob(glob).ok);
      const own = picomatch.makeRe(glob, { dot: true, noextglob: true, posix: true, fastpaths: false }).test(text);
      return hits(glob, text) === own;
    }),
    { seed: 7, numRuns: full ? 3_000 : 200 },
  );
});
