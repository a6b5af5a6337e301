import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../../../core/ports.ts';

/** Milliseconds since 1970. Tests replace it. */
export const wall = { now: (): number => Date.now() };

const seconds = (ms: number): string => {
  const whole = Math.max(0, Math.floor(ms / 1_000));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
};

/** "12 s · gives up in 48 s unless it reports progress" (row M1); while the server waits for the person nothing is owed. */
export function timerWords({ since, until, final = false }: Progress, now: number): string {
  const parts = [
    since === undefined ? '' : seconds(now - since),
    until === undefined ? '' : `gives up in ${seconds(until - now)}${final ? '' : ' unless it reports progress'}`,
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

/** How long a call has run and when it will be given up: it changes each second, and readers are not told each time. */
export function Timer({ progress }: { readonly progress: Progress }): JSX.Element | null {
  const [, tick] = useState(0);
  const timed = progress.since !== undefined || progress.until !== undefined;
  useEffect(() => {
    if (!timed) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [timed]);
  if (!timed) return null;
  return (
    <p class="timer faint" role="timer" aria-live="off">
      {timerWords(progress, wall.now())}
    </p>
  );
}
