import { openDB } from 'idb';
import { expect, test, vi } from 'vitest';
import type { Fault } from '../core/outcome.ts';
import { defaultSettings } from '../core/records.ts';
import { openDatabase } from './db.ts';
import { storageFault } from './fault.ts';
import { version } from './schema.ts';
import { chatRecord, databaseAt, faultOf, freshName, must, notice, serverRecord, storeAt } from './testing/fresh.ts';
import { eventually } from '../test/eventually.ts';

const watched = () => {
  const blocked: Fault[] = [];
  const closed: Fault[] = [];
  return { blocked, closed, watch: { blocked: (f: Fault) => blocked.push(f), closed: (f: Fault) => closed.push(f) } };
};

test('W1 a fresh database has a store for each kind of record, at the version of this program', async () => {
  const db = await databaseAt(freshName());
  expect(db.version).toBe(version);
  expect([...db.objectStoreNames]).toEqual([
    'chats',
    'events',
    'keys',
    'pins',
    'projects',
    'providers',
    'rosters',
    'servers',
    'settings',
    'signins',
  ]);
});

test('W1 a database that version 1 made is whole afterwards, and holds servers too', async () => {
  const name = freshName();
  // As the first version made it, written down here: its step must never change.
  const old = await openDB(name, 1, {
    upgrade(db) {
      db.createObjectStore('events', { keyPath: ['chat', 'seq'] });
      for (const store of ['chats', 'projects', 'providers']) db.createObjectStore(store, { keyPath: 'id' });
      db.createObjectStore('settings');
      db.createObjectStore('keys');
    },
  });
  const secret = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const event = { ...notice('said before'), chat: 'one', seq: 1 };
  const chat = chatRecord('one');
  const project = { id: 'p1', name: 'work', kind: 'browser', folder: null, made: 1 };
  const sealed = { iv: new Uint8Array(12), bytes: new Uint8Array([1, 2, 3]) };
  const provider = { id: 'x', name: 'X', kind: 'demo', baseUrl: '', key: sealed, models: ['m'], made: 1 };
  const settings = { tools: { file_write: 'deny' }, instructions: 'Be brief.', theme: 'dark' };
  await old.put('events', event);
  await old.put('chats', chat);
  await old.put('projects', project);
  await old.put('providers', provider);
  await old.put('settings', settings, 'settings');
  await old.put('keys', secret, 'secrets');
  old.close();

  const store = await storeAt(name);
  expect(must(await store.log.read('one'))).toEqual({ events: [event], unreadable: [] });
  expect(must(await store.chats.list())).toEqual({ records: [chat], unreadable: [] });
  expect(must(await store.projects.list()).records).toEqual([project]);
  expect(must(await store.providers.list()).records).toEqual([provider]);
  const read = must(await store.settings.read());
  expect(read.dropped).toEqual([]);
  expect(read.settings).toMatchObject({ ...settings, mcpCallMinutes: 10, registry: defaultSettings.registry });
  expect(must(await store.keys.open(must(await store.keys.seal('kept'))))).toBe('kept');
  const raw = await databaseAt(name);
  expect(await raw.get('keys', 'secrets')).toBeInstanceOf(CryptoKey);
  must(await store.servers.add(serverRecord('s1')));
  expect(must(await store.servers.list()).records).toHaveLength(1);
});

test('W1 a tab with a newer version takes over, and this one says that it can no longer save', async () => {
  const name = freshName();
  const { closed, watch } = watched();
  const old = await storeAt(name, watch);
  const newer = await openDB(name, version + 1);
  expect(newer.version).toBe(version + 1);
  expect(closed).toHaveLength(1);
  expect(closed[0]?.message).toMatch(/newer version.*Reload this tab/u);
  expect(await old.chats.put(chatRecord('one'))).toMatchObject({ ok: false, fault: { code: 'storage' } });
  newer.close();
});

test('W1 data of a newer version is left alone, with a fault that says so', async () => {
  const name = freshName();
  (await openDB(name, version + 7)).close();
  const opened = await openDatabase(watched().watch, name);
  expect(faultOf(opened)).toMatch(/^storage: .*newer version of Sluice/u);
});

test('W1 an older tab that does not let go is told of, and opening goes on once it is closed', async () => {
  const name = freshName();
  // Nothing is older than version 1 yet, so the program is made to ask for the next one.
  const old = await openDB(name, version);
  const open = indexedDB.open.bind(indexedDB);
  const raise = vi.spyOn(IDBFactory.prototype, 'open').mockImplementation((at) => open(at, version + 1));
  const { blocked, watch } = watched();
  const opening = openDatabase(watch, name);
  await eventually(() => expect(blocked).toHaveLength(1));
  raise.mockRestore();
  expect(blocked[0]).toMatchObject({ code: 'busy' });
  expect(blocked[0]?.message).toMatch(/Close the other Sluice tabs/u);
  old.close();
  const db = must(await opening);
  expect(db.version).toBe(version + 1);
  db.close();
});

/** A corner of this origin's storage that the browser itself holds to a quota. TypeScript does not know it yet. */
interface Buckets {
  open(name: string, options: { quota: number }): Promise<{ indexedDB: IDBFactory }>;
  delete(name: string): Promise<void>;
}

test('W6 a full disk is told as such, with what to do, and what was saved stays', async () => {
  const buckets = (navigator as unknown as { storageBuckets: Buckets }).storageBuckets;
  const name = freshName();
  const small = await buckets.open(name, { quota: 3_000_000 });
  vi.stubGlobal('indexedDB', small.indexedDB);
  const store = await storeAt(name);
  vi.unstubAllGlobals();
  must(await store.chats.put(chatRecord('one')));
  must(await store.log.append('one', notice('before')));
  for (const durable of [false, true]) {
    const full = await store.log.append('one', notice('x'.repeat(8_000_000)), durable);
    expect(faultOf(full)).toMatch(/^quota: .*full.*Remove chats or projects/u);
  }
  must(await store.log.append('one', notice('after')));
  expect(must(await store.log.read('one')).events).toMatchObject([
    { seq: 1, text: 'before' },
    { seq: 2, text: 'after' },
  ]);
  store.close();
  await buckets.delete(name);
});

test('U6 every failure of the browser’s storage has a message that says what to do', () => {
  for (const name of [
    'QuotaExceededError',
    'InvalidStateError',
    'VersionError',
    'DataCloneError',
    'UnknownError',
    'AbortError',
  ]) {
    const outcome = storageFault(new DOMException('it broke', name), 'save the chat');
    expect(faultOf(outcome)).toMatch(/^[a-z]+: Sluice could not save the chat: .+\. .*(again|Reload|report)/u);
  }
  expect(storageFault('odd', 'save the chat').ok).toBe(false);
});
