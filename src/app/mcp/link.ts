/** The small surface in front of the MCP libraries: one open connection to one server. Tests fake it; nobody else sees the SDK. */
import type { Json, JsonObject } from '../../core/json.ts';
import type { McpAnswer } from '../../core/mcpresult.ts';
import type { ElicitationReply, RequestRow, ServerInfo } from '../../core/server.ts';

/** What went wrong on a connection, with all that the doctor needs (row M6). */
export interface LinkFailure {
  readonly kind:
    /** fetch failed without a word: CORS, offline, mixed content, local network … */
    | 'network'
    | 'http'
    /** 401, or a sign-in that is needed or failed; `scope`: 403 with `insufficient_scope`. */
    | 'sign-in'
    | 'scope'
    /** The server does not know the session any more: the request was not carried out. */
    | 'session'
    /** A redirect, which a browser may not follow here. */
    | 'redirect'
    /** An answer that is no MCP: HTML, another content type, broken JSON. */
    | 'not-mcp'
    /** No protocol version in common. */
    | 'version'
    /** A JSON-RPC error of the server. */
    | 'rpc'
    | 'too-large'
    | 'timed-out'
    | 'cancelled'
    | 'closed';
  /** The library's or the server's own words; from outside. */
  readonly message: string;
  /** HTTP status, or null where there was none. */
  readonly status: number | null;
  /** JSON-RPC error code, or null. */
  readonly code: number | null;
  /** Content type of the answer, or null. */
  readonly type: string | null;
  /** Of a tool call: whether it may have run. */
  readonly ran: 'no' | 'unknown';
  /** The server had answered `initialize`, and what came after it failed: this tells the doctor which header is blocked (case 45). */
  readonly initialized?: boolean;
}

/** Either the value or why there is none; nothing is thrown across this wall (Style 4). */
export type Reply<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: LinkFailure };

/** Adds what a sign-in gives to requests, and renews it (row M5). Made by `signin/`; null: no sign-in is kept or wanted. */
export interface SignIn {
  /**
   * Like `fetch`, with the token; renews an expired one once. An answer of 401, or 403 with `insufficient_scope`, is passed
   * through after it was remembered for `begin`.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
}

/** Where to connect, and with what. */
export interface Target {
  readonly url: string;
  /** Opened header values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly signIn: SignIn | null;
  /** Which library reached it last, tried first. */
  readonly dialect: 'sdk' | 'client';
}

/** What a form or a link asks (row M7), before the host gives it an id. */
export type Asking =
  | { readonly is: 'form'; readonly message: string; readonly schema: JsonObject }
  | { readonly is: 'link'; readonly message: string; readonly url: string };

/** What a connection tells without being asked. */
export interface LinkEvents {
  listChanged(): void;
  /** The connection is gone; what was under way has failed by itself. */
  closed(failure: LinkFailure): void;
  asks(asking: Asking, signal: AbortSignal): Promise<ElicitationReply>;
  /** A request began (`status` null) or ended: the same `at` and `what` again with its end. */
  request(row: RequestRow): void;
}

/** A request's limits, milliseconds, and who hears of it. */
export interface CallOptions {
  readonly signal: AbortSignal;
  /** Given up after this long without progress, and after `totalMs` in any case. */
  readonly idleMs: number;
  readonly totalMs: number;
  progress(now: { readonly done: number; readonly total: number | null; readonly message: string | null }): void;
}

/** An open connection, whichever library holds it. */
export interface Link {
  readonly info: ServerInfo;
  readonly dialect: 'sdk' | 'client';
  /** One page of `tools/list`; a server without tools answers an empty one. */
  list(
    cursor: string | null,
    signal: AbortSignal,
  ): Promise<Reply<{ readonly tools: readonly Json[]; readonly next: string | null }>>;
  call(tool: string, args: JsonObject, options: CallOptions): Promise<Reply<McpAnswer>>;
  /** Ends the session (DELETE). `leaving`: the page goes away, so that nothing can be waited for. */
  close(leaving: boolean): Promise<void>;
}

/** Opens a connection within `limits.mcp.connectMs`. */
export type OpenLink = (target: Target, events: LinkEvents, signal: AbortSignal) => Promise<Reply<Link>>;
