import type { ChatId } from '../core/ids.ts';
import { ok } from '../core/outcome.ts';
import type { ChatRecord } from '../core/records.ts';
import { transact } from './fault.ts';
import type { Database } from './schema.ts';
import { isChat } from './shapes.ts';
import { tableOf, type Table } from './table.ts';

/** All keys of one chat's events. An empty array sorts after every number. */
export const eventsOf = (chat: ChatId): IDBKeyRange => IDBKeyRange.bound([chat, 0], [chat, []]);

/** Chats (row W1). Removing one removes its whole log with it, or nothing. */
export function chatsIn(db: Database): Table<ChatRecord> {
  return {
    ...tableOf(db, 'chats', 'the chat', isChat),
    remove: (id) =>
      transact(
        'remove the chat',
        () => db.transaction(['chats', 'events'], 'readwrite'),
        async (transaction) => {
          await transaction.objectStore('chats').delete(id);
          await transaction.objectStore('events').delete(eventsOf(id));
          return ok(undefined);
        },
      ),
  };
}
