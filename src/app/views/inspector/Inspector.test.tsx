import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Explained } from '../../../core/server.ts';
import { App } from '../App.tsx';
import { fakeApp, fakeChat } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeInfo, fakeServers, fakeServerView, fakeTool } from '../testing/servers.ts';
import { hintWords } from './hints.ts';
import { moment } from './moment.ts';

beforeEach(() => page.viewport(1_280, 900));
afterEach(unmountAll);

const gone: Explained = { kind: 'unreachable', text: 'Nobody answered there.', fixes: [], sure: true };
const noon = new Date(2026, 10, 30, 12, 0, 5).getTime();

function at(...views: readonly ReturnType<typeof fakeServerView>[]) {
  const chat = fakeChat();
  const app = fakeApp(chat);
  const made = { ...app, servers: fakeServers(app.asks, views), chatState: chat };
  mount(<App />, made);
  return made;
}

const panel = page.getByRole('complementary', { name: 'Inspector' });
const server = (id = 's1') => ({ at: 'server', server: id }) as const;

test('I3 a server’s detail: state, protocol, what it calls itself, policy, last error and requests', async () => {
  const info = { ...fakeInfo, instructions: 'Search before you answer.' };
  const roster = fakeServerView().state.roster;
  const app = at(
    fakeServerView(
      { audience: 'all', policy: 'never' },
      { at: 'ready', info },
      {
        roster: roster === null ? null : { ...roster, left: ['“bad”: its name is too long.'] },
        lastFault: { at: noon, why: gone },
        requests: [
          { at: noon, what: 'POST tools/call search', status: 200, ms: 12.4, fault: null },
          { at: noon, what: 'GET', status: 405, ms: 3, fault: null },
          { at: noon, what: 'POST initialize', status: null, ms: 9, fault: 'Failed to fetch' },
          { at: noon, what: 'POST ping', status: null, ms: null, fault: null },
          { at: noon, what: 'GET', status: null, ms: null, fault: null },
        ],
      },
    ),
  );
  app.inspecting.value = server();
  await expect.element(panel.getByRole('heading', { name: 'Inspector' })).toHaveFocus();
  await expect.element(panel.getByText('https://mcp.example.com/server')).toBeVisible();
  await expect.element(panel).toHaveTextContent('connected');
  await expect.element(panel).toHaveTextContent('Orchard issues (orchard) 1.2.0');
  await expect.element(panel).toHaveTextContent('2025-11-25');
  await expect.element(panel).toHaveTextContent('never asks');
  await expect.element(panel).toHaveTextContent('all models');
  await userEvent.click(panel.getByText('Instructions to models'));
  await expect.element(panel.getByText('Search before you answer.')).toBeVisible();
  await userEvent.click(panel.getByText('Left out (1)'));
  await expect.element(panel.getByText('“bad”: its name is too long.')).toBeVisible();
  await expect.element(panel.getByRole('heading', { name: /^Last error, .*12:00:05$/u })).toBeVisible();
  await expect.element(panel.getByText('Nobody answered there.')).toBeVisible();
  const rows = panel.getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('POST tools/call search20012 ms');
  await expect.element(rows.nth(2)).toHaveTextContent('GET4053 ms');
  await expect.element(rows.nth(3)).toHaveTextContent('POST initializeFailed to fetchnone9 ms');
  await expect.element(rows.nth(4)).toHaveTextContent('POST ping…running');
  await expect.element(rows.nth(5)).toHaveTextContent('GET…listening');
  expect(document.querySelectorAll('.requests .failed')).toHaveLength(1);
  await userEvent.click(panel.getByRole('button', { name: 'Refresh' }));
  expect(app.asks).toEqual([['refreshServer', 's1']]);
});

test('I3 T6 tools show annotations, description and schema, each drawn when it is opened and made visible', async () => {
  const tool = fakeTool('close_issue', {
    label: 'Close',
    description: 'Closes it.\u202EFor ever.',
    readOnlyHint: false,
    hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true, title: 'Close' },
    result: { type: 'object' },
  });
  const view = fakeServerView();
  const { roster } = view.state;
  const app = at({ ...view, state: { ...view.state, roster: roster === null ? null : { ...roster, tools: [tool] } } });
  app.inspecting.value = server();
  await expect.element(panel.getByRole('heading', { name: 'Tools (1)' })).toBeVisible();
  for (const word of ['makes changes', 'destructive', 'idempotent', 'open world'])
    await expect.element(panel.getByText(word, { exact: true })).toBeVisible();
  await expect.element(panel.getByText('Closes it.')).not.toBeInTheDocument();
  await userEvent.click(panel.getByText('close_issue'));
  await expect.element(panel.getByText('Closes it.⟨U+202E⟩For ever.')).toBeVisible();
  await userEvent.click(panel.getByText('Arguments (schema)'));
  await expect.element(panel.getByRole('region', { name: 'Schema of close_issue' })).toHaveTextContent('"required"');
  await userEvent.click(panel.getByText('Result (schema)'));
  await expect.element(panel.getByRole('region', { name: 'Result schema of close_issue' })).toBeVisible();
});

test('I3 the panel closes by its button or Escape, stops no answer, and gives the focus back', async () => {
  const app = at(fakeServerView());
  app.chatState.running.value = 'answer-1';
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await userEvent.click(field);
  app.inspecting.value = server();
  await expect.element(panel.getByRole('heading', { name: 'Inspector' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  expect(app.chatState.asks).toEqual([]);
  app.inspecting.value = server();
  await userEvent.click(panel.getByRole('button', { name: 'Close the inspector' }));
  expect(app.inspecting.value).toBeNull();
});

test('U3 looking at another server moves the focus into the panel again', async () => {
  const app = at(fakeServerView(), fakeServerView({ id: 's2', name: 'notes' }));
  app.inspecting.value = server();
  await expect.element(panel.getByRole('heading', { name: 'orchard issues' })).toBeVisible();
  await userEvent.click(page.getByRole('textbox', { name: 'Message', exact: true }));
  app.inspecting.value = server('s2');
  await expect.element(panel.getByRole('heading', { name: 'notes' })).toBeVisible();
  await expect.element(panel.getByRole('heading', { name: 'Inspector' })).toHaveFocus();
});

test('U1 under 1100 px the panel is a sheet over the page, no wider than a window of 360 px', async () => {
  await page.viewport(360, 700);
  const app = at(fakeServerView({ url: `https://mcp.example.com/${'a'.repeat(200)}` }));
  app.inspecting.value = server();
  const sheet = page.getByRole('dialog', { name: 'Inspector' });
  await expect.element(sheet.getByText('Tools (2)')).toBeVisible();
  const parts = document.querySelector('.inspector .parts');
  expect(parts?.scrollWidth).toBeLessThanOrEqual(parts?.clientWidth ?? 0);
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
});

test('I3 a server that is removed while it is shown says so', async () => {
  const app = at(fakeServerView());
  app.inspecting.value = server();
  await expect.element(panel.getByText('Tools (2)')).toBeVisible();
  app.servers.list.value = [];
  await expect.element(panel.getByText('This server was removed.')).toBeVisible();
});

test('U1 512 tools are drawn a piece at a time and found by a filter', async () => {
  const tools = Array.from({ length: 512 }, (_, at) =>
    fakeTool(`tool_${at}`, { description: 'word '.repeat(400), hints: { destructiveHint: true, openWorldHint: true } }),
  );
  const view = fakeServerView();
  const { roster } = view.state;
  const app = at({ ...view, state: { ...view.state, roster: roster === null ? null : { ...roster, tools } } });
  // Loads the panel's part before it is measured.
  app.inspecting.value = server('other');
  await expect.element(panel.getByText('This server was removed.')).toBeVisible();
  app.inspecting.value = server();
  await expect.element(panel.getByText('Tools (512)')).toBeVisible();
  expect(document.querySelectorAll('.inspector .tools > li')).toHaveLength(50);
  await userEvent.click(panel.getByRole('button', { name: 'Show 50 more of 462' }));
  await expect.poll(() => document.activeElement?.textContent).toContain('tool_50');
  await userEvent.fill(panel.getByRole('searchbox', { name: 'Filter the tools' }), 'tool_511');
  await expect.poll(() => document.querySelectorAll('.inspector .tools > li').length).toBe(1);
  await userEvent.fill(panel.getByRole('searchbox', { name: 'Filter the tools' }), 'nothing-like-it');
  await expect.element(panel.getByText('Nothing matches.')).toBeVisible();
});

test('M4 the strip counts servers whose tools are known and that are connected or idle, and failed ones apart', async () => {
  const app = at(
    fakeServerView({ id: 'a' }),
    fakeServerView({ id: 'b' }, { at: 'idle' }),
    fakeServerView({ id: 'c' }, { at: 'idle' }, { roster: null }),
    fakeServerView({ id: 'd', enabled: false }, { at: 'off' }),
    fakeServerView({ id: 'e' }, { at: 'failed', why: gone }),
  );
  const strip = page.getByRole('link', { name: 'MCP · 2 available 1 error' });
  await expect.element(strip).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await userEvent.click(strip);
  await expect.element(page.getByRole('heading', { name: 'MCP servers', level: 2 })).toBeVisible();
  app.servers.list.value = [];
  await expect.element(page.getByRole('link', { name: 'MCP · 0 available' })).toBeVisible();
});

test('I3 annotations are told as words; a time of another day has its date', () => {
  const words = (hints: Record<string, boolean>, readOnlyHint: boolean | null) =>
    hintWords(fakeTool('x', { hints, readOnlyHint })).map((one) => one.words);
  expect(words({ destructiveHint: true, idempotentHint: true }, true)).toEqual(['read-only']);
  expect(words({ destructiveHint: true, openWorldHint: true }, null)).toEqual(['destructive', 'open world']);
  expect(words({ destructiveHint: false, openWorldHint: false }, null)).toEqual([]);
  expect(moment(noon, noon + 1_000)).toBe('12:00:05');
  expect(moment(noon, noon + 86_400_000)).toBe('30 Nov 2026, 12:00:05');
});
