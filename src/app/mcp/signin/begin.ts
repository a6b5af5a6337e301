/** One sign-in, from the opened window to kept tokens (row M5). */
import '../../models/zod.ts';
import { auth, exchangeAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { fail, type Outcome } from '../../../core/outcome.ts';
import type { ServerRecord } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { listenFor } from './answer.ts';
import { boundedFetch, Halt } from './bounded.ts';
import type { Challenges } from './challenge.ts';
import { asInformation, clientOf, type Place } from './client.ts';
import { codeOf } from './judge.ts';
import { nothingKept, renewAt, scopesOf, type Kept } from './kept.ts';
import type { SignInWindow } from './popup.ts';
import { makeProvider, type Trail } from './provider.ts';
import { isSecure, unguessable } from './safe.ts';
import type { SignInDeps } from './deps.ts';
import type { Vault } from './vault.ts';
import { cancelled, waitFor } from './wait.ts';
import { faultOf } from './words.ts';

export interface Beginning {
  readonly server: ServerRecord;
  readonly window: SignInWindow;
  readonly signal: AbortSignal;
  readonly deps: SignInDeps;
  readonly place: Place;
  readonly vault: Vault;
  readonly challenges: Challenges;
}

export async function signIn(beginning: Beginning): Promise<Outcome<void>> {
  const { server, signal, deps, place, vault } = beginning;
  const trail: Trail = {
    stage: 'discover',
    authority: null,
    metadata: null,
    resource: null,
    client: null,
    verifier: null,
    code: null,
    page: null,
  };
  const change = (how: (now: Kept) => Kept): Promise<Outcome<void>> =>
    vault.change(server.id, (now) =>
      signal.aborted ? null : how(now === null || now.url !== server.url ? nothingKept(server.url) : now),
    );
  const keep = (part: Partial<Kept>): Promise<Outcome<void>> => change((now) => ({ ...now, ...part }));
  const fetchFn = boundedFetch(deps, signal);
  try {
    const code = await askPerson(beginning, trail, fetchFn, keep);
    if (!code.ok) return code;
    trail.stage = 'exchange';
    trail.code = code.value;
    const { authority, client } = trail;
    if (authority === null || client === null || trail.verifier === null) throw new Error('a code without a question');
    const tokens = await exchangeAuthorization(authority, {
      ...(trail.metadata === null ? {} : { metadata: trail.metadata }),
      clientInformation: asInformation(client),
      authorizationCode: code.value,
      codeVerifier: trail.verifier,
      redirectUri: place.redirect,
      ...(trail.resource === null ? {} : { resource: trail.resource }),
      fetchFn,
    });
    if (tokens.token_type.toLowerCase() !== 'bearer')
      throw new Halt(`The sign-in server of ${shown(server.name)} gave a kind of token that Sluice cannot use.`);
    const scope = tokens.scope ?? trail.page?.searchParams.get('scope') ?? undefined;
    const kept = await keep({
      client: { ...client, issuer: authority },
      tokens: { ...tokens, issuer: authority, ...(scope === undefined ? {} : { scope }) },
      renewAt: renewAt(deps.now(), tokens.expires_in),
      verifier: null,
    });
    if (signal.aborted) return cancelled;
    return kept.ok ? kept : fail('sign-in', kept.fault.message);
  } catch (error) {
    if (signal.aborted) return cancelled;
    // A registration the server no longer knows would fail for ever: the next sign-in registers anew.
    if (trail.client?.byHand === false && trail.stage === 'exchange') await vault.change(server.id, unregistered);
    const secrets = [trail.code, trail.verifier, trail.client?.client_secret];
    return { ok: false, fault: faultOf(error, trail.stage, { name: server.name, redirect: place.redirect, secrets }) };
  }
}

/** Finds the sign-in page, shows it, and waits for the code. */
async function askPerson(
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
      ...(challenge?.metadata == null ? {} : { resourceMetadataUrl: new URL(challenge.metadata) }),
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

/** Without its registration, unless tokens depend on it. */
const unregistered = (now: Kept | null): Kept | null =>
  now === null || now.tokens !== null ? null : { ...now, client: null, verifier: null };
