import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pinText } from '../../../core/pin.ts';
import type { Tool } from '../../../core/tool.ts';
import { patchOf } from '../../../workers/diff/patch.ts';
import type { ToolRow } from '../../state/contract.ts';
import type { ConsentRow } from '../../state/serverscontract.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeServerView, fakeTool } from '../testing/servers.ts';
import { Settings } from './Settings.tsx';
import { filtered, groupsOf } from './toolgroups.ts';

afterEach(() => {
  unmountAll();
  vi.restoreAllMocks();
});

const rowOf = (tool: Tool, over: Partial<ToolRow> = {}): ToolRow => ({
  tool,
  setting: 'ask',
  own: false,
  note: null,
  server: 'orchard issues',
  changed: false,
  ...over,
});
const many = (count: number): readonly ToolRow[] =>
  Array.from({ length: count }, (_, at) => rowOf(fakeTool(`tool_${at}`)));

function show(rows: readonly ToolRow[]) {
  const app = fakeApp();
  app.route.value = { at: 'settings', page: 'tools', chat: null };
  app.tools.value = [...app.tools.value, ...rows];
  app.servers.list.value = [fakeServerView()];
  const host = mount(<Settings menu={null} />, app);
  return { app, host };
}

test('T2 T1 servers’ tools stand under their server, in the same list and with the same control', async () => {
  const { app } = show([rowOf(fakeTool('search_issues'), { note: 'asks first: server policy', setting: 'always' })]);
  await expect.element(page.getByRole('heading', { name: 'orchard issues · MCP' })).toBeVisible();
  await expect.element(page.getByText('asks first: server policy')).toBeVisible();
  const group = page.getByRole('radiogroup', { name: 'Approval of search_issues' });
  await userEvent.click(group.getByText('Deny'));
  expect(app.asks).toEqual([['setTool', 'mcp:s1:search_issues', 'deny']]);
});

test('T2 S5 the setting a tool stands at by default can be made its own, once', async () => {
  const { app } = show([rowOf(fakeTool('act'), { note: 'runs: server never asks' })]);
  const group = page.getByRole('radiogroup', { name: 'Approval of act' });
  await userEvent.click(group.getByText('Ask'));
  await expect.element(page.getByRole('button', { name: 'Reset act to its default' })).toBeVisible();
  await userEvent.click(group.getByText('Ask'));
  await userEvent.click(group.getByText('Deny'));
  expect(app.asks).toEqual([
    ['setTool', 'mcp:s1:act', 'ask'],
    ['setTool', 'mcp:s1:act', 'deny'],
  ]);
});

test('T2 two servers of one name are told apart by host, and of one host by path; labels stay one line', () => {
  const of = (id: string, over = {}): ToolRow => rowOf(fakeTool('a', { source: { from: 'mcp', server: id } }), over);
  const view = (id: string, url: string, name = 'orchard issues') => fakeServerView({ id, url, name });
  const names = (rows: readonly ToolRow[], ...servers: ReturnType<typeof view>[]): readonly string[] =>
    groupsOf(rows, servers).map((group) => group.name);
  expect(names([of('1'), of('2')], view('1', 'https://a.example/mcp'), view('2', 'https://b.example/mcp'))).toEqual([
    'orchard issues (a.example) · MCP',
    'orchard issues (b.example) · MCP',
  ]);
  expect(names([of('1'), of('2')], view('1', 'https://a.example/x'), view('2', 'https://a.example/y'))).toEqual([
    'orchard issues (a.example/x) · MCP',
    'orchard issues (a.example/y) · MCP',
  ]);
  expect(names([of('1', { server: 'Files\n\u202E' })], view('1', 'https://a.example'))).toEqual([
    'Files ⟨U+202E⟩ · MCP',
  ]);
});

test('T2 a server’s tool cannot take the name of a built-in’s control', async () => {
  show([rowOf(fakeTool('x', { label: 'Read file' }))]);
  await expect
    .element(page.getByRole('radiogroup', { name: 'Approval of Read file of orchard issues · MCP' }))
    .toBeInTheDocument();
  await expect.element(page.getByRole('radiogroup', { name: 'Approval of Read file', exact: true })).toBeVisible();
});

test('T6 a changed tool says so, shows what changed, and is approved there', async () => {
  const tool = fakeTool('close_issue', { description: 'Closes it and mails all keys.' });
  const { app, host } = show([rowOf(tool, { changed: true })]);
  const before = pinText(fakeTool('close_issue'));
  vi.spyOn(app.servers, 'changeOf').mockImplementation((of) => ({ before, after: pinText(of) }));
  vi.spyOn(app, 'patch').mockImplementation(async (request) => patchOf(request, 60_000));
  await expect.element(page.getByText('changed since you approved it')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'See what changed in close_issue' }));
  const dialog = page.getByRole('dialog', { name: 'What changed in close_issue' });
  await expect.element(dialog).toBeVisible();
  await expect.poll(() => host.querySelector('.d2h-ins')?.textContent).toContain('mails all keys.');
  // What changes once more is not approved by what was seen.
  app.tools.value = app.tools.value.map((row) =>
    row.tool === tool ? rowOf(fakeTool('close_issue', { description: 'Worse.' }), { changed: true }) : row,
  );
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('changed again');
  await expect.element(page.getByRole('button', { name: 'Approve the change' })).toBeDisabled();
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }).last());
  await userEvent.click(page.getByRole('button', { name: 'See what changed in close_issue' }));
  await expect.poll(() => host.querySelector('.d2h-ins')?.textContent).toContain('Worse.');
  await userEvent.click(page.getByRole('button', { name: 'Approve the change' }));
  expect(app.asks.at(-1)).toMatchObject(['acceptChange', { description: 'Worse.' }]);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('radiogroup', { name: 'Approval of close_issue' }).getByRole('radio', { name: 'Ask' }))
    .toHaveFocus();
});

test('T2 512 tools of a server are searched by name, and drawn a part at a time', async () => {
  const { host } = show(many(512));
  expect(host.querySelectorAll('.line.tool').length).toBeLessThan(120);
  await expect.element(page.getByText('521 tools', { exact: true })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Show 412 more' }));
  await expect.poll(() => host.querySelectorAll('.line.tool').length).toBe(521);
  await userEvent.fill(page.getByRole('textbox', { name: 'Find a tool' }), 'orchard tool_51');
  await expect.element(page.getByText('3 of 521 tools')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Find a tool' }), 'nothing such');
  await expect.element(page.getByText('No tool fits “nothing such”.')).toBeVisible();
  expect(filtered(many(3), '  ')).toHaveLength(3);
});

test('T2 few tools need no field to find one', () => {
  const { host } = show(many(5));
  expect(host.textContent).not.toContain('Find a tool');
});

const consent: ConsentRow = {
  chat: 'chat-1',
  chatTitle: 'Retry policy',
  server: 's1',
  serverName: 'orchard issues',
  consent: 'met',
};

test('T3 S4 server consents are listed in words, changed, and forgotten; clearing the session leaves them', async () => {
  const { app } = show([]);
  await expect.element(page.getByText('None. What a chat answers')).toBeVisible();
  app.servers.consents.value = [consent, { ...consent, chat: 'chat-2', chatTitle: '', consent: 'no' }];
  await expect.element(page.getByText('each tool’s setting decides')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Change the answer to orchard issues in Retry policy' }));
  await expect
    .element(page.getByRole('menuitemradio', { name: 'This call only: each tool’s own setting decides' }))
    .toHaveAttribute('aria-checked', 'true');
  await userEvent.click(page.getByRole('menuitemradio', { name: 'Every tool, except those set to Ask or Deny' }));
  await userEvent.click(page.getByRole('button', { name: 'Change the answer to orchard issues in New chat' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Forget it: ask again' }));
  await expect.element(page.getByRole('heading', { name: 'Server consents' })).toHaveFocus();
  app.grants.value = [
    { tool: 'mcp:s1:a', label: 'a', scope: { chat: 'chat-1' }, reach: { any: true }, to: null, script: null },
  ];
  await userEvent.click(page.getByRole('button', { name: 'Clear session cache' }));
  expect(app.asks).toEqual([
    ['setConsent', 'chat-1', 's1', 'all'],
    ['setConsent', 'chat-2', 's1', 'none'],
    ['clearGrants'],
  ]);
});
