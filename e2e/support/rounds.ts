/** Rounds of several models as a person works them: four kinds of providers, peers, columns, the inspector. */
import { expect, type Locator, type Page } from '@playwright/test';
import { closeSettings, composer, openSettings, pickModel } from './app.ts';
import type { Provider } from './provider.ts';

/** A provider of one kind at the scripted endpoint, with one model of its own. */
export interface Kind {
  /** As the menu of Settings → Models has it, and as the entry is called. */
  readonly preset: string;
  readonly name: string;
  readonly model: string;
}

/** One of each wire. */
export const kinds = {
  anthropic: { preset: 'Anthropic', name: 'Anthropic', model: 'ada' },
  openai: { preset: 'OpenAI', name: 'OpenAI', model: 'bea' },
  google: { preset: 'Google', name: 'Google', model: 'cleo' },
  chat: { preset: 'Any OpenAI-compatible endpoint', name: 'Local', model: 'dora' },
} as const satisfies Record<string, Kind>;

const all: readonly Kind[] = Object.values(kinds);

/** Adds an entry of each kind in Settings → Models, each with the one model that its endpoint lists. */
export async function addFour(page: Page, provider: Provider): Promise<void> {
  await openSettings(page, 'Models');
  for (const { preset, name, model } of all) {
    provider.models = [model];
    await page.getByRole('button', { name: 'Add a provider' }).click();
    await page.getByRole('menuitem', { name: preset }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a provider' });
    await dialog.getByLabel('Name').fill(name);
    // The one address of a kind stands behind its name.
    if (name !== 'Local') await dialog.getByText('Address').click();
    await dialog.getByLabel('Base URL').fill(preset === 'Google' ? provider.googleUrl : provider.baseUrl);
    await dialog.getByLabel('API key').fill('sk-test-key');
    await dialog.getByRole('button', { name: 'Fetch the list' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The endpoint offers 1 model');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }
  provider.models = all.map(({ model }) => model);
  await closeSettings(page);
}

/** Picks who answers beside the primary, by the ids of the models; picking one again takes it out. */
export async function pickPeers(page: Page, ...models: readonly string[]): Promise<void> {
  const picker = page.getByRole('button', { name: /^Model: / });
  await picker.click();
  await page.getByRole('radiogroup', { name: 'Pick a model as' }).getByText('Also ask', { exact: true }).click();
  for (const model of models) {
    const option = page.getByRole('option', { name: model });
    await option.click();
    await expect(option).toHaveAttribute('aria-selected', 'true');
  }
  await page.keyboard.press('Escape');
  await expect(picker).toContainText(`+ ${models.length}`);
  await expect(composer(page)).toBeVisible();
}

/** Picks the primary and its peers for the chat at hand. */
export async function pickRound(page: Page, primary: string, ...peers: readonly string[]): Promise<void> {
  await pickModel(page, primary);
  await pickPeers(page, ...peers);
}

/** One model's column in the newest round, by the model's name: `Anthropic · ada`. */
export const column = (page: Page, name: string): Locator =>
  page.getByRole('group', { name: new RegExp(`${name}, (primary|peer)$`) }).last();
