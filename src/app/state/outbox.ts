import { effect, signal, type ReadonlySignal, type Signal } from '@preact/signals';
import type { AnswerId } from '../../core/ids.ts';
import type { Attached } from '../../core/log.ts';
import type { Unsent } from '../../core/records.ts';
import type { Fault, Outcome } from '../../core/outcome.ts';
import { dropAttachment, readAttachment } from '../../storage/attachments.ts';
import { takeIn } from '../runs/attachments.ts';
import type { ChatRun } from '../runs/chatrun.ts';
import { faultOf } from '../runs/fault.ts';
import type { Queued } from './contract.ts';

/** What waits to be sent: the draft, its files, and messages queued behind a running answer (rows V2, V8). */
export interface Outbox {
  readonly draft: Signal<string>;
  readonly attached: ReadonlySignal<readonly Attached[]>;
  readonly queue: ReadonlySignal<readonly Queued[]>;
  attach(files: readonly File[]): Promise<void>;
  detach(id: string): void;
  attachment(id: string): Promise<Blob | null>;
  send(text: string): void;
  edit(id: string, text: string): void;
  drop(id: string): void;
  /** Runs `work` once the chat is kept; what cannot be sent goes back into the draft. */
  deliver(message: Pick<Queued, 'text' | 'attached'>, work: () => Promise<void>): Promise<void>;
  /** A message is on its way, or its answer runs. */
  sending(): boolean;
  /** Nothing is written, attached, queued or on its way. */
  empty(): boolean;
  /** The answer ended: the next queued message goes out, or all return to the draft for the person to look at. */
  ended(well: boolean): void;
  /** Saves what is unsent now: the page may not come back (row W6). */
  flush(): void;
}

/** How long typing may rest before it is saved: seldom enough to stay light. */
const unsentMs = 400;

interface Ground {
  readonly run: ChatRun;
  leaf(): AnswerId | null;
  /** Until the chat is read nobody knows what a message would follow: it queues. */
  reading(): boolean;
  /** Keeps the chat's record; false where that failed. */
  keep(text: string): Promise<boolean>;
  /** What an earlier page left unsent, or null. */
  readonly unsent: Unsent | null;
  /** Keeps what is unsent with the chat; null where nothing is. */
  keepUnsent(unsent: Unsent | null): void;
  id(): string;
  tell(fault: Fault): void;
}

export function makeOutbox({ run, leaf, reading, keep, unsent, keepUnsent, id, tell }: Ground): Outbox {
  const draft = signal(unsent?.text ?? '');
  const attached = signal<readonly Attached[]>(unsent?.attached ?? []);
  const queue = signal<readonly Queued[]>([]);
  /** From the press of Send until the answer has ended: a second message must queue even before the first is written. */
  let sending = false;

  const back = (messages: readonly Pick<Queued, 'text' | 'attached'>[]): void => {
    draft.value = [...messages.map((one) => one.text), draft.value].filter((text) => text !== '').join('\n\n');
    attached.value = [...messages.flatMap((one) => one.attached), ...attached.value];
  };

  let saving: ReturnType<typeof setTimeout> | null = null;
  const flush = (): void => {
    if (saving === null) return;
    clearTimeout(saving);
    saving = null;
    const all = [...queue.peek(), { text: draft.peek(), attached: attached.peek() }];
    const text = all.map((one) => one.text).filter((one) => one !== '');
    const files = all.flatMap((one) => one.attached);
    keepUnsent(text.length === 0 && files.length === 0 ? null : { text: text.join('\n\n'), attached: files });
  };
  let begun = false;
  effect(() => {
    // Read for the subscription; the first run only tells what is already kept.
    void [draft.value, attached.value, queue.value];
    if (begun) saving ??= setTimeout(flush, unsentMs);
    begun = true;
  });

  async function deliver(message: Pick<Queued, 'text' | 'attached'>, work: () => Promise<void>): Promise<void> {
    sending = true;
    try {
      if (await keep(message.text)) return await work();
      back([message]);
    } catch (error) {
      tell(faultOf(error));
      back([message]);
    } finally {
      if (run.running() === null) sending = false;
    }
  }

  function post(message: Queued): void {
    if (sending || reading() || run.running() !== null) queue.value = [...queue.value, message];
    else void deliver(message, () => run.ask(message.text, message.attached, leaf()));
  }

  const outcome = <T>(one: Outcome<T>): T | null => {
    if (!one.ok) tell(one.fault);
    return one.ok ? one.value : null;
  };

  return {
    draft,
    attached,
    queue,
    deliver,
    async attach(files) {
      for (const file of files) {
        const taken = outcome(await takeIn(file, id()));
        if (taken !== null) attached.value = [...attached.value, taken];
      }
    },
    detach(gone) {
      attached.value = attached.value.filter((one) => one.id !== gone);
      void dropAttachment(gone);
    },
    attachment: async (one) => outcome(await readAttachment(one)),
    send(text) {
      if (text.trim() === '' && attached.value.length === 0) return;
      const message = { id: id(), text, attached: attached.value };
      attached.value = [];
      post(message);
    },
    edit: (one, text) => {
      queue.value = queue.value.map((message) => (message.id === one ? { ...message, text } : message));
    },
    drop: (one) => {
      queue.value = queue.value.filter((message) => message.id !== one);
    },
    sending: () => sending,
    flush,
    empty: () => !sending && draft.value === '' && attached.value.length === 0 && queue.value.length === 0,
    ended(well) {
      sending = false;
      const [next, ...rest] = queue.value;
      if (next === undefined) return;
      queue.value = well ? rest : [];
      if (well) post(next);
      else back([next, ...rest]);
    },
  };
}
