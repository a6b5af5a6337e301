import type { ChatId } from '../core/ids.ts';
import type { Happening, LogEvent } from '../core/log.ts';
import { fail, ok, type Outcome } from '../core/outcome.ts';
import type { ChatRecord } from '../core/records.ts';
import { eventsOf } from './chats.ts';
import { attempt, transact } from './fault.ts';
import type { Database } from './schema.ts';
import { isEvent } from './shapes.ts';

/** All of an event but what the log itself gives it: its chat and number. */
export type Entry = Happening & Pick<LogEvent, 'at' | 'answer' | 'model' | 'phase' | 'turn'>;

/** A chat's events in order, and the numbers of those that could not be read (row W6); the rest stands. */
export interface ReadLog {
  readonly events: readonly LogEvent[];
  readonly unreadable: readonly number[];
}

/** The append-only log (row W1). */
export interface Log {
  /**
   * Adds an event to a chat that has a record, and numbers it. `durable` waits until the disk has it: for `started`,
   * which must outlive a crash before the hands act. Fails with `not-found` where the chat was removed.
   */
  append(chat: ChatId, entry: Entry, durable?: boolean): Promise<Outcome<LogEvent>>;
  /** Saves a text or reasoning part again while it grows. It never brings back an event that was removed. */
  grow(event: LogEvent): Promise<Outcome<void>>;
  /** A new chat with its first events, numbered from 1: all of it, or nothing (row U5). */
  begin(record: ChatRecord, entries: readonly Entry[]): Promise<Outcome<void>>;
  read(chat: ChatId): Promise<Outcome<ReadLog>>;
  /** The newest event that can be read, or null. */
  last(chat: ChatId): Promise<Outcome<LogEvent | null>>;
}

const doing = 'save what happened in the chat';
const removed = fail('not-found', `Sluice could not ${doing}: the chat was removed, perhaps in another tab.`);

/** `append` and `grow` order themselves: what is called first is written first, from every tab. */
export function logIn(db: Database): Log {
  return {
    append: (chat, entry, durable = false) =>
      transact(
        doing,
        () => db.transaction(['chats', 'events'], 'readwrite', durable ? { durability: 'strict' } : {}),
        async (transaction) => {
          const events = transaction.objectStore('events');
          const known = await transaction.objectStore('chats').getKey(chat);
          if (known === undefined) return removed;
          const newest = await events.openKeyCursor(eventsOf(chat), 'prev');
          const event: LogEvent = { ...entry, chat, seq: newest === null ? 1 : newest.key[1] + 1 };
          await events.add(event);
          return ok(event);
        },
      ),

    grow: async (event) => {
      if (event.kind !== 'text' && event.kind !== 'reasoning') {
        return fail('bug', `Sluice could not ${doing}: a "${event.kind}" event does not grow. Please report this.`);
      }
      return transact(
        doing,
        () => db.transaction('events', 'readwrite'),
        async ({ store }) => {
          const stood: unknown = await store.get([event.chat, event.seq]);
          if (stood === undefined) return removed;
          if (isEvent(stood, event.chat, event.seq) && !('part' in stood && stood.part === event.part)) {
            return fail('bug', `Sluice could not ${doing}: another event stands in its place. Please report this.`);
          }
          await store.put(event);
          return ok(undefined);
        },
      );
    },

    begin: (record, entries) =>
      transact(
        'make the chat',
        () => db.transaction(['chats', 'events'], 'readwrite'),
        async (transaction) => {
          const events = transaction.objectStore('events');
          await transaction.objectStore('chats').add(record);
          for (const [at, entry] of entries.entries()) {
            const event: LogEvent = { ...entry, chat: record.id, seq: at + 1 };
            await events.add(event);
          }
          return ok(undefined);
        },
      ),

    read: (chat) =>
      attempt('read the chat', async () => {
        const events: LogEvent[] = [];
        const unreadable: number[] = [];
        for (const [seq, value] of await valuesOf(db, chat)) {
          if (isEvent(value, chat, seq)) events.push(value);
          else unreadable.push(seq);
        }
        return { events, unreadable };
      }),

    last: (chat) =>
      attempt('read the chat', async () => {
        const transaction = db.transaction('events');
        for (
          let at = await transaction.store.openCursor(eventsOf(chat), 'prev');
          at !== null;
          at = await at.continue()
        ) {
          if (isEvent(at.value, chat, at.key[1])) return at.value;
        }
        return null;
      }),
  };
}

/** Every record of a chat by number; one by one where reading all at once fails because of a single broken one. */
async function valuesOf(db: Database, chat: ChatId): Promise<readonly (readonly [number, unknown])[]> {
  try {
    const { store, done } = db.transaction('events');
    done.catch(() => undefined); // Told by the reads below.
    const [keys, values] = await Promise.all([store.getAllKeys(eventsOf(chat)), store.getAll(eventsOf(chat))]);
    return keys.map((key, at) => [key[1], values[at]] as const);
  } catch {
    const keys = await db.getAllKeys('events', eventsOf(chat));
    return Promise.all(keys.map(async (key) => [key[1], await db.get('events', key).catch(() => null)] as const));
  }
}
