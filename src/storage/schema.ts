/** What the database holds (row W1), one store a kind of record. */
import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { ChatId, ProjectId, ProviderId, ServerId } from '../core/ids.ts';
import type { LogEvent } from '../core/log.ts';
import type { ChatRecord, ProjectRecord, ProviderRecord, Settings } from '../core/records.ts';
import type { PinRecord, Roster, ServerRecord, SignInRecord } from '../core/server.ts';
import type { ToolKey } from '../core/tool.ts';

export interface Schema extends DBSchema {
  /** The log, one record an event; the key sorts a chat's events in order. */
  events: { key: [ChatId, number]; value: LogEvent };
  chats: { key: ChatId; value: ChatRecord };
  projects: { key: ProjectId; value: ProjectRecord };
  providers: { key: ProviderId; value: ProviderRecord };
  /** MCP servers (row M2), the tools each had last (row M4), what was pinned (row T6), and sealed sign-ins (row M5). */
  servers: { key: ServerId; value: ServerRecord };
  rosters: { key: ServerId; value: Roster };
  pins: { key: ToolKey; value: PinRecord };
  signins: { key: ServerId; value: SignInRecord };
  /** One record under the key `settings`. */
  settings: { key: string; value: Settings };
  /** One non-extractable key under the key `secrets` (row X5). */
  keys: { key: string; value: CryptoKey };
}

export type Database = IDBPDatabase<Schema>;
type Upgrade = IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>;

/** The version this program writes. Raise it with each new entry of `steps`. */
export const version = 2;

/** `steps[n]` takes a database of version n to n + 1. A step that was once released never changes. */
const steps: readonly ((db: Database, transaction: Upgrade) => void)[] = [
  (db) => {
    db.createObjectStore('events', { keyPath: ['chat', 'seq'] });
    db.createObjectStore('chats', { keyPath: 'id' });
    db.createObjectStore('projects', { keyPath: 'id' });
    db.createObjectStore('providers', { keyPath: 'id' });
    db.createObjectStore('settings');
    db.createObjectStore('keys');
  },
  (db) => {
    db.createObjectStore('servers', { keyPath: 'id' });
    db.createObjectStore('rosters', { keyPath: 'id' });
    db.createObjectStore('pins', { keyPath: 'id' });
    db.createObjectStore('signins', { keyPath: 'id' });
  },
];

/** Takes an old database, or none (version 0), to this program's version. */
export function migrate(db: Database, from: number, transaction: Upgrade): void {
  for (const step of steps.slice(from, version)) step(db, transaction);
}
