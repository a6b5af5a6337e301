/** For tests of this room: databases of their own, and records to put in. */
import type { Outcome } from '../../core/outcome.ts';
import type { ChatRecord } from '../../core/records.ts';
import type { ServerRecord } from '../../core/server.ts';
import { openDatabase, type Watch } from '../db.ts';
import type { Entry } from '../log.ts';
import type { Database } from '../schema.ts';
import { openStore, type Store } from '../store.ts';

/** A database name no other test uses. */
export const freshName = (): string => `test-${crypto.randomUUID()}`;

/** The value of an outcome that has to be good. */
export function must<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(`${outcome.fault.code}: ${outcome.fault.message}`);
  return outcome.value;
}

/** The failure of an outcome that has to be bad, as "code: message". */
export function faultOf(outcome: Outcome<unknown>): string {
  if (outcome.ok) throw new Error('it was expected to fail, and did not');
  return `${outcome.fault.code}: ${outcome.fault.message}`;
}

const quiet: Watch = { blocked: () => undefined, closed: () => undefined };
export const storeAt = async (name: string, watch = quiet): Promise<Store> => must(await openStore(watch, name));
export const databaseAt = async (name: string, watch = quiet): Promise<Database> =>
  must(await openDatabase(watch, name));

export const chatRecord = (id: string, more: Partial<ChatRecord> = {}): ChatRecord => ({
  id,
  title: 'Where is the leak?',
  renamed: false,
  project: null,
  model: null,
  made: 1,
  touched: 1,
  ...more,
});

export const serverRecord = (id: string, more: Partial<ServerRecord> = {}): ServerRecord => ({
  id,
  name: 'Docs',
  about: '',
  url: `https://${id}.example.com/mcp`,
  enabled: true,
  audience: 'primary',
  policy: 'once',
  headers: [],
  client: null,
  made: 1,
  ...more,
});

const meta = { at: 1_700_000_000_000, answer: 'a1', model: null, phase: 'solo', turn: 1 } as const;
export const notice = (text: string): Entry => ({ ...meta, kind: 'notice', text });
export const growing = (text: string, done: boolean): Entry => ({ ...meta, kind: 'text', part: 'p1', text, done });
export const started = (call: string): Entry => ({ ...meta, kind: 'started', call, plan: null });
