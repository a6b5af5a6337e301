/** As whom the program signs in (row M5): a client entered by hand, its own document, or a registration. */
import type { OAuthClientInformationMixed, OAuthClientMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { ServerRecord } from '../../../core/server.ts';
import type { Keys } from '../../../storage/keys.ts';
import { Halt } from './bounded.ts';
import type { Kept, KeptClient } from './kept.ts';

/** Where the app stands, and so where a sign-in comes back to. */
export interface Place {
  /** `oauth/callback.html` beside the page. */
  readonly redirect: string;
  /** Address of the client's own document, where this build was made for the origin it runs at; else null. */
  readonly document: string | null;
}

/** `origin`: the public address the build was made for, or ''. */
export function placeOf(page: string, origin: string): Place {
  const base = new URL('.', page);
  const published = base.protocol === 'https:' && origin !== '' && base.origin === origin;
  return {
    redirect: new URL('oauth/callback.html', base).href,
    document: published ? new URL('oauth/client.json', base).href : null,
  };
}

/** What the program says of itself when it registers; the document at `oauth/client.json` says the same. */
export function metadataOf({ redirect }: Place): OAuthClientMetadata {
  const own = new URL(redirect);
  const metadata = {
    client_name: 'Sluice',
    redirect_uris: [redirect],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    // A server that tells kinds of clients apart takes a page on this machine for a program only.
    application_type: own.protocol === 'https:' ? 'web' : 'native',
  };
  return metadata;
}

/** The client to present: the one by hand, else the one kept, unless it ran out or was registered for another address. */
export async function clientOf(
  server: ServerRecord,
  kept: Kept | null,
  place: Place,
  keys: Keys,
  now: number,
): Promise<KeptClient | null> {
  const before = kept?.client ?? null;
  if (server.client !== null) {
    const { id, secret } = server.client;
    const opened = secret === null ? null : await keys.open(secret);
    if (opened !== null && !opened.ok)
      throw new Halt('The stored client secret cannot be opened. Enter it again in Edit → Advanced sign-in.');
    const bound = before !== null && before.byHand && before.client_id === id ? before.issuer : undefined;
    return {
      client_id: id,
      ...(opened === null ? {} : { client_secret: opened.value }),
      ...(bound === undefined ? {} : { issuer: bound }),
      byHand: true,
      redirect: place.redirect,
    };
  }
  if (before === null || before.byHand || before.redirect !== place.redirect) return null;
  const ends = before.client_secret_expires_at ?? 0;
  return ends !== 0 && ends * 1000 <= now ? null : before;
}

/** As the library takes it: without what is only ours. */
export function asInformation(client: KeptClient): OAuthClientInformationMixed {
  const { byHand: _byHand, redirect: _redirect, ...information } = client;
  return information;
}
