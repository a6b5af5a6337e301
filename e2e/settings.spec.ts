/** The settings: every page by its address and by keyboard, and what each of them changes. */
import type { Locator, Page } from '@playwright/test';
import { answered, composer, openApp, openSettings, closeSettings, send, setTool, sidebar } from './support/app.ts';
import { tabTo } from './support/cards.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { say } from './support/turns.ts';

const pages = ['Models', 'Tools', 'Privacy', 'Storage', 'Appearance', 'Shortcuts', 'About'];
const tool = (page: Page, label: string, to: string): Locator =>
  page.getByRole('radiogroup', { name: `Approval of ${label}` }).getByRole('radio', { name: to });

test('U7 U2 T2 V7 W1 every page by address and by keyboard; tools, instructions and theme are changed and kept', async ({
  page,
  folder,
  provider,
}) => {
  await start(page, folder, provider);

  await test.step('each page has its address, and the keyboard reaches each', async () => {
    for (const name of pages) {
      await page.goto(`/#/settings/${name.toLowerCase()}`);
      await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
    }
    await page.goto('/#/settings/nowhere');
    await expect(page.getByRole('heading', { name: 'Models', level: 2 })).toBeFocused();
    for (const name of pages.slice(1)) {
      const link = page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name });
      await tabTo(page, link, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused();
      await expect(link).toHaveAttribute('aria-current', 'page');
    }
    await expect(page.getByText('MIT')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Shortcuts', level: 2 })).toBeVisible();
  });

  await test.step('a tool is set by arrow keys, kept over a reload, and reset', async () => {
    await page.goto('/#/settings/tools');
    for (const label of ['Write file', 'Edit file', 'Delete file', 'Rename file'])
      await expect(tool(page, label, 'Ask')).toBeChecked();
    for (const label of ['Read file', 'File info', 'List directory', 'Find files', 'Grep search'])
      await expect(tool(page, label, 'Always')).toBeChecked();
    await tool(page, 'Edit file', 'Ask').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tool(page, 'Edit file', 'Deny')).toBeChecked();
    await setTool(page, 'Grep search', 'Ask');
    await page.reload();
    await expect(tool(page, 'Edit file', 'Deny')).toBeChecked();
    await expect(tool(page, 'Grep search', 'Ask')).toBeChecked();
    const reset = page.getByRole('button', { name: 'Reset Edit file to its default' });
    await reset.press('Enter');
    await expect(tool(page, 'Edit file', 'Ask')).toBeChecked();
    await expect(tool(page, 'Edit file', 'Ask')).toBeFocused();
    await expect(reset).toHaveCount(0);
  });

  await test.step('instructions reach the system prompt of the next request', async () => {
    await openSettings(page, 'Models');
    await page.getByLabel('For every model, in every chat').fill('Speak like a lock keeper.');
    await closeSettings(page);
    provider.script([say('Aye.')]);
    await send(page, 'Hello.');
    await answered(page, 'Aye.');
    const [system] = (await provider.request(0)).body.messages;
    expect(system).toMatchObject({ role: 'system', content: expect.stringContaining('Speak like a lock keeper.') });
    await page.reload();
    await openSettings(page, 'Models');
    await expect(page.getByLabel('For every model, in every chat')).toHaveValue('Speak like a lock keeper.');
  });

  await test.step('the theme holds against the system’s, and over a reload', async () => {
    const dark = (): Promise<boolean> =>
      page.evaluate(() => {
        const [red = 255] = getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? [];
        return Number(red) < 128;
      });
    await page.emulateMedia({ colorScheme: 'light' });
    await openSettings(page, 'Appearance');
    expect(await dark()).toBe(false);
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('Dark').click();
    await expect.poll(dark).toBe(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Appearance', level: 2 })).toBeVisible();
    await expect.poll(dark).toBe(true);
    await page.getByRole('radiogroup', { name: 'Theme' }).getByText('System').click();
    await expect.poll(dark).toBe(false);
  });

  await test.step('storage is measured; ? shows the keys that work', async () => {
    await openSettings(page, 'Storage');
    await expect(page.getByText(/^[\d.]+ [KM]B of [\d.]+ [MGT]B$/)).toBeVisible();
    await expect(page.getByRole('progressbar', { name: 'Storage used' })).toBeVisible();
    await page.getByRole('heading', { name: 'Storage', level: 2 }).focus();
    await page.keyboard.press('?');
    await expect(page.getByRole('heading', { name: 'Shortcuts', level: 2 })).toBeVisible();
    await expect(page.getByText('Go to the waiting card or check-in')).toBeVisible();
  });
});

test('U1 U2 on a phone the sidebar is a drawer: opened, used, and closed by Escape with the focus given back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openApp(page);
  const open = page.getByRole('button', { name: 'Open the sidebar' });
  const drawer = page.getByRole('dialog', { name: 'Sidebar' });
  await expect(sidebar(page)).toHaveCount(0);
  await open.click();
  await expect(drawer).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer).toBeHidden();
  await expect(open).toBeFocused();
  await open.press('Enter');
  await drawer.getByRole('link', { name: 'Settings' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Models', level: 2 })).toBeVisible();
  await page.getByRole('button', { name: 'Close settings' }).click();
  await expect(composer(page)).toBeVisible();
  await open.click();
  await drawer.getByRole('button', { name: 'New chat' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('heading', { name: 'What shall we work on?' })).toBeVisible();
});
