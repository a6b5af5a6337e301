import { add, empty, fold, type Thread } from '../../core/chat.ts';
import type { ChatId } from '../../core/ids.ts';
import { limits } from '../../core/limits.ts';
import type { Happening, LogEvent } from '../../core/log.ts';
import type { Fault, Outcome } from '../../core/outcome.ts';
import { ok } from '../../core/outcome.ts';
import type { Stamp } from '../../core/world.ts';
import type { Log } from '../../storage/log.ts';

/** The log cannot be written, or what carries an answer out cannot be loaded: the answer ends, and the person is told. */
export class LogFault extends Error {
  readonly fault: Fault;
  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** One chat's log and what it folds to. */
export interface Ledger {
  thread(): Thread;
  /** Reads the log; the outcome's value is how many records could not be read (row W6). */
  load(): Promise<Outcome<number>>;
  /** Takes in what another tab has written since; what is known here stays as it is. */
  catchUp(): Promise<Outcome<void>>;
  /** Durable when it resolves; throws `LogFault`. */
  append(happening: Happening, stamp: Stamp): Promise<LogEvent>;
  /** Shows what could not be written; a reload does not know of it. */
  pretend(happening: Happening, stamp: Stamp): void;
  /** Shown at once; saved every 2 s, and before it resolves when `settled`. */
  grow(event: LogEvent, settled: boolean): Promise<void>;
  /** Saves what has grown since: the page is about to be hidden, and may not come back (row W6). */
  flush(): void;
}

export function makeLedger(chat: ChatId, log: Log, now: () => number, changed: () => void): Ledger {
  let thread = empty;
  const saved = new Map<number, number>();
  const known = new Set<number>();
  const unsaved = new Map<number, LogEvent>();
  const take = (event: LogEvent): void => {
    known.add(event.seq);
    thread = add(thread, event);
    changed();
  };
  return {
    thread: () => thread,
    async load() {
      const read = await log.read(chat);
      if (!read.ok) return read;
      thread = fold(read.value.events);
      for (const { seq } of read.value.events) known.add(seq);
      changed();
      return ok(read.value.unreadable.length);
    },
    async catchUp() {
      const read = await log.read(chat);
      if (!read.ok) return read;
      for (const event of read.value.events) if (!known.has(event.seq)) take(event);
      return ok(undefined);
    },
    async append(happening, stamp) {
      const written = await log.append(chat, { ...happening, ...stamp, at: now() }, happening.kind === 'started');
      if (!written.ok) throw new LogFault(written.fault);
      take(written.value);
      return written.value;
    },
    pretend(happening, stamp) {
      take({ ...happening, ...stamp, chat, seq: Number.MAX_SAFE_INTEGER, at: now() });
    },
    async grow(event, settled) {
      take(event);
      unsaved.set(event.seq, event);
      if (!settled && now() - (saved.get(event.seq) ?? event.at) < limits.growSaveMs) return;
      unsaved.delete(event.seq);
      saved.set(event.seq, now());
      if (settled) saved.delete(event.seq);
      const written = await log.grow(event);
      if (!written.ok) throw new LogFault(written.fault);
    },
    flush() {
      // A failure here is met again, and told, by the next save.
      for (const event of unsaved.values()) void log.grow(event);
      unsaved.clear();
    },
  };
}
