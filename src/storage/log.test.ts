import { beforeEach, expect, test, vi } from 'vitest';
import type { LogEvent } from '../core/log.ts';
import type { Store } from './store.ts';
import {
  chatRecord,
  databaseAt,
  faultOf,
  freshName,
  growing,
  must,
  notice,
  started,
  storeAt,
} from './testing/fresh.ts';

let name: string;
let store: Store;
beforeEach(async () => {
  name = freshName();
  store = await storeAt(name);
  must(await store.chats.put(chatRecord('one')));
  must(await store.chats.put(chatRecord('two')));
});

const texts = (events: readonly LogEvent[]): string[] =>
  events.map((event) => ('text' in event ? event.text : event.kind));
const readTexts = async (from: Store, chat: string): Promise<string[]> => texts(must(await from.log.read(chat)).events);

test('W1 events are numbered from 1 in each chat and read back in order', async () => {
  for (const text of ['a', 'b', 'c']) must(await store.log.append('one', notice(text)));
  must(await store.log.append('two', notice('x')));
  const read = must(await store.log.read('one'));
  expect(read.events.map((event) => event.seq)).toEqual([1, 2, 3]);
  expect(texts(read.events)).toEqual(['a', 'b', 'c']);
  expect(read.unreadable).toEqual([]);
  expect(must(await store.log.last('two'))).toMatchObject({ chat: 'two', seq: 1, text: 'x' });
  expect(must(await store.log.last('none'))).toBeNull();
});

test('W1 numbers stay in order past nine and ninety-nine, since they sort as numbers', async () => {
  await Promise.all(Array.from({ length: 120 }, (_, at) => store.log.append('one', notice(String(at)))));
  expect(await readTexts(store, 'one')).toEqual(Array.from({ length: 120 }, (_, at) => String(at)));
  expect(must(await store.log.last('one'))?.seq).toBe(120);
});

test('W1 two connections that append at once lose nothing and never share a number', async () => {
  const other = await storeAt(name);
  const made = await Promise.all(
    Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? store : other).log.append('one', notice(String(at)))),
  );
  expect(new Set(made.map((event) => must(event).seq)).size).toBe(40);
  expect((await readTexts(other, 'one')).toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 40 }, (_, at) => String(at)),
  );
});

test('W1 what was appended is there after a reload', async () => {
  must(await store.log.append('one', notice('kept'), true));
  store.close();
  expect(await readTexts(await storeAt(name), 'one')).toEqual(['kept']);
});

test('W1 a durable event asks the browser for strict durability, another does not', async () => {
  const begin = vi.spyOn(IDBDatabase.prototype, 'transaction');
  must(await store.log.append('one', started('c1'), true));
  expect(begin.mock.results.at(-1)?.value).toMatchObject({ durability: 'strict' });
  must(await store.log.append('one', notice('x')));
  expect(begin.mock.results.at(-1)?.value).not.toMatchObject({ durability: 'strict' });
  begin.mockRestore();
});

test('W1 a growing part is saved again in its place', async () => {
  const first = must(await store.log.append('one', growing('Hel', false)));
  must(await store.log.append('one', notice('between')));
  const saves = ['Hello', 'Hello wor', 'Hello world'].map((text, at) =>
    store.log.grow({ ...first, ...growing(text, at === 2) }),
  );
  for (const save of await Promise.all(saves)) must(save);
  expect(must(await store.log.read('one')).events).toMatchObject([
    { seq: 1, text: 'Hello world', done: true },
    { seq: 2, text: 'between' },
  ]);
});

test('W1 growing replaces neither another event nor one that does not grow', async () => {
  const part = must(await store.log.append('one', growing('a', false)));
  const other = must(await store.log.append('one', notice('stays')));
  expect(await store.log.grow(other)).toMatchObject({ ok: false, fault: { code: 'bug' } });
  expect(await store.log.grow({ ...part, seq: other.seq })).toMatchObject({ ok: false, fault: { code: 'bug' } });
  expect(await readTexts(store, 'one')).toEqual(['a', 'stays']);
});

test('W1 removing a chat removes its events and no others, and nothing brings them back', async () => {
  const part = must(await store.log.append('one', growing('a', false)));
  must(await store.log.append('two', notice('stays')));
  must(await store.chats.remove('one'));
  expect(await readTexts(store, 'one')).toEqual([]);
  expect(await store.log.grow(part)).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  const late = await store.log.append('one', notice('late'));
  expect(faultOf(late)).toMatch(/^not-found: .*chat was removed/u);
  expect(await readTexts(store, 'one')).toEqual([]);
  expect(await readTexts(store, 'two')).toEqual(['stays']);
});

test('U5 W1 a chat that begins with its events is there whole, or not at all', async () => {
  const first = [notice('a'), started('call00001')];
  must(await store.log.begin(chatRecord('three'), first));
  expect(must(await store.log.read('three')).events.map(({ seq, chat, kind }) => [seq, chat, kind])).toEqual([
    [1, 'three', 'notice'],
    [2, 'three', 'started'],
  ]);
  expect(must(await store.log.append('three', notice('b'))).seq).toBe(3);
  // A chat of that name stands already: neither it nor its events are touched.
  expect((await store.log.begin(chatRecord('three', { title: 'Other' }), first)).ok).toBe(false);
  expect(must(await store.log.read('three')).events).toHaveLength(3);
  // What cannot be kept of the second event takes the first and the record with it.
  const broken = { ...notice('x'), text: (() => undefined) as unknown as string };
  expect((await store.log.begin(chatRecord('four'), [notice('a'), broken])).ok).toBe(false);
  expect(must(await store.chats.list()).records.map(({ id }) => id)).toEqual(['one', 'three', 'two']);
  expect(must(await store.log.read('four')).events).toEqual([]);
});

test('W1 a chat whose id begins like another’s is kept apart', async () => {
  must(await store.chats.put(chatRecord('one1')));
  must(await store.log.append('one1', notice('other')));
  must(await store.log.append('one', notice('mine')));
  expect(await readTexts(store, 'one')).toEqual(['mine']);
});

test('W6 corrupt records are skipped and told of, and the rest of the chat stands', async () => {
  for (const text of ['a', 'b', 'c', 'd', 'e']) must(await store.log.append('one', notice(text)));
  const raw = await databaseAt(name);
  const damage = async (value: unknown): Promise<void> => {
    await raw.put('events', value as LogEvent);
  };
  const [, second] = must(await store.log.read('one')).events;
  await damage({ ...second, text: 7 });
  await damage({ chat: 'one', seq: 4, kind: 'from-the-future' });
  await damage({ chat: 'one', seq: 5 });
  const read = must(await store.log.read('one'));
  expect(texts(read.events)).toEqual(['a', 'c']);
  expect(read.unreadable).toEqual([2, 4, 5]);
  expect(must(await store.log.last('one'))?.seq).toBe(3);
  expect(must(await store.log.append('one', notice('after'))).seq).toBe(6);
});

test('W6 a record that the browser itself cannot read does not take the others with it', async () => {
  for (const text of ['a', 'b', 'c']) must(await store.log.append('one', notice(text)));
  // As Chromium does where the file of one large record is gone.
  const gone = new DOMException('Failed to read large IndexedDB value', 'DataError');
  const all = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    throw gone;
  });
  const { get } = IDBObjectStore.prototype;
  const one = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function read(this: IDBObjectStore, key) {
    if (Array.isArray(key) && key[1] === 2) throw gone;
    return get.call(this, key);
  });
  const read = must(await store.log.read('one'));
  expect(texts(read.events)).toEqual(['a', 'c']);
  expect(read.unreadable).toEqual([2]);
  one.mockRestore();
  all.mockRestore();
});

test('W6 after the connection was closed every verb fails with what to do, and throws nothing', async () => {
  const event = must(await store.log.append('one', growing('a', false)));
  store.close();
  const answers = await Promise.all([
    store.log.append('one', notice('b')),
    store.log.grow(event),
    store.log.read('one'),
    store.log.last('one'),
    store.chats.list(),
    store.chats.put(chatRecord('three')),
    store.chats.remove('one'),
    store.settings.read(),
    store.settings.change((now) => now),
    store.keys.seal('secret-text'),
  ]);
  for (const answer of answers) {
    expect(faultOf(answer)).toMatch(/^storage: .*Reload this tab/u);
  }
});
