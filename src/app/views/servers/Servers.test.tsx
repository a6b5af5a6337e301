import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Explained } from '../../../core/server.ts';
import { Settings } from '../settings/Settings.tsx';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeServerView, fakeServers } from '../testing/servers.ts';

beforeEach(() => page.viewport(1_280, 900));
afterEach(unmountAll);

const cors: Explained = {
  kind: 'cors',
  text: 'The server answers, but does not let this page read the session.',
  fixes: [{ what: 'It must send:', code: 'Access-Control-Expose-Headers: Mcp-Session-Id' }],
  sure: false,
};

function at(...views: readonly ReturnType<typeof fakeServerView>[]): ReturnType<typeof fakeApp> & {
  readonly servers: ReturnType<typeof fakeServers>;
} {
  const app = fakeApp();
  const servers = fakeServers(app.asks, views);
  const made = { ...app, servers };
  made.route.value = { at: 'settings', page: 'servers', chat: null };
  mount(<Settings menu={null} />, made);
  return made;
}

const row = (name: string): ReturnType<typeof page.getByRole> => page.getByRole('listitem').filter({ hasText: name });
const openMenu = (name: string): Promise<void> =>
  userEvent.click(page.getByRole('button', { name: `Actions for ${name}` }));
const pick = async (name: string, item: string): Promise<void> => {
  await openMenu(name);
  await userEvent.click(page.getByRole('menuitem', { name: item }));
};

test('U6 with no server the page says what they are and how to add one', async () => {
  at();
  await expect.element(page.getByText('None yet.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Add', exact: true })).toBeVisible();
});

test('M3 F4 each row says state, tools and policy, and whom it is offered to; a disabled one has no chip', async () => {
  at(
    fakeServerView({ id: 'a', name: 'orchard issues', audience: 'all' }),
    fakeServerView({ id: 'b', name: 'notes', enabled: false, audience: 'all' }, { at: 'off' }),
    fakeServerView({ id: 'c', name: 'warehouse', policy: 'never' }, { at: 'idle' }),
    fakeServerView({ id: 'd', name: 'cellar', policy: 'sometimes' }, { at: 'connecting' }),
    fakeServerView({ id: 'e', name: 'attic' }, { at: 'failed', why: cors }),
    fakeServerView({ id: 'f', name: 'shed' }, { at: 'failed', why: { ...cors, kind: 'sign-in' } }),
    fakeServerView({ id: 'g', name: 'odd', policy: 'sometimes' }),
  );
  await expect
    .element(row('orchard issues'))
    .toHaveTextContent('orchard issuesconnected2 tools · asks once per chatAll models');
  await expect.element(row('notes')).toHaveTextContent(/^notesdisabledEdit…Enable/u);
  await expect.element(row('warehouse')).toHaveTextContent('idle · 2 tools · never asksPrimary only');
  await expect.element(row('cellar')).toHaveTextContent('connecting…Primary only');
  await expect.element(row('attic')).toHaveTextContent('cannot connect');
  await expect.element(row('shed')).toHaveTextContent('needs a sign-in');
  await expect.element(row('odd')).toHaveTextContent('asks: its policy is not known');
});

test('M6 a failed row says why, calls a guess one, gives the fix as code, and tries again or signs in by a click', async () => {
  const app = at(
    fakeServerView({ id: 'e', name: 'attic' }, { at: 'failed', why: cors }),
    fakeServerView(
      { id: 'f', name: 'shed' },
      { at: 'failed', why: { ...cors, kind: 'sign-in', sure: true, fixes: [] } },
    ),
  );
  const attic = row('attic');
  await expect.element(attic.getByText('This is a guess')).toBeVisible();
  await expect.element(attic.getByText('Access-Control-Expose-Headers: Mcp-Session-Id')).toBeVisible();
  await expect.element(attic.getByRole('button', { name: 'Copy' })).toBeVisible();
  await expect.element(attic.getByRole('button', { name: 'Sign in' })).not.toBeInTheDocument();
  await userEvent.click(attic.getByRole('button', { name: 'Try again to connect to attic' }));
  await expect.element(row('shed').getByText('This is a guess')).not.toBeInTheDocument();
  await userEvent.click(row('shed').getByRole('button', { name: 'Sign in to shed' }));
  expect(app.asks).toEqual([
    ['refreshServer', 'e'],
    ['signIn', 'f'],
  ]);
});

test('M6 several fixes are folded in a row until asked for', async () => {
  const fixes = ['Access-Control-Allow-Origin: *', 'Access-Control-Expose-Headers: Mcp-Session-Id'];
  at(
    fakeServerView(
      { id: 'e', name: 'attic' },
      { at: 'failed', why: { ...cors, fixes: fixes.map((code) => ({ what: 'Send:', code })) } },
    ),
  );
  await expect.element(page.getByText(fixes[1] ?? '')).not.toBeVisible();
  await userEvent.click(page.getByText('How to set it'));
  await expect.element(page.getByText(fixes[1] ?? '')).toBeVisible();
});

test('U3 a button that goes away with its note hands the focus to the row’s menu, and its end is read out', async () => {
  const app = at(fakeServerView({ id: 'e', name: 'attic' }, { at: 'failed', why: cors }));
  await userEvent.click(page.getByRole('button', { name: 'Try again to connect to attic' }));
  app.servers.list.value = [fakeServerView({ id: 'e', name: 'attic' }, { at: 'connecting' })];
  await expect.element(page.getByRole('button', { name: 'Actions for attic' })).toHaveFocus();
  app.servers.list.value = [fakeServerView({ id: 'e', name: 'attic' })];
  await expect
    .poll(() => document.querySelector('section > [aria-live]')?.textContent)
    .toBe('attic: 2 tools · asks once per chat');
});

test('M2 M8 registry, import and export open over the page and give the focus back; with no server there is no export', async () => {
  const app = at();
  await expect.element(page.getByRole('button', { name: 'Export…' })).not.toBeInTheDocument();
  app.servers.list.value = [fakeServerView()];
  for (const name of ['Browse registry', 'Import…', 'Export…']) {
    const button = page.getByRole('button', { name, exact: true });
    await userEvent.click(button);
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  }
});

test('M5 a sign-in whose window is lost can be given up', async () => {
  const app = at(fakeServerView({ id: 'f', name: 'shed' }, { at: 'signing-in' }));
  await expect.element(row('shed')).toHaveTextContent('waiting for the sign-in window…');
  await userEvent.click(page.getByRole('button', { name: 'Give up the sign-in to shed' }));
  expect(app.asks).toEqual([['giveUpSignIn', 'f']]);
});

test('M3 the menu enables, disables, refreshes, signs out and resets consents', async () => {
  const app = at(
    fakeServerView({ id: 'a', name: 'orchard' }, undefined, { signedIn: true }),
    fakeServerView({ id: 'b', name: 'notes', enabled: false }, { at: 'off' }),
  );
  app.servers.consents.value = [{ chat: 'c1', chatTitle: 'One', server: 'a', serverName: 'orchard', consent: 'all' }];
  await pick('orchard', 'Refresh');
  await pick('orchard', 'Disable');
  await pick('orchard', 'Sign out');
  await pick('orchard', 'Reset consents 1 chat');
  await pick('notes', 'Enable');
  await openMenu('notes');
  await expect.element(page.getByRole('menuitem', { name: 'Refresh' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('menuitem', { name: 'Reset consents none' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await pick('orchard', 'Details');
  expect(app.asks).toEqual([
    ['refreshServer', 'a'],
    ['enableServer', 'a', false],
    ['signOut', 'a'],
    ['resetConsents', 'a'],
    ['enableServer', 'b', true],
  ]);
  expect(app.inspecting.value).toEqual({ at: 'server', server: 'a' });
});

test('M3 removing asks first and says what is forgotten; the focus stays on the page', async () => {
  const app = at(fakeServerView({ id: 'a', name: 'orchard' }), fakeServerView({ id: 'b', name: 'notes' }));
  app.servers.consents.value = ['c1', 'c2'].map((chat) => ({
    chat,
    chatTitle: chat,
    server: 'a',
    serverName: 'orchard',
    consent: 'met' as const,
  }));
  await pick('orchard', 'Remove…');
  const dialog = page.getByRole('dialog', { name: 'Remove orchard?' });
  await expect.element(dialog).toHaveTextContent('what 2 chats have answered to it');
  await expect.element(dialog).toHaveTextContent('Old calls stay in their chats and keep its name');
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await expect.element(page.getByRole('button', { name: 'Actions for orchard' })).toHaveFocus();
  expect(app.asks).toEqual([]);
  await pick('orchard', 'Remove…');
  await userEvent.click(dialog.getByRole('button', { name: 'Remove', exact: true }));
  expect(app.asks).toEqual([['removeServer', 'a']]);
  app.servers.list.value = app.servers.list.value.slice(1);
  await expect.element(page.getByRole('heading', { name: 'Servers', exact: true })).toHaveFocus();
});

test('U3 the end of what was asked of a server is read out', async () => {
  const app = at(fakeServerView({ id: 'a', name: 'orchard' }, { at: 'idle' }));
  await pick('orchard', 'Refresh');
  app.servers.list.value = [fakeServerView({ id: 'a', name: 'orchard' })];
  await expect
    .poll(() => document.querySelector('section > [aria-live]')?.textContent)
    .toBe('orchard: 2 tools · asks once per chat');
});

test('T6 a name that hides characters shows them', async () => {
  at(fakeServerView({ id: 'a', name: 'safe\u202Egnp' }));
  await expect.element(page.getByText('safe⟨U+202E⟩gnp')).toBeVisible();
});

test('M1 M2 the longest call and the registry’s address are saved while they are valid', async () => {
  const app = at();
  await userEvent.click(page.getByText('Advanced', { exact: true }));
  const minutes = page.getByRole('textbox', { name: 'Longest call, in minutes' });
  await userEvent.fill(minutes, '0');
  await expect.element(page.getByRole('alert')).toHaveTextContent('whole minutes from 1');
  await userEvent.fill(minutes, '30');
  await userEvent.fill(page.getByRole('textbox', { name: 'Registry address' }), 'https://r.example.com/');
  expect(app.settings.value).toMatchObject({ mcpCallMinutes: 30, registry: 'https://r.example.com' });
  await userEvent.click(page.getByRole('button', { name: 'Back to the defaults' }));
  await expect.element(minutes).toHaveValue('10');
  expect(app.settings.value).toMatchObject({
    mcpCallMinutes: 10,
    registry: 'https://registry.modelcontextprotocol.io',
  });
  await expect.element(page.getByRole('button', { name: 'Back to the defaults' })).not.toBeInTheDocument();
});

test('U1 a page of servers is no wider than a window of 360 px', async () => {
  await page.viewport(360, 700);
  at(
    fakeServerView({ id: 'a', name: 'a-very-long-name-without-any-place-to-break-'.repeat(3), audience: 'all' }),
    fakeServerView({ id: 'e', name: 'attic' }, { at: 'failed', why: cors }, { roster: null }),
  );
  await expect.element(page.getByRole('button', { name: 'Actions for attic' })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
});
