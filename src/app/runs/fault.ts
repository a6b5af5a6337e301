import type { Fault } from '../../core/outcome.ts';
import { LogFault } from './ledger.ts';

/** What is thrown in a run is a log that cannot be written, or a bug; either is told, and nothing hangs. */
export function faultOf(error: unknown): Fault {
  if (error instanceof LogFault) return error.fault;
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: 'bug',
    message: `Something went wrong inside Sluice (${message}). The answer was ended; what ran is in the log. Please report this.`,
  };
}
