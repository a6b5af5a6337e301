/** The registry, import and export in the built app, against a registry and a server of our own. */
import { startHostile } from '../src/test/servers/hostile.ts';
import { startRegistry } from '../src/test/servers/registry.ts';
import { openApp, openSettings } from './support/app.ts';
import { judge } from './support/look.ts';
import { serverRow } from './support/servers.ts';
import { expect, test } from './support/test.ts';

test('M2 M8 X5 a server is found in the registry and added with its key; lists come in and go out', async ({
  page,
  problems,
}) => {
  test.slow();
  // The browser logs refused connections and 4xx answers by itself.
  problems.allow(/Failed to load resource/);
  const server = await startHostile();
  const keyed = server.at('keyed');
  const registry = await startRegistry(keyed);
  const dialog = page.getByRole('dialog');
  const setRegistry = (address: string): Promise<void> => page.getByLabel('Registry address').fill(address);
  try {
    await openApp(page);
    await openSettings(page, 'MCP servers');
    await page.getByText('Advanced', { exact: true }).click();

    await test.step('M2 a registry that is not there is explained, with Retry, and adding by hand is named', async () => {
      await setRegistry('http://127.0.0.1:9');
      await page.getByRole('button', { name: 'Browse registry' }).click();
      await expect(dialog.getByRole('alert')).toContainText('could not be reached');
      await expect(dialog.getByRole('button', { name: 'Retry' })).toBeVisible();
      await judge(page, 'registry-unreachable');
      await page.keyboard.press('Escape');
    });

    await test.step('M2 it is listed and searched, labelled, and paged', async () => {
      await setRegistry(`${registry.origin}/good`);
      await page.getByRole('button', { name: 'Browse registry' }).click();
      await expect(dialog.getByText('Issues of an orchard.')).toBeVisible();
      await dialog.getByRole('button', { name: 'Load more' }).click();
      await expect(dialog.getByText('program on your computer')).toBeVisible();
      await judge(page, 'registry');
      await dialog.getByRole('textbox').fill('tenant');
      await dialog.getByRole('button', { name: 'Add Tenant CRM' }).click();
      await dialog.getByLabel('tenant', { exact: true }).fill('acme');
      await dialog.getByLabel('Authorization · key').fill('k-1');
      await expect(dialog.getByText('https://acme.crm.example/mcp/main')).toBeVisible();
      await judge(page, 'registry-add');
      await dialog.getByRole('button', { name: 'Back' }).click();
    });

    await test.step('M2 its key is asked, and it is connected', async () => {
      await dialog.getByRole('textbox').fill('Keyed');
      await dialog.getByRole('button', { name: 'Add Keyed' }).click();
      await dialog.getByLabel('X-Test-Key').fill('open');
      await dialog.getByRole('button', { name: 'Add server' }).click();
      await expect(dialog.getByText('Keyed is added')).toBeVisible();
      await expect(dialog.getByText('added', { exact: true })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(serverRow(page, 'Keyed')).toContainText(/\d+ tools? · asks once per chat/);
    });

    await test.step('M8 a list is read, shown as what it would do, and imported', async () => {
      await page.getByRole('button', { name: 'Import…' }).click();
      // YAML, which is loaded only now, under the page's policy.
      const list = `mcpServers:
  notes:
    url: ${server.at('good')}
    approvalPolicy: always
    headers: { X-Test-Key: '\${TEAM}' }
  files: { command: npx, args: ['-y', some-server] }
  kept: { url: '${keyed}', isActive: false }
  odd: { url: 5 }
`;
      await dialog.getByRole('textbox', { name: 'Servers' }).fill(list);
      const row = (name: RegExp): Promise<void> => expect(dialog.getByRole('row', { name })).toBeVisible();
      await row(/^notes add .* asks every time/);
      await row(/^files skip It runs a program on your computer/);
      await row(/^kept change .* changes: disabled/);
      await row(/^odd skip “url” is not what it has to be/);
      await dialog.getByLabel('Value for ${TEAM}').fill('blue');
      await judge(page, 'import');
      await dialog.getByRole('button', { name: 'Import 2 servers' }).click();
      await expect(dialog.getByRole('alert')).toContainText('1 server added, 1 server changed.');
      await dialog.getByText('Close', { exact: true }).click();
      await expect(serverRow(page, 'notes')).toContainText('asks every time');
      await expect(serverRow(page, 'Keyed')).toContainText('disabled');
    });

    await test.step('M8 X5 they go out without their secrets, and with them only when asked', async () => {
      await page.getByRole('button', { name: 'Export…' }).click();
      const text = dialog.getByRole('textbox');
      await expect(text).toHaveValue(/"X-Test-Key": "\$\{X_TEST_KEY\}"/);
      expect(await text.inputValue()).not.toContain('"open"');
      await dialog.getByText('With secret header values').click();
      await expect(text).toHaveValue(/"X-Test-Key": "open"/);
      await judge(page, 'export');
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(file.suggestedFilename()).toBe('mcp-servers.json');
      await page.keyboard.press('Escape');
    });
  } finally {
    await registry.stop();
    await server.stop();
  }
});
