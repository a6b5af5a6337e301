/** What must not work, and how a sign-in ends that does not succeed. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { freshName } from '../../../storage/testing/fresh.ts';
import type { OauthSwitches } from '../../../test/servers/oauth.ts';
import { channelOf, readAnswer } from './answer.ts';
import { codeOf } from './judge.ts';
import { covers, isSecure, maybeSameSite, sameIssuer, unguessable } from './safe.ts';
import { protectedServer } from '../../../test/servers/oauthbrowser.ts';
import { ask, blankWindow, never, roomAt, said, serverAt } from './testing/room.ts';

/** A sign-in whose window goes nowhere, as far as the sign-in page. */
async function waiting(switches: Partial<OauthSwitches> = {}) {
  const oauth = await protectedServer(switches);
  const room = await roomAt(freshName(), {}, false);
  const server = serverAt(oauth.mcp);
  const stop = new AbortController();
  const outcome = room.signIns.begin(server, stop.signal);
  await expect.poll(() => room.windows[0]?.address ?? '').not.toBe('');
  const state = new URL(room.windows[0]?.address ?? '').searchParams.get('state') ?? '';
  return { oauth, room, server, stop, outcome, state };
}

/** Says something on a channel, as any page of this origin could. */
function post(channel: string, message: unknown): void {
  const sender = new BroadcastChannel(channel);
  sender.postMessage(message);
  sender.close();
}

test('M5 an answer with a forged state, or of no shape, is not heard; the true one after it is', async () => {
  const { outcome, oauth, room, state } = await waiting();
  const settled = { value: false };
  void outcome.then(() => (settled.value = true));
  for (const message of [
    null,
    'code',
    { state: 'forged', code: 'x' },
    { state },
    { state, code: 7 },
    { state, code: 'x', error: 'y' },
    { state: [state], code: 'x' },
    { state, code: 'x'.repeat(10_000) },
  ])
    post(channelOf(state), message);
  post('sluice-oauth-', { state, code: 'x' });
  const { href } = new URL(room.windows[0]?.address ?? '');
  await new Promise((resolve) => {
    const echo = new BroadcastChannel(channelOf(state));
    echo.addEventListener('message', () => resolve(echo.close()));
    post(channelOf(state), { last: true });
  });
  expect(settled.value).toBe(false);
  expect(await oauth.seen('token')).toEqual([]);
  const frame = document.createElement('iframe');
  frame.src = href;
  document.body.append(frame);
  expect(said(await outcome)).toBe('ok');
  frame.remove();
});

test('M5 an answer counts once', async () => {
  const { outcome, oauth, state } = await waiting();
  post(channelOf(state), { state, code: 'stolen' });
  post(channelOf(state), { state, code: 'second' });
  expect(said(await outcome)).toMatch(/^sign-in: /);
  expect((await oauth.seen('token')).map((asked) => asked['code'])).toEqual(['stolen']);
});

test('M5 the code of another server’s sign-in is of no use, since it goes with another verifier', async () => {
  const one = await waiting();
  const two = await roomAt(freshName(), {}, false);
  const other = { ...one.server, id: 'other' };
  const begun = two.signIns.begin(other, never());
  await expect.poll(() => two.windows[0]?.address ?? '').not.toBe('');
  const authorize = two.windows[0]?.address ?? '';
  // The second sign-in's page is walked, and its code is handed to the first.
  const secondState = new URL(authorize).searchParams.get('state') ?? '';
  const code = await new Promise<string>((resolve) => {
    const tap = new BroadcastChannel(channelOf(secondState));
    tap.addEventListener('message', ({ data }: MessageEvent<{ code?: string }>) => {
      if (data.code === undefined) return;
      tap.close();
      resolve(data.code);
    });
    const frame = document.createElement('iframe');
    frame.src = authorize;
    document.body.append(frame);
  });
  expect(said(await begun)).toBe('ok');
  post(channelOf(one.state), { state: one.state, code });
  expect(said(await one.outcome)).toMatch(/^sign-in: .*did not accept the code/);
  expect(one.room.signIns.has(one.server.id)).toBe(false);
});

test('M5 two servers that sign in at once do not take each other’s answers', async () => {
  const [a, b] = [await protectedServer(), await protectedServer()];
  const room = await roomAt(freshName());
  const servers = [serverAt(a.mcp), serverAt(b.mcp)];
  const both = await Promise.all(servers.map((server) => room.signIns.begin(server, never())));
  expect(both.map(said)).toEqual(['ok', 'ok']);
  for (const server of servers) expect((await ask(room, server)).status).toBe(200);
  expect(await a.seen('authorize')).toHaveLength(1);
  expect(await b.seen('authorize')).toHaveLength(1);
});

test('M5 the same server twice: one window, and both have its outcome', async () => {
  const { outcome, room, server, stop } = await waiting();
  const impatient = new AbortController();
  const second = room.signIns.begin(server, never());
  const third = room.signIns.begin(server, impatient.signal);
  impatient.abort();
  expect(said(await third)).toMatch(/^cancelled: /);
  expect(room.windows.map((window) => window.shown)).toEqual([2]);
  stop.abort();
  expect([said(await outcome), said(await second)]).toEqual([
    expect.stringMatching(/^cancelled: /),
    expect.stringMatching(/^cancelled: /),
  ]);
  expect(room.windows[0]?.shut).toBe(true);
});

test('M5 the same server in two tabs: the second waits, and finds it done', async () => {
  const { outcome, oauth, room, server } = await waiting();
  const other = await room.beside();
  const second = other.signIns.begin(server, never());
  expect(other.windows).toHaveLength(1);
  const frame = document.createElement('iframe');
  frame.src = room.windows[0]?.address ?? '';
  document.body.append(frame);
  expect([said(await outcome), said(await second)]).toEqual(['ok', 'ok']);
  frame.remove();
  expect(await oauth.seen('authorize')).toHaveLength(1);
  expect(other.windows.map((window) => [window.address, window.shut])).toEqual([['', true]]);
  expect((await ask(other, server)).status).toBe(200);
});

describe('M5 the sender of an answer is checked (RFC 9207)', () => {
  test('the right one passes', async () => {
    const oauth = await protectedServer({ iss: 'right', tenant: '/tenant' });
    const room = await roomAt(freshName());
    expect(said(await room.signIns.begin(serverAt(oauth.mcp), never()))).toBe('ok');
  });

  test.each([
    ['another one', { iss: 'wrong' }],
    ['another one, announced in OpenID metadata', { iss: 'wrong', metadata: 'oidc' }],
    ['none where one is announced', { iss: 'missing' }],
  ] satisfies [string, Partial<OauthSwitches>][])('%s gets nothing', async (_which, switches) => {
    const oauth = await protectedServer(switches);
    const room = await roomAt(freshName());
    const outcome = said(await room.signIns.begin(serverAt(oauth.mcp), never()));
    expect(outcome).toContain('came from another sign-in server');
    expect(await oauth.seen('token')).toEqual([]);
  });

  test('an error of another sender is not believed either', () => {
    const metadata = {
      issuer: 'https://a.example',
      authorization_endpoint: '',
      token_endpoint: '',
      response_types_supported: [],
    };
    const answer = { code: null, error: 'access_denied', said: '', iss: 'https://b.example' };
    expect(said(codeOf(answer, { name: 'A', authority: 'https://a.example/', metadata }))).toContain(
      'another sign-in server',
    );
    expect(
      said(codeOf({ ...answer, iss: 'https://a.example' }, { name: 'A', authority: 'https://a.example/', metadata })),
    ).toContain('declined');
  });
});

describe('M5 an address that is not safe is not opened and gets nothing', () => {
  test.each([
    ['javascript:', { authorizationEndpoint: 'javascript:alert(1)//x' }],
    ['data:', { authorizationEndpoint: 'data:text/html,hi' }],
    ['another scheme', { authorizationEndpoint: 'intent://open#x' }],
    ['http on another machine', { authorizationEndpoint: 'http://sign-in.example/authorize' }],
    ['a name and password in it', { authorizationEndpoint: 'https://user:pw@sign-in.example/authorize' }],
    ['the page of another site', { authorizationEndpoint: 'https://sign-in.example/authorize' }],
    ['a token endpoint without encryption', { tokenEndpoint: 'http://tokens.example/token' }],
  ] satisfies [string, Partial<OauthSwitches>][])('%s', async (_what, switches) => {
    const oauth = await protectedServer(switches);
    const room = await roomAt(freshName());
    expect(said(await room.signIns.begin(serverAt(oauth.mcp), never()))).toMatch(/^sign-in: /);
    expect(room.windows.map((window) => [window.address, window.shut])).toEqual([['', true]]);
    expect(await oauth.seen('register')).toEqual([]);
  });
});

test('M5 two hosts may be one operator’s where they are the same, or share their last two labels', () => {
  const same = (a: string, b: string): boolean => maybeSameSite(`https://${a}/x`, `https://${b}/y`);
  expect(same('mcp.example.com', 'cf.mcp.example.com')).toBe(true);
  expect(same('127.0.0.1:4000', '127.0.0.1:5000')).toBe(true);
  expect(same('example.com', 'example.com.evil.net')).toBe(false);
  expect(same('10.0.0.1', '10.9.0.1')).toBe(false);
  expect(same('localhost', 'localhost.evil.net')).toBe(false);
  expect(maybeSameSite('no address', 'no address')).toBe(false);
});

test('M5 a token is sent to its server only: not beside its path, not to another origin, not after a redirect', async () => {
  const oauth = await protectedServer();
  const room = await roomAt(freshName());
  const server = serverAt(oauth.mcp);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
  const sent: { url: string; token: string | null; redirect: RequestRedirect | undefined }[] = [];
  const spied = await room.beside({
    fetch: (input, init) => {
      const url = input instanceof Request ? input.url : String(input);
      sent.push({ url, token: new Headers(init?.headers).get('authorization'), redirect: init?.redirect });
      return Promise.resolve(new Response('{}'));
    },
  });
  const { fetch: through } = spied.signIns.of(server);
  const { origin } = new URL(oauth.mcp);
  for (const url of [oauth.mcp, `${oauth.mcp}/x?y`, `${origin}/mcpx`, `${origin}/`, 'https://other.example/mcp'])
    await through(url);
  await through(new Request(oauth.mcp, { method: 'POST', body: '{}' }));
  expect(sent.map(({ token, redirect }) => [token?.slice(0, 14) ?? null, redirect])).toEqual([
    ['Bearer access-', 'manual'],
    ['Bearer access-', 'manual'],
    [null, undefined],
    [null, undefined],
    [null, undefined],
    ['Bearer access-', 'manual'],
  ]);
  // Another server of that id (its URL was changed by an import): what is kept is not for it.
  await spied.signIns.of({ ...server, url: 'https://other.example/mcp' }).fetch('https://other.example/mcp');
  expect(sent.at(-1)?.token).toBeNull();
});

test('M5 metadata that is another sign-in server’s stops the sign-in before anything is sent', async () => {
  for (const metadata of ['oauth', 'oidc', 'none'] as const) {
    const oauth = await protectedServer({ iss: 'right', issuer: 'https://honest.example', metadata });
    const room = await roomAt(freshName());
    const outcome = said(await room.signIns.begin(serverAt(oauth.mcp), never()));
    // One without metadata has nothing that could be another's.
    if (metadata !== 'none') expect(outcome).toContain('is that of another one (https://honest.example)');
    if (metadata !== 'none') expect(await oauth.seen('register')).toEqual([]);
  }
});

test('M5 a server that changed its sign-in server is signed in to there, as a new client', async () => {
  const [before, after] = [await protectedServer(), await protectedServer()];
  const name = freshName();
  const room = await roomAt(name);
  const server = serverAt(before.mcp);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
  const moved = await room.beside({
    fetch: async (input, init) =>
      String(input).includes('oauth-protected-resource')
        ? Response.json({ resource: before.mcp, authorization_servers: [after.authority] })
        : fetch(input, init),
  });
  await before.set({ act: 'revoke-all' });
  expect(said(await moved.signIns.begin(server, never()))).toBe('ok');
  expect(await after.seen('register')).toHaveLength(1);
  const [old] = await before.seen('token');
  const [fresh] = await after.seen('token');
  expect(fresh?.['client_id']).not.toBe(old?.['client_id']);
  await after.set({ register: false });
  const again = await roomAt(name);
  await before.set({ register: false });
  expect(said(await again.signIns.begin(server, never()))).toContain('does not let programs register themselves');
});

test('M5 metadata that speaks for another resource stops the sign-in', async () => {
  const oauth = await protectedServer({ resource: 'https://evil.example/mcp' });
  const room = await roomAt(freshName());
  expect(said(await room.signIns.begin(serverAt(oauth.mcp), never()))).toContain(
    'speaks for another server (https://evil.example/mcp)',
  );
  expect(await oauth.seen('authorize')).toEqual([]);
});

test('M5 metadata that never ends, or never comes, ends the sign-in in words', async () => {
  const big = await protectedServer({ padding: 300_000 });
  const room = await roomAt(freshName());
  expect(said(await room.signIns.begin(serverAt(big.mcp), never()))).toContain('256 KB');
  const mute = await protectedServer({ slow: 'never' });
  const short = { ...room.deps.limits, answerMs: 300 };
  const hasty = await roomAt(freshName(), { limits: short });
  expect(said(await hasty.signIns.begin(serverAt(mute.mcp), never()))).toContain('did not answer within');
});

test('M5 Cancel ends it at any time, closes the window and keeps no token', async () => {
  const early = await protectedServer({ slow: 'never' });
  const room = await roomAt(freshName());
  const stop = new AbortController();
  const begun = room.signIns.begin(serverAt(early.mcp), stop.signal);
  stop.abort();
  expect(said(await begun)).toMatch(/^cancelled: /);
  const later = await waiting();
  later.stop.abort();
  expect(said(await later.outcome)).toMatch(/^cancelled: /);
  expect(later.room.windows[0]?.shut).toBe(true);
  // An answer that comes afterwards is not heard.
  post(channelOf(later.state), { state: later.state, code: 'late' });
  expect(await later.oauth.seen('token')).toEqual([]);
});

test('M5 a closed window is a cancelled sign-in once the person is back, and only then', async () => {
  const oauth = await protectedServer();
  let back = false;
  const room = await roomAt(freshName(), { attended: () => back }, false);
  const begun = room.signIns.begin(serverAt(oauth.mcp), never());
  await expect.poll(() => room.windows[0]?.address ?? '').not.toBe('');
  const window = room.windows[0];
  if (window === undefined) throw new Error('no window');
  // A server's page that cuts itself off seems closed while the person is still there.
  window.shut = true;
  const state = new URL(window.address).searchParams.get('state') ?? '';
  post(channelOf(state), { state: 'none of ours', code: 'x' });
  expect(
    await Promise.race([begun.then(() => 'ended'), new Promise((resolve) => setTimeout(resolve, 900, 'waits'))]),
  ).toBe('waits');
  back = true;
  expect(said(await begun)).toMatch(/^cancelled: /);
});

test('M5 a window that stands open for too long ends the sign-in', async () => {
  const oauth = await protectedServer();
  const hasty = await roomAt(freshName(), {}, false);
  const room = await hasty.beside({ limits: { ...hasty.deps.limits, windowMs: 50 } });
  expect(said(await room.signIns.begin(serverAt(oauth.mcp), never()))).toContain('within ten minutes');
});

test('M5 a blocked window is said, before anything is asked of anybody', async () => {
  const oauth = await protectedServer();
  const room = await roomAt(freshName(), { openWindow: () => null });
  expect(said(await room.signIns.begin(serverAt(oauth.mcp), never()))).toContain('Allow pop-up windows');
  expect(await oauth.seen()).toEqual([]);
});

test('M5 the window is opened in the click, before anything is waited for', async () => {
  const opened: string[] = [];
  const room = await roomAt(freshName(), {
    openWindow: (name) => {
      opened.push(name);
      return blankWindow(name);
    },
  });
  const stop = new AbortController();
  const begun = room.signIns.begin(serverAt('http://127.0.0.1:9/mcp'), stop.signal);
  expect(opened).toHaveLength(1);
  stop.abort();
  await begun;
});

test('M5 what the server says of a refusal is told in words, visibly, and without secrets', async () => {
  const denied = await protectedServer({ page: 'deny' });
  const room = await roomAt(freshName());
  const outcome = said(await room.signIns.begin(serverAt(denied.mcp), never()));
  expect(outcome).toContain('it was declined at the sign-in page');
  expect(outcome).toContain('The person said no⟨U+202E⟩.');
  const one = await waiting();
  post(channelOf(one.state), { state: one.state, code: 'a-code-nobody-gave' });
  const failed = said(await one.outcome);
  expect(failed).toContain('did not accept the code');
  expect(failed).not.toContain('a-code-nobody-gave');
});

test('M5 signing out ends a sign-in under way', async () => {
  const { outcome, room, server } = await waiting();
  await room.signIns.end(server.id);
  expect(said(await outcome)).toMatch(/^cancelled: /);
  expect(await room.deps.table.get(server.id)).toEqual({ ok: true, value: null });
});

test('M5 a damaged or foreign record is no sign-in, and is replaced by the next', async () => {
  const oauth = await protectedServer();
  const room = await roomAt(freshName());
  const server = serverAt(oauth.mcp);
  for (const text of ['', '{"tokens":{"access_token":"x"}}', 'null', '[]']) {
    const sealed = await room.deps.keys.seal(text);
    if (!sealed.ok) throw new Error('not sealed');
    await room.deps.table.put({ id: server.id, sealed: sealed.value });
    await room.signIns.load();
    expect(room.signIns.has(server.id)).toBe(false);
  }
  await room.deps.table.put({ id: server.id, sealed: { iv: new Uint8Array(12), bytes: new Uint8Array(3) } });
  await room.signIns.load();
  expect(room.signIns.has(server.id)).toBe(false);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
});

test('M5 only encrypted addresses and this machine are safe', () => {
  for (const good of [
    'https://a.example/x',
    'http://localhost:3000',
    'http://127.0.0.1/a',
    'http://[::1]:8/',
    'http://app.localhost/',
  ])
    expect([good, isSecure(good)]).toEqual([good, true]);
  for (const bad of [
    'http://a.example',
    'http://localhost.evil.example/',
    'http://127.0.0.1.evil.example/',
    'javascript:alert(1)',
    'https://me:pw@a.example/',
    'ftp://localhost/',
    'blob:https://a.example/x',
    '',
  ])
    expect([bad, isSecure(bad)]).toEqual([bad, false]);
});

test('M5 whatever comes over the channel, only a whole answer with the state is one', () => {
  const state = unguessable();
  fc.assert(
    fc.property(fc.anything(), (message) => {
      expect(readAnswer(message, state)).toBeNull();
    }),
    { seed: 5, numRuns: 500 },
  );
  expect(readAnswer({ state, code: 'c', iss: 'https://a.example' }, state)).toEqual({
    code: 'c',
    error: null,
    said: '',
    iss: 'https://a.example',
  });
});

test('M5 a token’s path covers what lies under it and nothing beside it', () => {
  fc.assert(
    fc.property(fc.webUrl(), fc.webUrl(), (server, request) => {
      if (covers(server, request)) {
        expect(new URL(request).origin).toBe(new URL(server).origin);
        expect(new URL(request).pathname.startsWith(new URL(server).pathname)).toBe(true);
      }
      expect(covers(server, server)).toBe(true);
    }),
    { seed: 5, numRuns: 300 },
  );
  expect(covers('https://a.example/mcp', 'https://a.example/mcp/../other')).toBe(false);
  expect(covers('https://a.example/mcp', 'https://a.example/mcp-other')).toBe(false);
  expect(covers('https://a.example/mcp', 'http://a.example/mcp')).toBe(false);
  expect(sameIssuer('https://a.example', 'https://a.example/')).toBe(true);
  expect(sameIssuer('https://a.example/x', 'https://a.example/')).toBe(false);
});
