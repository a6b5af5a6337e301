/** The card's clock, in milliseconds. Tests replace it, so that none has to wait. */
export const clock = { now: (): number => performance.now() };

/** When a key was last pressed anywhere in the page (row A3). Listens from the start, before any card is there. */
export const lastKey: { at: number | null } = { at: null };

addEventListener(
  'keydown',
  () => {
    lastKey.at = clock.now();
  },
  { capture: true, passive: true },
);
