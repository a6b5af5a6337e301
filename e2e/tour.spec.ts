/** The first minutes: no key, no folder, and everything works; then the same demo on a folder of one's own. */
import { answered, callRow, card, composer, newChat, openApp, pickModel, send } from './support/app.ts';
import { answerByKey, tabTo, toCard } from './support/cards.ts';
import { diffLines } from './support/diff.ts';
import { grantFolder } from './support/folder.ts';
import { expect, test } from './support/test.ts';

test('V4 P3 U2 A3 the tour on first run, by keyboard alone; then an approved delete and edited arguments', async ({
  page,
}) => {
  const edit = card(page, 'Approve Edit file?');
  const remove = card(page, 'Approve Delete file?');
  const rename = card(page, 'Approve Rename file?');

  await test.step('the sample project and the demo model are there, and one key starts', async () => {
    await openApp(page);
    await expect(composer(page)).toBeFocused();
    await expect(page.getByRole('button', { name: 'Project: Sample project' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Model: Demo · Guide' })).toBeVisible();
    await tabTo(page, page.getByRole('button', { name: 'Take the tour' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(edit).toContainText('src/loans/fees.ts');
    await expect(callRow(page, 'Grep search')).toHaveAttribute('data-at', 'done');
    await expect(callRow(page, 'Read file')).toHaveAttribute('data-at', 'done');
  });

  await test.step('the diff is looked at, then Return approves', async () => {
    await toCard(page, edit);
    await tabTo(page, edit.getByRole('button', { name: 'View diff' }));
    await expect(async () => {
      await page.keyboard.press('Enter');
      await expect(edit.getByRole('button', { name: 'Hide diff' })).toBeVisible({ timeout: 300 });
    }).toPass();
    expect(await diffLines(edit)).toContain('+  return Math.max(0, daysBetween(due, back));');
    await answerByKey(page, edit, 'Enter');
    await expect(callRow(page, 'Edit file')).toHaveAttribute('data-at', 'done');
  });

  await test.step('Escape denies the delete, and the tour goes on', async () => {
    await answerByKey(page, remove, 'Escape');
    await expect(callRow(page, 'Delete file')).toContainText('declined');
    await expect(page.getByRole('log')).toContainText('What I received is the error tool-call-cancelled');
  });

  await test.step('Tab and Return on the button approve the rename', async () => {
    await toCard(page, rename);
    await tabTo(page, rename.getByRole('button', { name: 'Approve' }));
    await expect(async () => {
      if ((await rename.count()) > 0) await page.keyboard.press('Enter');
      await expect(rename).toHaveCount(0, { timeout: 300 });
    }).toPass();
    await answered(page, 'That was the tour.');
    await expect(page.getByRole('log')).toContainText('Ask for what you should decline: declined by you');
  });

  await test.step('in a new chat: arguments edited before the yes, and a delete approved, each told apart', async () => {
    await page.keyboard.press('Control+Shift+O');
    await expect(page.getByRole('heading', { name: 'What shall we work on?' })).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type('hello');
    await page.keyboard.press('Enter');
    await edit.getByRole('button', { name: 'Edit…' }).click();
    await edit.getByLabel('new_text').fill('How many days a tool is late.');
    await edit.getByRole('button', { name: 'Use these arguments' }).click();
    await expect(edit).toContainText('You changed the arguments. The model will be told.');
    await edit.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('log')).toContainText('You changed the edit before it ran, and I was told so');
    await remove.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByRole('log')).toContainText('You approved it, though I hoped for a no.');
    await rename.getByRole('button', { name: 'Approve' }).click();
    await answered(page, 'Edit a file: ran, with your changes');
    const gone = callRow(page, 'Delete file');
    await gone.getByRole('button').first().click();
    await gone.getByRole('button', { name: 'Revert' }).click();
    await expect(gone).toContainText('Reverted: ');
    await send(page, 'read');
    await answered(page, 'the bug that this tour is about is fixed already');
  });
});

test('V4 the demo works on a granted folder: search, read, edit and rename, one step each', async ({
  page,
  folder,
}) => {
  await folder.write('README.md', '# Tide tables\n\nTODO: say where the numbers come from\n');
  await folder.write('tides.csv', 'place,high\nHarbour,4.2\n');
  await openApp(page);
  await grantFolder(page, folder.path);
  await newChat(page);
  await pickModel(page, 'Demo · Guide');
  await expect(page.getByRole('button', { name: 'Project: project' })).toBeVisible();

  await send(page, 'search');
  await answered(page, 'Search for marks: ran');
  await expect(page.getByRole('log')).toContainText('on one line, in README.md');
  await send(page, 'read');
  await answered(page, 'it begins with “# Tide tables”');

  await send(page, 'edit');
  await card(page, 'Approve Write file?').getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Write a notes file: ran');
  const [notes] = (await folder.names()).filter((name) => name.startsWith('sluice-notes'));
  expect(await folder.text(notes ?? '')).toContain('# Notes');

  await send(page, 'rename');
  await card(page, 'Approve Write file?').getByRole('button', { name: 'Approve' }).click();
  await card(page, 'Approve Rename file?').getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Rename a file: ran');
  expect((await folder.names()).filter((name) => name.includes('renamed'))).toHaveLength(1);
  expect(await folder.text('README.md'), 'nothing else was touched').toContain('# Tide tables');
});
