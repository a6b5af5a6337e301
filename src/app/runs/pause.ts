import type { CheckIn } from '../../core/budget.ts';

/** Where the world waits for the person's word at the check-in (row B2). */
export interface CheckInHand {
  wait(): Promise<CheckIn>;
}

/** One running answer's check-in, in the page. */
export interface PauseHand extends CheckInHand {
  /** The person's word; false where no check-in of this answer is asked. The first word counts. */
  release(how: CheckIn): boolean;
}

/**
 * `asking`: whether the log has the check-in as asked and not answered. After a reload the banner stands before anything
 * waits for it: a word given then is kept for who will.
 */
export function makePause(asking: () => boolean): PauseHand {
  let said: CheckIn | null = null;
  let resolve: ((how: CheckIn) => void) | null = null;
  return {
    wait: () =>
      new Promise((done) => {
        if (said === null) resolve = done;
        else done(said);
      }),
    release(how) {
      if (said !== null || !asking()) return false;
      said = how;
      resolve?.(how);
      return true;
    },
  };
}

/** For what has no budget: the person's own calls from the console (row V4). */
export const noPause: CheckInHand = { wait: () => Promise.resolve('continue') };
