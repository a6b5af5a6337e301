import { fail, type Outcome } from '../../../core/outcome.ts';
import type { ServerRecord } from '../../../core/server.ts';
import type { SignIns } from '../hostcontract.ts';

/** The one sign-in of a server that may be open (row M5); a second wish waits for the first. */
export interface Signing {
  /** Null where no window is open. */
  readonly done: Promise<Outcome<void>> | null;
  /** Call it from the click itself: the window opens before anything is waited for. */
  begin(record: ServerRecord): Promise<Outcome<void>>;
  stop(): void;
}

/** One sign-in of a server at a time; `after` is what follows it. */
export function makeSigning(signIns: SignIns, after: (outcome: Outcome<void>) => Promise<Outcome<void>>): Signing {
  let open: { readonly over: AbortController; readonly done: Promise<Outcome<void>> } | null = null;
  return {
    get done() {
      return open?.done ?? null;
    },
    begin(record) {
      if (open !== null) return open.done;
      const over = new AbortController();
      const done = signIns
        .begin(record, over.signal)
        .catch((error: unknown) =>
          fail('bug', `The sign-in failed in an unexpected way (${String(error)}). Please report this.`),
        )
        .then((outcome) => {
          // Given up, disabled or removed meanwhile: what comes of the window is nobody's.
          if (over.signal.aborted)
            return fail('cancelled', 'The sign-in was given up, or the server was disabled or removed during it.');
          open = null;
          return after(outcome);
        });
      open = { over, done };
      return done;
    },
    stop() {
      open?.over.abort();
      open = null;
    },
  };
}
