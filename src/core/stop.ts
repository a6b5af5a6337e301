import type { Stop } from './world.ts';

/** A stop that can be requested once. */
export function makeStop(): Stop & { request(): void } {
  let resolve: () => void = () => undefined;
  const state = {
    requested: false,
    wait: new Promise<void>((done) => {
      resolve = done;
    }),
    request(): void {
      state.requested = true;
      resolve();
    },
  };
  return state;
}

/** Runs at most `width` tasks at once, in order. */
export async function parallel<T>(tasks: readonly (() => Promise<T>)[], width: number): Promise<void> {
  const queue = tasks.values();
  const lane = async (): Promise<void> => {
    for (const task of queue) await task();
  };
  await Promise.all(Array.from({ length: Math.min(width, tasks.length) }, lane));
}
