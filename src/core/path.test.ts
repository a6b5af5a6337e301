import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holder, inGit, isRuleFile, nameOf, normalise, within } from './path.ts';

const refused = (path: string, why: RegExp): void => {
  const result = normalise(path, false);
  expect(result, JSON.stringify(path)).toMatchObject({ ok: false, fault: { code: 'bad-path' } });
  if (!result.ok) expect(result.fault.message).toMatch(why);
};
const taken = (path: string, as = path): void => expect(normalise(path, false)).toEqual({ ok: true, value: as });

describe('P5 paths', () => {
  test('P5 what would leave the project is refused, with what was wrong', () => {
    refused('../x', /would leave the project/u);
    refused('new/../../out.txt', /would leave the project/u);
    refused('..', /would leave the project/u);
    refused('a/..', /would leave the project/u);
    refused('/etc/passwd', /absolute/u);
    refused('//host/x', /absolute/u);
    refused('C:\\x', /backslash/u);
    refused('C:/x', /drive letter/u);
    refused('c:x', /drive letter/u);
    refused('..\\x', /backslash/u);
  });

  test('P5 what the browser cannot hold as a name is refused before any handle is touched', () => {
    refused('a\0.txt', /NUL/u);
    refused('a//b', /empty part/u);
    refused('a/./b', /only allowed at the start/u);
    refused('x.txt.', /ends with a dot/u);
    refused('x.txt ', /blank/u);
    refused(' x', /blank/u);
    refused('\u00a0x', /blank/u);
    for (const name of ['CON', 'con.txt', 'src/NUL', 'lpt1.md', 'COM¹']) refused(name, /device/u);
    for (const name of ['ab:c', 'a*b', 'a?b', 'a"b', 'a<b', 'a>b', 'a|b', 'a\u0007b', 'a\u0085b'])
      refused(name, /character/u);
    for (const name of ['a\u202eb', 'a\u200bb', 'a\ufeffb', 'a\u2066b']) refused(name, /invisible/u);
    refused('~x', /"~"/u);
    refused('x.lnk', /does not allow/u);
    refused('x.LNK', /does not allow/u);
    refused('\ud800', /Unicode/u);
    refused('x'.repeat(249), /248 bytes/u);
    refused('é'.repeat(125), /248 bytes/u);
    refused('', /file is needed/u);
  });

  test('P5 percent signs and full-width dots are plain characters, never decoded', () => {
    taken('a%00.txt');
    taken('%2e%2e/x');
    taken('%252e%252e/x');
    taken('．．/x');
    taken('.hidden/..x/x..y');
    taken('x'.repeat(248));
    taken('src/app/[id]/(auth)/p.tsx');
  });

  test('P5 a leading ./ and one trailing / are dropped, and the root is only for what means a folder', () => {
    taken('./src/a.ts', 'src/a.ts');
    taken('src/', 'src');
    for (const root of ['', '.', './']) {
      expect(normalise(root, true)).toEqual({ ok: true, value: '' });
      expect(normalise(root, false).ok).toBe(false);
    }
    refused('././a', /only allowed at the start/u);
    refused('a//', /empty part/u);
    refused('/', /absolute/u);
  });

  test('P5 Unicode comes back in NFC', () => {
    taken('e\u0301.txt', '\u00e9.txt');
  });

  test('P5 containment compares whole segments', () => {
    expect(within('src/a.ts', 'src')).toBe(true);
    expect(within('src', 'src')).toBe(true);
    expect(within('src-secret/a.ts', 'src')).toBe(false);
    expect(within('anything', '')).toBe(true);
    expect(within('src', 'src/a.ts')).toBe(false);
  });

  test('P5 the folder and the name of a path', () => {
    expect([holder('a/b/c'), nameOf('a/b/c'), holder('c'), nameOf('c')]).toEqual(['a/b', 'c', '', 'c']);
  });

  test('P5 .git is known in any segment, letter case and disguise, and nothing else is taken for it', () => {
    for (const path of ['.git', '.GIT/config', 'a/.Git/hooks/x', 'git~1/config', '.g\u200cit/config', 'sub/GIT~2']) {
      expect(inGit(path), path).toBe(true);
    }
    for (const path of ['.gitignore', '.github/x', 'git/x', 'x.git', 'my.git/x', 'git~'])
      expect(inGit(path), path).toBe(false);
  });

  test('X3 .agentblock is known in any folder and letter case', () => {
    for (const path of ['.agentblock', 'a/.AgentBlock', 'AGENTB~1']) expect(isRuleFile(path), path).toBe(true);
    for (const path of ['agentblock', '.agentblock.md', 'x/.agentblocks']) expect(isRuleFile(path), path).toBe(false);
  });
});

/** Strings that like to break path code. */
const nasty = fc.string({
  unit: fc.constantFrom(
    '..',
    '.',
    '/',
    '//',
    '\\',
    '\0',
    'a',
    'B',
    ' ',
    '%2e',
    '％',
    '．',
    '~',
    ':',
    'C:',
    'e\u0301',
    '\u202e',
    '\ud800',
    'CON',
    '.git',
    '\n',
  ),
  maxLength: 12,
});

test('P5 no accepted path can leave the project, whatever it is made of', () => {
  fc.assert(
    fc.property(nasty, fc.boolean(), (path, folder) => {
      const result = normalise(path, folder);
      if (!result.ok) return;
      const segments = result.value.split('/');
      if (result.value === '') expect(folder).toBe(true);
      else
        for (const segment of segments)
          expect(['', '.', '..'].includes(segment) || /[\0\\]/u.test(segment)).toBe(false);
      // The normal form is a fixed point: what was checked is what is used.
      expect(normalise(result.value, folder)).toEqual(result);
      expect(within(result.value, '')).toBe(true);
    }),
    { seed: 5, numRuns: 3_000 },
  );
});
