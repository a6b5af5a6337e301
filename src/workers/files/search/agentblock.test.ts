import { expect, test } from 'vitest';
import { folderWith } from '../../../test/tree.ts';
import { blockedBy } from './agentblock.ts';

async function why(
  files: Record<string, string | Uint8Array<ArrayBuffer>>,
  ...paths: string[]
): Promise<string | null> {
  const outcome = await blockedBy(await folderWith('agentblock', files), paths);
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return outcome.value;
}

test('X3 a rule at the root blocks a file and all in a folder, and the answer names file and rule', async () => {
  const files = {
    '.agentblock': '# ours\nprivate/\n*.secret\n!open.secret\n',
    'private/a.txt': 'x',
    'b.secret': 'x',
    'open.secret': 'x',
    'src/c.ts': 'x',
  };
  expect(await why(files, 'private/a.txt')).toBe('.agentblock, rule "private/"');
  expect(await why(files, 'private')).toBe('.agentblock, rule "private/"');
  expect(await why(files, 'b.secret')).toBe('.agentblock, rule "*.secret"');
  expect(await why(files, 'open.secret')).toBeNull();
  expect(await why(files, 'src/c.ts')).toBeNull();
  expect(await why(files, '')).toBeNull();
  expect(await why(files, 'src/c.ts', 'src/new/deep.secret')).toBe('.agentblock, rule "*.secret"');
});

test('X3 a nested file speaks of its own folder and can take back what is not inside a blocked folder', async () => {
  const files = {
    '.agentblock': '*.log\nshut/',
    'a/.agentblock': '!ok.log\n/only-here',
    'a/ok.log': '',
    'a/no.log': '',
    'a/only-here': '',
    'only-here': '',
    'shut/.agentblock': '!x',
    'shut/x': '',
  };
  expect(await why(files, 'a/ok.log')).toBeNull();
  expect(await why(files, 'a/no.log')).toBe('.agentblock, rule "*.log"');
  expect(await why(files, 'a/only-here')).toBe('a/.agentblock, rule "/only-here"');
  expect(await why(files, 'only-here')).toBeNull();
  expect(await why(files, 'shut/x')).toBe('.agentblock, rule "shut/"');
});

test('X3 what does not exist yet is judged as a file and as a folder, whichever is stricter', async () => {
  const files = { '.agentblock': 'out/\n', 'out.txt': '' };
  expect(await why(files, 'out')).toBe('.agentblock, rule "out/"');
  expect(await why(files, 'out/new/file.txt')).toBe('.agentblock, rule "out/"');
  expect(await why({ '.agentblock': 'out/\n', out: 'a file' }, 'out')).toBeNull();
});

test('X3 letter case, in names and in the file’s own name, opens nothing (P5)', async () => {
  expect(await why({ '.agentblock': 'Private/\n', 'private/a': '' }, 'private/a')).toBe('.agentblock, rule "Private/"');
  expect(await why({ '.AgentBlock': 'a', a: '' }, 'a')).toBe('.AgentBlock, rule "a"');
});

test.each([
  ['an unclosed bracket', 'ok\n[abc\n', 'line 2 opens a "["'],
  ['a lone backslash at the end', 'abc\\\n', 'line 1 ends in a lone backslash'],
  ['an unknown character class', '[[:foo:]]x\n', 'line 1 names a character class'],
  ['binary content', new Uint8Array([0, 1, 2, 3]), 'not UTF-8 text'],
  ['invalid UTF-8', new Uint8Array([0x61, 0xff, 0xfe, 0x0a]), 'not UTF-8 text'],
])('X3 G11 a block file with %s blocks everything in its folder', async (_, content, reason) => {
  const said = await why({ 'in/.agentblock': content, 'in/a.txt': '', 'out.txt': '' }, 'in/a.txt');
  expect(said).toContain('in/.agentblock');
  expect(said).toContain(reason);
  expect(await why({ 'in/.agentblock': content, 'in/a.txt': '', 'out.txt': '' }, 'out.txt')).toBeNull();
  expect(await why({ 'in/.agentblock': content, 'in/a.txt': '' }, 'in')).toContain(reason);
});

test('X3 G11 a folder of that name blocks too: what was meant by it is not known', async () => {
  expect(await why({ '.agentblock/x': '', a: '' }, 'a')).toContain('it is a folder');
});

test('X3 a UTF-8 BOM and Windows line ends do not weaken a rule', async () => {
  expect(await why({ '.agentblock': '\ufeffa.txt\r\nb.txt\r\n', 'a.txt': '', 'b.txt': '' }, 'a.txt')).toContain(
    'a.txt',
  );
  expect(await why({ '.agentblock': '\ufeffa.txt\r\nb.txt\r\n', 'a.txt': '', 'b.txt': '' }, 'b.txt')).toContain(
    'b.txt',
  );
});

test('X3 a rule file counts in every spelling that people type', async () => {
  for (const name of ['.agentblock', '.agentBlock', '.AgentBlock', '.Agentblock', '.AGENTBLOCK']) {
    expect(await why({ [name]: 'private\n', 'private/a.txt': 'x' }, 'private/a.txt'), name).toContain('rule "private"');
  }
});
