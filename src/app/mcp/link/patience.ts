/** How long the next GET stream waits, so that a server which drops each at once is not asked without a pause (row M1). */
export interface Patience {
  /** Waits; throws the signal's reason where it is aborted before. */
  wait(signal: AbortSignal): Promise<void>;
  /** A stream ended that had lived so long. */
  lived(ms: number): void;
}

/** This many follow each other freely: a resumption is no storm. */
const free = 4;
const longest = 60_000;

/** `unit`: milliseconds of the first wait. A stream that lived for ten of them ends a streak. */
export function makePatience(unit = 1_000): Patience {
  let streak = 0;
  return {
    async wait(signal) {
      streak += 1;
      if (streak <= free) return;
      const ms = Math.min(longest, unit * 2 ** Math.min(10, streak - free - 1));
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, ms);
        signal.addEventListener(
          'abort',
          () => {
            clearTimeout(timer);
            reject(signal.reason as Error);
          },
          { once: true },
        );
      });
    },
    lived(ms) {
      if (ms >= unit * 10) streak = 0;
    },
  };
}
