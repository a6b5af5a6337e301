/** The app as a person works it: what journeys do and look for, by role and name. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Asked, Provider } from './provider.ts';

/** Opens the app and waits until one can write a message. */
export async function openApp(page: Page, at = '/'): Promise<void> {
  await page.goto(at);
  await expect(composer(page)).toBeVisible();
}

export const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Message', exact: true });

/** The left side: projects, chats, the way to the settings. */
export const sidebar = (page: Page): Locator => page.getByRole('navigation', { name: 'Projects and chats' });

/** Adds the scripted endpoint in Settings → Models, with all models it lists, and picks `model` for the chat at hand. */
export async function addProvider(
  page: Page,
  provider: Provider,
  { name = 'Scripted', key = '', model = 'scripted-1' } = {},
): Promise<void> {
  await openSettings(page, 'Models');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('menuitem', { name: 'Any OpenAI-compatible endpoint' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a provider' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Base URL').fill(provider.baseUrl);
  if (key !== '') await dialog.getByLabel('API key').fill(key);
  await dialog.getByRole('button', { name: 'Fetch the list' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The endpoint offers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await closeSettings(page);
  await pickModel(page, model);
}

/** Picks the model that answers in the chat at hand. */
export async function pickModel(page: Page, model: string): Promise<void> {
  const picker = page.getByRole('button', { name: /^(Model: |Choose a model)/ });
  await picker.click();
  await page.getByRole('option', { name: model }).click();
  await expect(picker).toContainText(model);
}

/** Picks the project of the chat at hand, by its name or `No project`. */
export async function pickProject(page: Page, name: string): Promise<void> {
  const picker = page.getByRole('button', { name: /^Project: / });
  await picker.click();
  // Beside the name stands what kind of project it is.
  await page
    .getByRole('menuitemradio')
    .filter({ has: page.getByText(name, { exact: true }) })
    .click();
  await expect(picker).toContainText(name);
}

/** Shows a page of the settings: `Models`, `Tools`, `Storage`, … */
export async function openSettings(page: Page, name: string): Promise<void> {
  await sidebar(page).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('navigation', { name: 'Settings pages' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
}

export async function closeSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Close settings' }).click();
  await expect(composer(page)).toBeVisible();
}

/** Sets a tool on Settings → Tools, which must be shown; through the label, as a mouse does. */
export async function setTool(page: Page, label: string, to: 'Always' | 'Ask' | 'Deny'): Promise<void> {
  const group = page.getByRole('radiogroup', { name: `Approval of ${label}`, exact: true });
  await group.getByText(to, { exact: true }).click();
  await expect(group.getByRole('radio', { name: to })).toBeChecked();
}

export async function newChat(page: Page): Promise<void> {
  await sidebar(page).getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByRole('heading', { name: 'What shall we work on?' })).toBeVisible();
}

/** Writes a message and sends it. */
export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** A waiting approval card, by its title: `Approve Edit file?`. */
export const card = (page: Page, title: string | RegExp): Locator => page.getByRole('group', { name: title });

/** Every card that waits. */
export const cards = (page: Page): Locator => page.locator('[data-card]');

/** The lines of calls whose text holds `text`: tool, target, outcome. */
export const callRow = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-call]').filter({ hasText: text });

/** The newest answer; `aria-busy` while it runs. */
export const lastAnswer = (page: Page): Locator => page.getByRole('article', { name: /^Answer of/ }).last();

/** Waits until the newest answer has ended, and shows `text` where given. */
export async function answered(page: Page, text?: string | RegExp): Promise<void> {
  if (text !== undefined) await expect(lastAnswer(page)).toContainText(text);
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false');
}

/** What the tools answered, as a request tells the model: the texts of its last `tool` messages, in order. */
export function toolAnswers({ body }: Asked): string[] {
  const after = body.messages.findLastIndex((message) => message.role === 'assistant');
  return body.messages.slice(after + 1).map((message) => String(message.content));
}

/** The names of the tools that a request offers. */
export const offered = ({ body }: Asked): string[] => (body.tools ?? []).map((tool) => tool.function.name);
