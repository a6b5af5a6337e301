/** Small facts only the page can give: ids, the date, timers, and being alone with an answer. */
import type { Timer } from '../../core/world.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Nine letters or digits (54 bits of chance): what the strictest provider takes as a call id (`core/ids.ts`). */
export function newId(): string {
  let id = '';
  while (id.length < 9) {
    for (const byte of crypto.getRandomValues(new Uint8Array(16))) {
      // 248 = 4 × 62: bytes above would make some letters likelier than others.
      if (byte < 248 && id.length < 9) id += alphabet[byte % 62] ?? '';
    }
  }
  return id;
}

/** Today on the person's clock, `2026-11-30`. */
export function today(): string {
  const now = new Date();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** A timer of the browser, for the core (`World.timer`). */
export function timer(ms: number): Timer {
  let handle: ReturnType<typeof setTimeout> | undefined;
  const done = new Promise<void>((resolve) => {
    handle = setTimeout(resolve, ms);
  });
  return { done, clear: () => clearTimeout(handle) };
}

/**
 * Runs `work` while no other tab runs the same answer. With `wait` it waits for its turn; without, it gives up with null.
 * The lock goes when the work ends or the tab is closed, so a crash leaves none behind.
 */
export async function alone<T>(answer: string, wait: boolean, work: () => Promise<T>): Promise<T | null> {
  return navigator.locks.request(`sluice-answer-${answer}`, { ifAvailable: !wait }, (lock) =>
    lock === null ? null : work(),
  );
}
