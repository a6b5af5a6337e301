/** What a fresh page does with an answer that a dead page left running (rows W6, P9). */
import { asked, open } from './answer.ts';
import { partsOf } from './collect.ts';
import type { AnswerEntry, AnswerPart, CallView, Trace } from './conversation.ts';
import { fingerprint } from './decide.ts';
import type { Asked } from './gate.ts';
import type { AnswerId, ModelRef } from './ids.ts';
import { canonical } from './json.ts';
import type { Fault } from './outcome.ts';
import { ok } from './outcome.ts';
import { nextTurn, round, type Round, type Work } from './round.ts';
import { stampOf, type Running } from './running.ts';
import { loop, settleAll, type Ended } from './turn.ts';
import type { World } from './world.ts';

const interrupted: Fault = {
  code: 'interrupted',
  message: 'This was interrupted: Sluice was closed or reloaded while it was under way.',
};

const cutOff: Closed = { as: 'interrupted', fault: interrupted };

const callsOf = (answer: Pick<AnswerEntry, 'parts'>): CallView[] =>
  answer.parts.flatMap((part) => (part.is === 'call' ? [part.view] : []));

/** The calls of an answer that the person declined, so that a fresh page still rejects them (row G3). */
export const declinedIn = (answer: Pick<AnswerEntry, 'parts'>, world: World): string[] =>
  callsOf(answer).flatMap(({ call, original, tool: made }) => {
    if (call.at !== 'rejected' || call.by !== 'person') return [];
    const { tool } = world.rules(call);
    return [call.args, ...(original === null ? [] : [original])].map((args) =>
      // The name may stand for another tool by now, or for none yet: what was declined is the tool it stood for (row T5).
      made === null || made === tool?.key || args === null
        ? fingerprint(tool, call.name, args)
        : canonical([made, args]),
    );
  });

/**
 * Closes what was cut off truthfully: a running write is settled by what the disk holds, a running read did not finish, an
 * unfinished turn's calls did not run. Cards that waited are live again, and the answer goes on from them; so does one that
 * waits for the check-in's answer between two turns. An answer that was cut anywhere else is `interrupted`.
 */
export async function recover(run: Running, world: World): Promise<Closed> {
  const answer = world.thread().answers.get(run.answer);
  if (answer === undefined) return cutOff;
  const work = await pickedUp(run, world, answer, answer.parts);
  if (work === null) return cutOff;
  return work(run, world, 0);
}

/** How an answer that a dead page left is closed; the person can let an interrupted one go on (row W6). */
export type Closed = Ended | { readonly as: 'interrupted'; readonly fault: Fault };

/**
 * A round after a reload (rows F1, W6): models whose part ended stay as they are, one whose card waits is live again, one
 * cut in the middle leaves as `interrupted` with what it said. Where anything is live, the round goes on to its answer.
 */
export async function recoverRound(one: Round, world: World): Promise<Closed> {
  const answer = world.thread().answers.get(one.answer);
  if (answer === undefined) return cutOff;
  const resuming = new Map<Trace, Work>();
  for (const trace of answer.traces) {
    const { phase, model, role, system } = trace;
    if (trace.state !== 'running') continue;
    const { files, stop, declined } = one;
    const run: Running = { answer: one.answer, model, phase, role, system, files, stop, declined };
    const work = await pickedUp(run, world, answer, partsOf(answer, phase, model));
    if (work !== null) resuming.set(trace, work);
    else await world.append({ kind: 'left', as: 'interrupted', fault: interrupted }, stampOf(run, 0));
  }
  if (resuming.size > 0) return round(one, world, resuming);
  const written = answer.traces.find(({ phase }) => phase === 'synthesis');
  // The page died between the end of the last part and the answer's own end: nothing is missing.
  if (written?.state === 'done') return { as: 'done', fault: null };
  return cutOff;
}

/**
 * An answer that was interrupted goes on from where it stands (row W6): models that were cut go on from their own words,
 * those that never began begin, the others stay as they are. The caller closes it again.
 */
export async function goOn(one: Round, world: World): Promise<Ended> {
  const answer = world.thread().answers.get(one.answer);
  if (answer === undefined) throw new Error(`answer ${one.answer} is not in the log`);
  await reopened(one.answer, answer.model, world);
  const cut = answer.traces.filter(({ phase, state }) =>
    phase === 'synthesis' ? state !== 'done' : state === 'interrupted' || state === 'running',
  );
  return round(one, world, new Map(cut.map((trace) => [trace, loop])));
}

/** The same for an answer of one model. */
export async function goOnAlone(run: Running, world: World): Promise<Ended> {
  const answer = world.thread().answers.get(run.answer);
  if (answer === undefined) throw new Error(`answer ${run.answer} is not in the log`);
  await reopened(run.answer, answer.model, world);
  return loop(run, world, nextTurn(answer, run));
}

const reopened = (answer: AnswerId, model: ModelRef | null, world: World) =>
  world.append({ kind: 'reopened' }, { answer, model, phase: 'solo', turn: 0 });

/** Settles what is open of one model's part. How it goes on, or null where it does not by itself. */
async function pickedUp(
  run: Running,
  world: World,
  answer: Pick<AnswerEntry, 'parts' | 'pause'>,
  parts: readonly AnswerPart[],
): Promise<Work | null> {
  const left = callsOf({ parts }).filter((view) => open(view.call));
  const goesOn = left.some((view) => view.call.at === 'waiting' || view.call.at === 'held');
  const again: Asked[] = [];
  for (const view of left) {
    if (view.call.at === 'running') await settleOne(view, run, world);
    else if (goesOn) again.push(asked(view.call));
    else
      await world.append(
        { kind: 'dropped', call: view.call.id, ran: 'no', fault: interrupted },
        stampOf(run, view.call.turn),
      );
  }
  const last = parts.reduce((most, { turn }) => Math.max(most, turn), 0);
  if (again.length === 0) {
    // Nobody cut it: it had been told to wait for the person before its next turn, and still does (row B2).
    const between =
      answer.pause === 'asking' && left.length === 0 && !parts.some((one) => one.turn === last && growing(one));
    return between && run.phase !== 'console' ? (its, then) => loop(its, then, last + 1) : null;
  }
  const turn = again.reduce((most, call) => Math.max(most, call.turn), 0);
  return async (its, then) => {
    await settleAll(its, then, turn, again);
    // The person's own call from the console is all there is to such a run (row V4).
    if (its.phase === 'console') return { as: 'done', fault: null };
    return loop(its, then, turn + 1);
  };
}

const growing = (part: AnswerPart): boolean => (part.is === 'text' || part.is === 'reasoning') && !part.done;

async function settleOne(view: CallView, run: Running, world: World): Promise<void> {
  const { call, plan } = view;
  const stamp = stampOf(run, call.turn);
  if (plan === null) {
    await world.append(
      { kind: 'dropped', call: call.id, ran: call.args === null ? 'no' : 'unknown', fault: interrupted },
      stamp,
    );
    return;
  }
  for (;;) {
    const settled = await world.settle(asked(call), plan);
    if (!settled.ok && settled.fault.code === 'reconnect') {
      // Not written as `held`: a second crash must still find that it had started.
      if ((await world.reconnected(asked(call))) === 'again') continue;
    }
    if (settled.ok && settled.value === 'done') {
      const text = `${plan.action}: it was done just before Sluice was closed; the file on disk holds the new content.`;
      await world.append(
        {
          kind: 'ended',
          call: call.id,
          outcome: ok({ text, summary: 'done before the interruption', kept: true }),
          ms: 0,
        },
        stamp,
      );
    } else {
      await world.append(
        {
          kind: 'dropped',
          call: call.id,
          ran: settled.ok && settled.value === 'not-run' ? 'no' : 'unknown',
          fault: interrupted,
        },
        stamp,
      );
    }
    return;
  }
}
