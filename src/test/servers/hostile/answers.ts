/** Behaviours of single answers: sessions, redirects, refusals, sizes, broken text. */
import { drained, openToAll, pause } from '../http.ts';
import { json, raw, refuse, result, stream, words, type Exchange } from './exchange.ts';
import { call, initialize, stale, toolOf, type Behaviour } from './good.ts';

const MB = 1024 * 1024;
const isRequest = ({ request, method, message }: Exchange): boolean =>
  request.method === 'POST' && method !== '' && method !== 'initialize' && 'id' in message;

/** Forgets its session before the first call, and answers in one of the known ways. */
const forgetful = (answer: (exchange: Exchange) => void, always = false): Behaviour => ({
  any(exchange) {
    const { spot } = exchange;
    if (exchange.method === 'tools/call' && (always || !spot.spent)) {
      spot.spent = true;
      spot.sessions.clear();
    }
    if (!isRequest(exchange) || !stale(exchange)) return false;
    answer(exchange);
    return true;
  },
});

const redirect = (status: number, location: string): Behaviour => ({
  any(exchange) {
    exchange.response.writeHead(status, { ...openToAll, location }).end();
    return true;
  },
});

const always = (answer: (exchange: Exchange) => void): Behaviour => ({
  any(exchange) {
    answer(exchange);
    return true;
  },
});
const onCall = (answer: (exchange: Exchange) => Promise<void> | void): Behaviour => ({
  async call(exchange) {
    exchange.spot.count(toolOf(exchange));
    await answer(exchange);
    return true;
  },
});

const page = '<!doctype html><title>Welcome</title><h1>Please sign in</h1><script>alert(1)</script>';
const challenge = 'Bearer realm="hostile", resource_metadata="http://127.0.0.1:9/.well-known/oauth-protected-resource"';

export const answers: Readonly<Record<string, Behaviour>> = {
  good: {},
  /** No session at all. */
  stateless: {
    initialize(exchange) {
      initialize(exchange, {}, false);
      return true;
    },
  },
  'stale-404': forgetful((exchange) => refuse(exchange, 404, -32_001, 'Session not found')),
  'stale-404-plain': forgetful((exchange) => raw(exchange, 404, 'text/plain', 'Not Found')),
  'stale-400': forgetful((exchange) => refuse(exchange, 400, -32_000, 'Bad Request: No valid session ID provided')),
  'stale-200': forgetful((exchange) => refuse(exchange, 200, -32_600, 'Session not found or expired')),
  /** A new session helps nothing. */
  'always-stale': forgetful((exchange) => refuse(exchange, 404, -32_001, 'Session not found'), true),
  'redirect-301': redirect(301, '/good/elsewhere'),
  'redirect-307': redirect(307, '/good/elsewhere'),
  'redirect-308': redirect(308, 'http://127.0.0.1:9/mcp'),
  html: always((exchange) => raw(exchange, 200, 'text/html; charset=utf-8', page)),
  'html-404': always((exchange) => raw(exchange, 404, 'text/html; charset=utf-8', page)),
  'not-found': always((exchange) => json(exchange, 404, { error: 'no such route' })),
  'method-not-allowed': always((exchange) => raw(exchange, 405, 'text/plain', 'Method Not Allowed')),
  'server-error': always((exchange) => raw(exchange, 500, 'text/plain', 'It broke. <b>Sorry</b>')),
  unavailable: always((exchange) => raw(exchange, 503, 'text/html', page)),
  'plain-text': always((exchange) => raw(exchange, 200, 'text/plain', 'hello')),
  'no-type': always(({ response }) => void response.writeHead(200, openToAll).end('hello')),
  /** JSON, but no JSON-RPC. */
  'other-json': always((exchange) => json(exchange, 200, { hello: 'world' })),
  'broken-json': onCall((exchange) => raw(exchange, 200, 'application/json', '{"jsonrpc":"2.0","id":')),
  'html-later': onCall((exchange) => raw(exchange, 200, 'text/html', page)),
  'error-later': onCall((exchange) => raw(exchange, 500, 'text/plain', 'It broke in the middle.')),
  /** Repeats the headers it was sent in what it refuses with, once a call comes. */
  echoing: onCall((exchange) => raw(exchange, 500, 'text/plain', `Debug: ${JSON.stringify(exchange.request.headers)}`)),
  'echoing-rpc': onCall((exchange) =>
    refuse(exchange, 200, -32_603, `Refused, key ${String(exchange.request.headers['x-test-key'])} is unknown`),
  ),
  'rpc-error': onCall((exchange) => refuse(exchange, 200, -32_602, 'Invalid arguments: text is required')),
  /** A result that is none. */
  'odd-result': onCall((exchange) => result(exchange, { content: 'words', structuredContent: [1], isError: 'no' })),
  /** The connection drops after the tool ran, before a word of the answer. */
  cut: onCall(({ response }) => void response.destroy()),
  /** The connection drops in the middle of the answer. */
  torn: onCall(async ({ response }) => {
    response.writeHead(200, { ...openToAll, 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"jsonrpc":"2.0",');
    await pause(20);
    response.destroy();
  }),
  /** Answers after so many milliseconds. */
  late: onCall(async (exchange) => {
    await pause(exchange.amount ?? 300);
    result(exchange, words('late'));
  }),
  /** A text of so many megabytes (12), its length told before. */
  huge: onCall((exchange) => result(exchange, words('x'.repeat((exchange.amount ?? 12) * MB)))),
  /** Megabytes without an end and without a length. */
  flood: onCall(async ({ response }) => {
    response.writeHead(200, { ...openToAll, 'content-type': 'application/json' });
    response.write('{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"');
    const block = 'x'.repeat(MB);
    for (let sent = 0; sent < 200 && !response.destroyed; sent += 1) {
      if (!response.write(block)) await drained(response);
    }
    response.destroy();
  }),
  /** One byte each so many milliseconds (5). */
  drip: onCall(async (exchange) => {
    const { response, message } = exchange;
    response.writeHead(200, { ...openToAll, 'content-type': 'application/json' });
    for (const character of JSON.stringify({
      jsonrpc: '2.0',
      id: message['id'] ?? null,
      result: words('drop by drop'),
    })) {
      if (response.destroyed) return;
      response.write(character);
      await pause(exchange.amount ?? 5);
    }
    response.end();
  }),
  'sign-in': always((exchange) => json(exchange, 401, { error: 'invalid_token' }, { 'www-authenticate': challenge })),
  scope: onCall((exchange) =>
    json(
      exchange,
      403,
      { error: 'insufficient_scope' },
      {
        'www-authenticate': `${challenge}, error="insufficient_scope", scope="files:write"`,
      },
    ),
  ),
  forbidden: always((exchange) => raw(exchange, 403, 'text/plain', 'Not from here.')),
  /** Lets in who brings the header `x-test-key: open`. */
  keyed: {
    any(exchange) {
      if (exchange.request.headers['x-test-key'] === 'open') return false;
      json(exchange, 401, { error: 'no key' });
      return true;
    },
  },
  /** Knows no version that a client could speak. */
  'odd-version': {
    initialize(exchange) {
      initialize(exchange, { protocolVersion: '2099-01-01' });
      return true;
    },
  },
  'refuses-version': {
    initialize(exchange) {
      refuse(exchange, 400, -32_602, 'Unsupported protocol version');
      return true;
    },
  },
  'odd-handshake': {
    initialize(exchange) {
      result(exchange, { hello: true });
      return true;
    },
  },
  /** Has no tools and says so. */
  toolless: {
    initialize(exchange) {
      initialize(exchange, { capabilities: { prompts: {} } });
      return true;
    },
    list(exchange) {
      refuse(exchange, 200, -32_601, 'Method not found');
      return true;
    },
  },
  /** The first call to a tool works; its second finds that it never ran before. */
  act: { call: (exchange) => (call(exchange), true) },
  /** Says good-bye to every stream at once. */
  'short-get': {
    get(exchange) {
      stream(exchange).end();
      return true;
    },
  },
  'no-get': {
    get(exchange) {
      raw(exchange, 405, 'text/plain', 'Method Not Allowed');
      return true;
    },
  },
};
