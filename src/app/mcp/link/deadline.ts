/** The time a call may take (row M1): so long in silence, so long in all. */
export interface Deadline {
  /** The server reported progress. */
  heard(): void;
  /** While the person is asked something the clock of silence stands; the absolute one goes on. */
  pause(on: boolean): void;
  stop(): void;
}

/** Calls `expired` after `idleMs` of silence or `totalMs` in all. */
export function startDeadline(
  { idleMs, totalMs }: { readonly idleMs: number; readonly totalMs: number },
  expired: () => void,
): Deadline {
  let pauses = 0;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const total = setTimeout(expired, totalMs);
  const arm = (): void => {
    clearTimeout(idle);
    if (pauses === 0) idle = setTimeout(expired, idleMs);
  };
  arm();
  return {
    heard: arm,
    pause(on) {
      pauses = Math.max(0, pauses + (on ? 1 : -1));
      arm();
    },
    stop() {
      clearTimeout(idle);
      clearTimeout(total);
    },
  };
}
