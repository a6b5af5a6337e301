/** What a request of the library asks, read from what it hands to `fetch`. */
import { isObject, type Json } from '../../../core/json.ts';
import { parsed } from '../body.ts';

/** A request as far as it matters to who judges its answer. */
export interface Asked {
  readonly http: 'GET' | 'POST' | 'DELETE';
  /** JSON-RPC method, `response` for an answer to the server, '' where there is no body. */
  readonly rpc: string;
  /** Of a request that wants an answer, else null. */
  readonly id: Json;
  /** A tool call: it may have an effect. */
  readonly call: boolean;
  /** As the detail view lists it (row I3). */
  readonly what: string;
  /** The event after which a stream is resumed, or null. */
  readonly resumes: string | null;
  /** The request that is cancelled by it, or null. */
  readonly cancels: Json;
}

/** Reads it from what the library hands over; a body that is no JSON asks nothing. */
export function askedOf(init: RequestInit, headers: Headers): Asked {
  const http = init.method === 'POST' ? 'POST' : init.method === 'DELETE' ? 'DELETE' : 'GET';
  const body = typeof init.body === 'string' ? parsed(init.body) : undefined;
  const message = isObject(body) ? body : {};
  const params = isObject(message['params']) ? message['params'] : {};
  const method = typeof message['method'] === 'string' ? message['method'] : null;
  const rpc = method ?? (http === 'POST' ? 'response' : '');
  const tool = rpc === 'tools/call' && typeof params['name'] === 'string' ? params['name'] : '';
  const resumes = http === 'GET' ? headers.get('last-event-id') : null;
  return {
    http,
    rpc,
    id: method === null ? null : (message['id'] ?? null),
    call: rpc === 'tools/call',
    what: [http, rpc, tool, resumes === null ? '' : '(resumed)'].filter((word) => word !== '').join(' '),
    resumes,
    cancels: rpc === 'notifications/cancelled' ? (params['requestId'] ?? null) : null,
  };
}
