import { limits } from '../../core/limits.ts';
import type { ModelEvent } from '../../core/model.ts';
import type { Fault } from '../../core/outcome.ts';
import type { Failure } from './explain.ts';

/** How an attempt ended: null when its last event was yielded, else why it failed and the fault event it would give. */
export interface Failed extends Failure {
  readonly event: Extract<ModelEvent, { is: 'fault' }>;
}
export type Attempt = () => AsyncGenerator<ModelEvent, Failed | null>;

/** Time, passed in so that tests do not wait. `sleep` ends early when the signal aborts, and never rejects. */
export interface Clock {
  now(): number;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

/** The real one. */
export const clock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    }),
};

export const cancelled: Fault = { code: 'cancelled', message: 'The answer was stopped.' };

/**
 * Tries up to three times more (1, 2, 4 s; row V2, limits "retries"), waiting longer where the provider says so. Never
 * after a person has seen a part of the answer. A stop ends it at once, also while it waits.
 */
export async function* withRetries(
  attempt: Attempt,
  stopped: AbortSignal,
  time: Clock,
): AsyncGenerator<ModelEvent, void> {
  for (let tries = 0; ; tries++) {
    let seen = false;
    const run = attempt();
    let step = await run.next();
    try {
      for (; step.done !== true; step = await run.next()) {
        seen ||= step.value.is !== 'usage' && step.value.is !== 'notice';
        yield step.value;
      }
    } finally {
      if (step.done !== true) await run.return(null);
    }
    const failed = step.value;
    if (failed === null) return;
    const least = limits.retry.waitsMs[tries];
    if (seen || stopped.aborted || failed.againMs === null || least === undefined) {
      yield stopped.aborted ? { is: 'fault', fault: cancelled } : failed.event;
      return;
    }
    const waitMs = Math.max(least, failed.againMs);
    yield { is: 'retry', fault: failed.fault, waitMs };
    await time.sleep(waitMs, stopped);
    if (stopped.aborted) {
      yield { is: 'fault', fault: cancelled };
      return;
    }
  }
}

/** Retry-After (or `retry-after-ms`) in ms: seconds or an HTTP date; null where it is absent or makes no sense. */
export function retryAfter(headers: Headers, now: number): number | null {
  const ms = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const value = headers.get('retry-after')?.trim() ?? '';
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
