/** A registry of MCP servers as the official one answers, and ones that answer badly, chosen by the first part of the path. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, type Running } from './http.ts';

const official = 'io.modelcontextprotocol.registry/official';
const entry = (server: object, status = 'active'): object => ({
  server: {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    description: 'Does one thing well.',
    version: '1.0.0',
    ...server,
  },
  _meta: {
    [official]: {
      status,
      statusChangedAt: '2026-01-01T00:00:00Z',
      publishedAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
      isLatest: true,
    },
  },
});

/** What the good registry lists. */
const listed: readonly object[] = [
  entry({
    name: 'io.github.orchard/issues',
    title: 'Orchard issues',
    description: 'Issues of an orchard.',
    websiteUrl: 'https://orchard.example/docs',
    repository: { url: 'https://github.com/orchard/issues', source: 'github' },
    remotes: [{ type: 'streamable-http', url: 'https://mcp.orchard.example/mcp' }],
  }),
  entry({
    name: 'example.tenants/crm',
    title: 'Tenant CRM',
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://{tenant}.crm.example/mcp/{folder}',
        variables: {
          tenant: { description: 'Your tenant', isRequired: true },
          folder: { description: 'A folder', default: 'main' },
        },
        headers: [
          {
            name: 'Authorization',
            description: 'The API key of your account',
            value: 'Bearer {key}',
            isRequired: true,
            isSecret: true,
            variables: { key: { description: 'API key', isRequired: true, isSecret: true } },
          },
          { name: 'X-Region', description: 'Where data lies', choices: ['eu', 'us'], default: 'eu' },
          { name: 'X-Client', value: 'browser' },
          { name: 'Accept', value: 'application/json, text/event-stream', isRequired: true },
          { name: 'X-Note', description: 'Anything' },
        ],
      },
    ],
  }),
  entry({ name: 'example.old/feed', remotes: [{ type: 'sse', url: 'https://old.example/sse' }] }, 'deprecated'),
  entry({
    name: 'io.github.someone/local',
    packages: [{ registryType: 'npm', identifier: '@someone/local', version: '1.0.0', transport: { type: 'stdio' } }],
  }),
  entry(
    { name: 'example.gone/gone', remotes: [{ type: 'streamable-http', url: 'https://gone.example/mcp' }] },
    'deleted',
  ),
  entry({ name: 'example.held/slow', remotes: [{ type: 'streamable-http', url: 'https://slow.example/mcp' }] }),
];

const cors = { 'access-control-allow-origin': '*' };
const send = (response: ServerResponse, body: unknown, status = 200): void => {
  response.writeHead(status, { ...cors, 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

/** The official API: strict about its path and its parameters, three entries a page. */
function good(url: URL, response: ServerResponse, servers: readonly object[]): void {
  if (url.searchParams.get('version') !== 'latest' || url.searchParams.get('limit') !== '30')
    return send(response, { title: 'Bad Request' }, 400);
  const search = url.searchParams.get('search') ?? '';
  const from = Number((url.searchParams.get('cursor') ?? 'at:0').replace('at:', ''));
  const found = servers.filter((one) => JSON.stringify(one).includes(search));
  const page = found.slice(from, from + 3);
  const more = from + 3 < found.length;
  send(response, {
    servers: page,
    metadata: { ...(more ? { nextCursor: `at:${from + 3}` } : {}), count: page.length },
  });
}

const bad: Readonly<Record<string, (response: ServerResponse) => void>> = {
  broken: (response) =>
    send(response, {
      servers: [
        null,
        7,
        { server: { name: '' } },
        { server: { name: 12 } },
        {
          server: {
            name: 'x/half',
            description: { not: 'text' },
            title: 'T'.repeat(9_000),
            websiteUrl: 'javascript:alert(1)',
            remotes: [
              { type: 'streamable-http' },
              { type: 'streamable-http', url: 'https://half.example/mcp', headers: null, variables: null },
            ],
          },
        },
        { server: { name: 'x/proto', remotes: 'none', ['__proto__']: { a: 1 } }, _meta: 'what' },
      ],
      metadata: 'none',
    }),
  old: (response) =>
    send(response, {
      servers: [
        {
          name: 'x/flat',
          description: 'Flat',
          version: '0.1.0',
          status: 'deprecated',
          remotes: [{ type: 'streamable-http', url: 'https://flat.example/mcp' }],
        },
      ],
      metadata: { next_cursor: 'n2', count: 1 },
    }),
  none: (response) => send(response, { servers: null, metadata: { nextCursor: null } }),
  empty: (response) => send(response, { servers: [], metadata: { nextCursor: '' } }),
  html: (response) => {
    response.writeHead(200, { ...cors, 'content-type': 'text/html' });
    response.end('<!doctype html><title>Welcome</title>');
  },
  list: (response) => send(response, []),
  missing: (response) => send(response, { title: 'Not Found' }, 404),
  failing: (response) => send(response, { title: 'Internal Server Error' }, 500),
  redirect: (response) => {
    response.writeHead(307, { ...cors, location: '/good/v0.1/servers' });
    response.end();
  },
  'no-cors': (response) => response.end('{"servers":[]}'),
  hanging: (response) => {
    response.writeHead(200, { ...cors, 'content-type': 'application/json' });
    response.write('{"servers":[');
  },
  huge: (response) => {
    response.writeHead(200, { ...cors, 'content-type': 'application/json' });
    const piece = `"${'x'.repeat(64 * 1024)}",`;
    response.write('{"servers":[');
    const more = (): void => {
      while (response.write(piece)) if (response.destroyed) return;
      response.once('drain', more);
    };
    more();
  },
  loop: (response) => send(response, { servers: [listed[0]], metadata: { nextCursor: 'again' } }),
};

/**
 * Starts it; `origin` + `/good` is the address of a registry, so is `/broken`, `/html` … `keyed`: the address of a real
 * server that wants the header `X-Test-Key`, listed last as “Keyed”.
 */
export async function startRegistry(keyed?: string): Promise<Running> {
  const real = {
    name: 'example.here/keyed',
    title: 'Keyed',
    remotes: [
      {
        type: 'streamable-http',
        url: keyed,
        headers: [{ name: 'X-Test-Key', description: 'The key of the house', isRequired: true, isSecret: true }],
      },
    ],
  };
  const servers = keyed === undefined ? listed : [...listed, entry(real)];
  let held: (() => void) | null = null;
  return serve((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://registry.example');
    const [, kind = '', ...rest] = url.pathname.split('/');
    if (rest.join('/') !== 'v0.1/servers' || request.headers.cookie !== undefined)
      return send(response, { title: 'Not Found' }, 404);
    if (kind !== 'good') return (bad[kind] ?? bad['missing'])?.(response);
    // A search for "held" is answered only after another one was.
    if (url.searchParams.get('search') === 'held') {
      held = () => good(url, response, servers);
      return undefined;
    }
    good(url, response, servers);
    const release = held;
    held = null;
    release?.();
    return undefined;
  });
}
