/** How a connection begins and ends, the same with either library (row M1). */
import type { Json } from '../../../core/json.ts';
import type { LinkEvents, Reply, Target } from '../link.ts';
import { atWork, type AtWork, type Watched } from './atwork.ts';
import { connected, never } from './connect.ts';
import { done } from './failure.ts';
import { askedMs } from './places.ts';
import { makeTraffic, type Traffic } from './traffic.ts';
import { makeTrouble, type Trouble } from './trouble.ts';

/** What the program calls itself to servers. */
export const ourselves = { name: 'Sluice', version: __SLUICE_VERSION__ };
/** What servers may ask for (row M7). */
export const offered = { elicitation: { form: {}, url: {} } };

/** What both libraries' transports have, as far as it is used here. */
interface Transport extends Watched {
  onmessage?(message: ReturnType<AtWork['failing']>): void;
  terminateSession(): Promise<void>;
}

interface Client<T> {
  connect(transport: T, options: { readonly signal: AbortSignal; readonly timeout: number }): Promise<void>;
  close(): Promise<void>;
}

/** A connection whose handshake is done. */
export interface Begun<T> {
  readonly transport: T;
  readonly trouble: Trouble;
  /** Makes a request and drops what is left of it when it is over; `saw` is told its id. */
  run(make: () => Promise<unknown>, saw?: (id: Json) => void): Promise<Json>;
  /** Nothing more is told of it: it is about to be closed from here. */
  quiet(): void;
  /** Ends the session and the connection; where the page leaves, nobody waits for that. */
  close(leaving: boolean): Promise<void>;
}

/** Connects a client of either library over our own traffic; where that fails, nothing of it stays open. */
export async function begin<T extends Transport>(
  client: Client<T>,
  make: (url: URL, fetch: Traffic['fetch']) => T,
  target: Target,
  events: LinkEvents,
  signal: AbortSignal,
): Promise<Reply<Begun<T>>> {
  const work = atWork((why) => events.closed(why));
  const traffic: Traffic = makeTraffic({
    target,
    request: (row) => events.request(row),
    gone: work.gone,
    fail: (id, why) => transport.onmessage?.(work.failing(id, why)),
  });
  const transport = make(new URL(target.url), traffic.fetch);
  const trouble = makeTrouble(traffic);
  const opened = await connected(trouble, signal, (until) =>
    client.connect(transport, { signal: until, timeout: never }),
  );
  if (!opened.ok) {
    await client.close().catch(() => undefined);
    return opened;
  }
  const ask = setInterval(() => traffic.unheard() && events.listChanged(), askedMs);
  return done({
    transport,
    trouble,
    run: (request, saw) => work.run(transport, traffic, request, saw),
    quiet: work.quiet,
    async close(leaving) {
      clearInterval(ask);
      work.quiet();
      if (leaving) traffic.leave();
      const ended = transport.terminateSession().catch(() => undefined);
      await client.close().catch(() => undefined);
      if (!leaving) await ended;
    },
  });
}
