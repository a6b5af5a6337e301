/** The time limit of a connection's beginning (row M1: 30 s). */
import type { Reply } from '../link.ts';
import { done, failed, failure } from './failure.ts';
import type { Trouble } from './trouble.ts';

/** The libraries' own clocks are not used: ours know of pauses and of an absolute limit. */
export const never = 2_147_483_647;

/** What ended a signal, as a failure: a limit of time (`AbortSignal.timeout`), or whoever cancelled. */
const endedBy = (signal: AbortSignal) =>
  signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError'
    ? failure('timed-out', 'The server did not finish the handshake in time.')
    : failure('cancelled', 'Connecting was cancelled.');

/** Runs a handshake until it is done or the signal ends it, whether the library heeds the signal or not. */
export async function connected(
  trouble: Trouble,
  signal: AbortSignal,
  handshake: (signal: AbortSignal) => Promise<void>,
): Promise<Reply<void>> {
  if (signal.aborted) return failed(endedBy(signal));
  let stop: () => void = () => undefined;
  const over = new Promise<'over'>((resolve) => {
    stop = () => resolve('over');
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    const first = await Promise.race([handshake(signal), over]);
    return first === 'over' ? failed(endedBy(signal)) : done(undefined);
  } catch (cause) {
    return failed(signal.aborted ? endedBy(signal) : trouble(cause, false).why);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
