/** What a fresh page does with an answer that a dead page left running (rows W6, P9). */
import { asked, open } from './answer.ts';
import type { AnswerEntry, CallView } from './conversation.ts';
import { fingerprint } from './decide.ts';
import type { Asked } from './gate.ts';
import { canonical } from './json.ts';
import type { Fault } from './outcome.ts';
import { ok } from './outcome.ts';
import { stampOf, type Running } from './running.ts';
import { loop, settleAll, type Ended } from './turn.ts';
import type { World } from './world.ts';

const interrupted: Fault = {
  code: 'interrupted',
  message: 'This was interrupted: Sluice was closed or reloaded while it was under way.',
};

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
 * unfinished turn's calls did not run. Cards that waited are live again, and the answer goes on from them; an answer that
 * was cut anywhere else is `interrupted`.
 */
export async function recover(
  run: Running,
  world: World,
): Promise<Ended | { readonly as: 'interrupted'; readonly fault: Fault }> {
  const answer = world.thread().answers.get(run.answer);
  if (answer === undefined) return { as: 'interrupted', fault: interrupted };
  const left = callsOf(answer).filter((view) => open(view.call));
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
  if (again.length === 0) return { as: 'interrupted', fault: interrupted };
  const turn = Math.max(...again.map((call) => call.turn));
  await settleAll(run, world, turn, again);
  // The person's own call from the console is all there is to such a run (row V4).
  if (run.phase === 'console') return { as: 'done', fault: null };
  return loop(run, world, turn + 1);
}

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
