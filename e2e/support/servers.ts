/** MCP servers as a person works them: Settings → MCP servers, the sidebar's strip, the tool console. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { JsonObject } from '../../src/core/json.ts';
import { closeSettings, composer, openSettings, sidebar } from './app.ts';

export interface NewServer {
  readonly name: string;
  readonly url: string;
  readonly policy?: 'Ask every time' | 'Ask once per chat' | 'Never ask';
  readonly everyModel?: boolean;
  /** Registered by hand (row M5). */
  readonly client?: { readonly id: string; readonly secret: string };
}

/** Fills in the form of a new server on Settings → MCP servers, which must be shown, and presses Add. Returns its dialog. */
export async function submitServer(page: Page, server: NewServer): Promise<Locator> {
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a server' });
  await dialog.getByLabel('Name', { exact: true }).fill(server.name);
  await dialog.getByLabel('Base URL').fill(server.url);
  await dialog.getByRole('radio', { name: server.policy ?? 'Never ask' }).check();
  if (server.everyModel === true) await dialog.getByText('Offer tools to every model').click();
  if (server.client !== undefined) {
    await dialog.getByText('Advanced sign-in').click();
    await dialog.getByLabel('Client id').fill(server.client.id);
    await dialog.getByLabel('Client secret').fill(server.client.secret);
  }
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  return dialog;
}

/** Adds a server through the screens and waits until it is connected; "Never ask" unless said otherwise. */
export async function addServer(page: Page, server: NewServer): Promise<void> {
  await openSettings(page, 'MCP servers');
  const dialog = await submitServer(page, server);
  await expect(dialog).toContainText(/Connected: (no|\d+) tools?\./);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await closeSettings(page);
}

/** A server's row on Settings → MCP servers. */
export const serverRow = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) });

/** Picks from the menu of a server's row, which must be shown. */
export async function actOn(page: Page, name: string, what: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click();
  await page.getByRole('menuitem', { name: what }).click();
}

/** The strip at the bottom of the sidebar (row M4). */
export const strip = (page: Page): Locator => sidebar(page).getByText(/^MCP · \d+ available/);

export const toolConsole = (page: Page): Locator => page.getByRole('region', { name: 'Tool console' });

/** Opens the console and picks a server's tool by the tool's own name. */
export async function pickTool(page: Page, server: string, tool: string): Promise<Locator> {
  const all = toolConsole(page);
  if ((await all.count()) === 0) await composer(page).press('/');
  else await all.getByRole('button', { name: 'Another tool' }).click();
  await all.getByRole('combobox', { name: 'Find a tool' }).fill(tool);
  await all
    .getByRole('option')
    .filter({ has: page.getByText(tool, { exact: true }) })
    .filter({ has: page.getByText(server, { exact: true }) })
    .click();
  return all;
}

/** Fills in one field of the console's form by its kind. */
async function fill(form: Locator, name: string, value: JsonObject[string]): Promise<void> {
  const field = form.getByLabel(new RegExp(`^${name}( |$)`));
  const kind = await field.evaluate((one) => `${one.tagName} ${one.getAttribute('type') ?? ''}`);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (kind.startsWith('SELECT')) await field.selectOption(text);
  else if (kind === 'INPUT checkbox') await field.setChecked(value === true);
  else await field.fill(text);
}

/** Starts a tool in the console with these arguments; returns the console, which shows the call. */
export async function startTool(page: Page, server: string, tool: string, args: JsonObject = {}): Promise<Locator> {
  const all = await pickTool(page, server, tool);
  for (const [name, value] of Object.entries(args)) await fill(all, name, value);
  await all.getByRole('button', { name: 'Run', exact: true }).click();
  return all;
}

/** Runs a tool in the console and waits for its end, good or bad; returns the console, which shows the result. */
export async function runTool(page: Page, server: string, tool: string, args: JsonObject = {}): Promise<Locator> {
  const all = await startTool(page, server, tool, args);
  await expect(all.locator('[data-call]')).toHaveAttribute('data-at', /^(done|rejected|stopped)$/);
  return all;
}
