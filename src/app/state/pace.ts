/** Milliseconds from one drawing to the next at the least: often enough to read along. */
const least = 40;
/** And at the most, however long a drawing takes: more seldom would not look like a stream. */
const most = 250;
/** The page rests for this many times as long as a drawing kept it busy, so that typing and scrolling come between. */
const rest = 2;

/** How often a growing conversation is drawn: as often as this machine can do it with ease (rows F1, U1). */
export interface Pace {
  /** Milliseconds to wait before a change that comes now is drawn. */
  wait(): number;
  /** A drawing begins. */
  drawing(): void;
}

/** `now`: a clock in milliseconds. `painted` calls once what was just drawn is on the screen; never, on a hidden page. */
export function makePace(
  now: () => number = () => performance.now(),
  painted: (then: () => void) => void = onScreen,
): Pace {
  let cost = 0;
  let ended = Number.NEGATIVE_INFINITY;
  let measuring = false;
  return {
    wait: () => Math.min(most, Math.max(least, ended + rest * cost - now())),
    drawing() {
      if (measuring) return;
      measuring = true;
      const began = now();
      painted(() => {
        measuring = false;
        ended = now();
        cost = ended - began;
      });
    },
  };
}

/** The task after the next frame begins when that frame's style, layout and painting are done. */
const onScreen = (then: () => void): void => void requestAnimationFrame(() => setTimeout(then));
