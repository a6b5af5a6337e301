import type { Clock } from './clock.ts';

/** Watches over one call's time (row M1): given up after `idleMs` of silence, and after `totalMs` in any case. */
export interface Watch {
  readonly since: number;
  /** When it is given up unless something is heard before. */
  until(): number;
  /** Whether that stands whatever is heard: the absolute limit is next. */
  final(): boolean;
  /** The server reported progress. */
  heard(): void;
  /** While the person is asked by the server, its silence is theirs: only the absolute limit runs. */
  pause(on: boolean): void;
  stop(): void;
}

export function startWatch(
  clock: Clock,
  { idleMs, totalMs }: { readonly idleMs: number; readonly totalMs: number },
  expired: (silent: boolean) => void,
): Watch {
  const since = clock.now();
  const last = since + totalMs;
  let heardAt = since;
  let paused = false;
  let takeBack: () => void = () => undefined;
  const until = (): number => (paused ? last : Math.min(heardAt + idleMs, last));

  function arm(): void {
    takeBack();
    takeBack = clock.after(Math.max(0, until() - clock.now()), () => {
      // Something may have been heard since it was set: it is set anew, not for every report.
      if (clock.now() < until()) arm();
      else expired(until() < last);
    });
  }
  arm();

  return {
    since,
    until,
    final: () => until() === last,
    heard() {
      heardAt = clock.now();
    },
    pause(on) {
      paused = on;
      heardAt = clock.now();
      arm();
    },
    stop: () => takeBack(),
  };
}
