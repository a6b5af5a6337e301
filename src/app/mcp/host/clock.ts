/** Time, passed in so that tests hold it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Runs once, later; the answer takes it back. */
  after(ms: number, run: () => void): () => void;
}

/** The page's own timer. */
export const pageAfter: Clock['after'] = (ms, run) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};

/** The work's end, or null when the time is up first. The work is not stopped by it. */
export async function within<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T | null> {
  let stop: () => void = () => undefined;
  const up = new Promise<null>((resolve) => {
    stop = clock.after(ms, () => resolve(null));
  });
  try {
    return await Promise.race([work, up]);
  } finally {
    stop();
  }
}
