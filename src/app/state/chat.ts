import { batch, signal } from '@preact/signals';
import type { Conversation } from '../../core/conversation.ts';
import type { CallId, ModelRef } from '../../core/ids.ts';
import { limits } from '../../core/limits.ts';
import { fail, ok, type Fault, type Outcome } from '../../core/outcome.ts';
import type { ChatRecord } from '../../core/records.ts';
import { isFileTool } from '../../core/tool.ts';
import { samePlan } from '../../core/decide.ts';
import { conversationOf, faultOf, makeChatRun, type ChatRun } from '../runs/chatrun.ts';
import type { Deps } from '../runs/deps.ts';
import { findCall } from '../runs/desk.ts';
import type { Card, ChatState } from './contract.ts';
import { makeOutbox } from './outbox.ts';
import { projectFile } from './projectfile.ts';
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
  /** A reread record, after another tab changed it. */
  refresh(record: ChatRecord): void;
}

/** How often a streaming conversation is drawn anew: often enough to read along, seldom enough to stay light. */
const redrawMs = 40;

export function openChat(first: ChatRecord, stored: boolean, deps: Deps, fallback: () => ModelRef): OpenedChat {
  const record = signal(first);
  const conversation = signal<Conversation>({ entries: [], leaf: null });
  const loading = signal(stored);
  const running = signal<string | null>(null);
  const cards = signal<readonly Card[]>([]);
  const progress = signal<ReturnType<ChatRun['progress']>>(new Map());
  let saved = stored;
  /** The log is being read, so that nobody knows yet whether an answer runs. */
  let reading = stored;
  let drawing: ReturnType<typeof setTimeout> | null = null;

  const run: ChatRun = makeChatRun(
    {
      record: () => record.value,
      model: () => record.value.model ?? fallback(),
      leaf: () => conversation.value.leaf,
      ended(as) {
        draw();
        outbox.ended(as === 'done');
      },
    },
    deps,
    () => {
      drawing ??= setTimeout(draw, redrawMs);
    },
  );

  function draw(): void {
    drawing = null;
    const thread = run.ledger.thread();
    batch(() => {
      conversation.value = conversationOf(run, conversation.value);
      running.value = run.running();
      progress.value = run.progress();
      cards.value = run.desk.waiting().flatMap((one): Card[] => {
        const view = findCall(thread, one.call.id);
        const asker = one.call.model === null ? 'you' : one.call.model.name;
        const ready = run.desk.ready(one.call.id);
        return view === null ? [] : [{ view, why: one.why, offers: one.offers, asker, tool: one.tool, ready }];
      });
    });
  }

  async function change(how: (now: ChatRecord) => ChatRecord): Promise<void> {
    record.value = how(record.value);
    if (saved) told(await deps.chats.change(record.value.id, how));
    deps.touched(record.value);
  }

  const told = <T>(outcome: Outcome<T>): boolean => {
    if (!outcome.ok) deps.tell(outcome.fault);
    return outcome.ok;
  };

  /** Keeps the chat from its first message on; its title is that message's start (row V8). */
  async function keep(text: string): Promise<boolean> {
    const title = Array.from(text.trim().replaceAll(/\s+/gu, ' ')).slice(0, limits.titleChars).join('');
    const next = {
      ...record.value,
      touched: deps.now(),
      title: record.value.title === '' ? title : record.value.title,
    };
    record.value = next;
    if (saved)
      return (
        told(
          await deps.chats.change(next.id, (now) => ({
            ...now,
            touched: next.touched,
            title: now.title === '' ? title : now.title,
          })),
        ) && (deps.touched(next), true)
      );
    saved = told(await deps.chats.put(next));
    if (saved) deps.touched(next);
    return saved;
  }

  const outbox = makeOutbox({
    run,
    leaf: () => conversationOf(run, conversation.value).leaf,
    keep,
    reading: () => reading,
    unsent: first.unsent ?? null,
    keepUnsent: (unsent) => {
      if (!saved) return;
      void deps.chats.change(record.value.id, (now) => ({ ...now, unsent }));
    },
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
        // The screen is drawn a moment late: a yes is for what it showed, not for what took its place (row A6).
        const drawn = cards.value.find((card) => card.view.call.id === call);
        if (drawn === undefined || drawn.view !== findCall(run.ledger.thread(), call)) draw();
        else run.desk.say(call, { is: 'yes', offer: answer.offer });
      } else if (answer.verdict === 'no') run.desk.say(call, { is: 'no', reason: answer.reason });
      else run.desk.say(call, { is: 'edit', args: answer.args });
    },
    cancel: run.cancel,
    async preview(call: CallId) {
      const view = findCall(run.ledger.thread(), call);
      if (view === null) return fail('not-found', 'This call is no longer in the chat.');
      if (view.call.at !== 'waiting') return deps.files.kept(call);
      const project = projectOf(view.call.answer);
      const folder = project === null ? null : await deps.folder(project);
      const tool = deps.rulebook.now().catalog.byName.get(view.call.name);
      if (folder === null || tool?.source.from !== 'files' || !isFileTool(tool.name)) return ok(null);
      if (!folder.ok) return folder;
      const shown = await deps.files.preview(folder.value, {
        id: call,
        tool: tool.name,
        args: view.call.args ?? {},
      });
      // The file is not what it was when the card appeared: plan and ask again (row P8).
      if (!shown.ok || !samePlan(shown.value.plan, view.plan)) run.desk.wake(call);
      return shown;
    },
    revert: reverting.one,
    revertAll: reverting.all,
    setProject: (project) => void change((now) => ({ ...now, project })),
    setModel(model) {
      void change((now) => ({ ...now, model }));
      deps.chosen(model);
    },
    runTool: (tool, args) => run.runTool(tool, args, keep('')),
    addToMessage(call) {
      const view = findCall(run.ledger.thread(), call);
      if (view === null || view.call.at !== 'done') return;
      const { outcome } = view.call;
      const text = outcome.ok ? outcome.value.text : outcome.fault.message;
      const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/gu)].map((run) => run[0].length + 1)));
      const quoted = `${view.label} ${JSON.stringify(view.call.args)}:\n${fence}\n${text}\n${fence}`;
      draft.value = draft.value === '' ? quoted : `${draft.value}\n\n${quoted}`;
    },
  };
  const projectOf = (answer: string) => run.ledger.thread().answers.get(answer)?.project ?? null;

  return {
    state,
    run,
    saved: () => saved,
    // What is still being read may turn out to have work to pick up.
    flush() {
      run.ledger.flush();
      outbox.flush();
    },
    idle: () => !loading.peek() && !run.busy() && outbox.empty(),
    change,
    refresh(next) {
      record.value = next;
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
