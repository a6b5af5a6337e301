import { view } from '../../core/chat.ts';
import { budgetOf, type CheckIn } from '../../core/budget.ts';
import type { CallProgress, Conversation } from '../../core/conversation.ts';
import type { Consent } from '../../core/gate.ts';
import type { AnswerId, AskedId, CallId, ModelRef, ProjectId, ServerId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Attached } from '../../core/log.ts';
import type { Fault } from '../../core/outcome.ts';
import type { Progress } from '../../core/ports.ts';
import { systemPrompt } from '../../core/prompt.ts';
import { declinedIn, recover } from '../../core/recover.ts';
import type { ChatRecord } from '../../core/records.ts';
import type { Running } from '../../core/running.ts';
import { makeStop } from '../../core/stop.ts';
import type { Tool } from '../../core/tool.ts';
import { loop } from '../../core/turn.ts';
import type { Stamp, Stop } from '../../core/world.ts';
import type { Deps } from './deps.ts';
import { contentsOf } from './attachments.ts';
import { consoleCall, runConsole } from './console.ts';
import { makeDesk, type Desk } from './desk.ts';
import { faultOf } from './fault.ts';
import { makeLedger, type Ledger } from './ledger.ts';
import { makePause, noPause, type PauseHand } from './pause.ts';
import { makeWorld } from './world.ts';

/** One chat's running work. It goes on when another chat is opened; `changed` lets a mirror catch up. */
export interface ChatRun {
  readonly ledger: Ledger;
  readonly desk: Desk;
  running(): AnswerId | null;
  /** Anything is under way, the person's own calls too, which belong to no running answer. */
  busy(): boolean;
  progress(): CallProgress;
  /** Writes the message and answers it. */
  ask(text: string, attached: readonly Attached[], after: AnswerId | null): Promise<void>;
  /** Answers a message anew. */
  answer(to: AskedId): Promise<void>;
  choose(leaf: AnswerId): Promise<void>;
  stop(): void;
  /** The person's word at the running answer's check-in (row B2); false where none is asked. */
  release(how: CheckIn): boolean;
  cancel(call: CallId): void;
  /** Ends everything, the person's own calls too: the chat is being removed. */
  end(): void;
  /** A tool run by the person (row V4), once the chat is kept (`ready`). */
  runTool(tool: Tool, args: JsonObject, ready: Promise<boolean>): CallId;
  /** Picks up what a closed page left running (row W6); resolves when it has begun, not when it has ended. */
  resume(): Promise<void>;
}

/** What a run must know of its chat at the moment it begins. */
export interface ChatFacts {
  record(): ChatRecord;
  model(): ModelRef;
  leaf(): AnswerId | null;
  /** Keeps the chat's answer to a server (row S2), and lets what waits be decided again. */
  consent(server: ServerId, consent: Consent): Promise<void>;
  ended(as: 'done' | 'stopped' | 'failed' | 'interrupted'): void;
}

const noAnswer: Stamp = { answer: null, model: null, phase: 'solo', turn: 0 };

export function makeChatRun(chat: ChatFacts, deps: Deps, changed: () => void): ChatRun {
  const id = chat.record().id;
  const ledger = makeLedger(id, deps.log, deps.now, changed);
  const desk = makeDesk(changed);
  const stops = new Map<CallId, ReturnType<typeof makeStop>>();
  let progress: CallProgress = new Map();
  let works = 0;
  /** The chat is removed: that its log can no longer be written is no news. */
  let gone = false;
  let now: { readonly answer: AnswerId; readonly stop: ReturnType<typeof makeStop> } | null = null;

  const setProgress = (call: CallId, at: Progress | null): void => {
    const next = new Map(progress);
    if (at === null) next.delete(call);
    else next.set(call, at);
    progress = next;
    changed();
  };
  /** One answer's check-in: asked of the person while the log has it so, after a reload too. */
  const pauses = new Map<AnswerId, PauseHand>();
  const pauseOf = (answer: AnswerId): PauseHand => {
    const pause = makePause(() => ledger.thread().answers.get(answer)?.pause === 'asking');
    pauses.set(answer, pause);
    return pause;
  };
  const worldOf = (project: ProjectId | null, primary: ModelRef | null, stop: Stop, answer: AnswerId | null) =>
    makeWorld({
      chat: id,
      project,
      primary,
      consents: () => {
        const { consents } = chat.record();
        return consents === undefined ? {} : consents;
      },
      consent: chat.consent,
      deps,
      ledger,
      desk,
      pause: answer === null ? noPause : pauseOf(answer),
      stop,
      stops,
      progress: setProgress,
    });

  /** Runs one answer to its `closed`, whatever happens on the way. */
  async function through(
    run: Running,
    work: () => Promise<{ as: 'done' | 'stopped' | 'failed' | 'interrupted'; fault: Fault | null }>,
  ): Promise<void> {
    let end: Awaited<ReturnType<typeof work>>;
    try {
      end = await work();
    } catch (error) {
      end = { as: 'failed', fault: faultOf(error) };
    }
    try {
      await ledger.append(
        { kind: 'closed', as: end.as, fault: end.fault },
        { ...noAnswer, answer: run.answer, model: run.model, phase: run.phase },
      );
    } catch (error) {
      if (!gone) deps.tell(faultOf(error));
      // The disk does not have it, but nothing runs any more, and the screen must not say otherwise.
      ledger.pretend({ kind: 'closed', as: 'failed', fault: faultOf(error) }, { ...noAnswer, answer: run.answer });
    }
    pauses.delete(run.answer);
    if (now?.answer !== run.answer) return;
    now = null;
    changed();
    chat.ended(end.as);
  }

  function begin(answer: AnswerId, model: ModelRef, system: string): Running & { stop: ReturnType<typeof makeStop> } {
    const stop = makeStop();
    now = { answer, stop };
    changed();
    return { answer, model, phase: 'solo', role: 'solo', system, files: new Map(), stop, declined: [] };
  }

  async function answer(to: AskedId): Promise<void> {
    if (now !== null) return;
    const { project } = chat.record();
    const record = project === null ? null : deps.project(project);
    const { settings } = deps.rulebook.now();
    const system = systemPrompt({
      date: deps.today(),
      project: record,
      role: 'solo',
      budget: budgetOf(settings.budget).ceiling,
      flowMode: null,
      instructions: settings.instructions,
      agents: null,
    });
    const run = begin(deps.id(), chat.model(), system);
    const stamp: Stamp = { answer: run.answer, model: run.model, phase: 'solo', turn: 0 };
    await through(run, async () => {
      await ledger.append({ kind: 'began', to, project, after: null, system }, stamp);
      await Promise.race([deps.warm(), run.stop.wait]);
      return (
        (await deps.alone(run.answer, true, async () =>
          loop({ ...run, files: await contentsOf(ledger.thread()) }, worldOf(project, run.model, run.stop, run.answer)),
        )) ?? {
          as: 'failed',
          fault: null,
        }
      );
    });
  }

  return {
    ledger,
    desk,
    running: () => now?.answer ?? null,
    busy: () => now !== null || works > 0,
    progress: () => progress,
    answer,
    async ask(text, attached, after) {
      const asked = deps.id();
      await ledger.append({ kind: 'asked', id: asked, text, attached, after }, noAnswer);
      await answer(asked);
    },
    choose: async (leaf) => void (await ledger.append({ kind: 'chose', leaf }, noAnswer)),
    stop: () => now?.stop.request(),
    release: (how) => now !== null && (pauses.get(now.answer)?.release(how) ?? false),
    cancel: (call) => stops.get(call)?.request(),
    end() {
      gone = true;
      now?.stop.request();
      for (const stop of stops.values()) stop.request();
    },
    runTool(tool, args, ready) {
      const { project } = chat.record(); // As of the click: another may be picked while the chat is being kept.
      const call = consoleCall(id, tool, args, deps);
      const world = (stop: Stop) => worldOf(project, null, stop, null);
      void working(async () => {
        if (!(await ready)) return;
        try {
          await runConsole(call, tool, { ledger, deps, project, leaf: chat.leaf, world });
        } catch (error) {
          if (!gone) deps.tell(faultOf(error));
        }
      });
      return call.id;
    },
    async resume() {
      const left = [...ledger.thread().answers.values()].filter(
        (one) => one.state === 'running' && one.id !== now?.answer,
      );
      const begun = left.map(
        (one) =>
          new Promise<void>((resolve) => {
            void working(() => deps.alone(one.id, false, () => pickUp(one.id, resolve))).then(resolve);
          }),
      );
      await Promise.all(begun);
    },
  };

  async function working(work: () => Promise<unknown>): Promise<void> {
    works += 1;
    try {
      await work();
    } finally {
      works -= 1;
    }
  }

  async function pickUp(id: AnswerId, begun: () => void): Promise<void> {
    // Another tab may have ended it between the reading of the log and this moment: nothing must run twice (row W4).
    const fresh = await ledger.catchUp();
    if (!fresh.ok) return deps.tell(fresh.fault);
    const one = ledger.thread().answers.get(id);
    if (one === undefined || one.state !== 'running') return;
    const phase = one.to === null ? 'console' : 'solo';
    const stop = makeStop();
    // A message sent while the log was read is being answered already: that one keeps the Stop button.
    if (phase === 'solo') now ??= { answer: one.id, stop };
    begun();
    void deps.warm();
    const world = worldOf(one.project, one.model, stop, one.id);
    const run: Running = {
      answer: one.id,
      model: one.model ?? chat.model(),
      phase,
      role: 'solo',
      system: one.system,
      files: new Map(),
      stop,
      declined: declinedIn(one, world),
    };
    await through(run, async () => recover({ ...run, files: await contentsOf(ledger.thread()) }, world));
  }
}

/** The visible conversation of a run. */
export const conversationOf = (run: ChatRun, before: Conversation | null): Conversation =>
  view(run.ledger.thread(), before);
