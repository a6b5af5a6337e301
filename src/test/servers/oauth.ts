/** A protected MCP server and its authorization server (row M5), with a switch for each thing real ones do differently. */
import { makeAuthority, type Authority } from './oauthauthority.ts';
import { makeResource } from './oauthresource.ts';
import { openToAll, serve, textOf, type Handler } from './http.ts';

export interface OauthSwitches {
  /** Where the protected-resource metadata is: named in WWW-Authenticate only, at a well-known place, or nowhere. */
  prm: 'named' | 'path' | 'root' | 'none';
  /** What WWW-Authenticate names in place of the true address. */
  named: string | null;
  /** Which metadata the authorization server has; `none`: it lives at the MCP server's origin with fixed paths. */
  metadata: 'oauth' | 'oidc' | 'oidc-after' | 'none';
  /** Path of the authorization server's issuer, `''` or `/tenant`. */
  tenant: string;
  /** Dynamic registration. */
  register: boolean;
  /** Clients by document. */
  documents: boolean;
  /** A client that is known beforehand. */
  client: { id: string; secret: string } | null;
  tokenAuth: 'none' | 'client_secret_basic' | 'client_secret_post';
  refresh: boolean;
  /** A refresh token is good for one use. */
  rotate: boolean;
  /** Seconds, or null: not said. */
  expiresIn: number | null;
  /** WWW-Authenticate can be read by a page. */
  expose: boolean;
  /** Scope named with a 401, or ''. */
  scope: string;
  /** The tool `write` wants this scope, or ''. */
  stepUp: string;
  iss: 'none' | 'right' | 'wrong' | 'missing';
  state: 'right' | 'wrong';
  /** The sign-in page: answers at once, asks by a page with two links, or never answers. */
  page: 'allow' | 'deny' | 'ask' | 'silent';
  /** The page cuts its opener off. */
  coop: boolean;
  revoke: boolean;
  /** Values put in place of true ones. */
  resource: string | null;
  issuer: string | null;
  authorizationEndpoint: string | null;
  tokenEndpoint: string | null;
  /** Milliseconds every answer of the authorization server waits, or `never`. */
  slow: number | 'never';
  /** The token endpoint answers 503. */
  down: boolean;
  /** Bytes put into metadata beside the rest. */
  padding: number;
}

const usual: OauthSwitches = {
  prm: 'path',
  named: null,
  metadata: 'oauth',
  tenant: '',
  register: true,
  documents: false,
  client: null,
  tokenAuth: 'none',
  refresh: true,
  rotate: true,
  expiresIn: 3600,
  expose: true,
  scope: '',
  stepUp: '',
  iss: 'none',
  state: 'right',
  page: 'allow',
  coop: false,
  revoke: true,
  resource: null,
  issuer: null,
  authorizationEndpoint: null,
  tokenEndpoint: null,
  slow: 0,
  down: false,
  padding: 0,
};

/** One request that reached it, with the parts a test asks about. */
export interface OauthSeen {
  readonly what: 'register' | 'authorize' | 'token' | 'revoke' | 'mcp' | 'metadata';
  readonly said: Readonly<Record<string, string>>;
}

export interface OauthPlace {
  /** URL of the MCP server. */
  readonly mcp: string;
  /** Issuer of the authorization server. */
  readonly authority: string;
  /** GET: all that was seen. POST: switches to change, or `{"act": "expire" | "revoke-all" | "forget"}`. */
  readonly control: string;
}

export interface Oauth extends OauthPlace {
  stop(): Promise<void>;
}

/** Starts both on free ports. */
export async function startOauth(given: Partial<OauthSwitches> = {}): Promise<Oauth> {
  const switches: OauthSwitches = { ...usual, ...given };
  const seen: OauthSeen[] = [];
  const see = (what: OauthSeen['what'], said: OauthSeen['said']): void => void seen.push({ what, said });
  const at = { mcp: '', authority: '' };
  const authority: Authority = makeAuthority(switches, at, see);
  const resource = makeResource(switches, at, authority, see);

  const controlled: Handler = async (request, response) => {
    if (request.method === 'POST') {
      const asked = JSON.parse(await textOf(request)) as Partial<OauthSwitches> & { act?: string };
      const { act, ...changes } = asked;
      if (act !== undefined) authority.act(act);
      Object.assign(switches, changes);
    }
    response.writeHead(200, { ...openToAll, 'content-type': 'application/json' });
    response.end(JSON.stringify(seen));
  };
  const signs = await serve(async (request, response) => {
    if (request.url === '/control' && request.method !== 'OPTIONS') return controlled(request, response);
    return authority.handle(request, response);
  });
  const mcp = await serve(resource);
  at.mcp = mcp.origin;
  at.authority = switches.metadata === 'none' ? mcp.origin : `${signs.origin}${switches.tenant}`;
  return {
    mcp: `${mcp.origin}/mcp`,
    authority: at.authority,
    control: `${signs.origin}/control`,
    stop: async () => {
      await Promise.all([signs.stop(), mcp.stop()]);
    },
  };
}
