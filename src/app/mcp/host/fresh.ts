import { limits } from '../../../core/limits.ts';
import { ok, type Outcome } from '../../../core/outcome.ts';
import type { Clock } from './clock.ts';
import { deferred, type Deferred } from './deferred.ts';

/** Keeps one connection's list as fresh as its server says (rows M1, T6). */
export interface Fresh {
  /** The server said that its tools changed. */
  changed(): void;
  /** Resolves when a list has been read that began after the last change known now. */
  fresh(): Promise<Outcome<void>>;
  /** No more lists; who waits is answered with `end`. */
  stop(end: Outcome<void>): void;
}

interface Listing extends Deferred<Outcome<void>> {
  /** How many changes were known when it began. */
  from: number;
}

/**
 * A storm of changes costs one list per `limits.mcp.relistMs`, counted from beginning to beginning, and a storm that never
 * ends delays nobody: the wait is a fixed one, which no further change prolongs. A list that is a lot of work is read less
 * often, so that whoever sends the longest lists without end has a share of the page's time and not all of it.
 */
/** After a list the page rests for so many times as long as the list took, and never longer than `mostRestMs`. */
const rest = 4;
const mostRestMs = 10 * limits.mcp.relistMs;

export function makeFresh(clock: Clock, list: () => Promise<Outcome<void>>): Fresh {
  /** Changes told so far, and how many of them the list on hand has in it. */
  let told = 0;
  let seen = 0;
  /** The list was read just before this was made. */
  let lastBegan = clock.now();
  let pause: number = limits.mcp.relistMs;
  let running: Listing | null = null;
  let due: Listing | null = null;
  let takeBack: () => void = () => undefined;
  let stopped: Outcome<void> | null = null;

  async function begin(): Promise<void> {
    const mine = due;
    if (mine === null || running !== null || stopped !== null) return;
    due = null;
    running = mine;
    mine.from = told;
    lastBegan = clock.now();
    const outcome = await list();
    running = null;
    const took = Math.max(0, clock.now() - lastBegan);
    pause = Math.max(limits.mcp.relistMs, took + Math.min(mostRestMs, took * rest));
    if (outcome.ok) seen = Math.max(seen, mine.from);
    mine.end(stopped ?? outcome);
    arm();
  }

  function arm(): void {
    takeBack();
    if (due === null || running !== null || stopped !== null) return;
    // A clock that was set back must not delay it.
    const wait = Math.min(pause, lastBegan + pause - clock.now());
    if (wait <= 0) void begin();
    else takeBack = clock.after(wait, () => void begin());
  }

  function next(): Listing {
    if (running !== null && running.from === told) return running;
    if (due !== null) return due;
    const made = { ...deferred<Outcome<void>>(), from: 0 };
    due = made;
    arm();
    return made;
  }

  return {
    changed() {
      if (stopped !== null) return;
      told += 1;
      next();
    },
    fresh: () =>
      stopped !== null ? Promise.resolve(stopped) : seen === told ? Promise.resolve(ok(undefined)) : next().ended,
    stop(end) {
      stopped ??= end;
      takeBack();
      running?.end(end);
      due?.end(end);
      due = null;
    },
  };
}
