/** Requests to a server with the token it issued, and with no other (row M5). */
import type { ServerRecord } from '../../../core/server.ts';
import type { SignIn } from '../link.ts';
import type { Challenges } from './challenge.ts';
import { scopesOf, type Kept } from './kept.ts';
import type { Renew } from './renew.ts';
import { covers } from './safe.ts';
import type { SignInDeps } from './deps.ts';
import type { Vault } from './vault.ts';

/** What tokens come from and go back to. */
export interface BearerParts {
  readonly vault: Vault;
  readonly challenges: Challenges;
  readonly renew: Renew;
  readonly deps: Pick<SignInDeps, 'fetch' | 'now'>;
}

const addressOf = (input: string | URL | Request): string =>
  typeof input === 'string' ? input : input instanceof URL ? input.href : input.url;

/** The sign-in of one server as its connection uses it. */
export function makeSignIn(server: ServerRecord, { vault, challenges, renew, deps }: BearerParts): SignIn {
  const kept = (): Kept | null => {
    const known = vault.known(server.id);
    return known?.url === server.url ? known : null;
  };

  /** The token to send, renewed where it is about to end; `tried`: whether that was tried for this request. */
  async function current(): Promise<{ readonly token: string | null; readonly tried: boolean }> {
    const now = kept();
    if (now === null || now.tokens === null) return { token: null, tried: false };
    const { access_token: token, refresh_token: refresh } = now.tokens;
    const due = refresh !== undefined && now.renewAt !== null && deps.now() >= now.renewAt;
    return due ? { token: await renew(server, token), tried: true } : { token, tried: false };
  }

  /** A lack of rights is remembered over a reload: the next sign-in asks for what there was and what was missing. */
  async function heard(response: Response): Promise<Response> {
    const { more, scope } = challenges.heard(server.id, response);
    if (more)
      await vault.change(server.id, (now) => {
        if (now === null || now.tokens === null || now.url !== server.url) return null;
        const stepped = scopesOf(...now.stepped, now.tokens.scope, scope);
        return stepped.length === now.stepped.length ? null : { ...now, stepped };
      });
    return response;
  }

  return {
    fetch: async (input, init) => {
      if (!covers(server.url, addressOf(input))) return deps.fetch(input, init);
      const send = (token: string | null): Promise<Response> => {
        // A body can be read once: each sending has its own.
        const what = input instanceof Request ? input.clone() : input;
        if (token === null) return deps.fetch(what, init);
        const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
        headers.set('authorization', `Bearer ${token}`);
        // A token does not follow a redirect.
        return deps.fetch(what, { ...init, headers, redirect: init?.redirect === 'error' ? 'error' : 'manual' });
      };
      const { token, tried } = await current();
      const first = await send(token);
      const again = first.status === 401 && token !== null && !tried && !(init?.body instanceof ReadableStream);
      if (!again) return heard(first);
      const renewed = await renew(server, token);
      if (renewed === null || renewed === token) return heard(first);
      await first.body?.cancel();
      return heard(await send(renewed));
    },
  };
}
