/** MCP servers, and what is kept about each (section M). Header values and sign-ins lie in them sealed (row X5). */
import type { ServerId } from '../core/ids.ts';
import { isObject } from '../core/json.ts';
import { fail, ok, type Outcome } from '../core/outcome.ts';
import type { PinRecord, Roster, ServerRecord, SignInRecord } from '../core/server.ts';
import { transact } from './fault.ts';
import type { Database } from './schema.ts';
import { isPin, isRoster, isServer, isSignIn } from './servershapes.ts';
import { tableOf, type Table } from './table.ts';

/** The lists that servers had last (row M4). */
export const rostersIn = (db: Database): Table<Roster> =>
  tableOf(db, 'rosters', 'the server’s list of tools', isRoster);
/** What tools were when they were last allowed (row T6). */
export const pinsIn = (db: Database): Table<PinRecord> => tableOf(db, 'pins', 'the pinned tool', isPin);
/** On the disk before it counts: a refresh token is often good for one use, and its successor cannot be asked for again. */
export const signInsIn = (db: Database): Table<SignInRecord> =>
  tableOf(db, 'signins', 'the sign-in', isSignIn, 'strict');

/** Servers. `remove` forgets all of row M3 with them; what belongs together is one transaction, so that a crash leaves no half. */
export interface ServerTable extends Table<ServerRecord> {
  /** Fails with `exists` where a server of that URL is there, perhaps since a moment ago in another tab. */
  add(record: ServerRecord): Promise<Outcome<void>>;
  /** Changes the record and forgets what chats answered to the server (row S5), both or neither. */
  changeAnew(id: ServerId, how: (now: ServerRecord) => ServerRecord): Promise<Outcome<ServerRecord>>;
  /** Forgets what chats answered to the server (row M3 "Reset consents"). */
  forgetConsents(id: ServerId): Promise<Outcome<void>>;
}

/** The keys of one server's tools. An id holds no colon, and `;` is the character after it. */
const keysOf = (id: ServerId): IDBKeyRange => IDBKeyRange.bound(`mcp:${id}:`, `mcp:${id};`, false, true);

const removed = fail('not-found', 'Sluice could not save the server: it was removed, perhaps in another tab.');
const damaged = fail(
  'storage',
  'A stored record of the server is damaged and cannot be used. Remove it and add it anew.',
);

/** Servers, and what goes with them in one step. */
export function serversIn(db: Database): ServerTable {
  return {
    ...tableOf(db, 'servers', 'the server', isServer),
    add: (record) =>
      transact(
        'save the server',
        () => db.transaction('servers', 'readwrite'),
        async ({ store }) => {
          const all: readonly unknown[] = await store.getAll();
          if (all.some((one) => isServer(one) && one.url === record.url))
            return fail('exists', `A server with the address ${record.url} is there already.`);
          await store.add(record);
          return ok(undefined);
        },
      ),
    changeAnew: (id, how) =>
      transact(
        'save the server',
        () => db.transaction(['servers', 'chats'], 'readwrite'),
        async (transaction) => {
          const now: unknown = await transaction.objectStore('servers').get(id);
          if (now === undefined) return removed;
          if (!isServer(now)) return damaged;
          const next = how(now);
          await transaction.objectStore('servers').put(next);
          await unanswered(transaction.objectStore('chats'), id);
          return ok(next);
        },
      ),
    forgetConsents: (id) =>
      transact(
        'forget what chats answered to the server',
        () => db.transaction('chats', 'readwrite'),
        async ({ store }) => {
          await unanswered(store, id);
          return ok(undefined);
        },
      ),
    remove: (id) =>
      transact(
        'remove the server',
        () =>
          db.transaction(['servers', 'rosters', 'pins', 'signins', 'settings', 'chats'], 'readwrite', {
            durability: 'strict',
          }),
        async (transaction) => {
          const store = <N extends 'servers' | 'rosters' | 'pins' | 'signins' | 'settings' | 'chats'>(name: N) =>
            transaction.objectStore(name);
          await Promise.all([
            store('servers').delete(id),
            store('rosters').delete(id),
            store('signins').delete(id),
            store('pins').delete(keysOf(id)),
            unset(store('settings'), id),
            unanswered(store('chats'), id),
          ]);
          return ok(undefined);
        },
      ),
  };
}

/** What a transaction can do with one of its stores, as far as it is needed here. */
interface Records {
  getAllKeys(): Promise<readonly string[]>;
  get(key: string): Promise<unknown>;
  put(value: never, key?: string): Promise<unknown>;
}

/** Takes a chat's answer to the server out of every chat that has one. */
async function unanswered(chats: Records, id: ServerId): Promise<void> {
  for (const key of await chats.getAllKeys()) {
    const chat = await chats.get(key);
    if (!isObject(chat) || chat['consents'] === undefined) continue;
    // Answers that cannot be read may be anything; the gate refuses by them (row G11) until they are forgotten.
    const answers = isObject(chat['consents']) ? chat['consents'] : { [id]: 'unreadable' };
    if (!Object.hasOwn(answers, id)) continue;
    const { [id]: _gone, ...consents } = answers;
    await chats.put({ ...chat, consents } as never);
  }
}

/** Takes the own settings of the server's tools out of the settings; whatever else lies there stays as it is. */
async function unset(settings: Records, id: ServerId): Promise<void> {
  for (const key of await settings.getAllKeys()) {
    const stored = await settings.get(key);
    if (!isObject(stored) || !isObject(stored['tools'])) continue;
    const tools = Object.fromEntries(
      Object.entries(stored['tools']).filter(([name]) => !name.startsWith(`mcp:${id}:`)),
    );
    await settings.put({ ...stored, tools } as never, key);
  }
}
