/** Calls of one connection that may be on their way at once. */
export interface Turns {
  /** Resolves with what gives the turn back; null where the signal was aborted before it came. */
  take(signal: AbortSignal): Promise<(() => void) | null>;
}

/**
 * A browser opens six connections to a host of HTTP/1.1, and a call may hold one until the person has answered a question,
 * whose answer needs another (row M7). One is the server's own stream, so four are for calls.
 */
export const callsAtOnce = 4;

export function makeTurns(most: number = callsAtOnce): Turns {
  let free = most;
  const waiting = new Set<() => void>();

  function give(): void {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else next();
  }
  /** A turn is given back once, however often it is tried. */
  const once = (): (() => void) => {
    let given = false;
    return () => {
      if (given) return;
      given = true;
      give();
    };
  };

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(null);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(once());
      }
      return new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(come);
          resolve(null);
        };
        const come = (): void => {
          waiting.delete(come);
          signal.removeEventListener('abort', leave);
          resolve(once());
        };
        waiting.add(come);
        signal.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
