/** Renews an access token (row M5): one at a time a server, across tabs, and never twice for the same token. */
import '../../models/zod.ts';
import { refreshAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import {
  OAuthError,
  ServerError,
  TemporarilyUnavailableError,
  TooManyRequestsError,
} from '@modelcontextprotocol/sdk/server/auth/errors.js';
import type { ServerRecord } from '../../../core/server.ts';
import { boundedFetch } from './bounded.ts';
import { asInformation } from './client.ts';
import { renewAt, type Kept } from './kept.ts';
import { sameIssuer } from './safe.ts';
import type { SignInDeps } from './deps.ts';
import type { OneRecord, Vault } from './vault.ts';

/** Gives the token to use in place of `used`: a newer one, the same where it could not be renewed just now, null: signed out. */
export type Renew = (server: ServerRecord, used: string) => Promise<string | null>;

/** Renewals of all servers; one at a time a server, across tabs too. */
export function makeRenew(vault: Vault, deps: Pick<SignInDeps, 'fetch' | 'now' | 'limits'>): Renew {
  const running = new Map<string, Promise<string | null>>();
  return (server, used) => {
    const key = `${server.id} ${used}`;
    const there = running.get(key);
    if (there !== undefined) return there;
    const renewal = vault
      .alone(server.id, (record) => renewed(server, used, record, deps))
      .finally(() => running.delete(key));
    running.set(key, renewal);
    return renewal;
  };
}

async function renewed(
  server: ServerRecord,
  used: string,
  record: OneRecord,
  deps: Pick<SignInDeps, 'fetch' | 'now' | 'limits'>,
): Promise<string | null> {
  const kept = await record.read();
  if (kept === null || kept.tokens === null || kept.url !== server.url) return null;
  // Another tab, or another request, was first.
  if (kept.tokens.access_token !== used) return kept.tokens.access_token;
  const { authority, client, tokens } = kept;
  const refresh = tokens.refresh_token;
  if (refresh === undefined || authority === null || client === null || !sameIssuer(tokens.issuer ?? '', authority))
    return signedOut(kept, record);
  try {
    const fresh = await refreshAuthorization(authority, {
      ...(kept.metadata === null ? {} : { metadata: kept.metadata }),
      clientInformation: asInformation(client),
      refreshToken: refresh,
      ...(kept.resource === null ? {} : { resource: kept.resource }),
      fetchFn: boundedFetch(deps, null),
    });
    const { scope } = tokens;
    const written = await record.write({
      ...kept,
      tokens: { ...(scope === undefined ? {} : { scope }), ...fresh, issuer: authority },
      renewAt: renewAt(deps.now(), fresh.expires_in),
    });
    if (written.ok) return fresh.access_token;
    // The old refresh token is used up and the new one is not kept: using it now would end in a surprise after a reload.
    record.drop();
    return null;
  } catch (error) {
    return passing(error) ? used : signedOut(kept, record);
  }
}

/** Tokens are of no use any more; the registration is. */
async function signedOut(kept: Kept, record: OneRecord): Promise<null> {
  const written = await record.write({ ...kept, tokens: null, renewAt: null });
  if (!written.ok) record.drop();
  return null;
}

/** A fault of the line or of the server, not of the token: the token stays for another time. */
const passing = (error: unknown): boolean =>
  !(error instanceof OAuthError) ||
  error instanceof ServerError ||
  error instanceof TemporarilyUnavailableError ||
  error instanceof TooManyRequestsError;
