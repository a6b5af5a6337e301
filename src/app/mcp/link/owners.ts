/** Which request a stream belongs to, so that it is dropped with it, resumed for it, and breaks off with an answer to it. */
import { isObject, type Json } from '../../../core/json.ts';
import type { LinkFailure } from '../link.ts';

/** Which request a stream belongs to. */
export interface Owners {
  /** A signal that is aborted with the request. */
  handle(id: Json): AbortSignal;
  /** The request is answered or given up. */
  settle(id: Json): void;
  isSettled(id: Json): boolean;
  /** A stream of the request ended after this event. */
  own(event: string, id: Json): void;
  /** Whose stream ended after this event; null: nobody's. */
  ownerOf(event: string | null): Json;
  /** An error as the answer to a request, in the form of an event. What it means is kept here, so that no server can forge it. */
  lastWords(id: Json, why: LinkFailure): string;
  /** The failure behind such an error's data, or null where the server said it. */
  behind(data: unknown): LinkFailure | null;
}

const key = (id: Json): string => JSON.stringify(id);

export function makeOwners(): Owners {
  const open = new Map<string, Set<AbortController>>();
  const owners = new Map<string, Json>();
  const settled = new Set<string>();
  const said = new Map<string, LinkFailure>();

  return {
    handle(id) {
      const handle = new AbortController();
      if (settled.has(key(id))) handle.abort();
      open.set(key(id), (open.get(key(id)) ?? new Set()).add(handle));
      return handle.signal;
    },
    settle(id) {
      settled.add(key(id));
      for (const handle of open.get(key(id)) ?? []) handle.abort();
      open.delete(key(id));
    },
    isSettled: (id) => settled.has(key(id)),
    own: (event, id) => void owners.set(event, id),
    ownerOf: (event) => (event === null ? null : (owners.get(event) ?? null)),
    lastWords(id, why) {
      const sign = crypto.randomUUID();
      said.set(sign, why);
      const error = { code: -32_603, message: why.message, data: { sluice: sign } };
      return `data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}`;
    },
    behind(data) {
      const sign = isObject(data) ? data['sluice'] : undefined;
      return typeof sign === 'string' ? (said.get(sign) ?? null) : null;
    },
  };
}
