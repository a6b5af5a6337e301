/** Servers that answer, but do not let a page in: one fault each, chosen by the path (row M6, case 45). */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { serve, textOf, type Running } from './http.ts';

const all =
  'authorization, content-type, mcp-protocol-version, mcp-session-id, last-event-id, mcp-method, mcp-name, x-key';

/** How one path treats a page. */
interface Fault {
  readonly origin?: string;
  readonly allow?: string;
  readonly expose?: string;
  /** Whether a POST gets the header that a preflight gets. */
  readonly onPost?: boolean;
  answer(request: IncomingMessage, response: ServerResponse, headers: Record<string, string>): void | Promise<void>;
}

const plain =
  (status: number, type: string, body: string): Fault['answer'] =>
  (_, response, headers) => {
    response.writeHead(status, { ...headers, 'content-type': type });
    response.end(body);
  };

/** An MCP server small enough for a failed connection: it initializes, and wants its session afterwards. */
const mcp: Fault['answer'] = async (request, response, headers) => {
  if (request.method !== 'POST') return plain(405, 'application/json', '{}')(request, response, headers);
  const body = JSON.parse(await textOf(request)) as { id?: number; method: string };
  if (body.method !== 'initialize' && request.headers['mcp-session-id'] !== 's-1')
    return plain(400, 'application/json', '{"error":"Bad Request: No valid session ID provided"}')(
      request,
      response,
      headers,
    );
  response.writeHead(body.id === undefined ? 202 : 200, {
    ...headers,
    'content-type': 'application/json',
    'mcp-session-id': 's-1',
  });
  const result = {
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'cors', version: '1' },
  };
  response.end(body.id === undefined ? '' : JSON.stringify({ jsonrpc: '2.0', id: body.id, result }));
};

const html = plain(200, 'text/html', '<!doctype html><title>Hello</title>');
const open = { origin: '*', allow: all, expose: 'Mcp-Session-Id, WWW-Authenticate' };

const faults: Readonly<Record<string, Fault>> = {
  '/none': { answer: mcp },
  '/other-origin': { ...open, origin: 'https://elsewhere.example', answer: mcp },
  '/content-type-only': { ...open, allow: 'content-type', answer: mcp },
  '/nothing-allowed': { ...open, allow: '', answer: mcp },
  '/no-expose': { ...open, expose: '', answer: mcp },
  '/no-cors-on-post': { ...open, onPost: false, answer: mcp },
  '/good': { ...open, answer: mcp },
  '/mcp': { ...open, answer: mcp },
  '/sse': {
    ...open,
    answer: (_, response, headers) => {
      if (_.method !== 'GET') return plain(404, 'text/plain', 'Not found')(_, response, headers);
      response.writeHead(200, { ...headers, 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages?id=1\n\n');
      return undefined;
    },
  },
  '/': { ...open, answer: html },
  '/401': { ...open, answer: plain(401, 'application/json', '{"error":"unauthorized"}') },
  '/403': { ...open, answer: plain(403, 'text/plain', 'no') },
  '/500': { ...open, answer: plain(500, 'text/plain', 'oops') },
  '/redirect': {
    ...open,
    answer: (_, response, headers) => {
      response.writeHead(307, { ...headers, location: '/mcp' });
      response.end();
    },
  },
};

export interface CorsServer extends Running {
  /** Requests that came to a path since the last question, preflights included: `GET /none`. */
  asked(): string[];
}

/** Starts them all on one port. Unknown paths are 404 in HTML. */
export async function startCors(): Promise<CorsServer> {
  let asked: string[] = [];
  const running = await serve((request, response) => {
    const path = request.url ?? '/';
    asked.push(`${request.method ?? ''} ${path}`);
    const fault = faults[path] ?? { ...open, answer: plain(404, 'text/html', '<!doctype html><title>404</title>') };
    const headers: Record<string, string> = {};
    if (fault.origin !== undefined && !(fault.onPost === false && request.method === 'POST'))
      headers['access-control-allow-origin'] = fault.origin;
    if (fault.expose !== undefined && fault.expose !== '') headers['access-control-expose-headers'] = fault.expose;
    if (request.method !== 'OPTIONS') return fault.answer(request, response, headers);
    if (fault.allow !== undefined)
      Object.assign(headers, {
        'access-control-allow-headers': fault.allow,
        'access-control-allow-methods': 'GET, POST, DELETE, OPTIONS',
      });
    response.writeHead(204, headers);
    response.end();
    return undefined;
  });
  return {
    ...running,
    asked: () => {
      const before = asked;
      asked = [];
      return before;
    },
  };
}
