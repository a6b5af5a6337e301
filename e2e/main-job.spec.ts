/** The main job: a folder, a question, a change that was seen before it was made, and the way back. */
import { addProvider, answered, callRow, card, openApp, send, toolAnswers } from './support/app.ts';
import { diffLines } from './support/diff.ts';
import { grantFolder } from './support/folder.ts';
import { expect, test } from './support/test.ts';
import { calls, say } from './support/turns.ts';

const crlf =
  '// Fees\r\nexport const perDay = 25;\r\nexport function fee(days: number) {\r\n  return days * perDay;\r\n}\r\n';
const edited = crlf.replace('return days * perDay;', 'return Math.max(0, days) * perDay;');
const readme = 'Library\nTODO: negative days must cost nothing\n';

test('P1 P4 P7 P8 P9 A1 D1 D4 V3 a folder on disk: asked about, read, edited after a yes, and put back', async ({
  page,
  folder,
  provider,
  profile,
}) => {
  await folder.write('README.md', readme);
  await folder.write('src/fees.ts', crlf);
  await folder.write('src/days.ts', 'export const day = 86_400_000;\n');
  const edit = {
    path: 'src/fees.ts',
    old_text: '{\n  return days * perDay;',
    new_text: '{\n  return Math.max(0, days) * perDay;',
  };
  provider.script([
    calls(['grep', { pattern: 'TODO' }], ['file_read', { path: 'src/fees.ts' }]),
    calls(['file_edit', edit]),
    say('Negative days now cost nothing.'),
  ]);

  await test.step('a provider through Settings, a folder through its menu', async () => {
    await openApp(page);
    await addProvider(page, provider);
    await grantFolder(page, folder.path);
  });

  await test.step('the model searches and reads without a card, then asks to edit', async () => {
    await send(page, 'Do what the TODO says.');
    const ask = card(page, 'Approve Edit file?');
    await expect(ask).toBeVisible();
    await expect(ask).toContainText('Scripted · scripted-1 wants to run');
    await expect(ask).toContainText('src/fees.ts');
    await expect(ask).toContainText('read/write, project project');
    await expect(callRow(page, 'Grep search')).toHaveAttribute('data-at', 'done');
    await expect(callRow(page, 'Read file')).toHaveAttribute('data-at', 'done');
    expect(toolAnswers(await provider.request(1))).toEqual([
      expect.stringContaining('README.md:2:TODO: negative days must cost nothing'),
      expect.stringContaining('return days * perDay;'),
    ]);
    expect(await folder.text('src/fees.ts'), 'nothing is written before the yes').toBe(crlf);
    await ask.getByRole('button', { name: 'View diff' }).click();
    await expect(ask.locator('.diff')).toHaveAttribute('aria-busy', 'false');
    expect(await diffLines(ask)).toEqual([
      '@@ -1,5 +1,5 @@',
      ' // Fees',
      ' export const perDay = 25;',
      ' export function fee(days: number) {',
      '-  return days * perDay;',
      '+  return Math.max(0, days) * perDay;',
      ' }',
    ]);
  });

  await test.step('a yes writes exactly that, and nothing else', async () => {
    await card(page, 'Approve Edit file?').getByRole('button', { name: 'Approve' }).click();
    await answered(page, 'Negative days now cost nothing.');
    expect(await folder.text('src/fees.ts')).toBe(edited);
    expect(await folder.text('README.md')).toBe(readme);
    expect(await folder.names()).toEqual(['README.md', 'src', 'src/days.ts', 'src/fees.ts']);
    expect(toolAnswers(await provider.request(2))[0]).toBe('Replaced 1 passage in src/fees.ts (line 3).');
  });

  await test.step('the diff stays in the details, and Revert puts the old bytes back', async () => {
    const row = callRow(page, 'Edit file');
    await row.getByRole('button', { name: /Edit file/ }).click();
    await row.getByRole('button', { name: 'View diff' }).click();
    await expect(row.locator('.diff')).toHaveAttribute('aria-busy', 'false');
    expect(await diffLines(row)).toContain('+  return Math.max(0, days) * perDay;');
    await row.getByRole('button', { name: 'Revert' }).click();
    await expect(row).toContainText('Reverted: Put the old content of src/fees.ts back.');
    expect(await folder.text('src/fees.ts')).toBe(crlf);
  });

  await test.step('after a restart of the browser the chat is there, and a call waits for one click', async () => {
    const address = page.url();
    const again = await profile.restart('reconnect');
    provider.script([calls(['file_read', { path: 'README.md' }]), say('It speaks of a library.')]);
    await openApp(again, address);
    await expect(again.getByRole('log')).toContainText('Negative days now cost nothing.');
    await expect(callRow(again, 'Edit file')).toContainText('reverted');
    await send(again, 'And what is it about?');
    const read = callRow(again, 'README.md');
    await expect(read).toHaveAttribute('data-at', 'held');
    await expect(read).toContainText('waiting for the folder');
    await expect(again.getByText('the browser wants one click before project can be used again')).toBeVisible();
    await again.getByRole('main').getByRole('button', { name: 'Reconnect project' }).click();
    await answered(again, 'It speaks of a library.');
    await expect(read).toHaveAttribute('data-at', 'done');
    expect(toolAnswers(await provider.request(4))).toEqual([expect.stringContaining('TODO: negative days')]);
  });
});
