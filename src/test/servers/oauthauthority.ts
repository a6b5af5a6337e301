/** The authorization server of `oauth.ts`. */
import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openToAll, pause, textOf, type Handler } from './http.ts';
import type { OauthSeen, OauthSwitches } from './oauth.ts';

export interface Authority {
  readonly handle: Handler;
  /** The scopes of a token that is good now; null where it is not. */
  scopes(token: string): readonly string[] | null;
  act(what: string): void;
}

interface Asked {
  readonly challenge: string;
  readonly redirect: string;
  readonly client: string;
  readonly scope: string;
  readonly resource: string;
}
interface Token {
  readonly scope: string;
  readonly ends: number;
  readonly family: string;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64url');

export function makeAuthority(
  switches: OauthSwitches,
  at: { mcp: string; authority: string },
  see: (what: OauthSeen['what'], said: OauthSeen['said']) => void,
): Authority {
  const clients = new Map<string, { secret: string | null; redirects: readonly string[] | null }>();
  const codes = new Map<string, Asked>();
  const tokens = new Map<string, Token>();
  const renewals = new Map<string, Asked & { family: string; used: boolean }>();

  const json = (response: ServerResponse, status: number, body: unknown): void => {
    response.writeHead(status, { ...openToAll, 'content-type': 'application/json', 'cache-control': 'no-store' });
    response.end(JSON.stringify(body));
  };
  const refuse = (response: ServerResponse, error: string, said = 'no'): void =>
    json(response, error === 'invalid_client' ? 401 : 400, { error, error_description: said });

  function metadata(): Record<string, unknown> {
    const own = at.authority;
    return {
      issuer: switches.issuer ?? own,
      authorization_endpoint: switches.authorizationEndpoint ?? `${own}/authorize`,
      token_endpoint: switches.tokenEndpoint ?? `${own}/token`,
      ...(switches.register ? { registration_endpoint: `${own}/register` } : {}),
      ...(switches.revoke ? { revocation_endpoint: `${own}/revoke` } : {}),
      ...(switches.documents ? { client_id_metadata_document_supported: true } : {}),
      ...(switches.iss === 'none' ? {} : { authorization_response_iss_parameter_supported: true }),
      jwks_uri: `${own}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: [switches.tokenAuth],
      ...(switches.padding === 0 ? {} : { padding: 'x'.repeat(switches.padding) }),
    };
  }
  function metadataPath(): string | null {
    const { tenant } = switches;
    if (switches.metadata === 'oauth') return `/.well-known/oauth-authorization-server${tenant}`;
    if (switches.metadata === 'oidc') return `/.well-known/openid-configuration${tenant}`;
    return switches.metadata === 'oidc-after' ? `${tenant}/.well-known/openid-configuration` : null;
  }

  /** Who asks at the token or revocation endpoint, if it is who it says. */
  function caller(request: IncomingMessage, body: URLSearchParams): string | null {
    const basic = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1];
    const [id = '', secret = ''] =
      basic === undefined
        ? [body.get('client_id') ?? '', body.get('client_secret') ?? '']
        : Buffer.from(basic, 'base64').toString().split(':');
    const byHand = switches.client !== null && switches.client.id === id ? switches.client.secret : null;
    const known = byHand ?? clients.get(id)?.secret ?? null;
    const there = switches.client?.id === id || clients.has(id) || (switches.documents && id.startsWith('https://'));
    if (!there || (known !== null && known !== secret)) return null;
    const way = basic === undefined ? (secret === '' ? 'none' : 'client_secret_post') : 'client_secret_basic';
    return way === switches.tokenAuth ? id : null;
  }

  function issue(asked: Asked, family: string): Record<string, unknown> {
    const token = `access-${randomUUID()}`;
    const refresh = `refresh-${randomUUID()}`;
    const ends = switches.expiresIn === null ? Infinity : Date.now() + switches.expiresIn * 1000;
    tokens.set(token, { scope: asked.scope, ends, family });
    if (switches.refresh) renewals.set(refresh, { ...asked, family, used: false });
    return {
      access_token: token,
      token_type: 'Bearer',
      ...(switches.expiresIn === null ? {} : { expires_in: switches.expiresIn }),
      ...(asked.scope === '' ? {} : { scope: asked.scope }),
      ...(switches.refresh ? { refresh_token: refresh } : {}),
    };
  }
  function endFamily(family: string): void {
    for (const [token, one] of tokens) if (one.family === family) tokens.delete(token);
    for (const [token, one] of renewals) if (one.family === family) renewals.delete(token);
  }

  function authorize(url: URL, response: ServerResponse): void {
    const ask = url.searchParams;
    if (!ask.has('decision')) see('authorize', Object.fromEntries(ask));
    const id = ask.get('client_id') ?? '';
    const redirect = ask.get('redirect_uri') ?? '';
    const known = clients.get(id);
    const there =
      known !== undefined || switches.client?.id === id || (switches.documents && id.startsWith('https://'));
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      ...(switches.coop ? { 'cross-origin-opener-policy': 'same-origin' } : {}),
    };
    if (!there || (known?.redirects != null && !known.redirects.includes(redirect))) {
      response.writeHead(400, headers);
      response.end('<!doctype html><title>Unknown client</title><h1>Unknown client</h1>');
      return;
    }
    const decision = ask.get('decision') ?? switches.page;
    if (decision === 'ask' || decision === 'silent') {
      response.writeHead(200, headers);
      const link = (to: string): string => `${url.pathname}?${ask.toString()}&decision=${to}`.replaceAll('&', '&amp;');
      response.end(
        `<!doctype html><title>Test sign-in</title><h1>Test sign-in</h1><p>Scope: ${(ask.get('scope') ?? 'none').replaceAll('<', '')}</p>` +
          `<p><a href="${link('allow')}">Allow</a> <a href="${link('deny')}">Refuse</a></p>`,
      );
      return;
    }
    const back = new URL(redirect);
    if (decision === 'deny') {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The person said no\u202e.');
    } else {
      const code = randomUUID();
      codes.set(code, {
        challenge: ask.get('code_challenge_method') === 'S256' ? (ask.get('code_challenge') ?? '') : '',
        redirect,
        client: id,
        scope: ask.get('scope') ?? '',
        resource: ask.get('resource') ?? '',
      });
      back.searchParams.set('code', code);
    }
    back.searchParams.set('state', switches.state === 'right' ? (ask.get('state') ?? '') : 'forged-state');
    if (switches.iss === 'right') back.searchParams.set('iss', switches.issuer ?? at.authority);
    if (switches.iss === 'wrong') back.searchParams.set('iss', 'https://other.example');
    response.writeHead(302, { ...headers, location: back.href });
    response.end();
  }

  function exchange(request: IncomingMessage, body: URLSearchParams, response: ServerResponse): void {
    see('token', { ...Object.fromEntries(body), authorization: request.headers.authorization ?? '' });
    if (switches.down) return json(response, 503, { nothing: true });
    const client = caller(request, body);
    if (client === null) return refuse(response, 'invalid_client');
    if (body.get('grant_type') === 'refresh_token') {
      const token = body.get('refresh_token') ?? '';
      const renewal = renewals.get(token);
      if (renewal === undefined || renewal.client !== client) return refuse(response, 'invalid_grant');
      if (switches.rotate && renewal.used) {
        endFamily(renewal.family);
        return refuse(response, 'invalid_grant', `the refresh token ${token} was used before`);
      }
      renewal.used = true;
      return json(response, 200, issue(renewal, renewal.family));
    }
    const code = body.get('code') ?? '';
    const asked = codes.get(code);
    codes.delete(code);
    const fits =
      asked !== undefined &&
      asked.client === client &&
      asked.redirect === body.get('redirect_uri') &&
      asked.challenge !== '' &&
      asked.challenge === hash(body.get('code_verifier') ?? '') &&
      asked.resource === (body.get('resource') ?? '');
    return fits ? json(response, 200, issue(asked, randomUUID())) : refuse(response, 'invalid_grant', `code ${code}`);
  }

  const handle: Handler = async (request, response) => {
    if (request.method === 'OPTIONS') {
      response.writeHead(204, openToAll);
      response.end();
      return;
    }
    if (switches.slow === 'never') return;
    if (switches.slow > 0) await pause(switches.slow);
    const url = new URL(request.url ?? '/', at.authority);
    if (url.pathname === metadataPath()) {
      see('metadata', { path: url.pathname });
      json(response, 200, metadata());
      return;
    }
    const path = url.pathname.slice(url.pathname.startsWith(switches.tenant) ? switches.tenant.length : 0);
    if (path === '/authorize') return authorize(url, response);
    const text = request.method === 'POST' ? await textOf(request) : '';
    if (path === '/register' && switches.register) {
      const asked = JSON.parse(text) as { redirect_uris: string[] };
      see('register', { body: text });
      const id = `client-${randomUUID()}`;
      const secret = switches.tokenAuth === 'none' ? null : `secret-${randomUUID()}`;
      clients.set(id, { secret, redirects: asked.redirect_uris });
      json(response, 201, {
        ...asked,
        client_id: id,
        token_endpoint_auth_method: switches.tokenAuth,
        ...(secret === null ? {} : { client_secret: secret }),
      });
    } else if (path === '/token' && request.method === 'POST') exchange(request, new URLSearchParams(text), response);
    else if (path === '/revoke' && switches.revoke) {
      const body = new URLSearchParams(text);
      see('revoke', Object.fromEntries(body));
      const token = body.get('token') ?? '';
      const family = tokens.get(token)?.family ?? renewals.get(token)?.family;
      if (caller(request, body) === null) refuse(response, 'invalid_client');
      else {
        if (family !== undefined) endFamily(family);
        json(response, 200, {});
      }
    } else json(response, 404, { error: 'not_found' });
  };

  return {
    handle,
    scopes: (token) => {
      const found = tokens.get(token);
      return found === undefined || found.ends <= Date.now()
        ? null
        : found.scope.split(' ').filter((one) => one !== '');
    },
    act: (what) => {
      if (what === 'expire') tokens.clear();
      if (what === 'revoke-all') renewals.clear();
      if (what === 'forget') clients.clear();
    },
  };
}
