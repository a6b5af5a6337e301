/** One sign-in, from the opened window to kept tokens (row M5). */
import '../../models/zod.ts';
import { exchangeAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import { fail, type Outcome } from '../../../core/outcome.ts';
import { shown } from '../../../core/visible.ts';
import { askPerson, unregistered, type Beginning } from './ask.ts';
import { boundedFetch, Halt } from './bounded.ts';
import { asInformation } from './client.ts';
import { nothingKept, renewAt, type Kept } from './kept.ts';
import type { Trail } from './provider.ts';
import { cancelled } from './wait.ts';
import { faultOf } from './words.ts';

/** Ends with kept tokens, or a fault `sign-in` or `cancelled`; the window is closed by whoever opened it. */
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
