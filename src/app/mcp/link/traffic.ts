/**
 * The `fetch` that the MCP libraries get (rows M1, M6, I3): it lists requests, judges answers before the library reads
 * them, limits their size, and lets none hang without an owner. What it finds wrong it throws as `Failed`, or says into an
 * event stream as the answer to the request that the stream belongs to.
 */
import type { Json } from '../../../core/json.ts';
import type { RequestRow } from '../../../core/server.ts';
import type { LinkFailure, Target } from '../link.ts';
import { answerOf } from './answer.ts';
import { askedOf, type Asked } from './asked.ts';
import { Failed, failure } from './failure.ts';
import { makeOwners, type Owners } from './owners.ts';
import { makePatience, type Patience } from './patience.ts';
import { takePlace } from './places.ts';
import { refusalOf, type Session } from './refusal.ts';
import { makeRows } from './rows.ts';

/** The network as one connection has it. */
export interface Traffic {
  readonly fetch: (input: string | URL, init?: RequestInit) => Promise<Response>;
  readonly owners: Pick<Owners, 'settle' | 'behind'>;
  /** The requests after this may outlive the page. */
  leave(): void;
  /** The server gave a session, and the page could read it. */
  inSession(): boolean;
  /** It would speak up by itself, and nobody listens: the browser's connections to its address are needed otherwise. */
  unheard(): boolean;
}

/** Where it leads, and who is told. */
export interface TrafficDeps {
  readonly target: Target;
  request(row: RequestRow): void;
  /** The stream for the server's own messages cannot be had back, or the session is lost. */
  gone(failure: LinkFailure): void;
  /** An answer to a request, from here, where no stream is left to say it into. */
  fail(id: Json, failure: LinkFailure): void;
  readonly patience?: Patience;
}

/** Headers that the protocol sets; the person's own do not replace them. */
const ours = /^(?:content-type|accept|last-event-id|mcp-.*)$/iu;
const leaveMs = 5_000;
/** The libraries try so often to resume a stream. */
const resumptions = 2;

/** What went wrong on the way, as a failure. */
function droppedBy(asked: Asked, cause: unknown, signal: AbortSignal, initialized: boolean): Failed {
  const ran = asked.call ? 'unknown' : 'no';
  if (cause instanceof Failed)
    return asked.call && cause.failure.kind === 'too-large' ? new Failed({ ...cause.failure, ran }) : cause;
  if (signal.aborted) return new Failed(failure('cancelled', 'The request was given up.', { ran }));
  const words = cause instanceof Error ? cause.message : String(cause);
  return new Failed(failure('network', words, { ran, ...(initialized ? { initialized } : {}) }));
}

export function makeTraffic(deps: TrafficDeps): Traffic {
  const { target } = deps;
  const rows = makeRows((row) => deps.request(row));
  const patience = deps.patience ?? makePatience();
  const owners = makeOwners();
  let session: Session = 'before';
  let handshake: Json = null;
  let leaving = false;
  /** The stream for the server's own messages was open once. */
  let listened = false;
  let misses = 0;
  let unheard = false;

  function headersOf(init: RequestInit): Headers {
    const headers = new Headers(init.headers);
    for (const [name, value] of target.headers) {
      if (ours.test(name)) continue;
      try {
        headers.set(name, value);
      } catch {
        const words = `The header “${name}” cannot be sent: its name or value has characters in it that HTTP does not take.`;
        throw new Failed(failure('http', words));
      }
    }
    return headers;
  }

  async function send(asked: Asked, init: RequestInit, headers: Headers, signal: AbortSignal): Promise<Response> {
    const fetching =
      target.signIn?.fetch ?? ((input: string | URL | Request, more?: RequestInit) => fetch(input, more));
    const response = await fetching(target.url, {
      ...init,
      headers,
      signal,
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
      ...(leaving ? { keepalive: true } : {}),
    });
    if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
      throw new Failed(failure('redirect', 'The server sends the request on to another address.'));
    if (asked.rpc === 'initialize' && response.ok) session = response.headers.has('mcp-session-id') ? 'in' : 'lost';
    return response;
  }

  /** A stream that could not be opened again: its owner is told when the library gives up. */
  function missed(asked: Asked, why: LinkFailure): void {
    if (asked.http !== 'GET' || why.kind === 'cancelled') return;
    misses += 1;
    if (why.kind !== 'session' && misses < resumptions) return;
    const owner = owners.ownerOf(asked.resumes);
    if (owner !== null) deps.fail(owner, { ...why, ran: 'unknown' });
    else if (listened) deps.gone(why);
  }

  async function go(asked: Asked, init: RequestInit, headers: Headers, signal: AbortSignal): Promise<Response> {
    const listens = asked.rpc === 'subscriptions/listen' || (asked.http === 'GET' && asked.resumes === null);
    const giveBack = listens ? await takePlace(target.url) : null;
    if (listens) unheard = giveBack === null;
    if (unheard && listens) {
      // 405 is the word of servers that never speak up: the library takes it without a complaint.
      if (asked.http === 'GET') return new Response(null, { status: 405 });
      throw new Failed(failure('cancelled', 'The browser’s connections to this address are in use.'));
    }
    if (asked.http === 'GET')
      await patience.wait(signal).catch((cause: unknown) => (giveBack?.(), Promise.reject(cause)));
    const begun = performance.now();
    const row = rows.begin(asked.what);
    const over = (status: number | null, fault: string | null): void => {
      if (asked.http === 'GET') patience.lived(performance.now() - begun);
      giveBack?.();
      row.end(status, fault);
    };
    let status: number | null = null;
    try {
      const response = await send(asked, init, headers, signal);
      status = response.status;
      const offered = status !== 405 || asked.http === 'POST';
      // Discovery is refused in many ways by servers that do not know it; the library judges them.
      const asksEra =
        asked.rpc === 'server/discover' && status >= 400 && status < 500 && status !== 401 && status !== 403;
      if (!offered || asksEra) {
        over(status, null);
        return response;
      }
      if (!response.ok)
        throw new Failed(await refusalOf(response, asked, asked.rpc === 'initialize' ? 'before' : session));
      if (asked.http === 'GET') misses = 0;
      if (asked.http === 'GET' && asked.resumes === null) listened = true;
      return await answerOf(asked, owners, response, { over, dropped: () => signal.aborted });
    } catch (cause) {
      const fault = droppedBy(asked, cause, signal, session !== 'before');
      over(status, fault.failure.kind === 'cancelled' ? null : `${fault.failure.kind}: ${fault.message}`);
      missed(asked, fault.failure);
      throw fault;
    }
  }

  return {
    async fetch(_input, init = {}) {
      const headers = headersOf(init);
      const asked = askedOf(init, headers);
      if (asked.rpc === 'initialize') handshake = asked.id;
      if (asked.cancels !== null) {
        owners.settle(asked.cancels);
        // A handshake is not cancelled by a message, only dropped.
        if (asked.cancels === handshake) return new Response(null, { status: 202 });
      }
      // An end of the session goes out whatever is closed meanwhile.
      if (asked.http === 'DELETE') return go(asked, init, headers, AbortSignal.timeout(leaveMs));
      const owner = asked.resumes === null ? asked.id : owners.ownerOf(asked.resumes);
      // 405 ends the library's attempts without a complaint.
      if (asked.resumes !== null && owner !== null && owners.isSettled(owner))
        return new Response(null, { status: 405 });
      const handles = [init.signal, owner === null ? null : owners.handle(owner)].filter((one) => one != null);
      return go(asked, init, headers, AbortSignal.any(handles));
    },
    owners,
    leave: () => void (leaving = true),
    inSession: () => session === 'in',
    unheard: () => unheard,
  };
}
