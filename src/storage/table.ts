/** What the stores of plain records share: list, get, put, change, remove. */
import type { StoreNames } from 'idb';
import { fail, ok, type Outcome } from '../core/outcome.ts';
import { attempt, transact } from './fault.ts';
import type { Database, Schema } from './schema.ts';

/** Records that were read, and the keys of those that could not be (row W6): they are left alone and told of. */
export interface Listed<T> {
  readonly records: readonly T[];
  readonly unreadable: readonly string[];
}

export interface Table<T> {
  list(): Promise<Outcome<Listed<T>>>;
  /** Null where there is none. */
  get(id: string): Promise<Outcome<T | null>>;
  put(record: T): Promise<Outcome<void>>;
  /** Changes the record as it stands now, so that two tabs do not undo each other. Fails with `not-found`. */
  change(id: string, how: (now: T) => T): Promise<Outcome<T>>;
  remove(id: string): Promise<Outcome<void>>;
}

type TableName = Extract<
  StoreNames<Schema>,
  'chats' | 'projects' | 'providers' | 'servers' | 'rosters' | 'pins' | 'signins'
>;
type Value<N extends TableName> = Schema[N]['value'];

/**
 * `what` names one record in messages: "the chat". `strict`: a record that is saved is on the disk, for what cannot be had
 * a second time.
 */
export function tableOf<N extends TableName>(
  db: Database,
  name: N,
  what: string,
  sound: (value: unknown) => value is Value<N>,
  durability: 'relaxed' | 'strict' = 'relaxed',
): Table<Value<N>> {
  const broken = fail(
    'storage',
    `A stored record of ${what} is damaged and cannot be used. Remove it and make it anew.`,
  );

  const change = (id: string, how: (now: Value<N>) => Value<N>): Promise<Outcome<Value<N>>> =>
    transact(
      `save ${what}`,
      () => db.transaction(name, 'readwrite', { durability }),
      async ({ store }) => {
        const now: unknown = await store.get(id);
        if (now === undefined)
          return fail('not-found', `Sluice could not save ${what}: it was removed, perhaps in another tab.`);
        if (!sound(now)) return broken;
        const next = how(now);
        await store.put(next);
        return ok(next);
      },
    );

  return {
    change,
    list: () =>
      attempt(`read ${what}s`, async () => {
        const records: Value<N>[] = [];
        const unreadable: string[] = [];
        for (const [key, value] of await entries(db, name)) {
          if (sound(value)) records.push(value);
          else unreadable.push(key);
        }
        return { records, unreadable };
      }),
    get: async (id) => {
      const found = await attempt(`read ${what}`, async (): Promise<unknown> => (await db.get(name, id)) ?? null);
      if (!found.ok) return found;
      if (found.value === null) return ok(null);
      return sound(found.value) ? ok(found.value) : broken;
    },
    put: (record) =>
      transact(
        `save ${what}`,
        () => db.transaction(name, 'readwrite', { durability }),
        async ({ store }) => {
          await store.put(record);
          return ok(undefined);
        },
      ),
    remove: (id) => attempt(`remove ${what}`, () => db.delete(name, id)),
  };
}

/** All of a store, one by one where reading it at once fails because of a single broken record. */
async function entries(db: Database, name: TableName): Promise<readonly (readonly [string, unknown])[]> {
  const keys = await db.getAllKeys(name);
  return Promise.all(keys.map(async (key) => [key, await db.get(name, key).catch(() => null)] as const));
}
