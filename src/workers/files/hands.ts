import { limits } from '../../core/limits.ts';
import { fail, type Outcome } from '../../core/outcome.ts';
import type { Ctx } from './context.ts';
import { attempt, type Doing } from './errors.ts';

/** What changing the disk needs besides `Ctx`. */
export interface Hands extends Ctx {
  /** Called between any two steps of a change; tests stop the world there (row W6). */
  step(name: string): Promise<void>;
  /** How long the browser may take for one step, in milliseconds. */
  readonly stallMs: number;
}

/** Hands that do not stop anywhere. */
export const plainHands = (ctx: Ctx): Hands => ({ ...ctx, step: () => Promise.resolve(), stallMs: limits.fileStallMs });

/** Runs one step of the browser; one that does not end in time is given up, since it may never end (DESIGN, traps). */
export async function timely<T>(hands: Hands, doing: Doing, action: () => Promise<T>): Promise<Outcome<T>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Outcome<T>>((done) => {
    timer = setTimeout(
      () =>
        done(
          fail(
            'timed-out',
            `Could not ${doing.verb} ${doing.path}: the browser did not finish within ${Math.round(hands.stallMs / 1000)} s. It may be waiting for its safety check or for a question it shows. Look at the file before trying again.`,
          ),
        ),
      hands.stallMs,
    );
  });
  try {
    return await Promise.race([attempt(doing, action), late]);
  } finally {
    clearTimeout(timer);
  }
}
