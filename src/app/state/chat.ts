import { batch, signal } from '@preact/signals';
import { view } from '../../core/chat.ts';
import type { Conversation } from '../../core/conversation.ts';
import type { Consent } from '../../core/gate.ts';
import type { ModelRef, ServerId } from '../../core/ids.ts';
import type { Meter } from '../../core/meter.ts';
import type { Fault, Outcome } from '../../core/outcome.ts';
import type { ChatRecord } from '../../core/records.ts';
import { makeChatRun, type ChatRun } from '../runs/chatrun.ts';
import { peersOf } from '../runs/act.ts';
import type { Deps } from '../runs/deps.ts';
import { findCall } from '../runs/desk.ts';
import { faultOf } from '../runs/fault.ts';
import { asDrawn, cardsOf, previewOf } from './cards.ts';
import type { Card, ChatState, CheckIn } from './contract.ts';
import { makeGuided, withheld } from './guided.ts';
import { answered, keepRecord } from './keeping.ts';
import { checkInOf, meterNow } from './measured.ts';
import { makeOutbox } from './outbox.ts';
import { makePace } from './pace.ts';
import { projectFile } from './projectfile.ts';
import { quoteOf } from './quote.ts';
import { makeRevert } from './revert.ts';

/** A chat in memory: what a screen sees, and the run behind it, which goes on when another chat is opened. */
export interface OpenedChat {
  readonly state: ChatState;
  readonly run: ChatRun;
  /** Whether the record is in the database; a new chat is kept from its first message on. */
  saved(): boolean;
  /** Nothing runs, waits or is half written, so that it may be let go and read again later. */
  idle(): boolean;
  /** Saves what is unsent or still growing (row W6). */
  flush(): void;
  load(): Promise<void>;
  change(how: (now: ChatRecord) => ChatRecord): Promise<void>;
  /** Answers a server for this chat (row S4); what waits is decided again at once. */
  consent(server: ServerId, answer: Consent): Promise<void>;
  /** A reread record, after another tab changed it. */
  refresh(record: ChatRecord): void;
}

/** A timer that has not come for this long, in milliseconds, counts as lost. */
const lostMs = 1_000;

export function openChat(first: ChatRecord, stored: boolean, deps: Deps, fallback: () => ModelRef): OpenedChat {
  const keeping = keepRecord(first, stored, deps);
  const { record, change, keep } = keeping;
  const guided = makeGuided(() => record.value, deps);
  const checkIn = signal<CheckIn | null>(null);
  const meter = signal<Meter | null>(null);
  const conversation = signal<Conversation>({ entries: [], leaf: null });
  const loading = signal(stored);
  const running = signal<string | null>(null);
  const cards = signal<readonly Card[]>([]);
  const progress = signal<ReturnType<ChatRun['progress']>>(new Map());
  /** The log is being read, so that nobody knows yet whether an answer runs. */
  let reading = stored;
  const pace = makePace();
  const drawing = { since: 0, timer: null as ReturnType<typeof setTimeout> | null };

  const run: ChatRun = makeChatRun(
    {
      record: () => record.value,
      model: () => record.value.model ?? fallback(),
      leaf: () => conversation.value.leaf,
      consent,
      ended(as) {
        draw();
        void guided.look();
        outbox.ended(as === 'done');
      },
    },
    deps,
    () => {
      // A timer that a sleeping or throttled page lost must not freeze the screen for good.
      if (drawing.timer !== null && Math.abs(deps.now() - drawing.since) < lostMs) return;
      drawing.since = deps.now();
      drawing.timer = setTimeout(draw, pace.wait());
    },
  );

  function draw(): void {
    drawing.timer = null;
    pace.drawing();
    batch(() => {
      conversation.value = view(run.ledger.thread(), conversation.value);
      running.value = run.running();
      progress.value = run.progress();
      cards.value = cardsOf(run, deps);
      checkIn.value = checkInOf(run, deps);
      meter.value = meterNow(run, deps, meter.value);
      guided.draw();
    });
  }

  /** A yes to a server need not wait for the disk, and a no must not (row T4). */
  async function consent(server: ServerId, answer: Consent): Promise<void> {
    const saving = change((now) => answered(now, server, answer));
    run.desk.wake();
    await saving;
  }

  const told = <T>(outcome: Outcome<T>): boolean => {
    if (!outcome.ok) deps.tell(outcome.fault);
    return outcome.ok;
  };

  const outbox = makeOutbox({
    run,
    leaf: () => view(run.ledger.thread(), conversation.value).leaf,
    keep,
    reading: () => reading,
    unsent: first.unsent ?? null,
    keepUnsent: (unsent) => keeping.quietly((now) => ({ ...now, unsent })),
    id: deps.id,
    tell: deps.tell,
  });
  const { draft } = outbox;

  /** The first click of two is still on its way to the log when the second comes. */
  const free = (): boolean => run.running() === null && !outbox.sending();
  const reverting = makeRevert(run, deps);
  const state: ChatState = {
    record,
    conversation,
    loading,
    running,
    cards,
    progress,
    checkIn,
    meter,
    given: guided.given,
    queue: outbox.queue,
    draft,
    attached: outbox.attached,
    attach: outbox.attach,
    detach: outbox.detach,
    attachment: outbox.attachment,
    attachFromCall: async (call) => {
      const view = findCall(run.ledger.thread(), call);
      if (view === null) return;
      const file = await projectFile(deps, projectOf(view.call.answer), view);
      if (told(file) && file.ok) await outbox.attach([file.value]);
    },
    send: outbox.send,
    editQueued: outbox.edit,
    dropQueued: outbox.drop,
    stop: run.stop,
    stopModel: (model) => void run.stopModel(model),
    release: (how) => void run.release(how),
    goOn(answer) {
      if (free()) void outbox.deliver(nothing, () => run.goOn(answer));
    },
    regenerate(answer) {
      const to = run.ledger.thread().answers.get(answer)?.to;
      if (free() && to != null) void outbox.deliver(nothing, () => run.answer(to));
    },
    resend(asked, text) {
      const old = run.ledger.thread().asked.get(asked);
      if (free() && old !== undefined && text.trim() !== '')
        void outbox.deliver({ text, attached: [] }, () => run.ask(text, old.attached, old.after));
    },
    choose: (leaf) => void run.choose(leaf).catch((error: unknown) => deps.tell(faultOf(error))),
    answer(call, answer) {
      if (answer.verdict === 'yes') {
        // The screen is drawn a moment late: a yes is for what it showed, not for what took its place (rows A6, T6).
        if (!asDrawn(run, cards.value, call)) draw();
        else run.desk.say(call, { is: 'yes', offer: answer.offer });
      } else if (answer.verdict === 'no') run.desk.say(call, { is: 'no', reason: answer.reason });
      else run.desk.say(call, { is: 'edit', args: answer.args });
    },
    cancel: run.cancel,
    preview: (call) => previewOf(run, deps, call),
    revert: reverting.one,
    revertAll: reverting.all,
    setConsent: (server, answer) => void consent(server, answer),
    setProject: (project) => void change((now) => ({ ...now, project })).then(guided.look),
    setPeers: (peers) => void change((now) => ({ ...now, peers: peersOf(peers, now.model ?? fallback()) })),
    setGiven: (what, on) => void change((now) => withheld(now, what, on)).then(guided.draw),
    async exportLog() {
      // Text that still grows is saved now and then only.
      run.ledger.flush();
      const { exportLog } = await import('./exportlog.ts');
      told(await exportLog(record.value, deps.log, deps.now()));
    },
    setModel(model) {
      void change((now) => ({ ...now, model, peers: peersOf(now.peers, model) }));
      deps.chosen(model);
    },
    runTool: (tool, args) => run.runTool(tool, args, keep('')),
    addToMessage(call) {
      const view = findCall(run.ledger.thread(), call);
      const quoted = view === null ? null : quoteOf(view);
      if (quoted === null) return;
      draft.value = draft.value === '' ? quoted : `${draft.value}\n\n${quoted}`;
    },
  };
  const projectOf = (answer: string) => run.ledger.thread().answers.get(answer)?.project ?? null;

  void guided.look();
  return {
    state,
    run,
    saved: keeping.saved,
    // What is still being read may turn out to have work to pick up.
    flush() {
      run.ledger.flush();
      outbox.flush();
    },
    idle: () => !loading.peek() && !run.busy() && outbox.empty() && !keeping.busy(),
    change,
    consent,
    refresh(next) {
      // What another tab answered to a server counts here too (row T4).
      if (keeping.refresh(next)) run.desk.wake();
    },
    async load() {
      const read = await run.ledger.load();
      loading.value = false;
      if (!read.ok) deps.tell(read.fault);
      else {
        if (read.value > 0) deps.tell(damaged(read.value));
        draw();
        await run.resume();
      }
      // What was sent meanwhile waits for what the chat turned out to be doing.
      reading = false;
      if (run.running() === null) outbox.ended(true);
    },
  };
}

const nothing = { text: '', attached: [] } as const;

const damaged = (count: number): Fault => ({
  code: 'storage',
  message: `${count} ${count === 1 ? 'record' : 'records'} of this chat could not be read and ${count === 1 ? 'is' : 'are'} left out. The rest of the chat is whole.`,
});
