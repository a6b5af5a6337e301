import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Outcome } from '../core/outcome.ts';
import type { ChatRecord } from '../core/records.ts';
import type { PinRecord, Roster, ServerRecord } from '../core/server.ts';
import { isPin, isRoster, isServer, isSignIn } from './servershapes.ts';
import { isChat } from './shapes.ts';
import type { Listed } from './table.ts';
import { chatRecord, databaseAt, faultOf, freshName, must, serverRecord, storeAt } from './testing/fresh.ts';

const sealed = { iv: new Uint8Array(12), bytes: new Uint8Array([1, 2]) };
const tool = (server: string, name: string) =>
  ({
    key: `mcp:${server}:${name}`,
    name,
    label: name,
    description: 'x',
    schema: { type: 'object' },
    effect: 'write',
    source: { from: 'mcp', server },
    readOnlyHint: null,
  }) as const;
const roster = (id: string): Roster => ({
  id,
  tools: [tool(id, 'search')],
  left: [],
  info: null,
  dialect: 'sdk',
  at: 1,
});
const pin = (server: string, name: string): PinRecord => ({ id: `mcp:${server}:${name}`, server, text: 'x', at: 1 });

/** A database with two servers that have everything there is. */
async function furnished() {
  const name = freshName();
  const store = await storeAt(name);
  for (const id of ['s1', 's2', 's10']) {
    must(await store.servers.add(serverRecord(id)));
    must(await store.rosters.put(roster(id)));
    must(await store.pins.put(pin(id, 'search')));
    must(await store.pins.put(pin(id, 'a:b;c')));
    must(await store.signins.put({ id, sealed }));
  }
  must(
    await store.settings.change((now) => ({
      ...now,
      instructions: 'Be brief.',
      tools: { grep: 'deny', 'mcp:s1:search': 'always', 'mcp:s10:search': 'ask', 'mcp:s2:search': 'deny' },
    })),
  );
  must(await store.chats.put(chatRecord('one', { consents: { s1: 'all', s2: 'no' } })));
  must(await store.chats.put(chatRecord('two', { consents: { s1: 'no', s10: 'met' } })));
  must(await store.chats.put(chatRecord('three')));
  return { name, store };
}

test('M3 removing a server forgets its settings, pins, consents, tokens and list in one step, and nothing of the others', async () => {
  const { name, store } = await furnished();
  must(await store.servers.remove('s1'));
  store.close();
  const again = await storeAt(name);
  const ids = async (table: 'servers' | 'rosters' | 'pins' | 'signins') => {
    const listed: Outcome<Listed<{ readonly id: string }>> = await again[table].list();
    return must(listed)
      .records.map((one) => one.id)
      .toSorted();
  };
  expect(await ids('servers')).toEqual(['s10', 's2']);
  expect(await ids('rosters')).toEqual(['s10', 's2']);
  expect(await ids('signins')).toEqual(['s10', 's2']);
  expect(await ids('pins')).toEqual(['mcp:s10:a:b;c', 'mcp:s10:search', 'mcp:s2:a:b;c', 'mcp:s2:search']);
  expect(must(await again.settings.read()).settings).toMatchObject({
    instructions: 'Be brief.',
    tools: { grep: 'deny', 'mcp:s10:search': 'ask', 'mcp:s2:search': 'deny' },
  });
  expect(Object.keys(must(await again.settings.read()).settings.tools)).toHaveLength(3);
  const chats = must(await again.chats.list()).records;
  expect(Object.fromEntries(chats.map((one) => [one.id, one.consents]))).toEqual({
    one: { s2: 'no' },
    two: { s10: 'met' },
    three: undefined,
  });
});

test('S5 a changed policy and what it forgets are kept together; another change forgets nothing', async () => {
  const { store } = await furnished();
  const changed = must(await store.servers.changeAnew('s1', (now) => ({ ...now, policy: 'always' })));
  expect(changed.policy).toBe('always');
  expect(must(await store.chats.get('one'))?.consents).toEqual({ s2: 'no' });
  must(await store.servers.change('s2', (now) => ({ ...now, name: 'Other' })));
  expect(must(await store.chats.get('one'))?.consents).toEqual({ s2: 'no' });
  const never = await store.servers.changeAnew('s3', (now) => ({ ...now, policy: 'never' }));
  expect(faultOf(never)).toMatch(/^not-found: /u);
});

test('M3 consents of one server can be forgotten alone, unreadable ones too', async () => {
  const { name, store } = await furnished();
  const raw = await databaseAt(name);
  await raw.put('chats', { ...chatRecord('odd'), consents: 'yes' } as unknown as ChatRecord);
  must(await store.servers.forgetConsents('s1'));
  expect(must(await store.chats.get('two'))?.consents).toEqual({ s10: 'met' });
  expect(must(await store.chats.get('odd'))?.consents).toEqual({});
});

test('M3 two tabs that add one address at once get one server', async () => {
  const name = freshName();
  const tabs = await Promise.all([storeAt(name), storeAt(name)]);
  const url = 'https://mcp.example.com/';
  const added = await Promise.all(tabs.map((tab, at) => tab.servers.add(serverRecord(`s${at}`, { url }))));
  expect(added.map((one) => (one.ok ? 'ok' : one.fault.code)).toSorted()).toEqual(['exists', 'ok']);
});

test('G11 a chat whose answers to servers are damaged is not lost: the gate is to refuse them', async () => {
  const name = freshName();
  const store = await storeAt(name);
  const raw = await databaseAt(name);
  for (const consents of ['all', 7, null, ['all'], { s1: 'ALL' }, { s1: null }]) {
    await raw.put('chats', { ...chatRecord('one'), consents } as unknown as ChatRecord);
    expect(must(await store.chats.list())).toMatchObject({ unreadable: [], records: [{ id: 'one', consents }] });
  }
});

const whole: ServerRecord = serverRecord('s1', {
  policy: 'odd',
  headers: [{ name: 'X-Key', value: sealed, secret: true }],
  client: { id: 'c', secret: sealed },
});
const full: Roster = {
  ...roster('s1'),
  tools: [{ ...tool('s1', 'search'), result: {}, hints: { readOnlyHint: 'odd' } }],
  info: { name: 'n', title: null, version: '1', protocol: '2025-11-25', instructions: null, tellsChanges: true },
};

test('G11 W6 sound records of servers pass, and each lacks no field unnoticed', () => {
  const cases: readonly (readonly [(value: unknown) => boolean, object, readonly string[]])[] = [
    [isServer, whole, []],
    [isRoster, full, []],
    [isPin, pin('s1', 'x'), []],
    [isSignIn, { id: 's1', sealed }, []],
  ];
  for (const [sound, record] of cases) {
    expect(sound(record)).toBe(true);
    for (const field of Object.keys(record)) {
      const without = Object.fromEntries(Object.entries(record).filter(([name]) => name !== field));
      expect([field, sound(without)]).toEqual([field, false]);
    }
  }
});

/** Values of any kind at every place of a sound record. */
const garbage = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withTypedArray: true,
  withNullPrototype: true,
});

test('W6 garbage never passes for a record of a server, and never throws', () => {
  fc.assert(
    fc.property(garbage, (value) => {
      for (const sound of [isServer, isRoster, isPin, isSignIn, isChat]) expect(sound(value)).toBe(false);
    }),
    { seed: 7, numRuns: 500 },
  );
});

test('W6 a sound record with one field of garbage passes only where any value is right there', () => {
  const right: Readonly<Record<string, (value: unknown) => boolean>> = {
    policy: (value) => value === null || typeof value === 'string',
    client: (value) => value === null,
    info: (value) => value === null,
    enabled: (value) => typeof value === 'boolean',
    audience: (value) => value === 'all' || value === 'primary',
    dialect: (value) => value === 'sdk' || value === 'client',
    made: Number.isFinite,
    at: Number.isFinite,
    headers: (value) => Array.isArray(value) && value.length === 0,
    tools: (value) => Array.isArray(value) && value.length === 0,
    left: (value) => Array.isArray(value) && value.every((one) => typeof one === 'string'),
    sealed: () => false,
  };
  const text = (value: unknown): boolean => typeof value === 'string';
  const samples = [
    [isServer, whole],
    [isRoster, full],
    [isPin, pin('s1', 'x')],
    [isSignIn, { id: 's1', sealed }],
  ] as const;
  fc.assert(
    fc.property(fc.constantFrom(...samples), fc.nat(), garbage, ([sound, record], at, value) => {
      const fields = Object.keys(record);
      const field = fields[at % fields.length] ?? '';
      expect(sound({ ...record, [field]: value })).toBe((right[field] ?? text)(value));
    }),
    { seed: 11, numRuns: 1_000 },
  );
});
