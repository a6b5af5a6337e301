/** Waits for the person in the sign-in window: an answer, a closed window, Cancel, or too long (row M5). */
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { Answer } from './answer.ts';
import type { SignInDeps } from './deps.ts';
import type { SignInWindow } from './popup.ts';

/** The person gave it up. */
export const cancelled = fail(
  'cancelled',
  'The sign-in was cancelled. If its window is still open, close it; press Sign in to begin again.',
);
const late = fail('sign-in', 'The sign-in was not finished within ten minutes. Press Sign in to begin again.');

export interface Waiting {
  readonly answer: Promise<Answer>;
  readonly window: SignInWindow;
  readonly signal: AbortSignal;
  readonly deps: Pick<SignInDeps, 'attended' | 'limits'>;
}

const lookMs = 250;

/**
 * A window that seems closed may only have been cut off by its server (COOP): it counts as closed once the person has been
 * back at this page for a while without an answer.
 */
export function waitFor({ answer, window, signal, deps: { attended, limits } }: Waiting): Promise<Outcome<Answer>> {
  return new Promise((resolve) => {
    let back = 0;
    const look = setInterval(() => {
      back = window.closed() && attended() ? back + lookMs : 0;
      if (back >= limits.backMs) end(cancelled);
    }, lookMs);
    const limit = setTimeout(() => end(late), limits.windowMs);
    const stop = (): void => end(cancelled);
    function end(outcome: Outcome<Answer>): void {
      clearInterval(look);
      clearTimeout(limit);
      signal.removeEventListener('abort', stop);
      resolve(outcome);
    }
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    void answer.then((given) => end(ok(given)));
  });
}
