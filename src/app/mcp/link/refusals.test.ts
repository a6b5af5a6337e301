import { afterEach, expect, test } from 'vitest';
import { servers } from '../../../test/servers/browser.ts';
import type { LinkFailure } from '../link.ts';
import { sessionUnreadable } from './failure.ts';
import { call, closeAll, hear, open, opened, said, toolsOf } from './testing/harness.ts';

afterEach(closeAll);

/** What each behaviour fails with when it is connected to. */
const handshakes: readonly (readonly [behaviour: string, failure: Partial<LinkFailure>])[] = [
  ['no-cors', { kind: 'network', status: null }],
  ['cors-content-type', { kind: 'network', status: null }],
  ['cors-no-session', { kind: 'network', status: null }],
  ['redirect-301', { kind: 'redirect' }],
  ['redirect-307', { kind: 'redirect' }],
  ['redirect-308', { kind: 'redirect' }],
  ['html', { kind: 'not-mcp', status: 200, type: 'text/html' }],
  ['html-404', { kind: 'http', status: 404, type: 'text/html', message: '' }],
  ['not-found', { kind: 'http', status: 404, type: 'application/json' }],
  ['method-not-allowed', { kind: 'http', status: 405 }],
  ['server-error', { kind: 'http', status: 500, message: 'It broke. <b>Sorry</b>' }],
  ['unavailable', { kind: 'http', status: 503 }],
  ['plain-text', { kind: 'not-mcp', type: 'text/plain' }],
  ['no-type', { kind: 'not-mcp' }],
  ['other-json', { kind: 'not-mcp', type: 'application/json' }],
  ['odd-handshake', { kind: 'not-mcp' }],
  ['sign-in', { kind: 'sign-in', status: 401 }],
  ['sign-in-hidden', { kind: 'sign-in', status: 401 }],
  ['forbidden', { kind: 'http', status: 403, message: 'Not from here.' }],
  ['odd-version', { kind: 'version' }],
  ['refuses-version', { kind: 'version', status: 400 }],
];

test.each(handshakes)(
  'M6 a server that is "%s" fails to connect, and the failure says how',
  async (behaviour, failure) => {
    const heard = hear();
    const reply = await open(await servers.hostileUrl(behaviour), {}, heard);
    expect(reply).toMatchObject({ ok: false, failure: { ran: 'no', ...failure } });
    expect(heard.rows.length).toBe(heard.begun.length);
    const answered = failure.kind === 'version' || behaviour === 'odd-handshake';
    expect(heard.rows.some((row) => row.fault !== null)).toBe(!answered || failure.status === 400);
  },
);

test('M6 an address at which nothing listens is a network failure', async () => {
  expect(await open('http://127.0.0.1:9/mcp')).toMatchObject({ ok: false, failure: { kind: 'network', status: null } });
});

test('M6 a session header that CORS does not expose is noticed, and said in words the doctor knows (case 45)', async () => {
  const reply = await open(await servers.hostileUrl('no-expose'));
  if (!reply.ok) {
    expect(reply.failure).toMatchObject({ kind: 'session', status: 400 });
    expect(reply.failure.message).toContain(sessionUnreadable);
    return;
  }
  // The handshake needs no session here; the first list does.
  const page = await reply.value.list(null, new AbortController().signal);
  expect(page).toMatchObject({ ok: false, failure: { kind: 'session', status: 400, ran: 'no' } });
  expect(!page.ok && page.failure.message).toContain(sessionUnreadable);
});

test('M1 headers of the person go with each request; those of the protocol stay ours', async () => {
  const url = await servers.hostileUrl('keyed');
  expect(await open(url)).toMatchObject({ ok: false, failure: { kind: 'sign-in' } });
  const headers = [
    ['x-test-key', 'open'],
    ['Content-Type', 'text/plain'],
    ['mcp-session-id', 'forged'],
  ] as const;
  const { link } = await opened(url, { headers });
  expect(await said(call(link, 'echo', { text: 'in' }))).toBe('in');
  const { seen } = await servers.hostileTally(url);
  const sent = seen.find((one) => one.rpc === 'tools/call');
  expect(sent?.headers).toMatchObject({
    'x-test-key': 'open',
    'content-type': 'application/json',
    'mcp-protocol-version': '2025-11-25',
  });
  expect(sent?.headers['mcp-session-id']).not.toBe('forged');
  await link.close(false);
});

test('M1 a header that cannot be sent is said to be one', async () => {
  const reply = await open(await servers.hostileUrl('good'), { headers: [['x-name', 'snow☃man']] });
  expect(reply).toMatchObject({ ok: false, failure: { kind: 'http', status: null } });
  expect(!reply.ok && reply.failure.message).toContain('x-name');
  expect(!reply.ok && reply.failure.message).not.toContain('snow');
});

test('M5 requests go through the sign-in, and what it passes on is judged', async () => {
  const url = await servers.hostileUrl('keyed');
  const signIn = {
    fetch: (input: string | URL | Request, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('x-test-key', 'open');
      return fetch(input, { ...init, headers });
    },
  };
  const { link } = await opened(url, { signIn });
  expect((await toolsOf(link)).length).toBe(2);
  await link.close(false);
});

const calls: readonly (readonly [behaviour: string, failure: Partial<LinkFailure>, ran: number])[] = [
  ['broken-json', { kind: 'not-mcp', ran: 'unknown' }, 1],
  ['html-later', { kind: 'not-mcp', type: 'text/html', ran: 'unknown' }, 1],
  ['error-later', { kind: 'http', status: 500, ran: 'unknown' }, 1],
  ['rpc-error', { kind: 'rpc', code: -32_602, ran: 'unknown' }, 1],
  ['odd-result', { kind: 'not-mcp', ran: 'unknown' }, 1],
  ['torn', { kind: 'network', ran: 'unknown' }, 1],
  ['huge', { kind: 'too-large', ran: 'unknown' }, 1],
  ['flood', { kind: 'too-large', ran: 'unknown' }, 1],
  ['huge-line', { kind: 'too-large', ran: 'unknown' }, 1],
  ['scope', { kind: 'scope', status: 403, ran: 'no' }, 1],
  ['stale-404', { kind: 'session', status: 404, ran: 'no' }, 0],
  ['stale-404-plain', { kind: 'session', status: 404, ran: 'no' }, 0],
  ['stale-400', { kind: 'session', status: 400, ran: 'no' }, 0],
  ['stale-200', { kind: 'session', code: -32_600, ran: 'no' }, 0],
  ['short-post', { kind: 'network', ran: 'unknown' }, 1],
  ['no-resume', { kind: 'http', ran: 'unknown' }, 1],
];

test.each(calls)(
  'M1 a call to a server that is "%s" fails as it should, and is sent once',
  async (behaviour, failure, ran) => {
    const url = await servers.hostileUrl(behaviour);
    const { link } = await opened(url);
    expect(await call(link, 'act')).toMatchObject({ ok: false, failure });
    const tally = await servers.hostileTally(url);
    expect(tally.ran['act'] ?? 0).toBe(ran);
    expect(tally.seen.filter((one) => one.rpc === 'tools/call').length).toBe(1);
    await link.close(false);
  },
);

test.each(['echoing', 'echoing-rpc'])(
  'X5 a server that is "%s" what it was sent gets no header’s value into a message or a request’s line',
  async (behaviour) => {
    const headers = [
      ['Authorization', 'Bearer sk-0123456789'],
      ['X-Test-Key', 'opensesame'],
    ] as const;
    const { link, heard } = await opened(await servers.hostileUrl(behaviour), { headers });
    const reply = await call(link, 'act');
    expect(reply).toMatchObject({
      ok: false,
      failure: { ran: 'unknown', message: expect.stringContaining('•••') as string },
    });
    const all = JSON.stringify([reply, heard.rows]);
    for (const secret of ['sk-0123456789', 'opensesame']) expect(all).not.toContain(secret);
    await link.close(false);
  },
);

// Where a kept-alive connection ends before the first byte of an answer, Chromium itself sends the request once more, on each
// connection that it still holds (six at the most) and then on a new one; no page can prevent that. What counts here: the failure says that it may have run, and nothing more is sent for it.
test('M1 a call whose connection drops without a word may have run, and is not sent again by the page', async () => {
  const url = await servers.hostileUrl('cut');
  const { link } = await opened(url);
  expect(await call(link, 'act')).toMatchObject({ ok: false, failure: { kind: 'network', ran: 'unknown' } });
  const { seen } = await servers.hostileTally(url);
  const sent = seen.filter((one) => one.rpc === 'tools/call').map(({ body }) => JSON.stringify(body));
  expect(new Set(sent).size).toBe(1);
  expect(sent.length).toBeLessThanOrEqual(7);
  await link.close(false);
});

test('M1 a call that is stopped before it is sent did not run', async () => {
  const url = await servers.hostileUrl('good');
  const { link } = await opened(url);
  expect(await call(link, 'act', {}, { signal: AbortSignal.abort() })).toMatchObject({
    ok: false,
    failure: { kind: 'cancelled', ran: 'no' },
  });
  expect((await servers.hostileTally(url)).ran).toEqual({});
  await link.close(false);
});
