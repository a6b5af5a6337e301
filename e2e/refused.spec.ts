/** What the gate refuses whatever was set: ways out of the project, secrets, tools that are not offered, too many calls. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  answered,
  callRow,
  card,
  cards,
  closeSettings,
  newChat,
  offered,
  openSettings,
  pickProject,
  send,
  setTool,
  toolAnswers,
} from './support/app.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { calls, say } from './support/turns.ts';

const write = (path: string): readonly [string, object] => ['file_write', { path, content: 'x' }];

test('G2 P5 X3 paths that leave the project, name .git or .agentblock, or are blocked, are refused in every mode', async ({
  page,
  folder,
  provider,
}) => {
  const outside = join(dirname(folder.path), 'outside.txt');
  await writeFile(outside, 'outside');
  await folder.write('.git/config', '[core]\n');
  await folder.write('.agentblock', 'private/\n*.lock\n');
  await folder.write('private/plan.txt', 'needle in private\n');
  await folder.write('open.txt', 'needle in the open\n');
  const before = await folder.names();
  const refused: readonly (readonly [string, object, RegExp])[] = [
    [...write('../outside.txt'), /would leave the project/],
    [...write('src/../../outside.txt'), /would leave the project/],
    [...write('/etc/sluice-was-here'), /is absolute/],
    [...write('a\0b'), /NUL character/],
    [...write('a\\b'), /backslash/],
    [...write('C:/x'), /drive letter/],
    [...write('a//b'), /empty part/],
    [...write('.git/config'), /\.git/],
    [...write('.GIT/hooks/post-commit'), /\.GIT|\.git/],
    [...write('.agentblock'), /\.agentblock/],
    [...write('private/new.txt'), /closed to models by .*private\//],
    ['file_rename', { from: 'open.txt', to: '../outside.txt' }, /would leave the project/],
    ['file_rename', { from: 'open.txt', to: 'private/open.txt' }, /closed to models/],
    ['file_delete', { path: '.git/config' }, /\.git/],
    ['file_read', { path: 'private/plan.txt' }, /closed to models/],
    ['file_read', { path: '../outside.txt' }, /would leave the project/],
    ['file_info', { path: 'private/plan.txt' }, /closed to models/],
  ];
  provider.script([
    calls(...refused.map(([tool, args]) => [tool, args] as const), ['grep', { pattern: 'needle' }]),
    say('None of that.'),
  ]);
  await start(page, folder, provider);
  await openSettings(page, 'Tools');
  for (const tool of ['Write file', 'Rename file', 'Delete file']) await setTool(page, tool, 'Always');
  await closeSettings(page);
  await send(page, 'Try everything.');
  await answered(page, 'None of that.');
  await expect(cards(page)).toHaveCount(0);
  await expect(callRow(page, 'rejected')).toHaveCount(refused.length);
  const answers = toolAnswers(await provider.request(1));
  for (const [index, [, args, words]] of refused.entries()) {
    expect(answers[index], JSON.stringify(args)).toMatch(/^Failed: Rejected by rule G2/);
    expect(answers[index], JSON.stringify(args)).toMatch(words);
  }
  expect(answers.at(-1)).toContain('open.txt:1:needle in the open');
  expect(answers.at(-1)).not.toContain('needle in private');
  expect(await readFile(outside, 'utf8')).toBe('outside');
  expect(existsSync('/etc/sluice-was-here')).toBe(false);
  expect(await folder.text('.git/config')).toBe('[core]\n');
  expect(await folder.names()).toEqual(before);
});

test('G5 X2 a file of secrets asks even where the tool is Always, and a private key is never read', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('.env', 'TOKEN=hunter2\n');
  await folder.write('id_rsa', 'BEGIN hunter2\n');
  await folder.write('notes.txt', 'hunter2 is a fish\n');
  provider.script([
    calls(['file_read', { path: '.env' }], ['file_read', { path: 'id_rsa' }], ['grep', { pattern: 'hunter2' }]),
    calls(['file_read', { path: '.env' }]),
    say('I saw it.'),
  ]);
  await start(page, folder, provider);
  await openSettings(page, 'Tools');
  await setTool(page, 'Read file', 'Always');
  await closeSettings(page);
  await send(page, 'Read them.');
  const asked = card(page, 'Approve read?');
  await expect(asked).toContainText('.env');
  await expect(asked.getByRole('checkbox')).toHaveCount(0);
  await expect(asked).toContainText('Read-only preview not required');
  await expect(callRow(page, 'id_rsa')).toHaveAttribute('data-at', 'rejected');
  await asked.getByRole('button', { name: 'Approve' }).click();
  const [env, key, found] = toolAnswers(await provider.request(1));
  expect(env).toContain('TOKEN=hunter2');
  expect(key).toMatch(/^Failed: Rejected by rule G5.*private key/);
  expect(key).not.toContain('BEGIN');
  expect(found).toContain('notes.txt:1:hunter2 is a fish');
  expect(found).not.toContain('TOKEN');
  expect(found, 'it says what it withheld').toMatch(/secret/i);
  await expect(asked, 'the yes was for that call alone').toContainText('.env');
  await asked.getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'I saw it.');
});

test('G1 T1 a tool that does not exist is rejected, and without a project file tools are neither offered nor run', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('a.txt', 'a');
  provider.script([
    calls(['shell_exec', { command: 'ls' }], ['file_read', { path: 'a.txt' }]),
    say('There is no shell.'),
    calls(['file_read', { path: 'a.txt' }]),
    say('There are no files.'),
  ]);
  await start(page, folder, provider);
  await send(page, 'Run ls.');
  await answered(page, 'There is no shell.');
  expect(toolAnswers(await provider.request(1))).toEqual([
    expect.stringMatching(/^Failed: Rejected by rule G1.*There is no tool called “shell_exec”/),
    expect.stringContaining('a'),
  ]);
  expect(offered(await provider.request(0))).toHaveLength(9);
  await newChat(page);
  await pickProject(page, 'No project');
  await send(page, 'Read a file.');
  await answered(page, 'There are no files.');
  expect(offered(await provider.request(2))).toEqual([]);
  expect(toolAnswers(await provider.request(3))).toEqual([
    expect.stringMatching(/^Failed: Rejected by rule G1.*need a project/),
  ]);
});

test('B3 G4 after 250 calls tools stop, and the model gets one last turn to say so', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('a.txt', 'a');
  // Rejected calls count too (row B1), and cost the least.
  const many = Array.from({ length: 250 }, () => ['shell_exec', { command: 'ls' }] as const);
  provider.script([calls(...many, ['file_read', { path: 'a.txt' }]), say('That was a lot.')]);
  await start(page, folder, provider);
  await send(page, 'Try it over and over.');
  await expect(callRow(page, 'rejected')).toHaveCount(251);
  await answered(page, 'That was a lot.');
  const last = await provider.request(1);
  const answers = toolAnswers(last);
  expect(answers.slice(0, 250).every((text) => text.startsWith('Failed: Rejected by rule G1'))).toBe(true);
  expect(answers[250]).toMatch(/^Failed: Rejected by rule G4.*250 tool calls/);
  expect(last.body.messages.at(-1)).toMatchObject({
    role: 'user',
    content: expect.stringContaining('Tools are off now'),
  });
  expect(last.body).toMatchObject({ tool_choice: 'none' });
});
