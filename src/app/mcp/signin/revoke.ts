/** Takes tokens back at the server (RFC 7009, row M5). */
import '../../models/zod.ts';
import { selectClientAuthMethod } from '@modelcontextprotocol/sdk/client/auth.js';
import { boundedFetch } from './bounded.ts';
import { asInformation } from './client.ts';
import type { SignInDeps } from './deps.ts';
import type { Kept } from './kept.ts';
import { isSecure } from './safe.ts';

/** Asks the server to forget tokens (RFC 7009), where it says how. What comes of it changes nothing here. */
export async function revoke(kept: Kept, deps: Pick<SignInDeps, 'fetch' | 'limits'>): Promise<void> {
  const { metadata, client, tokens } = kept;
  const endpoint = metadata?.revocation_endpoint;
  if (metadata === null || endpoint === undefined || client === null || tokens === null || !isSecure(endpoint)) return;
  const send = boundedFetch(deps, null);
  const methods = metadata.revocation_endpoint_auth_methods_supported ?? metadata.token_endpoint_auth_methods_supported;
  const method = selectClientAuthMethod(asInformation(client), methods ?? []);
  const all = [
    ['refresh_token', tokens.refresh_token],
    ['access_token', tokens.access_token],
  ] as const;
  for (const [hint, token] of all) {
    if (token === undefined) continue;
    const body = new URLSearchParams({ token, token_type_hint: hint });
    const headers = new Headers();
    if (method === 'client_secret_basic')
      headers.set('authorization', `Basic ${btoa(`${client.client_id}:${client.client_secret ?? ''}`)}`);
    else body.set('client_id', client.client_id);
    if (method === 'client_secret_post') body.set('client_secret', client.client_secret ?? '');
    await send(endpoint, { method: 'POST', headers, body, keepalive: true }).catch(() => undefined);
  }
}
