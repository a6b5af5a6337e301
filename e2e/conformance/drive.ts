/** What a person does in a scenario: add the server, sign in, run its tool. Everything through the screens. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { JsonObject } from '../../src/core/json.ts';
import { closeSettings, openSettings } from '../support/app.ts';
import { actOn, runTool, serverRow, submitServer, type NewServer } from '../support/servers.ts';

/** One server of one scenario; `name` is short, so that no tool's name is shortened. */
export interface At {
  readonly page: Page;
  readonly name: string;
  readonly url: string;
}

export interface Plan {
  readonly scenario: string;
  /** What is done, for the list in docs/conformance.md. */
  readonly does: string;
  /** Why Sluice falls short of it, where it does; a run that finds nothing wrong then fails, so that this stays true. */
  readonly short?: string;
  readonly drive: (at: At) => Promise<void>;
}

/** Fills in and submits the form of a new server; returns its dialog, which says how the connection goes. */
export async function add(at: At, more: Partial<NewServer> = {}): Promise<Locator> {
  await openSettings(at.page, 'MCP servers');
  return submitServer(at.page, { name: at.name, url: at.url, ...more });
}

/** Waits until the dialog says that the server is connected, and leaves the settings. */
export async function connected({ page }: At, dialog: Locator): Promise<void> {
  await expect(dialog).toContainText(/Connected: (no|\d+) tools?\./);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await closeSettings(page);
}

export async function giveUp({ page }: At, dialog: Locator): Promise<void> {
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
  await closeSettings(page);
}

/** Runs a tool in the console, which must end well. */
export async function run({ page, name }: At, tool: string, args: JsonObject = {}): Promise<void> {
  const ran = await runTool(page, name, tool, args);
  await expect(ran.locator('[data-call]')).toHaveAttribute('data-at', 'done');
  await expect(ran.locator('[data-call].ok')).toHaveCount(1);
}

/** Presses Sign in where a dialog or a row says that it is needed; the window answers and closes by itself. */
export async function signIn(where: Locator): Promise<void> {
  await where.getByRole('button', { name: /^Sign in/ }).click();
}

/** Signs in and waits until the window is gone. */
export async function signInWhole(page: Page, where: Locator): Promise<void> {
  const window = page.waitForEvent('popup');
  await signIn(where);
  const popup = await window;
  if (!popup.isClosed()) await popup.waitForEvent('close');
}

/** A call that was refused for its rights, a new sign-in from the server's row, and the call again. */
export async function refusedThenSignedIn(at: At, tool: string): Promise<void> {
  const refused = await runTool(at.page, at.name, tool);
  await expect(refused).toContainText(/sign in/i);
  await openSettings(at.page, 'MCP servers');
  const row = serverRow(at.page, at.name);
  await signIn(row);
  await expect(row).toContainText('1 tool');
  await closeSettings(at.page);
  await run(at, tool);
}

/** Removes the scenario's server, through the screens. */
export async function forget({ page, name }: At): Promise<void> {
  await openSettings(page, 'MCP servers');
  await actOn(page, name, 'Remove…');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(serverRow(page, name)).toHaveCount(0);
  await closeSettings(page);
}

/** A scenario that needs no more than one call. */
export const calling = (scenario: string, tool: string, args: JsonObject = {}): Plan => ({
  scenario,
  does: `add the server, run \`${tool}\``,
  drive: async (at) => {
    await connected(at, await add(at));
    await run(at, tool, args);
  },
});

/** A scenario of a sign-in that goes well. */
export const signingIn = (scenario: string, client?: NewServer['client']): Plan => ({
  scenario,
  does:
    client === undefined
      ? 'add the server, sign in, run `test-tool`'
      : 'add the server with a client id given by hand, sign in, run `test-tool`',
  drive: async (at) => {
    const dialog = await add(at, client === undefined ? {} : { client });
    await signIn(dialog);
    await connected(at, dialog);
    await run(at, 'test-tool');
  },
});

/** A scenario of a sign-in that must be refused, with words that hold `why`. */
export const refusing = (scenario: string, why: RegExp): Plan => ({
  scenario,
  does: 'add the server, ask to sign in: refused with a message that says why',
  drive: async (at) => {
    const dialog = await add(at);
    await signIn(dialog);
    await expect(dialog.getByRole('alert').filter({ hasText: why }).first()).toBeVisible();
    await giveUp(at, dialog);
  },
});

export const stepUp: Plan = {
  scenario: 'auth/scope-step-up',
  does: 'add the server, sign in, run `test-tool`: refused; sign in again for the wider scope, run it again',
  drive: async (at) => {
    const dialog = await add(at);
    await signIn(dialog);
    await connected(at, dialog);
    await refusedThenSignedIn(at, 'test-tool');
  },
};

export const retryLimit: Plan = {
  scenario: 'auth/scope-retry-limit',
  does: 'add the server, sign in, sign in once more as it never has enough; nothing tries again by itself',
  drive: async (at) => {
    const dialog = await add(at);
    for (const attempt of [1, 2]) {
      await signInWhole(at.page, dialog);
      await expect(dialog.getByRole('button', { name: /^Sign in/ }), `after sign-in ${attempt}`).toBeVisible();
    }
    await giveUp(at, dialog);
  },
};
