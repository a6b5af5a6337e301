/** Providers by their own wires, through the whole page: streams, thoughts that go back, lists, faults. */
import type { Page } from '@playwright/test';
import {
  answered,
  closeSettings,
  lastAnswer,
  openApp,
  openSettings,
  pickModel,
  pickProject,
  send,
} from './support/app.ts';
import type { Provider } from './support/provider.ts';
import { expect, test } from './support/test.ts';
import { say } from './support/turns.ts';

/** Adds the scripted endpoint from a preset of its wire. */
async function addPreset(page: Page, preset: string, url: string, key: string): Promise<void> {
  await openSettings(page, 'Models');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('menuitem', { name: preset, exact: false }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a provider' });
  // The one address of a kind stands behind its name.
  await dialog.getByText('Address').click();
  await dialog.getByLabel('Base URL').fill(url);
  await dialog.getByLabel('API key').fill(key);
  await dialog.getByRole('button', { name: 'Fetch the list' }).click();
  await expect(dialog.getByRole('alert')).toContainText('2 models');
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog.getByRole('alert')).toContainText(/answered after/);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await closeSettings(page);
}

/** A call with thoughts before it, its result, and words; then a second message. */
async function converse(page: Page, provider: Provider): Promise<void> {
  provider.script([
    { parts: [{ reasoning: 'I should look.' }, { call: 'list_directory', args: {}, pieces: 2 }] },
    say('I looked around.'),
    say('And again.'),
  ]);
  await send(page, 'Look around.');
  await answered(page, 'I looked around.');
  await lastAnswer(page).getByText('Reasoning', { exact: true }).click();
  await expect(lastAnswer(page).getByText('I should look.')).toBeVisible();
  await send(page, 'Again.');
  await answered(page, 'And again.');
}

test('V1 V3 X5 OpenAI’s Responses: sealed thoughts go back in their place, nothing is stored, another model gets none', async ({
  page,
  provider,
}) => {
  provider.models = ['scripted-1', 'scripted-2'];
  provider.key = 'sk-test-responses';
  provider.script([say('ready')]);
  await openApp(page);
  await addPreset(page, 'OpenAI', provider.baseUrl, 'sk-test-responses');
  await pickModel(page, 'scripted-1');
  await pickProject(page, 'Sample project');
  await converse(page, provider);
  const inputs = provider.asked.map(({ body }) => Reflect.get(body, 'input') as { readonly type?: string }[]);
  expect(provider.asked.every(({ wire, body }) => wire === 'responses' && Reflect.get(body, 'store') === false)).toBe(
    true,
  );
  expect(inputs.at(-1)?.map(({ type }) => type ?? 'said')).toEqual([
    'said',
    'reasoning',
    'function_call',
    'function_call_output',
    'message',
    'said',
  ]);
  await pickModel(page, 'scripted-2');
  provider.script([say('I go on.')]);
  await send(page, 'Go on.');
  await answered(page, 'I go on.');
  expect(JSON.stringify(provider.asked.at(-1)?.body)).not.toContain('sealed-');
});

test('V1 V3 X5 Anthropic: signed thoughts go back in their place, and the key in its header', async ({
  page,
  provider,
}) => {
  provider.models = ['scripted-1', 'scripted-2'];
  provider.key = 'sk-test-anthropic';
  provider.script([say('ready')]);
  await openApp(page);
  await addPreset(page, 'Anthropic', provider.baseUrl, 'sk-test-anthropic');
  await pickModel(page, 'scripted-1');
  await pickProject(page, 'Sample project');
  await converse(page, provider);
  expect(provider.asked.every(({ wire, headers }) => wire === 'anthropic' && headers['x-api-key'] !== undefined)).toBe(
    true,
  );
  expect(JSON.stringify(provider.asked.at(-1)?.body)).toContain('"signature":"c2lnbmVk0"');
});

test('V1 V3 X5 Google: signed calls go back as they came, and the key stands in no address', async ({
  page,
  provider,
}) => {
  provider.models = ['scripted-1', 'scripted-2'];
  provider.key = 'sk-test-google';
  provider.script([say('ready')]);
  await openApp(page);
  await addPreset(page, 'Google', provider.googleUrl, 'sk-test-google');
  await pickModel(page, 'scripted-1');
  await pickProject(page, 'Sample project');
  await converse(page, provider);
  expect(
    provider.asked.every(({ wire, headers }) => wire === 'google' && headers['x-goog-api-key'] !== undefined),
  ).toBe(true);
  expect(JSON.stringify(provider.asked.at(-1)?.body)).toContain('"thoughtSignature":"c2lnbmVk"');
});
