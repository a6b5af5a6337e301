/** The gate as a person meets it: no, not again, remembered, changed meanwhile, and why. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  answered,
  callRow,
  card,
  cards,
  closeSettings,
  newChat,
  openApp,
  openSettings,
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
