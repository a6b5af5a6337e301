/** What a call waits for that is no card: its folder (row P1), and the check-in (row B2). */
import { budgetNow, checkedIn, earlierRest } from './checkin.ts';
import { drop, halted, judge, log, type Course, type Next } from './course.ts';
import type { Held } from './call.ts';
import type { Facts } from './ports.ts';

/** Writes down, once, what the call is held for; its card, if it had one, is taken back. */
export async function hold(on: Course, why: Held): Promise<void> {
  const { leaderOf } = on.world.shares;
  const leader = on.shared?.from ?? leaderOf(on.first.id);
  const mark = `${why} ${leader ?? ''}`;
  if (on.held !== mark) {
    const shares = leader === null ? {} : { with: leader };
    await log(on, { kind: 'held', call: on.first.id, for: why, ...shares });
  }
  on.held = mark;
  on.shown = null;
}

/** Whether the check-in holds this call now. */
export const overBudget = ({ world, answering, call }: Course): boolean =>
  budgetNow(world, call.answer, answering.counted(call)) === 'hold';

/** Held until the person has answered the check-in, or a rule changed (row T4). */
export async function awaitCheckIn(on: Course): Promise<Next> {
  const { world, answering, call, halt } = on;
  await Promise.race([halt, earlierRest(world, call.answer, answering.counted(call))]);
  if (halted(on) || !overBudget(on)) return 'again';
  await hold(on, 'budget');
  // A stop that came while this was written down must not ask anybody.
  if (halted(on) || !overBudget(on)) return 'again';
  await Promise.race([halt, checkedIn(world, { ...answering.stamp, answer: call.answer }), world.woken(call)]);
  return 'again';
}

/** Held until the project's folder can be used again. */
export async function awaitFolder(on: Course, facts: Facts): Promise<Next> {
  await hold(on, 'folder');
  // A rule that changed while this was written down would wake nobody.
  if (judge(on, facts).verdict === 'reject') return 'again';
  const word = await Promise.race([on.world.reconnected(on.call), on.halt.then(() => 'stop' as const)]);
  return word === 'stop' ? drop(on) : 'again';
}
