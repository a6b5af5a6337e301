/** Failures of a connection as values, and the one error that carries them through the libraries. */
import type { Json } from '../../../core/json.ts';
import { isObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { LinkFailure, Reply } from '../link.ts';

/** Thrown inside `link/` only, where a library wants an error; it comes out as the value it carries (Style 4). */
export class Failed extends Error {
  readonly failure: LinkFailure;

  constructor(failure: LinkFailure) {
    super(failure.message);
    this.name = 'Failed';
    this.failure = failure;
  }
}

/** A failure with what is known of it; `ran` is `no` unless said otherwise. */
export function failure(
  kind: LinkFailure['kind'],
  message: string,
  more: Partial<Omit<LinkFailure, 'kind' | 'message'>> = {},
): LinkFailure {
  const bounded = message.slice(0, limits.mcp.message);
  return { kind, message: bounded, status: null, code: null, type: null, ran: 'no', ...more };
}

export const failed = (value: LinkFailure): { readonly ok: false; readonly failure: LinkFailure } => ({
  ok: false,
  failure: value,
});

export const done = <T>(value: T): Reply<T> => ({ ok: true, value });

/** How the sentence begins that says a session header is there but hidden from the page (row M6, case 45). */
export const sessionUnreadable = 'The session header (Mcp-Session-Id) of this server cannot be read by a page';

const lostSession = /session/iu;
const lost =
  /not found|unknown|expired|invalid|no valid|not valid|does not exist|no such|terminated|required|missing/iu;

/** Whether a server's words say that it does not know the session (case 44). */
export const saysLostSession = (words: string): boolean => lostSession.test(words) && lost.test(words);
/** Refusals of a request that came without the session it needs. */
export const saysNoSession = (words: string): boolean => saysLostSession(words) || /not initiali[sz]ed/iu.test(words);

const saysVersion = /protocol.{0,10}version|version.{0,20}not supported|unsupported.{0,20}version/iu;
/** 2026-07-28: the server speaks none of the versions asked for. */
const unsupportedVersion = -32_022;
/** The request as such was refused: nothing of it was carried out. */
const neverRan: ReadonlySet<number> = new Set([-32_700, -32_600, -32_601, unsupportedVersion]);
/** Codes under which servers are known to report a lost session with HTTP 200. */
const sessionCodes: ReadonlySet<number> = new Set([-32_600, -32_000, -32_001]);

/** The error of a JSON-RPC answer. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data: Json;
}

/** The error of a JSON-RPC message, or null. */
export function rpcErrorOf(message: unknown): RpcError | null {
  const error = isObject(message) ? message['error'] : undefined;
  if (!isObject(error)) return null;
  const { code, message: words, data = null } = error;
  if (typeof code !== 'number') return null;
  return { code, message: typeof words === 'string' ? words : '', data };
}

/** A JSON-RPC error of the server; `session`: the request was sent within one. `call`: it was a tool call. */
export function rpcFailure(
  { code, message }: RpcError,
  {
    session,
    call,
    status = null,
  }: { readonly session: boolean; readonly call: boolean; readonly status?: number | null },
): LinkFailure {
  if (session && sessionCodes.has(code) && saysLostSession(message))
    return failure('session', message, { code, status });
  const version = code === unsupportedVersion || (!call && saysVersion.test(message));
  const ran = call && !neverRan.has(code) ? 'unknown' : 'no';
  return failure(version ? 'version' : 'rpc', message, { code, status, ran });
}
