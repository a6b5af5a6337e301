/** The tool console: any tool, run by the person through the same gate, and never told to a model by itself. */
import type { Locator, Page } from '@playwright/test';
import { answered, callRow, card, composer, openApp, send } from './support/app.ts';
import { answerByKey, tabTo } from './support/cards.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { say } from './support/turns.ts';

const tools = (page: Page): Locator => page.getByRole('region', { name: 'Tool console' });
const find = (page: Page): Locator => tools(page).getByRole('combobox', { name: 'Find a tool' });

test('V4 A1 W1 the console by keyboard: a read without a card, an edit with one, added to a message only when asked', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('notes.txt', 'one\ntwo\nthree\n');
  await start(page, folder, provider);

  await test.step('/ opens it, typing narrows, Escape leaves and gives the focus back', async () => {
    await composer(page).focus();
    await page.keyboard.press('/');
    await expect(find(page)).toBeFocused();
    await expect(tools(page).getByRole('option')).toHaveCount(9);
    await page.keyboard.type('nothing like it');
    await expect(tools(page)).toContainText('No tool fits “nothing like it”.');
    await page.keyboard.press('Escape');
    await expect(tools(page)).toHaveCount(0);
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue('');
  });

  await test.step('its form comes from the schema and says what is wrong beside the field', async () => {
    await page.keyboard.press('/');
    await expect(find(page)).toBeFocused();
    await page.keyboard.type('read');
    await expect(tools(page).getByRole('option', { name: /Read file/ })).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('Enter');
    await expect(tools(page).getByRole('heading', { name: 'Read file' })).toBeVisible();
    await expect(tools(page).getByLabel(/^path/)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(tools(page).getByLabel(/^path/)).toHaveAttribute('aria-invalid', 'true');
    await expect(tools(page).getByLabel(/^path/)).toBeFocused();
    await page.keyboard.type('notes.txt');
    await page.keyboard.press('Tab');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await expect(tools(page).getByLabel(/^start_line/)).toHaveAttribute('aria-invalid', 'true');
    await tools(page)
      .getByLabel(/^start_line/)
      .fill('2');
  });

  await test.step('a read runs without a card and shows its result', async () => {
    await page.keyboard.press('Enter');
    await expect(tools(page).locator('[data-call]')).toHaveAttribute('data-at', 'done');
    await expect(tools(page)).toContainText('two');
    await expect(tools(page)).toContainText('three');
    await expect(page.getByRole('group', { name: /^Approve/ })).toHaveCount(0);
  });

  await test.step('an edit shows the card, and it is "you" who want to run it', async () => {
    await tabTo(page, tools(page).getByRole('button', { name: 'Another tool' }));
    await page.keyboard.press('Enter');
    await expect(find(page)).toBeFocused();
    await page.keyboard.type('edit');
    await page.keyboard.press('Enter');
    await expect(tools(page).getByLabel(/^path/)).toBeFocused();
    await page.keyboard.type('notes.txt');
    await page.keyboard.press('Tab');
    await page.keyboard.type('two');
    await page.keyboard.press('Tab');
    await page.keyboard.type('TWO');
    await tabTo(page, tools(page).getByRole('button', { name: 'Run' }));
    await page.keyboard.press('Enter');
    const ask = card(page, 'Approve Edit file?');
    await expect(ask).toContainText('You want to run');
    expect(await folder.text('notes.txt')).toContain('two');
    await answerByKey(page, ask, 'Enter');
    await expect(tools(page).locator('[data-call]')).toHaveAttribute('data-at', 'done');
    expect(await folder.text('notes.txt')).toBe('one\nTWO\nthree\n');
  });

  await test.step('logged after a reload, and never told to a model', async () => {
    await page.reload();
    await expect(callRow(page, 'Edit file')).toHaveAttribute('data-at', 'done');
    await expect(callRow(page, 'Read file')).toHaveAttribute('data-at', 'done');
    provider.script([say('Hello.')]);
    await send(page, 'Hi.');
    await answered(page, 'Hello.');
    const { messages } = (await provider.request(0)).body;
    expect(messages.map(({ role }) => role)).toEqual(['system', 'user']);
    expect(JSON.stringify(messages)).not.toContain('notes.txt');
  });

  await test.step('Add to message puts the result into the composer, and only then it is sent', async () => {
    await page.keyboard.press('/');
    await expect(find(page)).toBeFocused();
    await page.keyboard.type('read');
    await page.keyboard.press('Enter');
    await expect(tools(page).getByLabel(/^path/)).toBeFocused();
    await page.keyboard.type('notes.txt');
    await page.keyboard.press('Enter');
    await tools(page).getByRole('button', { name: 'Add to message' }).click();
    await expect(composer(page)).toBeFocused();
    await expect(composer(page)).toHaveValue(/Read file \{"path":"notes\.txt"\}:\n```\none\nTWO\nthree/);
    provider.script([say('I see.')]);
    await page.keyboard.press('Enter');
    await answered(page, 'I see.');
    expect(JSON.stringify((await provider.request(1)).body.messages.at(-1))).toContain('TWO');
  });
});

test('V4 T1 G3 without a project, or set to Deny, the console says why a tool cannot be run', async ({ page }) => {
  await openApp(page);
  await page.getByRole('button', { name: /^Project: / }).click();
  await page.getByRole('menuitemradio', { name: /^No project/ }).click();
  await composer(page).press('/');
  await expect(tools(page).getByRole('option', { name: /Read file/ })).toContainText('needs a project');
  await page.keyboard.press('Enter');
  await expect(find(page)).toBeFocused();
  await expect(tools(page).getByRole('option').first()).toHaveAttribute('aria-disabled', 'true');
});
