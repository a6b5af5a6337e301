/** One model's loop: request, stream, calls, and again, until it has nothing more to call (rows V8, B2, B3). */
import type { AnswerEntry, CallView } from './conversation.ts';
import { checkedIn, lastTurn, pauseOf } from './checkin.ts';
import { limits } from './limits.ts';
import { live, type Answering } from './life.ts';
import { stampOf, type Running } from './running.ts';
import { listen } from './listen.ts';
import type { CallId } from './ids.ts';
import type { Fault } from './outcome.ts';
import { parallel } from './stop.ts';
import type { Asked } from './gate.ts';
import type { World } from './world.ts';

export type Ended = { readonly as: 'done' | 'stopped' | 'failed'; readonly fault: Fault | null };

/** Runs the loop from `turn` on. The caller writes `began` before and `closed` after. */
export async function loop(run: Running, world: World, turn = 1): Promise<Ended> {
  for (let at = turn; ; at += 1) {
    await pastCheckIn(run, world, at);
    if (run.stop.requested) return { as: 'stopped', fault: null };
    const last = lastTurn(world, run.answer) !== null;
    const heard = await listen(run, world, at, last);
    if (heard.fault !== null) {
      for (const call of heard.calls) await dropped(run, world, at, call, heard.fault);
      // Cutting a connection looks different to every provider; once the person stopped it, that is what it was.
      return run.stop.requested ? { as: 'stopped', fault: null } : { as: 'failed', fault: heard.fault };
    }
    if (heard.calls.length === 0) return { as: 'done', fault: null };
    await settleAll(run, world, at, heard.calls);
    if (last && !run.stop.requested) return { as: 'done', fault: null };
  }
}

/** While the check-in is asked no model is requested anything, after a reload neither (row B2). */
async function pastCheckIn(run: Running, world: World, turn: number): Promise<void> {
  while (pauseOf(world, run.answer) === 'asking' && !run.stop.requested) {
    await Promise.race([checkedIn(world, { ...stampOf(run, turn), answer: run.answer }), run.stop.wait]);
  }
}

/** Reads of one turn run in parallel; calls that change something queue, each planned after the one before it ended (row V8). */
export async function settleAll(run: Running, world: World, turn: number, calls: readonly Asked[]): Promise<void> {
  const stamp = stampOf(run, turn);
  const answering: Answering = {
    stamp,
    stop: run.stop,
    declined: run.declined,
    counted: (call) => countBefore(entry(run, world), call.id),
  };
  const writes = calls.filter((call) => world.rules(call).tool?.effect === 'write');
  const reads = calls.filter((call) => !writes.includes(call));
  const queue = async (): Promise<void> => {
    for (const call of writes) await live(call, world, answering);
  };
  for (const call of writes.slice(1)) await world.append({ kind: 'held', call: call.id, for: 'plan' }, stamp);
  await Promise.all([
    queue(),
    parallel(
      reads.map((call) => () => live(call, world, answering)),
      limits.parallelReads,
    ),
  ]);
}

function entry(run: Running, world: World): AnswerEntry {
  const found = world.thread().answers.get(run.answer);
  if (found === undefined) throw new Error(`answer ${run.answer} is not in the log`);
  return { ...found, versions: { index: 0, leaves: [] } };
}

const callsOf = (answer: AnswerEntry): CallView[] =>
  answer.parts.flatMap((part) => (part.is === 'call' ? [part.view] : []));

/**
 * Calls made before this one in its answer, by whichever model: each that was proposed counts, whatever became of it, also
 * one that a retry of the request made void: the model did ask for it (row B1). One that is not in the log comes after all.
 */
function countBefore(answer: AnswerEntry, call: CallId): number {
  const calls = callsOf(answer);
  const index = calls.findIndex((one) => one.call.id === call);
  return index < 0 ? calls.length : index;
}

const dropped = (run: Running, world: World, turn: number, call: Asked, fault: Fault) =>
  world.append({ kind: 'dropped', call: call.id, ran: 'no', fault }, stampOf(run, turn));
