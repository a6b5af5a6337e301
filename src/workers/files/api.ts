import type { CallId } from '../../core/ids.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Files, Progress } from '../../core/ports.ts';
import { checkCall, checkFolder, goodId, isPlan } from './check.ts';
import type { Ctx } from './context.ts';
import { cancelled, faultOf } from './errors.ts';
import { plainHands, type Hands } from './hands.ts';
import { forget, recall } from './keep.ts';
import { plan } from './plan.ts';
import { revert } from './revert.ts';
import { run } from './run.ts';
import { settle } from './settle.ts';
import { changes, judgeFor, previewOf, survey, targets } from './survey.ts';

/** Makes the hands for one piece of work; tests give others, to stop between two steps. */
export type MakeHands = (ctx: Ctx) => Hands;

const badId = (): Outcome<never> => fail('bad-arguments', 'The message has no proper call id, so nothing was done.');
const badPlan = (): Outcome<never> =>
  fail('bad-arguments', 'The message’s plan is damaged, so nothing was done. Ask again.');

/** Tells the page how far work is. It may be gone, or have sent something that is no function: never our problem. */
function teller(progress: unknown): (now: Progress) => void {
  if (typeof progress !== 'function') return () => undefined;
  return (now) => {
    try {
      Promise.resolve(progress(now)).catch(() => undefined);
    } catch {
      // The other side has let go of its end.
    }
  };
}

/** The files worker's whole surface. Nothing throws across it: what goes wrong comes back as a fault. */
export function makeFiles(makeHands: MakeHands = plainHands): Files {
  const running = new Map<CallId, Set<AbortController>>();
  let last: Promise<unknown> = Promise.resolve();

  /** Runs work that `cancel` can stop. `at once`: reading work, whose answer need not wait until it has really stopped. */
  async function stoppable<T>(
    call: CallId,
    progress: unknown,
    atOnce: boolean,
    work: (hands: Hands) => Promise<Outcome<T>>,
  ): Promise<Outcome<T>> {
    const stop = new AbortController();
    const mine = running.get(call) ?? new Set();
    running.set(call, mine.add(stop));
    const hands = makeHands({ signal: stop.signal, progress: teller(progress) });
    try {
      const outcome = work(hands);
      const answer = await (atOnce ? Promise.race([outcome, aborted(stop.signal)]) : outcome);
      return stop.signal.aborted && !answer.ok && answer.fault.code !== 'timed-out' && answer.fault.code !== 'storage'
        ? cancelled()
        : answer;
    } catch (error) {
      return {
        ok: false,
        fault: stop.signal.aborted
          ? cancelled().fault
          : faultOf(error, { verb: 'finish the work on', path: 'the project' }),
      };
    } finally {
      mine.delete(stop);
      if (mine.size === 0) running.delete(call);
    }
  }

  /** One change at a time: two that touch the same file must not plan on what the other is about to replace. */
  function inTurn<T>(work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  }

  return {
    async survey(folder, message) {
      const [root, call] = [checkFolder(folder), checkCall(message)];
      if (!root.ok) return root;
      if (!call.ok) return call;
      return stoppable(call.value.id, null, true, (hands) => survey(root.value, call.value, hands));
    },
    async preview(folder, message) {
      const [root, call] = [checkFolder(folder), checkCall(message)];
      if (!root.ok) return root;
      if (!call.ok) return call;
      if (!changes(call.value))
        return fail('bad-arguments', `${call.value.tool} changes nothing, so there is no preview.`);
      return stoppable(call.value.id, null, true, async (hands) => {
        const facts = await survey(root.value, call.value, hands);
        if (!facts.ok) return facts;
        const { refused, blockedBy } = facts.value;
        if (refused !== null) return fail('bad-path', refused);
        if (blockedBy !== null) return fail('rejected', `It is blocked by ${blockedBy}, so there is no preview.`);
        const paths = targets(call.value);
        if (!paths.ok) return paths;
        const drafted = await plan(root.value, call.value, judgeFor(root.value, paths.value), hands);
        return drafted.ok ? previewOf(drafted.value) : drafted;
      });
    },
    async run(folder, message, approved, progress) {
      const [root, call] = [checkFolder(folder), checkCall(message)];
      if (!root.ok) return root;
      if (!call.ok) return call;
      if (approved !== null && !isPlan(approved)) return badPlan();
      const change = changes(call.value);
      const work = (hands: Hands) => run(root.value, call.value, approved, hands);
      return stoppable(call.value.id, progress, !change, (hands) =>
        change ? inTurn(async () => (hands.signal.aborted ? cancelled() : work(hands))) : work(hands),
      );
    },
    async kept(call) {
      if (!goodId(call)) return badId();
      const kept = await recall(call);
      if (!kept.ok) return kept;
      return kept.value === null ? ok(null) : previewOf(kept.value);
    },
    async revert(folder, call) {
      const root = checkFolder(folder);
      if (!root.ok) return root;
      if (!goodId(call)) return badId();
      return stoppable(call, null, false, (hands) => inTurn(() => revert(root.value, call, hands)));
    },
    async settle(folder, call, approved) {
      const root = checkFolder(folder);
      if (!root.ok) return root;
      if (!goodId(call)) return badId();
      if (!isPlan(approved)) return badPlan();
      return stoppable(call, null, false, (hands) => inTurn(() => settle(root.value, call, approved, hands)));
    },
    cancel(call) {
      if (goodId(call)) for (const stop of running.get(call) ?? []) stop.abort();
      return Promise.resolve();
    },
    async forget(calls) {
      if (!Array.isArray(calls)) return;
      // After the change that may be under way: what it keeps is to go too.
      await inTurn(async () => {
        for (const call of calls) if (goodId(call)) await forget(call);
        return ok(null);
      });
    },
  };
}

/** Answers when the signal is aborted, and never before. */
const aborted = (signal: AbortSignal): Promise<ReturnType<typeof cancelled>> =>
  new Promise((done) => signal.addEventListener('abort', () => done(cancelled()), { once: true }));
