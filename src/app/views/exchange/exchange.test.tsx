import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, ok } from '../../../core/outcome.ts';
import type { ImportPreview, ServerDraft } from '../../../core/serverdraft.ts';
import type { ServersState } from '../../state/serverscontract.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { askedFor, filled, toSave } from './fill.ts';
import { ImportDialog } from './ImportDialog.tsx';

afterEach(unmountAll);

const draft = (over: Partial<ServerDraft> = {}): ServerDraft => ({
  id: null,
  name: 'a',
  about: '',
  url: 'https://a.example/mcp',
  audience: 'primary',
  policy: 'once',
  headers: [],
  client: null,
  ...over,
});
const row = (over: Partial<ImportPreview['rows'][number]>): ImportPreview['rows'][number] => ({
  key: 'a',
  what: 'add',
  why: 'asks once per chat.',
  draft: draft(),
  enabled: true,
  missing: [],
  ...over,
});
const token = { text: '${input:token}', about: 'A token', secret: true };
const team = { text: '${env:TEAM}', about: '', secret: false };
const preview: ImportPreview = {
  format: 'JSON, servers (VS Code)',
  rows: [
    row({
      draft: draft({ headers: [{ name: 'Authorization', value: 'Bearer ${input:token}', secret: true }] }),
      missing: [token],
    }),
    row({
      key: 'b',
      what: 'change',
      why: 'It is there already; changes: name “B”.',
      draft: draft({ url: 'https://b.example/' }),
    }),
    row({ key: 'c', what: 'same', why: 'It is there already.' }),
    row({ key: 'd', what: 'skip', why: 'It runs a program on your computer, which a browser cannot.', draft: null }),
    row({ key: 'e', draft: draft({ url: 'https://${env:TEAM}.example/mcp' }), missing: [team, token] }),
  ],
};

function opened(over: Partial<ServersState> = {}): ReturnType<typeof fakeApp> {
  const app = fakeApp();
  Object.assign(app.servers, { readImport: () => Promise.resolve(ok(preview)) }, over);
  mount(<ImportDialog onClose={() => app.asks.push(['closed'])} />, app);
  return app;
}

test('M8 a pasted text is shown as what it would do and why, then imported with the values that were asked', async () => {
  const app = opened();
  await expect.element(page.getByRole('textbox', { name: 'Servers' })).toHaveFocus();
  await userEvent.fill(page.getByRole('textbox', { name: 'Servers' }), '{"servers":{}}');
  await expect.element(page.getByText('Read as JSON, servers (VS Code): 2 of 5 servers to import.')).toBeVisible();
  const table = page.getByRole('table', { name: 'What the import would do' });
  await expect.element(table.getByRole('row', { name: /^d skip It runs a program/ })).toBeVisible();
  await expect.element(table.getByRole('row', { name: /^e skip A part of its address has no value/ })).toBeVisible();
  await userEvent.fill(page.getByLabelText('Value for ${env:TEAM}'), 'blue');
  await expect.element(page.getByLabelText('Value for ${input:token}')).toHaveAttribute('type', 'password');
  await userEvent.fill(page.getByLabelText('Value for ${input:token}'), 't$&1');
  await userEvent.click(page.getByRole('button', { name: 'Import 3 servers' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Added 1 server.');
  await expect.element(page.getByRole('textbox', { name: 'Servers' })).toHaveValue('');
  const [, sent] = app.asks.find(([what]) => what === 'importAll') as [string, ImportPreview];
  expect(sent.rows.map(({ draft: one }) => [one?.url, one?.headers[0]?.value])).toEqual([
    ['https://a.example/mcp', 'Bearer t$&1'],
    ['https://b.example/', undefined],
    ['https://a.example/mcp', undefined],
    [undefined, undefined],
    ['https://blue.example/mcp', undefined],
  ]);
  await userEvent.click(page.getByText('Close', { exact: true }));
  expect(app.asks.at(-1)).toEqual(['closed']);
});

test('M8 a header whose value is not given stays empty, an address without its value is left out', () => {
  expect(askedFor(preview)).toEqual([token, team]);
  const bare = filled(preview, new Map());
  expect(bare.rows.map(({ what, draft: one }) => [what, one?.headers[0]?.value])).toEqual([
    ['add', ''],
    ['change', undefined],
    ['same', undefined],
    ['skip', undefined],
    ['skip', undefined],
  ]);
  expect(toSave(bare)).toBe(2);
});

test('M8 what cannot be read is explained and nothing can be imported; a failed import keeps the text', async () => {
  opened({ readImport: () => Promise.resolve(fail('bad-arguments', 'This is neither JSON nor YAML.')) });
  await userEvent.fill(page.getByRole('textbox', { name: 'Servers' }), 'nonsense');
  await expect.element(page.getByRole('alert')).toHaveTextContent('neither JSON nor YAML');
  await expect
    .element(page.getByRole('button', { name: 'Import', exact: true }))
    .toHaveAttribute('aria-disabled', 'true');
  unmountAll();
  opened({ importAll: () => Promise.resolve(fail('bad-arguments', '1 server added. 1 server could not be saved.')) });
  await userEvent.fill(page.getByRole('textbox', { name: 'Servers' }), 'some');
  await userEvent.click(page.getByRole('button', { name: 'Import 2 servers' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('could not be saved');
  await expect.element(page.getByRole('textbox', { name: 'Servers' })).toHaveValue('some');
});

test('M8 a file is read as if it were pasted; one that is far too long is refused unread', async () => {
  opened();
  const file = page.getByLabelText('File to import');
  await userEvent.upload(file, new File(['{"mcpServers":{}}'], 'mcp.json', { type: 'application/json' }));
  await expect.element(page.getByRole('textbox', { name: 'Servers' })).toHaveValue('{"mcpServers":{}}');
  const input = file.element() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(new File(['x'.repeat(5_000_000)], 'big.json'));
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('“big.json” is too long');
});

test('U1 the import fits 360 px', async () => {
  await page.viewport(360, 700);
  opened();
  await userEvent.fill(page.getByRole('textbox', { name: 'Servers' }), 'some');
  await expect.element(page.getByRole('table')).toBeVisible();
  const dialog = page.getByRole('dialog').element();
  expect([dialog, ...dialog.querySelectorAll('.body')].every((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await page.viewport(1280, 800);
});

test('M8 an export leaves secrets out until they are asked for, with a warning', async () => {
  const app = fakeApp();
  const exportAll: ServersState['exportAll'] = (secrets) =>
    Promise.resolve(ok(secrets ? '{"key":"s3cret"}' : '{"key":"${KEY}"}'));
  Object.assign(app.servers, { exportAll });
  mount(<ExportDialog onClose={() => undefined} />, app);
  const text = page.getByRole('textbox', { name: 'mcpServers, as JSON' });
  await expect.element(text).toHaveValue('{"key":"${KEY}"}');
  await userEvent.click(page.getByRole('checkbox', { name: 'With secret header values' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('not encrypted');
  await expect.element(text).toHaveValue('{"key":"s3cret"}');
  await expect.element(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Download' })).toBeVisible();
});
