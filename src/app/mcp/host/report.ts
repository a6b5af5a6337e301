import type { Progress } from '../../../core/ports.ts';
import type { Clock } from './clock.ts';
import type { Watch } from './watch.ts';
import { brief } from './words.ts';

/** A server may report thousands of times a second; a person sees this many milliseconds apart. */
const everyMs = 100;

/** Tells the person how far a call is, and until when it is waited for (row M1). */
export interface Report {
  heard(now: { readonly done: number; readonly total: number | null; readonly message: string | null }): void;
  /** The server asks the person, or has its answer. */
  asking(on: boolean): void;
  stop(): void;
}

const sound = (value: number | null): number | null => (value !== null && Number.isFinite(value) ? value : null);

/** Tells a call's progress with its times, at most ten times a second. */
export function makeReport(clock: Clock, watch: Watch, tell: (now: Progress) => void): Report {
  let [doing, done, total] = ['running', 0, null as number | null];
  let asked = false;
  let toldAt = -Infinity;
  let takeBack: (() => void) | null = null;

  function say(): void {
    takeBack?.();
    takeBack = null;
    toldAt = clock.now();
    const words = asked ? 'waiting for your answer' : doing;
    tell({ doing: words, done, total, since: watch.since, until: watch.until(), final: watch.final() });
  }
  say();

  return {
    heard(now) {
      doing = now.message === null || brief(now.message) === '' ? 'running' : brief(now.message, 200);
      done = sound(now.done) ?? done;
      total = sound(now.total);
      const wait = Math.min(everyMs, toldAt + everyMs - clock.now());
      if (wait <= 0) say();
      else takeBack ??= clock.after(wait, say);
    },
    asking(on) {
      asked = on;
      say();
    },
    stop() {
      takeBack?.();
      takeBack = null;
    },
  };
}
