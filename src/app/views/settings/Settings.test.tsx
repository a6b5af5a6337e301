import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Grant } from '../../../core/grants.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { draftOf, formOf, urlFault } from './draft.ts';
import { Settings } from './Settings.tsx';

afterEach(unmountAll);

function at(name: string): ReturnType<typeof fakeApp> {
  const app = fakeApp();
  app.route.value = { at: 'settings', page: name, chat: null };
  mount(<Settings menu={null} />, app);
  return app;
}

test('T2 each tool has Always, Ask and Deny; reads stand at Always, changes at Ask', async () => {
  at('tools');
  await expect
    .element(page.getByText('Default approval per tool. Native and MCP-hosted tools share this surface.'))
    .toBeVisible();
  const group = (name: string): ReturnType<typeof page.getByRole> =>
    page.getByRole('radiogroup', { name: `Approval of ${name}` });
  await expect.element(group('Read file').getByRole('radio', { name: 'Always' })).toBeChecked();
  for (const name of ['Write file', 'Edit file', 'Delete file', 'Rename file']) {
    await expect.element(group(name).getByRole('radio', { name: 'Ask' })).toBeChecked();
  }
});

test('T2 a setting is changed, marked as its own, and reset to the default without losing the focus', async () => {
  const app = at('tools');
  const edit = page.getByRole('radiogroup', { name: 'Approval of Edit file' });
  await userEvent.click(edit.getByText('Deny'));
  expect(app.asks).toEqual([['setTool', 'file_edit', 'deny']]);
  const reset = page.getByRole('button', { name: 'Reset Edit file to its default' });
  await userEvent.click(reset);
  expect(app.asks.at(-1)).toEqual(['setTool', 'file_edit', null]);
  await expect.element(reset).not.toBeInTheDocument();
  await expect.element(edit.getByRole('radio', { name: 'Ask' })).toHaveFocus();
});

test('T2 where a server’s policy overrides a default, the row says so', async () => {
  const app = at('tools');
  app.tools.value = app.tools.value.map((row) => ({ ...row, note: 'asks first: server policy' }));
  await expect.element(page.getByText('asks first: server policy').first()).toBeVisible();
});

test('T3 active approvals are listed with tool, path and place, removed one by one or all together', async () => {
  const app = at('tools');
  await expect.element(page.getByText('None. When you approve')).toBeVisible();
  const grant: Grant = {
    tool: 'file_edit',
    label: 'Edit file',
    scope: { project: 'sample' },
    reach: { any: false, folder: 'src', deep: true },
    to: null,
    script: null,
  };
  const any: Grant = {
    ...grant,
    tool: 'mcp:a:search',
    label: 'search',
    scope: { chat: 'chat-1' },
    reach: { any: true },
  };
  app.grants.value = [grant, any];
  await expect.element(page.getByText('src/', { exact: true })).toBeVisible();
  await expect.element(page.getByText('(any path)', { exact: true })).toBeVisible();
  await expect.element(page.getByText('this chat', { exact: true })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Remove Edit file anywhere under src/' }));
  await expect.element(page.getByRole('heading', { name: 'Active session approvals' })).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Clear session cache' }));
  expect(app.asks).toEqual([['removeGrant', grant], ['clearGrants']]);
});

test('V1 a provider is added from a preset: models fetched, fault of the test explained, key passed once', async () => {
  const app = at('models');
  await userEvent.click(page.getByRole('button', { name: 'Add a provider' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'OpenRouter' }));
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://openrouter.ai/api/v1');
  await userEvent.fill(page.getByLabelText('API key'), 'sk-secret');
  await userEvent.click(page.getByRole('button', { name: 'Fetch the list' }));
  await expect.element(page.getByRole('checkbox', { name: 'qwen3:8b' })).toBeChecked();
  await expect.element(page.getByRole('checkbox', { name: 'llama3.3:70b' })).toBeChecked();
  await userEvent.click(page.getByRole('button', { name: 'Test', exact: true }));
  await expect.element(page.getByText('The endpoint refused the key (401)')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(app.asks.map(([what]) => what)).toEqual(['listModels', 'testModel', 'saveProvider']);
  expect(app.asks.at(-1)?.[1]).toEqual({
    id: null,
    kind: 'openai-compatible',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    key: 'sk-secret',
    models: ['qwen3:8b', 'llama3.3:70b'],
  });
});

test('V4 the browser’s own model is added without an address or a key', async () => {
  const app = at('models');
  await userEvent.click(page.getByRole('button', { name: 'Add a provider' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Browser’s built-in model' }));
  await expect.element(page.getByText('Runs on this device.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Base URL' })).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('API key')).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('button', { name: 'Save' }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(app.asks.at(-1)).toMatchObject(['saveProvider', { kind: 'browser', baseUrl: '' }]);
});

test('X5 a stored key is never shown; it stays where untouched, and goes where the person says so', () => {
  const stored = {
    id: 'p1',
    name: 'Local',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:1/v1',
    key: { iv: new Uint8Array(12), bytes: new Uint8Array(8) },
    models: ['a'],
    made: 0,
  } as const;
  const form = formOf(stored);
  expect(form.key).toBe('');
  expect(draftOf(form, stored).key).toBeUndefined();
  expect(draftOf({ ...form, dropKey: true }, stored).key).toBe('');
  expect(draftOf({ ...form, key: ' new ' }, stored).key).toBe('new');
});

test('V1 a base URL must be a whole web address without credentials in it', () => {
  expect(urlFault('https://a.example/v1')).toBeNull();
  expect(urlFault('http://localhost:11434/v1')).toBeNull();
  for (const text of ['', 'a.example', 'javascript:alert(1)', 'file:///x', 'https://u:p@a.example']) {
    expect(urlFault(text)).not.toBeNull();
  }
  expect(draftOf({ ...formOf('custom'), baseUrl: ' https://a.example/v1// ' }, 'custom').baseUrl).toBe(
    'https://a.example/v1',
  );
});

test('U7 every page opens by its name, an unknown one falls back to the first, and the heading takes the focus', async () => {
  const app = at('nosuch');
  await expect.element(page.getByRole('heading', { name: 'Models', level: 2 })).toHaveFocus();
  for (const name of ['Tools', 'Storage', 'Appearance', 'Shortcuts', 'About']) {
    await userEvent.click(page.getByRole('link', { name }));
    await expect.element(page.getByRole('heading', { name, level: 2 })).toHaveFocus();
    expect(app.route.value.page).toBe(name.toLowerCase());
  }
  await expect.element(page.getByText('0.1.0')).toBeVisible();
});

test('W1 the storage page says what is used and that it may be evicted', async () => {
  at('storage');
  await expect.element(page.getByText('12 MB of 10 GB')).toBeVisible();
  await expect.element(page.getByText('may delete this data')).toBeVisible();
});
