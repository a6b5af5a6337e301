import type { Progress } from '../../core/ports.ts';

/** What every piece of work in the files worker gets along: when to stop, and whom to tell how far it is (row U4). */
export interface Ctx {
  /** Aborted by `cancel`; work then ends with the fault `cancelled`. */
  readonly signal: AbortSignal;
  progress(now: Progress): void;
}
