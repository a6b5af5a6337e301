/** The gate as a person meets it: no, not again, remembered, changed meanwhile, refused, and why. */
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
  openApp,
  openSettings,
  pickProject,
  send,
  setTool,
  toolAnswers,
} from './support/app.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { calls, say } from './support/turns.ts';

const write = (path: string, content = 'x'): readonly [string, object] => ['file_write', { path, content }];
const ask = 'Approve Write file?';

test('G3 G12 A7 G13 a no reaches the model with its reason, and the same call is rejected without a card', async ({
  page,
  folder,
  provider,
}) => {
  provider.script([
    calls(write('a.txt')),
    calls(write('./a.txt')),
    calls(write('b.txt')),
    say('I will leave it.'),
    calls(write('a.txt')),
    say('Thank you.'),
  ]);
  await start(page, folder, provider);
  await send(page, 'Write a file.');
  const first = card(page, ask);
  await first.getByRole('button', { name: 'why?' }).click();
  await expect(first).toContainText(
    'Write file asks by default. Set in: Settings → Tools. Lasts: until you change it. (rule G10)',
  );
  await first.getByRole('button', { name: 'Deny with reason' }).click();
  await first.getByLabel('Why not?').fill('use the notes folder');
  await first.getByRole('button', { name: 'Deny' }).click();
  expect(toolAnswers(await provider.request(1))).toEqual([
    'Failed: tool-call-cancelled: declined by the person: do not repeat. Reason: use the notes folder',
  ]);
  // Another spelling of the same call is the same call; it is answered by the rule alone.
  expect(toolAnswers(await provider.request(2))).toEqual([
    'Failed: Rejected by rule G3, it did not run: You declined this very call in this answer.',
  ]);
  await expect(card(page, ask)).toContainText('b.txt');
  await card(page, ask).getByRole('button', { name: 'Deny', exact: true }).click();
  await answered(page, 'I will leave it.');
  expect(toolAnswers(await provider.request(3))).toEqual([
    'Failed: tool-call-cancelled: declined by the person: do not repeat.',
  ]);
  await expect(callRow(page, 'declined')).toHaveCount(2);
  await expect(callRow(page, 'rejected')).toHaveCount(1);
  const rejected = callRow(page, 'rejected');
  await rejected.getByRole('button').first().click();
  await expect(rejected).toContainText('Rejected by a rule');
  await expect(rejected).toContainText('Lasts: this answer. (rule G3)');
  expect(await folder.names()).toEqual([]);

  await send(page, 'Then write it.');
  await card(page, ask).getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Thank you.');
  expect(await folder.text('a.txt'), 'a no holds for its own answer').toBe('x');
});

test('A4 T3 G9 a remembered approval covers its folder and no other, is listed, and ends with the session', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('src/old.ts', 'old');
  await start(page, folder, provider);
  const remember = async (words: string): Promise<void> => {
    await card(page, ask).getByText(words).click();
    await expect(card(page, ask).getByRole('checkbox', { name: 'Remember for this session' })).toBeChecked();
    await card(page, ask).getByRole('button', { name: 'Approve' }).click();
  };

  await test.step('the folder and what lies under it; a root write only what lies directly there', async () => {
    provider.script([
      calls(write('src/a.ts')),
      calls(write('src/deep/b.ts')),
      calls(write('root.txt')),
      calls(write('root2.txt')),
      calls(write('src-secret/c.ts')),
      calls(['file_delete', { path: 'src/old.ts' }]),
      say('One.'),
    ]);
    await send(page, 'Write.');
    await expect(card(page, ask)).toContainText('src/a.ts');
    await remember('Write file anywhere under src/');
    await expect(card(page, ask)).toContainText('root.txt');
    expect(await folder.text('src/deep/b.ts'), 'covered, so it ran').toBe('x');
    await remember('Write file directly in the project’s top folder');
    await expect(card(page, ask)).toContainText('src-secret/c.ts');
    expect(await folder.text('root2.txt')).toBe('x');
    await card(page, ask).getByRole('button', { name: 'Deny', exact: true }).click();
    await card(page, 'Approve Delete file?').getByRole('button', { name: 'Deny', exact: true }).click();
    await answered(page, 'One.');
    const covered = callRow(page, 'src/deep/b.ts');
    await covered.getByRole('button').first().click();
    await expect(covered).toContainText('You approved this for the session: Write file anywhere under src/.');
  });

  await test.step('Settings lists them and takes them back', async () => {
    await openSettings(page, 'Tools');
    const remove = (words: string) => page.getByRole('button', { name: `Remove Write file ${words}` });
    await expect(remove('anywhere under src/')).toBeVisible();
    await expect(remove('directly in the project’s top folder')).toBeVisible();
    await remove('anywhere under src/').click();
    await expect(remove('anywhere under src/')).toHaveCount(0);
    await page.getByRole('button', { name: 'Clear session cache' }).click();
    await expect(remove('directly')).toHaveCount(0);
    await closeSettings(page);
    provider.script([calls(write('src/again.ts')), say('Two.')]);
    await send(page, 'Again.');
    await remember('Write file anywhere under src/');
    await answered(page, 'Two.');
  });

  await test.step('they end when the chat is switched, and when the page is reloaded', async () => {
    await newChat(page);
    await openSettings(page, 'Tools');
    await expect(page.getByText(/^None\. When you approve/)).toBeVisible();
    await closeSettings(page);
    await page.getByRole('link', { name: /^Write\./ }).click();
    provider.script([calls(write('src/third.ts')), say('Three.')]);
    await send(page, 'Once more.');
    await remember('Write file anywhere under src/');
    await answered(page, 'Three.');
    await page.reload();
    provider.script([calls(write('src/fourth.ts')), say('Four.')]);
    await send(page, 'And again.');
    await expect(card(page, ask), 'what was remembered is forgotten').toBeVisible();
    await newChat(page);
    const waiting = page.getByRole('link', { name: /^Write\..*needs you/ });
    await waiting.click();
    await card(page, ask).getByRole('button', { name: 'Deny', exact: true }).click();
    await answered(page, 'Four.');
    expect(existsSync(join(folder.path, 'src/fourth.ts'))).toBe(false);
  });
});

test('T4 a waiting card closes when its tool is set to Deny and runs when it is set to Always, from any tab', async ({
  page,
  context,
  folder,
  provider,
}) => {
  await start(page, folder, provider);
  const waits = async (path: string): Promise<void> => {
    provider.script([calls(write(path)), say(`Done with ${path}.`)]);
    await send(page, 'Write.');
    await expect(card(page, ask)).toContainText(path);
  };
  const here = async (setting: 'Always' | 'Ask' | 'Deny'): Promise<void> => {
    await openSettings(page, 'Tools');
    await setTool(page, 'Write file', setting);
    await closeSettings(page);
  };
  const other = await context.newPage();
  await openApp(other);
  await openSettings(other, 'Tools');
  /** In the other tab; then back here, as a person would look. */
  const there = async (setting: 'Always' | 'Ask' | 'Deny'): Promise<void> => {
    await other.bringToFront();
    await setTool(other, 'Write file', setting);
    await page.bringToFront();
    if (setting !== 'Ask') return;
    await openSettings(page, 'Tools');
    const group = page.getByRole('radiogroup', { name: 'Approval of Write file' });
    await expect(group.getByRole('radio', { name: 'Ask' })).toBeChecked();
    await closeSettings(page);
  };
  await page.bringToFront();

  await waits('one.txt');
  await here('Deny');
  await answered(page, 'Done with one.txt.');
  expect(toolAnswers(await provider.request(1))).toEqual([
    'Failed: Rejected by rule G3, it did not run: Write file is set to Deny.',
  ]);
  await here('Ask');
  await waits('two.txt');
  await here('Always');
  await answered(page, 'Done with two.txt.');
  expect(await folder.text('two.txt')).toBe('x');

  await there('Ask');
  await waits('three.txt');
  await there('Deny');
  await answered(page, 'Done with three.txt.');
  await expect(cards(page)).toHaveCount(0);
  await there('Ask');
  await waits('four.txt');
  await there('Always');
  await answered(page, 'Done with four.txt.');
  expect(await folder.names(), 'what was denied was not written').toEqual(['four.txt', 'two.txt']);
});

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
