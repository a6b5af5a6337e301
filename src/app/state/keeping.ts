import { signal, type ReadonlySignal } from '@preact/signals';
import type { Consent } from '../../core/gate.ts';
import type { ServerId } from '../../core/ids.ts';
import { isObject } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { ChatRecord } from '../../core/records.ts';
import type { Deps } from '../runs/deps.ts';

type Change = (now: ChatRecord) => ChatRecord;

/** One chat's record between the database and the screen. A change holds before it is saved (row T4). */
export interface Keeping {
  readonly record: ReadonlySignal<ChatRecord>;
  /** Whether the record is in the database; a new chat is kept from its first message on. */
  saved(): boolean;
  /** Something of it is on its way to the disk. */
  busy(): boolean;
  change(how: Change): Promise<void>;
  /** Saves without telling: what is not yet sent is nobody else’s news. */
  quietly(how: Change): void;
  /** Keeps the chat from its first message on; its title is that message's start (row V8). False where it could not be. */
  keep(text: string): Promise<boolean>;
  /** A record read again, after another tab changed it. True where its answers to servers are others now. */
  refresh(next: ChatRecord): boolean;
}

/** The chat with this answer to a server; `none` takes the answer out (row S4). */
export const answered = (record: ChatRecord, server: ServerId, answer: Consent): ChatRecord => {
  const { [server]: _old, ...rest } = isObject(record.consents) ? record.consents : {};
  return { ...record, consents: answer === 'none' ? rest : { ...rest, [server]: answer } };
};

/** Whether the chat has an answer to a server; one that cannot be read is one too. */
export const hasAnswered = (record: ChatRecord, server: ServerId): boolean =>
  record.consents !== undefined && (!isObject(record.consents) || Object.hasOwn(record.consents, server));

export function keepRecord(first: ChatRecord, stored: boolean, deps: Deps): Keeping {
  const record = signal(first);
  let saved = stored;
  /** Changes that hold already and are still on their way to the disk, oldest first. */
  const underWay: Change[] = [];
  const all = (now: ChatRecord): ChatRecord => underWay.reduce((one, how) => how(one), now);

  const told = <T>(outcome: Outcome<T>): boolean => {
    if (!outcome.ok) deps.tell(outcome.fault);
    return outcome.ok;
  };

  /** The first save, while it is under way: what changes meanwhile is saved behind it. */
  let putting: Promise<boolean> | null = null;

  async function save(how: Change): Promise<boolean> {
    underWay.push(how);
    try {
      if (putting !== null && !(await putting)) return false;
      return told(await deps.chats.change(record.peek().id, how));
    } finally {
      underWay.splice(underWay.indexOf(how), 1);
    }
  }

  async function put(next: ChatRecord): Promise<boolean> {
    saved = told(await deps.chats.put(next));
    return saved;
  }

  return {
    record,
    saved: () => saved,
    busy: () => putting !== null || underWay.length > 0,
    async change(how) {
      record.value = how(record.peek());
      if (saved || putting !== null) await save(how);
      deps.touched(record.peek());
    },
    quietly(how) {
      if (saved) void deps.chats.change(record.peek().id, how);
    },
    async keep(text) {
      const title = Array.from(text.trim().replaceAll(/\s+/gu, ' ')).slice(0, limits.titleChars).join('');
      const touched = deps.now();
      const how: Change = (now) => ({ ...now, touched, title: now.title === '' ? title : now.title });
      record.value = how(record.peek());
      if (!saved && putting === null) {
        putting = put(record.peek());
        const kept = await putting;
        putting = null;
        if (kept) deps.touched(record.peek());
        return kept;
      }
      const kept = await save(how);
      if (kept) deps.touched(record.peek());
      return kept;
    },
    refresh(next) {
      const before = JSON.stringify(record.peek().consents ?? {});
      record.value = all(next);
      return JSON.stringify(record.peek().consents ?? {}) !== before;
    },
  };
}
