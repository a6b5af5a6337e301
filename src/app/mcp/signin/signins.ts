/** The sign-ins of MCP servers (row M5): tokens, the window they come from, and their end. */
import { fail, type Outcome } from '../../../core/outcome.ts';
import type { ServerId } from '../../../core/ids.ts';
import type { SignIns } from '../hostcontract.ts';
import { makeSignIn } from './bearer.ts';
import { signIn } from './begin.ts';
import { makeChallenges } from './challenge.ts';
import { placeOf } from './client.ts';
import type { SignInDeps } from './deps.ts';
import type { SignInWindow } from './popup.ts';
import { makeRenew } from './renew.ts';
import { revoke } from './revoke.ts';
import { makeVault } from './vault.ts';
import { cancelled } from './wait.ts';

const blocked = fail(
  'sign-in',
  'The browser blocked the sign-in window. Allow pop-up windows for this page (the icon in the address bar), then press Sign in again.',
);

interface UnderWay {
  readonly window: SignInWindow;
  readonly stop: AbortController;
  readonly outcome: Promise<Outcome<void>>;
}

/** The sign-ins of all servers (row M5). */
export function makeSignIns(deps: SignInDeps): SignIns {
  const vault = makeVault(deps);
  const challenges = makeChallenges();
  const renew = makeRenew(vault, deps);
  const place = placeOf(deps.page.address, deps.page.origin);
  const underWay = new Map<ServerId, UnderWay>();

  /** One sign-in a server, across tabs: who waited finds it done, if the first one did it. */
  async function alone(server: Parameters<SignIns['begin']>[0], window: SignInWindow, signal: AbortSignal) {
    const before = vault.known(server.id)?.tokens?.access_token;
    try {
      return await deps.locks.request(`sluice-signin-${server.id}`, { signal }, async (): Promise<Outcome<void>> => {
        const now = await vault.alone(server.id, (record) => record.read());
        const token = now?.url === server.url ? now.tokens?.access_token : undefined;
        if (token !== undefined && token !== before) return { ok: true, value: undefined };
        return signIn({ server, window, signal, deps, place, vault, challenges });
      });
    } catch (error) {
      if (signal.aborted) return cancelled;
      throw error;
    } finally {
      window.close();
    }
  }

  return {
    load: () => vault.load(),
    has: (id) => vault.known(id)?.tokens != null,
    of: (server) => makeSignIn(server, { vault, challenges, renew, deps }),
    begin: (server, signal) => {
      const there = underWay.get(server.id);
      if (there !== undefined) {
        there.window.show();
        return orCancelled(there.outcome, signal);
      }
      // Before anything is waited for: a browser lets a click open a window, and only at once.
      const window = deps.openWindow(`sluice-signin-${server.id}`);
      if (window === null) return Promise.resolve(blocked);
      const stop = new AbortController();
      const outcome = alone(server, window, AbortSignal.any([signal, stop.signal])).finally(() =>
        underWay.delete(server.id),
      );
      underWay.set(server.id, { window, stop, outcome });
      return outcome.then((ended) => {
        if (ended.ok) challenges.forget(server.id);
        return ended;
      });
    },
    end: async (id) => {
      underWay.get(id)?.stop.abort();
      challenges.forget(id);
      const kept = await vault.forget(id);
      if (kept !== null) await revoke(kept, deps);
    },
  };
}

function orCancelled(outcome: Promise<Outcome<void>>, signal: AbortSignal): Promise<Outcome<void>> {
  if (signal.aborted) return Promise.resolve(cancelled);
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(cancelled), { once: true });
    outcome.then(resolve, reject);
  });
}
