import { beforeEach, expect, test } from 'vitest';
import type { ChatRecord, ProjectRecord, ProviderRecord } from '../core/records.ts';
import type { Store } from './store.ts';
import { chatRecord, databaseAt, freshName, must, storeAt } from './testing/fresh.ts';

let name: string;
let store: Store;
beforeEach(async () => {
  name = freshName();
  store = await storeAt(name);
});

test('W1 chats are listed, changed and found again after a reload', async () => {
  must(await store.chats.put(chatRecord('one')));
  must(
    await store.chats.put(chatRecord('two', { project: 'p', model: { provider: 'demo', model: 'm', name: 'Demo' } })),
  );
  must(await store.chats.change('one', (now) => ({ ...now, title: 'Renamed', renamed: true })));
  store.close();
  const again = await storeAt(name);
  const listed = must(await again.chats.list());
  expect(listed.records.map((chat) => [chat.id, chat.title])).toEqual([
    ['one', 'Renamed'],
    ['two', 'Where is the leak?'],
  ]);
  expect(listed.unreadable).toEqual([]);
  expect(must(await again.chats.get('two'))?.project).toBe('p');
  expect(must(await again.chats.get('three'))).toBeNull();
});

test('W1 changes from two tabs at once do not undo each other', async () => {
  const other = await storeAt(name);
  must(await store.chats.put(chatRecord('one', { touched: 0 })));
  const bumps = Array.from({ length: 20 }, (_, at) =>
    (at % 2 === 0 ? store : other).chats.change('one', (now) => ({ ...now, touched: now.touched + 1 })),
  );
  for (const bump of await Promise.all(bumps)) must(bump);
  expect(must(await store.chats.get('one'))?.touched).toBe(20);
});

test('W1 changing a record that was removed says so and does not bring it back', async () => {
  const changed = await store.chats.change('gone', (now) => ({ ...now, title: 'x' }));
  expect(changed).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(must(await store.chats.list()).records).toEqual([]);
});

test('W6 a damaged record is left out of the list by name, cannot be used, and can be removed', async () => {
  must(await store.chats.put(chatRecord('one')));
  const raw = await databaseAt(name);
  await raw.put('chats', { id: 'bad', title: 3 } as unknown as ChatRecord);
  expect(must(await store.chats.list())).toMatchObject({ records: [{ id: 'one' }], unreadable: ['bad'] });
  expect(await store.chats.get('bad')).toMatchObject({ ok: false, fault: { code: 'storage' } });
  expect(await store.chats.change('bad', (now) => now)).toMatchObject({ ok: false, fault: { code: 'storage' } });
  must(await store.chats.remove('bad'));
  expect(must(await store.chats.list()).unreadable).toEqual([]);
});

test('P1 a folder’s handle comes back from storage as a handle that still opens the folder', async () => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('granted', { create: true });
  await folder.getFileHandle('a.txt', { create: true });
  const record: ProjectRecord = { id: 'p1', name: 'granted', kind: 'folder', folder, made: 1 };
  must(await store.projects.put(record));
  store.close();
  const back = must(await (await storeAt(name)).projects.get('p1'));
  expect(back).toMatchObject({ id: 'p1', kind: 'folder' });
  const handle = back?.folder;
  if (!(handle instanceof FileSystemDirectoryHandle)) throw new Error('no handle came back');
  expect(await handle.isSameEntry(folder)).toBe(true);
  expect((await handle.getFileHandle('a.txt')).name).toBe('a.txt');
});

test('V1 a provider of a kind this program does not know is skipped and told of', async () => {
  const provider: ProviderRecord = {
    id: 'local',
    name: 'Ollama',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:11434/v1',
    key: null,
    models: ['m'],
    made: 1,
  };
  must(await store.providers.put(provider));
  const raw = await databaseAt(name);
  await raw.put('providers', { ...provider, id: 'odd', kind: 'telepathy' } as unknown as ProviderRecord);
  await raw.put('providers', { ...provider, id: 'bare', key: 'sk-plain' } as unknown as ProviderRecord);
  expect(must(await store.providers.list())).toEqual({ records: [provider], unreadable: ['bare', 'odd'] });
});
