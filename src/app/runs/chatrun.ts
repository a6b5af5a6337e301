import type { CheckIn } from '../../core/budget.ts';
import type { CallProgress } from '../../core/conversation.ts';
import type { Consent, Phase } from '../../core/gate.ts';
import type { AnswerId, AskedId, CallId, ModelRef, ProjectId, ServerId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Attached } from '../../core/log.ts';
import type { InFlight } from '../../core/meter.ts';
import type { Progress } from '../../core/ports.ts';
import { modelKey, type ChatRecord } from '../../core/records.ts';
import { stopModel } from '../../core/parts.ts';
import type { makeStop } from '../../core/stop.ts';
import type { Tool } from '../../core/tool.ts';
import type { Stamp, Stop } from '../../core/world.ts';
import { makeAct, noAnswer, noFlight, type Act } from './act.ts';
import type { End } from './answering.ts';
import type { Deps } from './deps.ts';
import { consoleCall } from './consolecall.ts';
import { makeDesk, type Desk } from './desk.ts';
import { faultOf } from './fault.ts';
import { makeLedger, type Ledger } from './ledger.ts';
import { loadedOnce } from './loading.ts';
import { makePause, noPause, type CheckInHand, type PauseHand } from './pause.ts';
import type { Ground } from './world.ts';

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
  /** Stops one model of the running round (row F2); false where it does not run. */
  stopModel(model: ModelRef): boolean;
  /** Goes on with an answer that was interrupted (row F1). */
  goOn(answer: AnswerId): Promise<void>;
  /** Estimated tokens of the running answer's requests that are not reported yet, by `modelKey` (row B5). */
  flight(): InFlight;
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

export function makeChatRun(chat: ChatFacts, deps: Deps, changed: () => void): ChatRun {
  const id = chat.record().id;
  const ledger = makeLedger(id, deps.log, deps.now, changed);
  const desk = makeDesk(changed);
  const stops = new Map<CallId, ReturnType<typeof makeStop>>();
  let progress: CallProgress = new Map();
  let works = 0;
  /** The chat is removed: that its log can no longer be written is no news. */
  let gone = false;
  let now: Act | null = null;

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
  const groundOf = (
    act: { readonly stop: Stop; readonly flight: Act['flight'] },
    project: ProjectId | null,
    primary: ModelRef | null,
    pause: CheckInHand,
  ): Ground => ({
    chat: id,
    project,
    primary,
    consents: () => {
      // Null is no answer that anybody understands, and is for the gate to refuse (row G11).
      const { consents } = chat.record();
      return consents === undefined ? {} : consents;
    },
    consent: chat.consent,
    deps,
    ledger,
    desk,
    pause,
    stop: act.stop,
    stops,
    progress: setProgress,
    outstanding(model, tokens) {
      act.flight.set(modelKey(model), tokens);
      changed();
    },
  });
  const answering = loadedOnce(async () =>
    (await import('./answering.ts')).makeAnswering({
      deps,
      ledger,
      record: chat.record,
      model: chat.model,
      groundOf: (act, project, primary) => groundOf(act, project, primary, pauseOf(act.answer)),
    }),
  );

  /** Runs one answer to its `closed`, whatever happens on the way. */
  async function through(act: Act, model: ModelRef | null, phase: Phase, work: () => Promise<End>): Promise<void> {
    const stamp: Stamp = { answer: act.answer, model, phase, turn: 0 };
    let end: End;
    try {
      end = await work();
    } catch (error) {
      end = { as: 'failed', fault: faultOf(error) };
      // What failed before the answer began has no place in the conversation where it could be read.
      if (!gone && !ledger.thread().answers.has(act.answer)) deps.tell(faultOf(error));
    }
    try {
      await ledger.append({ kind: 'closed', as: end.as, fault: end.fault }, stamp);
    } catch (error) {
      if (!gone) deps.tell(faultOf(error));
      // The disk does not have it, but nothing runs any more, and the screen must not say otherwise.
      ledger.pretend({ kind: 'closed', as: 'failed', fault: faultOf(error) }, { ...noAnswer, answer: act.answer });
    }
    pauses.delete(act.answer);
    if (now !== act) return;
    now = null;
    changed();
    chat.ended(end.as);
  }

  function begin(answer: AnswerId): Act {
    now = makeAct(answer);
    changed();
    return now;
  }

  async function answer(to: AskedId): Promise<void> {
    if (now !== null) return;
    const act = begin(deps.id());
    await through(act, chat.model(), 'solo', async () => (await answering()).begin(act, to));
  }

  /** An answer that was interrupted goes on, where nothing else runs and no other tab has it. */
  async function goOn(id: AnswerId): Promise<void> {
    const one = ledger.thread().answers.get(id);
    if (now !== null || one === undefined || one.to === null) return;
    if (one.state === 'running' || one.state === 'done') return;
    const act = begin(id);
    await through(act, one.model, 'solo', async () => (await answering()).goOn(act, one));
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
    stopModel: (model) => now !== null && stopModel(now.parts, model),
    goOn,
    flight: () => now?.flight ?? noFlight,
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
      const ground = (stop: Stop) => groundOf({ stop, flight: new Map() }, project, null, noPause);
      void working(async () => {
        if (!(await ready)) return;
        try {
          const { runConsole } = await import('./console.ts');
          await runConsole(call, tool, { ledger, deps, project, leaf: chat.leaf, groundOf: ground });
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
    const act = makeAct(one.id);
    // A message sent while the log was read is being answered already: that one keeps the Stop button.
    if (phase === 'solo') now ??= act;
    begun();
    void deps.warm();
    await through(act, one.model, phase, async () => (await answering()).pickUp(act, one));
  }
}
