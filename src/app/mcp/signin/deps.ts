/** What the sign-ins need of the page around them; tests put other parts in. */
import type { ServerId } from '../../../core/ids.ts';
import { limits } from '../../../core/limits.ts';
import type { SignInRecord } from '../../../core/server.ts';
import type { Keys } from '../../../storage/keys.ts';
import type { Table } from '../../../storage/table.ts';
import { openWindow, type OpenWindow } from './popup.ts';

/** The page as sign-ins use it; tests pass their own. */
export interface SignInDeps {
  /** `signInsIn` of storage. */
  readonly table: Table<SignInRecord>;
  readonly keys: Keys;
  /** A server's sign-in came, went or was renewed in this tab: tell other tabs, which `load`, and the screens. */
  changed(server: ServerId): void;
  now(): number;
  readonly fetch: typeof globalThis.fetch;
  readonly openWindow: OpenWindow;
  readonly locks: Pick<LockManager, 'request'>;
  /** The page's address, and the public https origin this build was made for ('' where none). */
  readonly page: { readonly address: string; readonly origin: string };
  /** Whether the person is looking at this page. */
  attended(): boolean;
  readonly limits: SignInLimits;
}

/** `limits.mcp.signIn`, shorter in tests. */
export type SignInLimits = { readonly [of in keyof typeof limits.mcp.signIn]: number };

/** The browser's part of the dependencies. */
export const inBrowser = (): Pick<
  SignInDeps,
  'fetch' | 'openWindow' | 'locks' | 'page' | 'attended' | 'now' | 'limits'
> => ({
  fetch: globalThis.fetch.bind(globalThis),
  openWindow,
  locks: navigator.locks,
  page: { address: location.href, origin: __SLUICE_ORIGIN__ },
  attended: () => document.visibilityState === 'visible' && document.hasFocus(),
  now: () => Date.now(),
  limits: limits.mcp.signIn,
});
