/** Opens a connection with the library that reached the server last; where it is refused for its version, with the other. */
import { limits } from '../../../core/limits.ts';
import type { LinkFailure, OpenLink, Target } from '../link.ts';
import { discreetly } from './discreet.ts';

/** Each is its own chunk, loaded when it is first used. */
const openers: Readonly<Record<Target['dialect'], () => Promise<OpenLink>>> = {
  sdk: async () => (await import('./sdk.ts')).openSdk,
  client: async () => (await import('./client.ts')).openClient,
};

/**
 * Whether a server may speak the other library's protocol. A server of 2026-07-28 only refuses the older handshake with
 * HTTP 400 and code -32022; others say that they know no such method, or miss a header. The newer handshake needs headers
 * that an older server may not allow a page to send, which is a failure without a word.
 */
const worthAnother = ({ kind, status }: LinkFailure, first: Target['dialect']): boolean =>
  kind === 'version' ||
  kind === 'rpc' ||
  (kind === 'http' && status === 400) ||
  (first === 'client' && kind === 'network');

/** `Link.dialect` says which it was. The failure is that of the first attempt, unless the second one came further. */
export const openLink: OpenLink = discreetly(async (target, events, cancel) => {
  const signal = AbortSignal.any([cancel, AbortSignal.timeout(limits.mcp.connectMs)]);
  const first = await (await openers[target.dialect]())(target, events, signal);
  if (first.ok || signal.aborted || !worthAnother(first.failure, target.dialect)) return first;
  const other = target.dialect === 'sdk' ? 'client' : 'sdk';
  const second = await (await openers[other]())(target, events, signal);
  if (second.ok) return second;
  const { kind } = second.failure;
  return kind === 'sign-in' || kind === 'scope' || kind === 'session' ? second : first;
});
