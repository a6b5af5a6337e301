/** The first half of a sign-in: finds the sign-in page, shows it, and waits for the code (row M5). */
import '../../models/zod.ts';
import { auth, discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/sdk/client/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Outcome } from '../../../core/outcome.ts';
import type { ServerRecord } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { listenFor } from './answer.ts';
import { Halt } from './bounded.ts';
import type { Challenges } from './challenge.ts';
import { clientOf, type Place } from './client.ts';
import type { SignInDeps } from './deps.ts';
import { codeOf } from './judge.ts';
import { scopesOf, type Kept } from './kept.ts';
import type { SignInWindow } from './popup.ts';
import { makeProvider, type Trail } from './provider.ts';
import { isSecure, unguessable } from './safe.ts';
import type { Vault } from './vault.ts';
import { cancelled, waitFor } from './wait.ts';

/** What a sign-in begins with. */
export interface Beginning {
  readonly server: ServerRecord;
  readonly window: SignInWindow;
  readonly signal: AbortSignal;
  readonly deps: SignInDeps;
  readonly place: Place;
  readonly vault: Vault;
  readonly challenges: Challenges;
}

/** Finds the sign-in page, shows it, and waits for the code. */
export async function askPerson(
  { server, window, signal, deps, place, vault, challenges }: Beginning,
  trail: Trail,
  fetchFn: FetchLike,
  keep: (part: Partial<Kept>) => Promise<Outcome<void>>,
): Promise<Outcome<string>> {
  const state = unguessable();
  const documents: unknown[] = [];
  const found = vault.known(server.id);
  const kept = found?.url === server.url ? found : null;
  trail.client = await clientOf(server, kept, place, deps.keys, deps.now());
  const challenge = challenges.of(server.id);
  const scope = scopesOf(...(kept?.stepped ?? []), challenge?.scope).join(' ');
  const listening = listenFor(state);
  try {
    await auth(makeProvider({ name: server.name, server: server.url, place, state, trail, documents, keep }), {
      serverUrl: server.url,
      ...(scope === '' ? {} : { scope }),
      ...(await readable(server.url, challenge?.metadata ?? null, fetchFn)),
      fetchFn: async (input, init) => {
        const response = await fetchFn(input, init);
        if (response.ok)
          documents.push(
            await response
              .clone()
              .json()
              .catch(() => null),
          );
        return response;
      },
    });
    if (trail.page === null || trail.authority === null) throw new Error('no sign-in page');
    if (!isSecure(trail.page.href))
      throw new Halt(
        `The sign-in page of ${shown(server.name)} is at an address that is not encrypted (https), so it was not opened.`,
      );
    if (signal.aborted) return cancelled;
    window.go(trail.page.href);
    const answer = await waitFor({ answer: listening.answer, window, signal, deps });
    if (!answer.ok) {
      // It may be that the page did not know the client any more, which it tells the person only.
      if (trail.client?.byHand === false && answer.fault.code === 'cancelled')
        await vault.change(server.id, unregistered);
      return answer;
    }
    window.close();
    return codeOf(answer.value, { name: server.name, authority: trail.authority, metadata: trail.metadata });
  } finally {
    listening.close();
  }
}

/**
 * Where the server said its metadata is, if it can be read there: behind a proxy many name an address of their inside, or
 * one that lets no page in, and the well-known places are right. The library tries those where it is given none.
 */
async function readable(
  server: string,
  named: string | null,
  fetchFn: FetchLike,
): Promise<{ readonly resourceMetadataUrl?: URL }> {
  if (named === null) return {};
  const resourceMetadataUrl = new URL(named);
  try {
    await discoverOAuthProtectedResourceMetadata(server, { resourceMetadataUrl }, fetchFn);
    return { resourceMetadataUrl };
  } catch {
    return {};
  }
}

/** Without its registration, unless tokens depend on it. */
export const unregistered = (now: Kept | null): Kept | null =>
  now === null || now.tokens !== null ? null : { ...now, client: null, verifier: null };
