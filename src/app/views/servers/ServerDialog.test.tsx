import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail, ok } from '../../../core/outcome.ts';
import type { Connection, Explained, ServerRecord } from '../../../core/server.ts';
import type { ServerDraft } from '../../../core/serverdraft.ts';
import { fakeApp } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeInfo, fakeServer, fakeServers, fakeServerView } from '../testing/servers.ts';
import { Servers } from './Servers.tsx';

beforeEach(() => page.viewport(1_280, 900));
afterEach(unmountAll);

const refused: Explained = { kind: 'unreachable', text: 'Nobody answers there.', fixes: [], sure: true };
const sealed = { iv: new Uint8Array(12), bytes: new Uint8Array(8) };

/** A page of servers whose `save` answers what the test says, and keeps what it answered in the list. */
function at(...records: readonly ServerRecord[]) {
  const app = fakeApp();
  const servers = fakeServers(
    app.asks,
    records.map((record) => fakeServerView(record)),
  );
  let answer: Awaited<ReturnType<typeof servers.save>> | null = null;
  const made = {
    ...app,
    servers: {
      ...servers,
      save: (draft: ServerDraft) => {
        app.asks.push(['save', draft]);
        const id = draft.id ?? `s${servers.list.value.length + 1}`;
        const kept = answer ?? ok(fakeServer({ id, name: draft.name, url: draft.url }));
        if (kept.ok) become(kept.value.id, { at: 'idle' }, kept.value);
        return Promise.resolve(kept);
      },
    },
  };
  const become = (id: string, connection: Connection, record: ServerRecord = fakeServer({ id })): void => {
    const others = servers.list.value.filter((one) => one.record.id !== id);
    const known = servers.list.value.find((one) => one.record.id === id)?.record ?? record;
    servers.list.value = [...others, fakeServerView(known, connection)];
  };
  mount(<Servers />, made);
  return {
    ...made,
    become,
    /** The next saves answer this. */
    answering: (kept: Awaited<ReturnType<typeof servers.save>> | null) => {
      answer = kept;
    },
  };
}

const dialog = page.getByRole('dialog');
const field = (name: string): ReturnType<typeof dialog.getByRole> => dialog.getByRole('textbox', { name, exact: true });
const open = (): Promise<void> => userEvent.click(page.getByRole('button', { name: 'Add', exact: true }));

test('M2 a server is added: defaults, then connecting, then its tools, all in the dialog', async () => {
  const app = at();
  await open();
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(dialog.getByRole('checkbox', { name: 'Offer tools to every model' })).not.toBeChecked();
  await expect.element(dialog.getByText('never whether a call runs')).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'Ask once per chat' })).toBeChecked();
  await userEvent.fill(field('Name'), 'orchard');
  await userEvent.fill(field('Base URL'), 'https://mcp.example.com/mcp');
  await userEvent.fill(dialog.getByLabelText('Bearer token'), 'tok');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Offer tools to every model' }));
  await userEvent.click(dialog.getByRole('radio', { name: 'Ask every time' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  expect(app.asks).toEqual([
    [
      'save',
      {
        id: null,
        name: 'orchard',
        about: '',
        url: 'https://mcp.example.com/mcp',
        audience: 'all',
        policy: 'always',
        headers: [{ name: 'Authorization', value: 'Bearer tok', secret: true }],
        client: null,
      },
    ],
  ]);
  await expect.element(dialog.getByText('Connecting to orchard…').first()).toBeVisible();
  app.become('s1', { at: 'connecting' });
  await expect.element(dialog.getByText('Connecting to orchard…').first()).toBeVisible();
  app.become('s1', { at: 'ready', info: fakeInfo });
  await expect.element(dialog.getByText('Connected: 2 tools.')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Add', exact: true })).toHaveFocus();
});

test('M6 a connection that fails is explained in the dialog; what was typed stays, and another address replaces the first', async () => {
  const app = at();
  await open();
  await userEvent.fill(field('Base URL'), 'https://mcp.example.com/wrong');
  await userEvent.fill(dialog.getByLabelText('Bearer token'), 'tok');
  await userEvent.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  app.become('s1', { at: 'failed', why: refused });
  await expect.element(dialog.getByText('Nobody answers there.')).toBeVisible();
  await expect.element(dialog.getByLabelText('Bearer token')).toHaveValue('tok');
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(app.asks.at(-1)).toEqual(['refreshServer', 's1']);
  await userEvent.fill(field('Base URL'), 'https://mcp.example.com/mcp');
  await userEvent.click(dialog.getByRole('button', { name: 'Save', exact: true }));
  await expect.poll(() => app.asks.at(-1)).toEqual(['removeServer', 's1']);
  expect(app.asks.at(-2)?.[1]).toMatchObject({
    id: null,
    url: 'https://mcp.example.com/mcp',
    headers: [{ value: 'Bearer tok' }],
  });
});

test('M2 the same address saved again from the dialog changes the server that was just added', async () => {
  const app = at();
  await open();
  await userEvent.fill(field('Base URL'), 'https://mcp.example.com/mcp');
  await userEvent.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  app.become('s1', { at: 'failed', why: refused });
  await userEvent.fill(dialog.getByLabelText('Bearer token'), 'tok');
  await userEvent.click(dialog.getByRole('button', { name: 'Save', exact: true }));
  await expect.poll(() => app.asks.length).toBe(2);
  expect(app.asks.at(-1)).toMatchObject(['save', { id: 's1', headers: [{ value: 'Bearer tok' }] }]);
});

test('U6 faults stand at their fields, take the focus, and nothing that was typed is lost', async () => {
  const app = at();
  await open();
  await userEvent.fill(field('Name'), 'orchard');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a header' }));
  await userEvent.keyboard('Cookie');
  await userEvent.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  await expect.element(dialog.getByText('Give the whole address')).toBeVisible();
  await expect.element(dialog.getByText('Browsers do not let a page send Cookie.')).toBeVisible();
  await expect.element(field('Base URL')).toHaveFocus();
  await userEvent.click(dialog.getByRole('button', { name: 'Remove header Cookie' }));
  await expect.element(dialog.getByRole('button', { name: 'Add a header' })).toHaveFocus();
  await userEvent.fill(field('Base URL'), 'https://mcp.example.com/mcp');
  app.answering(fail('exists', 'This address is there already, as “notes”.'));
  await userEvent.keyboard('{Enter}');
  await expect.element(field('Base URL')).toHaveAccessibleDescription(/there already/u);
  app.answering(fail('storage', 'The disk is full.'));
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('The disk is full.');
  await expect.element(field('Name')).toHaveValue('orchard');
});

test('M3 editing keeps the URL, shows no stored value, and closes at once where nothing of the connection changed', async () => {
  const record = fakeServer({
    headers: [
      { name: 'Authorization', value: sealed, secret: true },
      { name: 'X-Team', value: sealed, secret: false },
    ],
    client: { id: 'client-1', secret: sealed },
  });
  const app = at(record);
  const edit = async (): Promise<void> => {
    await userEvent.click(page.getByRole('button', { name: 'Actions for orchard issues' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Edit…' }));
  };
  await edit();
  await expect.element(field('Base URL')).toHaveAttribute('readonly');
  await expect
    .element(dialog.getByText('The URL is the server’s identity; to change it remove and add again.'))
    .toBeVisible();
  await expect.element(dialog.getByLabelText('Bearer token')).toHaveValue('');
  await expect.element(field('Name of header 1')).toHaveAttribute('readonly');
  await expect.element(field('Client id')).toHaveValue('client-1');
  await expect.element(dialog.getByLabelText('Client secret')).toHaveValue('');
  await userEvent.click(dialog.getByRole('radio', { name: 'Never ask' }));
  await expect.element(dialog.getByText('forgets what chats have answered')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.asks.at(-1)).toMatchObject([
    'save',
    {
      id: 's1',
      policy: 'never',
      headers: [
        { name: 'Authorization', value: undefined },
        { name: 'X-Team', value: undefined },
      ],
      client: { id: 'client-1', secret: undefined },
    },
  ]);
  await edit();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Forget the stored token' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  app.become('s1', { at: 'failed', why: { ...refused, kind: 'sign-in' } });
  await userEvent.click(dialog.getByRole('button', { name: 'Sign in' }));
  expect(app.asks.at(-1)).toEqual(['signIn', 's1']);
});

test('M2 headers are told apart, a secret one is typed unseen', async () => {
  const app = at();
  await open();
  await userEvent.fill(field('Base URL'), 'https://mcp.example.com/mcp');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a header' }));
  await userEvent.keyboard('X-Api-Key{Tab}k1');
  await expect.element(dialog.getByLabelText('Value of header 1', { exact: true })).toHaveAttribute('type', 'password');
  await userEvent.click(dialog.getByRole('button', { name: 'Add a header' }));
  await expect.element(field('Name of header 2')).toHaveFocus();
  await userEvent.keyboard('X-Team{Tab}blue');
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Secret value of header 2' }));
  await expect.element(dialog.getByLabelText('Value of header 2', { exact: true })).toHaveAttribute('type', 'text');
  await userEvent.click(dialog.getByRole('button', { name: 'Add', exact: true }));
  expect(app.asks.at(-1)).toMatchObject([
    'save',
    {
      headers: [
        { name: 'X-Api-Key', value: 'k1', secret: true },
        { name: 'X-Team', value: 'blue', secret: false },
      ],
    },
  ]);
});

test('U1 the dialog is no wider than a window of 360 px', async () => {
  await page.viewport(360, 640);
  at();
  await open();
  await userEvent.click(dialog.getByRole('button', { name: 'Add a header' }));
  await userEvent.click(dialog.getByText('Advanced sign-in'));
  await expect.element(field('Client id')).toBeVisible();
  const body = document.querySelector('.dialog .body');
  expect(body?.scrollWidth).toBeLessThanOrEqual(body?.clientWidth ?? 0);
});
