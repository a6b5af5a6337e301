/** How long a round waits for one of its models (row F1): silence while its request streams, and all its own time together. */
import { limits } from './limits.ts';
import type { ModelEvent, ModelStream } from './model.ts';
import type { Fault } from './outcome.ts';
import type { makeStop } from './stop.ts';
import type { World } from './world.ts';

/** A model's world in a round, and whether it was given up. */
export interface Patient {
  readonly world: World;
  /** Why it was given up; null while it was not. */
  gaveUp(): Fault | null;
}

/** What is left of a stretch of time that runs only while something is under way; several things at once count once. */
function stopwatch(totalMs: number, world: World, over: () => void) {
  let left = totalMs;
  let busy = 0;
  let since = 0;
  let clear: () => void = () => undefined;
  const start = (): void => {
    since = world.now();
    let off = false;
    const timer = world.timer(Math.max(0, left));
    clear = () => {
      off = true;
      timer.clear();
    };
    const run = async (): Promise<void> => {
      await timer.done;
      if (!off) over();
    };
    void run();
  };
  return {
    enter(): void {
      if (busy === 0) start();
      busy += 1;
    },
    leave(): void {
      busy -= 1;
      if (busy > 0) return;
      clear();
      left -= world.now() - since;
    },
  };
}

/**
 * The world for one model of a round. Its clock runs inside requests and while hands carry a call out, and nowhere else:
 * waiting for a person, a folder, the check-in or another model's call costs nothing (row B2). When it has run out, or a
 * request says nothing for too long, the model's own `stop` is requested, and what that ends says why.
 */
export function patient(world: World, name: string, stop: ReturnType<typeof makeStop>, minutes: number): Patient {
  let fault: Fault | null = null;
  const giveUp = (message: string): Fault => {
    fault ??= { code: 'timed-out', message };
    stop.request();
    return fault;
  };
  const words = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  const watch = stopwatch(minutes * 60_000, world, () =>
    giveUp(
      `“${name}” was at work for ${words}, which is the most it may be in a round, so the round went on without it.`,
    ),
  );
  const silent = (): Fault =>
    giveUp(`“${name}” said nothing for ${limits.round.silentMs / 1000} seconds, so the round went on without it.`);

  async function* heard(stream: ModelStream): AsyncGenerator<ModelEvent> {
    const events = stream.events[Symbol.asyncIterator]();
    let ended = false;
    watch.enter();
    try {
      for (;;) {
        const next = await orSilence(events.next());
        if (next === 'silent') {
          stream.stop();
          // Not waited for: what does not speak may not listen either.
          yield { is: 'fault', fault: silent() };
          return;
        }
        if (next.done === true) {
          ended = true;
          return;
        }
        // Cutting a connection looks different to every provider.
        const { value } = next;
        yield value.is === 'fault' && fault !== null ? { ...value, fault } : value;
      }
    } finally {
      watch.leave();
      if (!ended) void events.return?.(undefined)?.catch(() => undefined);
    }
  }

  async function orSilence<T>(next: Promise<T>): Promise<T | 'silent'> {
    const timer = world.timer(limits.round.silentMs);
    try {
      return await Promise.race([next, timer.done.then(() => 'silent' as const)]);
    } finally {
      timer.clear();
    }
  }

  const told = (was: Fault): Fault =>
    fault !== null && was.code === 'cancelled' ? { code: 'cancelled', message: fault.message } : was;
  return {
    gaveUp: () => fault,
    world: {
      ...world,
      append: (happening, stamp) =>
        world.append(happening.kind === 'dropped' ? { ...happening, fault: told(happening.fault) } : happening, stamp),
      stream(request) {
        const stream = world.stream(request);
        return { events: heard(stream), stop: () => stream.stop() };
      },
      async perform(call, tool) {
        watch.enter();
        try {
          return await world.perform(call, tool);
        } finally {
          watch.leave();
        }
      },
      // A model that is stopped alone takes its card and its folder's wait with it (row F2).
      ask: (call, tool, decision, facts) =>
        Promise.race([world.ask(call, tool, decision, facts), stop.wait.then(() => ({ is: 'stop' }) as const)]),
      reconnected: (call) => Promise.race([world.reconnected(call), stop.wait.then(() => 'stop' as const)]),
    },
  };
}
