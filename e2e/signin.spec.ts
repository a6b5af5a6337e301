/** Signing in to a protected server with a real window, and all that comes of it (row M5). */
import type { Page } from '@playwright/test';
import { startOauth, type Oauth, type OauthSeen, type OauthSwitches } from '../src/test/servers/oauth.ts';
import { closeSettings, openApp, openSettings } from './support/app.ts';
import { actOn, runTool, serverRow, submitServer } from './support/servers.ts';
import { expect, test } from './support/test.ts';

let oauth: Oauth;
test.beforeEach(async ({ problems }) => {
  oauth = await startOauth({ page: 'ask', scope: 'read', stepUp: 'write' });
  // What a browser logs by itself of refused requests, and of places where no metadata is.
  problems.allow(/status of 40[0-5]/);
});
test.afterEach(() => oauth.stop());

const seen = async (what: OauthSeen['what']): Promise<readonly OauthSeen['said'][]> =>
  ((await (await fetch(oauth.control)).json()) as readonly OauthSeen[])
    .filter((one) => one.what === what)
    .map((one) => one.said);
const set = (changes: Partial<OauthSwitches> & { act?: string }): Promise<unknown> =>
  fetch(oauth.control, { method: 'POST', body: JSON.stringify(changes) });

/** Presses what opens the window, and gives it once the sign-in page is there. */
async function window(page: Page, press: () => Promise<void>): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await press();
  const popup = await opened;
  await expect(popup.getByRole('heading', { name: 'Test sign-in' })).toBeVisible();
  return popup;
}

async function choose(popup: Page, what: 'Allow' | 'Refuse'): Promise<void> {
  const closed = popup.waitForEvent('close');
  await popup.getByRole('link', { name: what }).click();
  await closed;
}

test('M5 a person signs in, calls, is renewed, gets more rights, and signs out', async ({ page }) => {
  test.slow();
  await openApp(page);
  await openSettings(page, 'MCP servers');
  const dialog = await submitServer(page, { name: 'vault', url: oauth.mcp });
  const press = dialog.getByRole('button', { name: 'Sign in to vault' });

  await test.step('a refusal at the sign-in page is said, and can be tried again', async () => {
    await choose(await window(page, () => press.click()), 'Refuse');
    await expect(dialog).toContainText('it was declined at the sign-in page');
  });

  await test.step('the window comes back by itself, and the server is connected', async () => {
    const popup = await window(page, () => press.click());
    expect(await popup.evaluate(() => opener as unknown)).toBeNull();
    await choose(popup, 'Allow');
    await expect(dialog).toContainText('Connected: 2 tools.');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await closeSettings(page);
    await expect(await runTool(page, 'vault', 'whoami')).toContainText('signed in, scopes read');
  });

  await test.step('a token that ended is renewed without a word', async () => {
    await set({ act: 'expire' });
    await expect(await runTool(page, 'vault', 'whoami')).toContainText('signed in, scopes read');
    expect((await seen('token')).map((one) => one['grant_type'])).toEqual(['authorization_code', 'refresh_token']);
  });

  await test.step('after a reload it is still signed in', async () => {
    await page.reload();
    await expect(await runTool(page, 'vault', 'whoami')).toContainText('signed in, scopes read');
    expect(await seen('authorize')).toHaveLength(2);
  });

  await test.step('a call that needs more rights says so; the next sign-in asks for them', async () => {
    await expect(await runTool(page, 'vault', 'write')).toContainText(/sign in/i);
    await openSettings(page, 'MCP servers');
    const popup = await window(page, () =>
      serverRow(page, 'vault')
        .getByRole('button', { name: /^Sign in/ })
        .click(),
    );
    await expect(popup.getByText('Scope: read write')).toBeVisible();
    await choose(popup, 'Allow');
    await expect(serverRow(page, 'vault')).toContainText('2 tools');
    await closeSettings(page);
    await expect(await runTool(page, 'vault', 'write')).toContainText('signed in, scopes read write');
  });

  await test.step('signing out revokes, and the server needs a sign-in again', async () => {
    await openSettings(page, 'MCP servers');
    await actOn(page, 'vault', 'Sign out');
    await expect.poll(async () => (await seen('revoke')).length).toBe(2);
    await actOn(page, 'vault', 'Refresh');
    await expect(serverRow(page, 'vault')).toContainText('needs a sign-in');
  });

  await test.step('a sign-in can be given up here, or by closing its window', async () => {
    const row = serverRow(page, 'vault');
    const sign = row.getByRole('button', { name: 'Sign in to vault' });
    const first = await window(page, () => sign.click());
    await row.getByRole('button', { name: 'Give up the sign-in to vault' }).click();
    await expect(sign).toBeVisible();
    // The window is at the server's page, which this page has no hold on. What it brings later is not taken.
    await first.getByRole('link', { name: 'Allow' }).click();
    await expect(first.getByRole('status')).toContainText('No page of Sluice waits', { timeout: 10_000 });
    await first.close();
    const second = await window(page, () => sign.click());
    await second.close();
    await expect(row).toContainText('needs a sign-in');
    await expect(sign).toBeVisible();
  });

  await test.step('a sign-in page that cuts its window off (COOP) works as well', async () => {
    await set({ coop: true });
    const row = serverRow(page, 'vault');
    const popup = await window(page, () => row.getByRole('button', { name: 'Sign in to vault' }).click());
    await popup.getByRole('link', { name: 'Allow' }).click();
    await expect(row).toContainText('2 tools');
  });
});

test('M5 the page a sign-in comes back to does nothing by itself, whatever its address says', async ({ page }) => {
  await openApp(page);
  const callback = await page.context().newPage();
  await callback.goto('/oauth/callback.html');
  await expect(callback.getByRole('status')).toContainText('There is none to end');
  await callback.goto('/oauth/callback.html?code=stolen&state=nobody-waits%3Cimg%20src=x%3E');
  await expect(callback.getByRole('status')).toContainText('No page of Sluice waits for this sign-in', {
    timeout: 10_000,
  });
  expect(new URL(callback.url()).search).toBe('');
  await callback.goto('/oauth/callback.html?error=access_denied&error_description=%3Cb%3Eno');
  await expect(callback.getByRole('status')).toContainText('The sign-in did not succeed');
  expect(await seen('token')).toEqual([]);
});
