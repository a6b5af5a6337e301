import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Consent } from '../../core/gate.ts';
import type { ChatId, ModelRef, ProjectId, ServerId } from '../../core/ids.ts';
import { limits } from '../../core/limits.ts';
import type { LogEvent } from '../../core/log.ts';
import { fail } from '../../core/outcome.ts';
import type { ChatRecord } from '../../core/records.ts';
import { dropAttachment } from '../../storage/attachments.ts';
import type { Deps } from '../runs/deps.ts';
import { openChat, type OpenedChat } from './chat.ts';
import type { ChatState } from './contract.ts';
import { answered, hasAnswered } from './keeping.ts';

export interface Chats {
  readonly list: ReadonlySignal<readonly ChatRecord[]>;
  readonly marks: ReadonlySignal<ReadonlyMap<ChatId, 'running' | 'waiting'>>;
  /** Everything that waits for the person, by a key of its own: check-ins and cards (row B4). */
  readonly waits: ReadonlySignal<ReadonlyMap<string, { readonly chat: ChatId; readonly what: 'pause' | 'card' }>>;
  readonly current: ReadonlySignal<ChatState | null>;
  /** The records of all chats as they hold now, a new one too that is not kept yet. */
  readonly known: ReadonlySignal<readonly ChatRecord[]>;
  load(): Promise<void>;
  has(id: ChatId): boolean;
  /** Whether a chat is in the database: a new one is only from its first message on. */
  kept(id: ChatId): boolean;
  begin(project: ProjectId | null): ChatId;
  /** Null where there is no such chat. */
  open(id: ChatId): ChatId | null;
  rename(id: ChatId, title: string): Promise<void>;
  remove(id: ChatId): Promise<void>;
  touched(record: ChatRecord): void;
  /** Changes what a chat, open or not, answered to a server (row S4). */
  setConsent(chat: ChatId, server: ServerId, consent: Consent): Promise<void>;
  /** Chats in memory forget what they answered to a server; those on the disk are its store’s business (rows M3, S5). */
  forgetConsents(server: ServerId): void;
  /** Decides all that waits again (row T4). */
  wake(): void;
  /** Saves text that is still growing (row W6). */
  flush(): void;
}

/** All chats: their records, and those in memory. A chat whose answer runs stays in memory when another is opened. */
export function makeChats(deps: Deps, fallback: () => ModelRef): Chats {
  const records = signal<readonly ChatRecord[]>([]);
  const opened = signal<ReadonlyMap<ChatId, OpenedChat>>(new Map());
  const current = signal<OpenedChat | null>(null);

  function bring(chat: OpenedChat): ChatId {
    const { id } = chat.state.record.peek();
    const next = new Map(opened.peek()).set(id, chat);
    for (const [other, held] of next) {
      // Idle chats are read again when they are opened; only what is half written, or work, is worth the memory.
      if (other !== id && held.idle()) next.delete(other);
    }
    opened.value = next;
    current.value = chat;
    return id;
  }

  function touched(record: ChatRecord): void {
    const rest = records.peek().filter((one) => one.id !== record.id);
    if (opened.peek().get(record.id)?.saved() === false) return;
    records.value = [record, ...rest].toSorted((a, b) => b.touched - a.touched);
  }

  return {
    list: records,
    current: computed(() => current.value?.state ?? null),
    known: computed(() => {
      const held = new Map([...opened.value].map(([id, { state }]) => [id, state.record.value]));
      const fresh = [...held.values()].filter((one) => !records.value.some(({ id }) => id === one.id));
      return [...fresh, ...records.value.map((one) => held.get(one.id) ?? one)];
    }),
    marks: computed(() => {
      const marks = new Map<ChatId, 'running' | 'waiting'>();
      for (const [id, { state }] of opened.value) {
        if (state.cards.value.length > 0 || state.checkIn.value !== null) marks.set(id, 'waiting');
        else if (state.running.value !== null) marks.set(id, 'running');
      }
      return marks;
    }),
    waits: computed(() => {
      const waits = new Map<string, { readonly chat: ChatId; readonly what: 'pause' | 'card' }>();
      for (const [chat, { state }] of opened.value) {
        for (const { view } of state.cards.value) waits.set(view.call.id, { chat, what: 'card' });
        if (state.checkIn.value !== null) waits.set(state.checkIn.value.answer, { chat, what: 'pause' });
      }
      return waits;
    }),
    async load() {
      const read = await deps.chats.list();
      if (!read.ok) return deps.tell(read.fault);
      if (read.value.unreadable.length > 0) {
        deps.tell(
          fail(
            'storage',
            `${read.value.unreadable.length} chats could not be read and are left out. The others are whole.`,
          ).fault,
        );
      }
      records.value = read.value.records.toSorted((a, b) => b.touched - a.touched);
      for (const record of records.value) opened.peek().get(record.id)?.refresh(record);
    },
    has: (id) => records.peek().some((one) => one.id === id) || opened.peek().has(id),
    kept: (id) => records.peek().some((one) => one.id === id),
    begin(project) {
      const here = current.peek();
      // A chat nothing was said in yet is the new chat.
      if (here !== null && !here.saved() && here.state.draft.peek() === '') {
        here.state.setProject(project);
        return here.state.record.peek().id;
      }
      const now = deps.now();
      return bring(
        openChat(
          { id: deps.id(), title: '', renamed: false, project, model: fallback(), made: now, touched: now },
          false,
          deps,
          fallback,
        ),
      );
    },
    open(id) {
      const held = opened.peek().get(id);
      if (held !== undefined) return bring(held);
      const record = records.peek().find((one) => one.id === id);
      if (record === undefined) return null;
      const chat = openChat(record, true, deps, fallback);
      void chat.load();
      return bring(chat);
    },
    async rename(id, title) {
      const clean = title.trim().slice(0, limits.titleChars * 2);
      if (clean === '') return;
      const held = opened.peek().get(id);
      const how = (now: ChatRecord): ChatRecord => ({ ...now, title: clean, renamed: true });
      if (held !== undefined) return held.change(how);
      const changed = await deps.chats.change(id, how);
      if (changed.ok) deps.touched(changed.value);
      else deps.tell(changed.fault);
    },
    async remove(id) {
      const held = opened.peek().get(id);
      held?.run.end();
      const log = await deps.log.read(id);
      const removed = await deps.chats.remove(id);
      if (!removed.ok) return deps.tell(removed.fault);
      const next = new Map(opened.peek());
      next.delete(id);
      opened.value = next;
      records.value = records.peek().filter((one) => one.id !== id);
      if (current.peek() === held) current.value = null;
      if (log.ok) await letGo(log.value.events, deps);
    },
    touched,
    async setConsent(id, server, consent) {
      const held = opened.peek().get(id);
      if (held !== undefined) return held.consent(server, consent);
      const changed = await deps.chats.change(id, (now) => answered(now, server, consent));
      if (changed.ok) deps.touched(changed.value);
      else deps.tell(changed.fault);
    },
    forgetConsents(server) {
      records.value = records.peek().map((one) => (hasAnswered(one, server) ? answered(one, server, 'none') : one));
      for (const chat of opened.peek().values()) {
        if (hasAnswered(chat.state.record.peek(), server)) void chat.consent(server, 'none');
      }
    },
    wake() {
      for (const chat of opened.peek().values()) chat.run.desk.wake();
    },
    flush() {
      for (const chat of opened.peek().values()) chat.flush();
    },
  };
}

/** Old contents and attached files of a chat that is no more: nothing points to them, so nobody could remove them later. */
async function letGo(events: readonly LogEvent[], deps: Deps): Promise<void> {
  const changes = events.flatMap((event) => (event.kind === 'started' && event.plan !== null ? [event.call] : []));
  if (changes.length > 0) await deps.files.forget(changes);
  for (const event of events) {
    if (event.kind === 'asked') for (const file of event.attached) await dropAttachment(file.id);
  }
}
