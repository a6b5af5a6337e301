import { beforeAll, beforeEach, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import type { Explained } from '../../../core/server.ts';
import type { LinkFailure } from '../link.ts';
import { openLink } from '../link/index.ts';
import type { Page } from './facts.ts';
import { explain } from './index.ts';
import { world, type World } from './probe.ts';

let origin = '';
beforeAll(async () => {
  origin = await commands.testCors();
});
beforeEach(async () => {
  await commands.testCorsAsked();
});

const failure = (over: Partial<LinkFailure> = {}): LinkFailure => ({
  kind: 'network',
  message: 'Failed to fetch',
  status: null,
  code: null,
  type: null,
  ran: 'no',
  ...over,
});
const here: Page = { origin: location.origin, online: true };
const header = (name: string): { name: string; value: never; secret: boolean } => ({
  name,
  value: undefined as never, // the doctor never opens a value
  secret: true,
});
const about = (
  path: string,
  over: Partial<LinkFailure> = {},
  headers: readonly string[] = [],
  page = here,
  on = world,
): Promise<Explained> =>
  explain(
    failure(over),
    { url: path.startsWith('http') ? path : origin + path, headers: headers.map(header) },
    page,
    on,
  );
/** Requests without the preflights, which the browser adds. */
const asked = async (): Promise<string[]> =>
  (await commands.testCorsAsked()).filter((one) => !one.startsWith('OPTIONS'));

/** That a page really cannot connect there, as the SDK would try. */
async function connecting(path: string, headers: Record<string, string>): Promise<'answered' | 'failed'> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: '{"id":1,"method":"initialize"}',
  };
  return fetch(origin + path, init).then(
    () => 'answered' as const,
    () => 'failed' as const,
  );
}

test('M6 a server without CORS: somebody answers, and the header that lets this page in is given to copy', async () => {
  expect(await connecting('/none', {})).toBe('failed');
  await commands.testCorsAsked();
  const told = await about('/none');
  expect(told).toMatchObject({ kind: 'cors', sure: true });
  expect(told.fixes[0]?.code).toBe(`Access-Control-Allow-Origin: ${location.origin}`);
  expect(await asked()).toEqual(['GET /none', 'GET /none']);
  expect((await about('/other-origin')).text).toContain('Access-Control-Allow-Origin');
});

test('M6 a server that forbids the first request’s headers is told from one that forbids the later ones (case 45)', async () => {
  expect(await connecting('/nothing-allowed', {})).toBe('failed');
  const first = await about('/nothing-allowed', {}, ['X-Key']);
  expect(first.text).toContain('does not allow the headers content-type and x-key');
  expect(await asked()).toEqual(['GET /nothing-allowed']);
  const own = await about('/good', {}, ['X-Key', 'X-Unknown']);
  expect(own.text).toContain('does not allow the headers x-key and x-unknown (or one of them)');
  const one = await about('/good', {}, ['X-Unknown']);
  expect(one.text).toContain('does not allow the header x-unknown, which the first request carries');
  expect(await connecting('/content-type-only', {})).toBe('answered');
  expect(await connecting('/content-type-only', { 'mcp-protocol-version': '2025-11-25' })).toBe('failed');
  await commands.testCorsAsked();
  const guessed = await about('/content-type-only');
  expect(guessed).toMatchObject({ kind: 'cors', sure: true });
  expect(guessed.text).toContain('mcp-protocol-version and mcp-session-id');
  const known = await about('/content-type-only', { initialized: true });
  expect(known.text).toContain('begins and then breaks');
  expect(known.fixes[0]?.code).toContain('mcp-protocol-version');
});

test('M6 a server that forgets CORS on POST is a guess, and says so', async () => {
  expect(await connecting('/no-cors-on-post', {})).toBe('failed');
  await commands.testCorsAsked();
  expect(await about('/no-cors-on-post')).toMatchObject({ kind: 'cors', sure: false });
  expect((await asked()).length).toBe(3);
});

test('M6 nothing listens there', async () => {
  expect(await about('http://127.0.0.1:9/mcp')).toMatchObject({ kind: 'unreachable', sure: false });
});

test('M6 a wrong path is told, and where something answers', async () => {
  const root = await about('/', { kind: 'not-mcp', status: 200, type: 'text/html' });
  expect(root).toMatchObject({ kind: 'wrong-path', fixes: [{ code: `${origin}/mcp` }] });
  expect(await asked()).toEqual(['GET /', 'GET /mcp']);
  expect(await about('/nowhere/mcp', { kind: 'http', status: 404 })).toMatchObject({ kind: 'wrong-path', fixes: [] });
  const old = await about('/sse', { kind: 'http', status: 404 });
  expect(old).toMatchObject({ kind: 'protocol', sure: true });
  expect(await about('/redirect')).toMatchObject({ kind: 'redirect' });
});

test('M6 no question is put where the browser would ask the person, nor where the cause is known', async () => {
  const asks: string[] = [];
  const counting: World = {
    fetch: (input) => {
      asks.push(input instanceof Request ? input.url : input.toString());
      return Promise.reject(new TypeError('Failed to fetch'));
    },
    permission: () => Promise.resolve('denied'),
  };
  const secure: Page = { origin: 'https://sluice.example', online: true };
  const of = (url: string, over: Partial<LinkFailure> = {}, page = secure): Promise<Explained> =>
    about(url, over, [], page, counting);
  expect(await of('http://localhost:3001/mcp')).toMatchObject({ kind: 'local-network', sure: true });
  expect(await of('http://192.168.1.9/mcp')).toMatchObject({ kind: 'local-network' });
  expect(await of('https://nas.local/mcp', { kind: 'http', status: 404 })).toMatchObject({ kind: 'wrong-path' });
  expect(await of('http://mcp.example/mcp')).toMatchObject({ kind: 'mixed-content' });
  expect(await of('https://mcp.example/mcp', {}, { ...secure, online: false })).toMatchObject({ kind: 'unreachable' });
  for (const kind of ['sign-in', 'scope', 'session', 'version', 'timed-out', 'rpc', 'too-large', 'closed'] as const)
    // oxlint-disable-next-line no-await-in-loop -- each in turn
    await of('https://mcp.example/mcp', { kind });
  expect(asks).toEqual([]);
  await of('https://mcp.example/mcp');
  expect(asks.length).toBe(2);
});

test('M6 questions carry no key, and a server that never answers does not hold the explanation', async () => {
  const seen: RequestInit[] = [];
  const hanging: World = {
    fetch: (_, init) => {
      seen.push(init ?? {});
      return new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('over', 'AbortError')));
      });
    },
    permission: () => Promise.resolve(null),
    probeMs: 50,
  };
  expect(
    await about(
      'https://mcp.example/mcp',
      {},
      ['Authorization'],
      { origin: 'https://a.example', online: true },
      hanging,
    ),
  ).toMatchObject({ kind: 'unreachable' });
  expect(seen.map(({ credentials, headers }) => [credentials, headers])).toEqual([
    ['omit', undefined],
    ['omit', undefined],
  ]);
});

/** What the real connection says of a server, explained. */
async function diagnosed(path: string): Promise<Explained> {
  const target = { url: origin + path, headers: [], signIn: null, dialect: 'sdk' } as const;
  const events = {
    listChanged: () => undefined,
    closed: () => undefined,
    asks: () => Promise.resolve({ is: 'cancel' as const }),
    request: () => undefined,
  };
  const { signal } = new AbortController();
  const reply = await openLink(target, events, signal);
  if (!reply.ok) return explain(reply.failure, { url: target.url, headers: [] }, here);
  const listed = await reply.value.list(null, signal);
  await reply.value.close(false);
  if (listed.ok) throw new Error(`${path} can be used`);
  return explain(listed.failure, { url: target.url, headers: [] }, here);
}

test('M6 each fault of a real server is named through the real connection (case 45)', async () => {
  expect(await diagnosed('/none')).toMatchObject({ kind: 'cors', sure: true });
  const later = await diagnosed('/content-type-only');
  expect(later).toMatchObject({ kind: 'cors', sure: true });
  expect(later.text).toContain('does not allow the headers mcp-protocol-version and mcp-session-id');
  expect(later.text).toContain('begins and then breaks');
  const hidden = await diagnosed('/no-expose');
  expect(hidden).toMatchObject({ kind: 'session', sure: true });
  expect(hidden.fixes[0]?.code).toBe('Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate');
  expect(await diagnosed('/redirect')).toMatchObject({ kind: 'redirect', sure: true });
  expect(await diagnosed('/')).toMatchObject({ kind: 'wrong-path', fixes: [{ code: `${origin}/mcp` }] });
  expect(await diagnosed('/sse')).toMatchObject({ kind: 'protocol' });
  expect(await diagnosed('/401')).toMatchObject({ kind: 'sign-in' });
  expect(await diagnosed('/403')).toMatchObject({ kind: 'forbidden' });
  expect(await diagnosed('/500')).toMatchObject({ kind: 'server-error' });
});
