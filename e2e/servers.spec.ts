/** Settings → MCP servers, the sidebar's strip and the inspector, in the built app against a real server. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startEverything } from '../src/test/servers/everything.ts';
import { closeSettings, openApp, openSettings, sidebar } from './support/app.ts';
import { judge } from './support/look.ts';
import { actOn, serverRow, strip, submitServer } from './support/servers.ts';
import { expect, test } from './support/test.ts';

/** A port where nobody listens. */
async function deadAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/mcp`;
}

test('M2 M3 M4 I3 T4 a server is added by hand, looked into, edited, disabled, refreshed and removed', async ({
  page,
  problems,
}) => {
  test.slow();
  // The browser logs refused connections and the server’s 4xx answers by itself.
  problems.allow(/Failed to load resource/);
  const server = await startEverything();
  try {
    await openApp(page);
    await expect(strip(page)).toHaveText('MCP · 0 available');
    await strip(page).click();
    await expect(page.getByRole('heading', { name: 'MCP servers', level: 2 })).toBeVisible();
    await expect(page.getByRole('main').getByText('None yet.')).toBeVisible();
    await judge(page, 'servers-empty', false);

    const dialog = page.getByRole('dialog');
    await test.step('M2 added: connecting, then its tools, in the dialog', async () => {
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByRole('button', { name: 'Add a header' }).click();
      await dialog.getByText('Advanced sign-in').click();
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(dialog.getByText('Give the whole address')).toBeVisible();
      await judge(page, 'server-dialog');
      await page.keyboard.press('Escape');
      await submitServer(page, { name: 'everything', url: server.url, policy: 'Ask once per chat' });
      await expect(dialog).toContainText(/Connected: \d+ tools\./);
      await judge(page, 'server-dialog-ready', false);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused();
    });
    const row = serverRow(page, 'everything');
    await expect(row).toContainText(/\d+ tools · asks once per chat/);
    await expect(row.getByText('Primary only')).toBeVisible();
    await expect(strip(page)).toHaveText('MCP · 1 available');

    await test.step('I3 the inspector shows protocol, tools with annotations and schema, and the requests made', async () => {
      await actOn(page, 'everything', 'Details');
      const sheet = page.getByRole('complementary', { name: 'Inspector' });
      await expect(sheet.getByRole('heading', { name: 'Inspector' })).toBeFocused();
      await expect(sheet).toContainText(/20\d\d-\d\d-\d\d/);
      await expect(sheet.getByRole('row').filter({ hasText: 'POST initialize' })).toContainText('200');
      await expect(sheet.getByRole('row').filter({ hasText: 'tools/list' })).toContainText('200');
      await sheet.getByText('echo', { exact: true }).click();
      await sheet.getByText('Arguments (schema)').click();
      await expect(sheet.getByRole('region', { name: 'Schema of echo' })).toContainText('"message"');
      await judge(page, 'inspector');
      const before = await sheet.getByRole('row').count();
      await sheet.getByRole('button', { name: 'Refresh' }).click();
      await expect.poll(() => sheet.getByRole('row').count()).toBeGreaterThan(before);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      await expect(page.getByRole('button', { name: 'Actions for everything' })).toBeFocused();
    });

    await test.step('M3 F4 edited: another name and audience; the URL stands', async () => {
      await actOn(page, 'everything', 'Edit…');
      await expect(dialog.getByLabel('Base URL')).toHaveAttribute('readonly');
      await expect(dialog.getByLabel('Base URL')).toHaveValue(server.url);
      await dialog.getByLabel('Name', { exact: true }).fill('reference');
      await dialog.getByText('Offer tools to every model').click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await expect(serverRow(page, 'reference').getByText('All models')).toBeVisible();
    });

    await test.step('T4 T1 disabled, its tools are gone at once; enabled, they are back', async () => {
      const tools = page.getByRole('heading', { name: /reference/ });
      await actOn(page, 'reference', 'Disable');
      await expect(serverRow(page, 'reference')).toContainText('disabled');
      await expect(serverRow(page, 'reference').getByText('All models')).toHaveCount(0);
      await expect(strip(page)).toHaveText('MCP · 0 available');
      await openSettings(page, 'Tools');
      await expect(tools).toHaveCount(0);
      await openSettings(page, 'MCP servers');
      await actOn(page, 'reference', 'Enable');
      await expect(serverRow(page, 'reference')).toContainText(/\d+ tools/);
      await expect(strip(page)).toHaveText('MCP · 1 available');
      await openSettings(page, 'Tools');
      await expect(tools).toBeVisible();
      await openSettings(page, 'MCP servers');
    });

    await test.step('M6 M4 one that nobody answers for is explained where it is added and in its row', async () => {
      await submitServer(page, { name: 'warehouse', url: await deadAddress() });
      await expect(dialog.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('warehouse');
      await judge(page, 'server-dialog-failed');
      await dialog.getByRole('button', { name: 'Done' }).click();
      const failed = serverRow(page, 'warehouse');
      await expect(failed).toContainText('cannot connect');
      await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expect(strip(page)).toHaveText('MCP · 1 available 1 error');
      await judge(page, 'servers');
    });

    await test.step('M3 M4 removed after a question, with the strip; the rest survives a reload as idle', async () => {
      await actOn(page, 'warehouse', 'Remove…');
      await judge(page, 'server-remove', false);
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(serverRow(page, 'warehouse')).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Servers', exact: true })).toBeFocused();
      await expect(strip(page)).toHaveText('MCP · 1 available');
      await page.reload();
      await expect(serverRow(page, 'reference')).toContainText(/idle · \d+ tools/);
      await expect(strip(page)).toHaveText('MCP · 1 available');
      await actOn(page, 'reference', 'Refresh');
      await expect(serverRow(page, 'reference')).toContainText(/^reference\s*connected/);
      await actOn(page, 'reference', 'Remove…');
      await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByRole('main').getByText('None yet.')).toBeVisible();
      await expect(strip(page)).toHaveText('MCP · 0 available');
      await page.reload();
      await expect(page.getByRole('main').getByText('None yet.')).toBeVisible();
    });

    await closeSettings(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open the sidebar' }).click();
    await expect(sidebar(page).getByRole('link', { name: 'Settings' })).toBeVisible();
    await strip(page).click();
    await expect(page.getByRole('heading', { name: 'MCP servers', level: 2 })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeHidden();
  } finally {
    await server.stop();
  }
});
