/** Requests under way on one connection: who they are to the traffic, and when a connection that broke may be let go. */
import type { Json } from '../../../core/json.ts';
import type { LinkFailure } from '../link.ts';
import { Failed } from './failure.ts';
import type { Traffic } from './traffic.ts';

/** A transport that tells the id of each request when it is made. */
export interface Watched {
  made: ((id: Json) => void) | null;
}

/** All requests of one connection. */
export interface AtWork {
  /** Makes a request, and drops what is left of it when it is over. `saw` is told its id. */
  run(transport: Watched, traffic: Traffic, make: () => Promise<unknown>, saw?: (id: Json) => void): Promise<Json>;
  /** The connection broke: told once, when nothing is under way that may still be answered. */
  gone(why: LinkFailure): void;
  /** The answer to a request which has no stream left. */
  failing(
    id: Json,
    why: LinkFailure,
  ): { jsonrpc: '2.0'; id: string | number; error: { code: number; message: string } };
  /** Nothing more is told: the connection is closed from here. */
  quiet(): void;
}

/** `closed` is told once, when the connection broke and nothing is under way any more. */
export function atWork(closed: (why: LinkFailure) => void): AtWork {
  const failures = new Map<string, LinkFailure>();
  let count = 0;
  let broken: LinkFailure | null = null;
  let told = false;

  function tell(): void {
    if (broken === null || count > 0 || told) return;
    told = true;
    closed(broken);
  }

  return {
    async run(transport, traffic, make, saw) {
      let id: Json = null;
      count += 1;
      try {
        // Both libraries hand a request to the transport before they return.
        transport.made = (made) => {
          id ??= made;
          saw?.(id);
        };
        const answer = make();
        transport.made = null;
        return (await answer) as Json;
      } catch (cause) {
        const known = failures.get(JSON.stringify(id));
        throw known === undefined ? cause : new Failed(known);
      } finally {
        transport.made = null;
        if (id !== null) traffic.owners.settle(id);
        count -= 1;
        tell();
      }
    },
    gone(why) {
      broken ??= why;
      tell();
    },
    failing(id, why) {
      failures.set(JSON.stringify(id), why);
      const known = typeof id === 'number' || typeof id === 'string' ? id : JSON.stringify(id);
      return { jsonrpc: '2.0', id: known, error: { code: -32_603, message: why.message } };
    },
    quiet: () => void (told = true),
  };
}
