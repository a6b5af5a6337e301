import { vi } from 'vitest';

/** Waits until `work` no longer throws. A second, the usual wait, is too short for a real server on a busy machine. */
export const eventually = <T>(work: () => T | Promise<T>, { timeout = 15_000 } = {}): Promise<T> =>
  vi.waitFor(work, { timeout });
