/** The soft check-in (row B2): one question an answer, and everything that is held waits for its one answer. */
import { budgetSays, type Pause } from './budget.ts';
import type { AnswerId } from './ids.ts';
import type { Stamp, World } from './world.ts';

type Asker = Pick<World, 'append' | 'budget' | 'checkIn' | 'checkIns' | 'thread'>;

/** A call on its way to its first rest: started, waiting, held, or ended. */
interface Afoot {
  readonly answer: AnswerId;
  /** Calls made before it in its answer. */
  readonly counted: number;
  readonly rested: Promise<void>;
}

/** What the check-ins of a chat's running answers have in memory; all else about them is in the log. */
export interface CheckIns {
  /** Questions that stand, by answer: all that is held waits for the one promise. */
  readonly asked: Map<AnswerId, Promise<void>>;
  readonly afoot: Set<Afoot>;
}
export const makeCheckIns = (): CheckIns => ({ asked: new Map(), afoot: new Set() });

/** A call sets out; the function says that it rests, and may be called again. */
export function setOut({ checkIns }: Asker, answer: AnswerId, counted: number): () => void {
  let resolve: () => void = () => undefined;
  const rested = new Promise<void>((done) => {
    resolve = done;
  });
  const one: Afoot = { answer, counted, rested };
  checkIns.afoot.add(one);
  return () => {
    checkIns.afoot.delete(one);
    resolve();
  };
}

/**
 * Resolves when the calls that set out and were made before this one rest: the question comes after the call with the
 * first number, so that one may still start (row B2).
 */
export async function earlierRest({ checkIns }: Asker, answer: AnswerId, counted: number): Promise<void> {
  const earlier = [...checkIns.afoot].filter((one) => one.answer === answer && one.counted < counted);
  await Promise.all(earlier.map(({ rested }) => rested));
}

/** Where the check-in of an answer stands. It counts as asked from the moment somebody sets out to ask. */
export const pauseOf = (world: Asker, answer: AnswerId): Pause =>
  world.checkIns.asked.has(answer) ? 'asking' : (world.thread().answers.get(answer)?.pause ?? 'none');

/** What the budget says now of a call before which `counted` calls of its answer were made (rows B2, B3, T4). */
export const budgetNow = (world: Asker, answer: AnswerId, counted: number): ReturnType<typeof budgetSays> =>
  budgetSays(pauseOf(world, answer), counted, world.budget());

/**
 * Resolves when the person has answered the check-in and the log has it. Asks where nobody has yet, after a reload too;
 * whoever comes later waits for the same answer. Never resolves where the answer is stopped: its callers watch their stops.
 */
export function checkedIn(world: Asker, stamp: Stamp & { readonly answer: AnswerId }): Promise<void> {
  const { answer } = stamp;
  const asked = world.checkIns.asked.get(answer);
  if (asked !== undefined) return asked;
  const asking = (async () => {
    if (world.thread().answers.get(answer)?.pause !== 'asking') {
      await world.append({ kind: 'paused', reached: 'soft' }, stamp);
    }
    const how = await world.checkIn(answer);
    await world.append({ kind: 'released', how }, stamp);
    world.checkIns.asked.delete(answer);
  })();
  world.checkIns.asked.set(answer, asking);
  return asking;
}

/** Why a model gets one last turn of text, with its tools off: the ceiling, or the person's Stop at the check-in (rows B2, B3). */
export type LastTurn = 'ceiling' | 'stop';

/** Whether the next turn of any model of an answer is such a last one; null where it is not. */
export function lastTurn(world: Asker, answer: AnswerId): LastTurn | null {
  const found = world.thread().answers.get(answer);
  if (!((found?.counted ?? 0) < world.budget().ceiling)) return 'ceiling';
  return found?.pause === 'stopped' ? 'stop' : null;
}

/** What a model is told in its last turn. `ceiling` is the budget's second number. */
export function lastTurnWords(reason: LastTurn, ceiling: number): string {
  const because =
    reason === 'ceiling'
      ? `this answer has made ${ceiling} tool calls, which is the most it may.`
      : 'the person was asked whether this answer may go on calling tools, and stopped them.';
  return `[Sluice: ${because} Tools are off now. Answer in words with what you have, and say what is left to do.]`;
}
