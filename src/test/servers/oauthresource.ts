/** The protected MCP server of `oauth.ts`: two tools, `whoami` and `write`. */
import type { ServerResponse } from 'node:http';
import { openToAll, textOf, type Handler } from './http.ts';
import type { OauthSeen, OauthSwitches } from './oauth.ts';
import type { Authority } from './oauthauthority.ts';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

const schema = { type: 'object', properties: {} };
const tools = [
  { name: 'whoami', description: 'Says who is signed in.', inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: 'write', description: 'Writes something, with more rights.', inputSchema: schema },
];

export function makeResource(
  switches: OauthSwitches,
  at: { mcp: string; authority: string },
  authority: Authority,
  see: (what: OauthSeen['what'], said: OauthSeen['said']) => void,
): Handler {
  const named = '/metadata/of-the-resource';
  const prmPath = (): string | null =>
    ({
      named,
      path: '/.well-known/oauth-protected-resource/mcp',
      root: '/.well-known/oauth-protected-resource',
      none: null,
    })[switches.prm];

  function refuse(response: ServerResponse, status: number, more: string): void {
    const place = prmPath();
    const where = place === null ? '' : `, resource_metadata="${switches.named ?? `${at.mcp}${place}`}"`;
    response.writeHead(status, {
      ...openToAll,
      ...(switches.expose ? {} : { 'access-control-expose-headers': 'Mcp-Session-Id' }),
      'www-authenticate': `Bearer ${more}${where}`,
      'content-type': 'application/json',
    });
    response.end('{"error":"refused"}');
  }

  return async (request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (request.method === 'OPTIONS') {
      response.writeHead(204, openToAll);
      response.end();
      return;
    }
    if (path === prmPath()) {
      see('metadata', { path });
      response.writeHead(200, { ...openToAll, 'content-type': 'application/json' });
      response.end(
        JSON.stringify({ resource: switches.resource ?? `${at.mcp}/mcp`, authorization_servers: [at.authority] }),
      );
      return;
    }
    // The oldest servers are their own authorization server, at fixed paths.
    if (path !== '/mcp') return authority.handle(request, response);
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    const text = await textOf(request);
    const message = (text === '' ? {} : JSON.parse(text)) as Message;
    const { method = '', params, id } = message;
    see('mcp', { method, tool: params?.name ?? '', token: token ?? '' });
    const scopes = token === null ? null : authority.scopes(token);
    if (scopes === null)
      return refuse(
        response,
        401,
        `error="invalid_token"${switches.scope === '' ? '' : `, scope="${switches.scope}"`}`,
      );
    if (
      method === 'tools/call' &&
      params?.name === 'write' &&
      switches.stepUp !== '' &&
      !scopes.includes(switches.stepUp)
    )
      return refuse(response, 403, `error="insufficient_scope", scope="${switches.stepUp}"`);
    if (request.method !== 'POST') {
      response.writeHead(405, openToAll);
      response.end();
      return;
    }
    if (id === undefined) {
      response.writeHead(202, openToAll);
      response.end();
      return;
    }
    response.writeHead(200, { ...openToAll, 'content-type': 'application/json' });
    response.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer(method, params, scopes) }));
  };
}

function answer(method: string, params: Message['params'], scopes: readonly string[]): object {
  if (method === 'initialize')
    return {
      result: {
        protocolVersion: params?.protocolVersion ?? '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'protected', version: '1' },
      },
    };
  if (method === 'tools/list') return { result: { tools } };
  if (method === 'tools/call')
    return {
      result: { content: [{ type: 'text', text: `${params?.name ?? ''}: signed in, scopes ${scopes.join(' ')}` }] },
    };
  return { error: { code: -32601, message: 'Method not found' } };
}
