/** What is known of a failed connection (row M6): found by `probe.ts`, judged by `judge.ts`. */

/** What the doctor knows of a server: never a header's value. */
export interface Patient {
  readonly url: string;
  /** Names of the headers that are sent with each request. */
  readonly headers: readonly string[];
}

/** The page that asks. */
export interface Page {
  /** `https://sluice.example`. */
  readonly origin: string;
  readonly online: boolean;
}

/** An answer that the browser lets a page read. */
export interface Seen {
  readonly status: number;
  /** Content type without its parameters; '' where there is none. */
  readonly type: string;
}

/** What small requests after the failure showed; null: not asked, or it could not be told. */
export interface Found {
  /** The browser's answer about reaching this machine or the local network. */
  readonly permission: 'granted' | 'denied' | 'prompt' | null;
  /** A plain GET that needs no preflight. */
  readonly plain: Seen | 'redirect' | 'blocked' | null;
  /** Whether somebody answers at all, readable or not. */
  readonly silent: 'answered' | 'nothing' | null;
  /** Which headers a preflight let pass, by the name of the first of its group. */
  readonly preflights: readonly { readonly headers: readonly string[]; readonly passed: boolean }[];
  /** What answers at the path where such servers usually are. */
  readonly usual: (Seen & { readonly url: string }) | null;
}

/** What is known before anything was asked. */
export const nothingFound: Found = { permission: null, plain: null, silent: null, preflights: [], usual: null };

/** Where an address leads: to this machine, the local network, or the internet. */
export type Place = 'loopback' | 'private' | 'public';

const loopback = /^(localhost|(.*\.)?localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0)$/;
const privateHost =
  /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2}|\[f[cd][0-9a-f]{2}:.*\]|\[fe[89ab][0-9a-f]:.*\]|.*\.(local|internal|lan|home\.arpa)|[^.[\]:]+)$/;

/** Told by the name alone: what a public name resolves to, a page cannot know. */
export function placeOf(url: string): Place {
  const host = (URL.parse(url)?.hostname ?? '').toLowerCase();
  return loopback.test(host) ? 'loopback' : privateHost.test(host) ? 'private' : 'public';
}

/** A page under https: closed to plain http, and asked about local addresses. */
export const isSecure = (page: Page): boolean => page.origin.startsWith('https:');
export const isHttp = (url: string): boolean => /^http:/i.test(url);
/** A page of this machine may reach this machine without being asked. */
export const crosses = (page: Page, url: string): boolean =>
  placeOf(url) !== 'public' &&
  placeOf(page.origin) !== 'loopback' &&
  !(placeOf(page.origin) === 'private' && placeOf(url) === 'private');

/** Headers that come with the first request, and those that come only after `initialize`. */
export const firstHeaders = (headers: readonly string[]): string[] => [
  'content-type',
  ...headers.map((name) => name.toLowerCase()).filter((name) => name !== 'content-type' && name !== 'accept'),
];
/** What requests after the handshake carry besides (case 45). */
export const laterHeaders: readonly string[] = ['mcp-protocol-version', 'mcp-session-id'];

/** Where servers of streamable HTTP usually answer, for an address with a path that is known to be wrong; else null. */
export function usualUrl(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || /\/mcp\/?$/.test(parsed.pathname)) return null;
  const base = parsed.pathname.replace(/\/(sse|messages?|v\d+)?\/?$/, '');
  return new URL(`${base}/mcp`, parsed.origin).href;
}
