import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ok } from '../../../core/outcome.ts';
import type { ProviderDraft } from '../../state/contract.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { draftOf, fitting, formOf, freshName, withOffered, withTyped } from './draft.ts';
import { Settings } from './Settings.tsx';

afterEach(unmountAll);

const dialog = page.getByRole('dialog', { name: 'Add a provider' });
const field = dialog.getByRole('textbox', { name: 'Models' });
const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true });

/** The form of a new entry whose endpoint offers these models. */
async function adding(preset: string, offered: readonly string[]): Promise<ReturnType<typeof fakeApp>> {
  const app = { ...fakeApp(), listModels: () => Promise.resolve(ok(offered)) };
  app.route.value = { at: 'settings', page: 'models', chat: null };
  mount(<Settings menu={null} />, app);
  await userEvent.click(page.getByRole('button', { name: 'Add a provider' }));
  await userEvent.click(page.getByRole('menuitem', { name: preset }));
  return app;
}
const fetchList = () => userEvent.click(dialog.getByRole('button', { name: 'Fetch the list' }));
async function saved(app: ReturnType<typeof fakeApp>): Promise<ProviderDraft> {
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.element(dialog).not.toBeInTheDocument();
  return app.asks.findLast(([what]) => what === 'saveProvider')?.[1] as ProviderDraft;
}

test('V1 of hundreds of models none is ticked by itself: they are found by typing, and ticked', async () => {
  const many = Array.from({ length: 300 }, (_, at) => `vendor/model-${at}`);
  const app = await adding('OpenRouter', many);
  await fetchList();
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('offers 300 models. Tick those you want');
  await expect.element(dialog.getByText('260 more: type to find them.')).toBeVisible();
  await userEvent.fill(field, 'vendor 299');
  await userEvent.click(box('vendor/model-299'));
  await userEvent.fill(field, 'model-29');
  await expect.element(box('vendor/model-299')).toBeChecked();
  await userEvent.click(box('vendor/model-29'));
  await userEvent.fill(field, '');
  await expect.element(dialog.getByText('2 of 300 ticked.')).toBeVisible();
  expect((await saved(app)).models).toEqual(['vendor/model-29', 'vendor/model-299']);
});

test('V1 a model is added by hand: by its button, by Return, and where the form is saved with it', async () => {
  const app = await adding('Ollama', ['a', 'ab']);
  await fetchList();
  await expect.element(box('ab')).toBeChecked();
  await userEvent.fill(field, 'abc');
  await expect.element(dialog.getByText('Not in the list')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Add “abc”' }));
  await expect.element(box('abc')).toBeChecked();
  await expect.element(field).toHaveValue('');
  await userEvent.click(box('ab'));
  await userEvent.fill(field, 'new');
  await userEvent.keyboard('{Enter}');
  await expect.element(box('new')).toBeChecked();
  await expect.element(dialog).toBeVisible();
  await userEvent.fill(field, ' last ');
  expect((await saved(app)).models).toEqual(['a', 'abc', 'new', 'last']);
});

test('V1 each ticked model has its own test', async () => {
  const app = await adding('Ollama', ['a', 'b']);
  await fetchList();
  await userEvent.click(box('a'));
  await expect.element(dialog.getByRole('button', { name: 'Test a' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByRole('button', { name: 'Test b' }));
  await expect.element(dialog.getByText('The endpoint refused the key (401)')).toBeVisible();
  expect(app.asks.at(-1)).toMatchObject(['testModel', { models: ['b'] }, 'b']);
});

test('V1 the one address of a kind is folded, said to be wrong in sight, and a second entry has a name of its own', async () => {
  const app = fakeApp();
  app.providers.value = [
    ...app.providers.value,
    { id: 'p', name: 'Anthropic', kind: 'anthropic', baseUrl: '', key: null, models: [], made: 0 },
  ];
  app.route.value = { at: 'settings', page: 'models', chat: null };
  mount(<Settings menu={null} />, app);
  await userEvent.click(page.getByRole('button', { name: 'Add a provider' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Anthropic' }));
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Anthropic 2');
  await expect.element(dialog.getByText('Keys: platform.claude.com/settings/keys.')).toBeVisible();
  const address = dialog.getByLabelText('Base URL');
  await expect.element(address).not.toBeVisible();
  await userEvent.click(dialog.getByText('Address'));
  await userEvent.fill(address, 'nowhere');
  await userEvent.click(dialog.getByText('Address'));
  await expect.element(address).not.toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.element(dialog.getByText('Give the whole address')).toBeVisible();
});

test('V1 T6 the words that find a model, names that are taken, and ids from outside', () => {
  const form = withOffered(formOf('custom'), ['Qwen3:8b', 'llama3.3:70b']);
  expect(fitting({ ...form, typed: ' LLAMA 70 ' })).toEqual(['llama3.3:70b']);
  expect(fitting({ ...form, typed: '' })).toHaveLength(2);
  expect(withTyped({ ...form, typed: 'llama3.3:70b' }).known).toHaveLength(2);
  expect(draftOf({ ...form, typed: 'llama' }, 'custom').models).toEqual(['Qwen3:8b', 'llama3.3:70b']);
  expect(withOffered({ ...form, chosen: ['Qwen3:8b'] }, ['x']).chosen).toEqual(['Qwen3:8b']);
  expect(freshName('OpenAI', ['OpenAI', 'OpenAI 2'])).toBe('OpenAI 3');
});
