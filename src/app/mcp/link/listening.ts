/** Keeps the subscription to changes of the tools open, as protocol 2026-07-28 has it (row M1 `list_changed`). */
import type { Client } from '@modelcontextprotocol/client';

const first = 1_000;
const longest = 300_000;

const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const stop = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener('abort', stop, { once: true });
  });

/** Subscribes, and again after a pause that grows when it ends; what changed in between is not missed. */
export async function keepListening(
  client: Pick<Client, 'listen'>,
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  let pause = first;
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      const subscription = await client.listen({ toolsListChanged: true }, { signal });
      if (round > 0) changed();
      const stop = (): void => void subscription.close().catch(() => undefined);
      signal.addEventListener('abort', stop, { once: true });
      const begun = performance.now();
      await subscription.closed;
      signal.removeEventListener('abort', stop);
      if (performance.now() - begun > longest / 10) pause = first;
    } catch {
      // It may work later; a server that cannot at all is asked ever less often.
    }
    await wait(pause, signal);
    pause = Math.min(longest, pause * 2);
  }
}
