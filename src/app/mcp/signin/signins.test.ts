/** Sign-ins against a real authorization server; only the window is a frame. */
import { describe, expect, test } from 'vitest';
import { freshName } from '../../../storage/testing/fresh.ts';
import type { OauthSwitches } from '../../../test/servers/oauth.ts';
import { protectedServer } from '../../../test/servers/oauthbrowser.ts';
import { ask, never, roomAt, said, serverAt } from './testing/room.ts';

const signedIn = async (switches: Partial<OauthSwitches> = {}) => {
  const oauth = await protectedServer(switches);
  const room = await roomAt(freshName());
  const server = serverAt(oauth.mcp);
  expect((await ask(room, server)).status).toBe(401);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
  return { oauth, room, server };
};

test('M5 a sign-in registers, uses PKCE S256 and the resource, and the next request carries the token', async () => {
  const { oauth, room, server } = await signedIn();
  expect(room.signIns.has(server.id)).toBe(true);
  expect(room.changed).toContain(server.id);
  expect((await ask(room, server, 'whoami')).text).toContain('signed in');
  const [registered] = await oauth.seen('register');
  const [asked] = await oauth.seen('authorize');
  const [token] = await oauth.seen('token');
  const redirect = `${location.origin}/oauth/callback.html`;
  expect(JSON.parse(registered?.['body'] ?? '')).toMatchObject({ client_name: 'Sluice', redirect_uris: [redirect] });
  expect(asked).toMatchObject({ code_challenge_method: 'S256', resource: oauth.mcp, redirect_uri: redirect });
  expect(asked?.['state']).toHaveLength(43);
  expect(token).toMatchObject({ grant_type: 'authorization_code', resource: oauth.mcp, redirect_uri: redirect });
  expect(room.windows.map((window) => window.shut)).toEqual([true]);
});

test('M5 a sign-in survives a reload, and lies on the disk sealed', async () => {
  const name = freshName();
  const oauth = await protectedServer();
  const room = await roomAt(name);
  const server = serverAt(oauth.mcp);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
  const again = await roomAt(name);
  expect(again.signIns.has(server.id)).toBe(true);
  expect((await ask(again, server)).status).toBe(200);
  const kept = await room.deps.table.get(server.id);
  const bytes = kept.ok && kept.value !== null ? kept.value.sealed.bytes : new Uint8Array();
  expect(bytes.length).toBeGreaterThan(100);
  expect(new TextDecoder('latin1').decode(bytes)).not.toContain('access');
});

describe('M5 metadata is found (case 51)', () => {
  const places: readonly (readonly [string, Partial<OauthSwitches>])[] = [
    ['where only WWW-Authenticate names it', { prm: 'named' }],
    ['at the well-known path of the server', { prm: 'path' }],
    ['at the root', { prm: 'root' }],
    ['by well-known paths where CORS hides WWW-Authenticate', { prm: 'path', expose: false }],
    ['at a well-known path where the named address is one of the server’s inside', { named: 'http://127.0.0.1:9/prm' }],
    ['with the issuer’s path inserted', { tenant: '/tenant' }],
    ['as OpenID metadata', { metadata: 'oidc' }],
    ['as OpenID metadata with the path inserted', { metadata: 'oidc', tenant: '/tenant' }],
    ['as OpenID metadata with the path before', { metadata: 'oidc-after', tenant: '/tenant' }],
    ['nowhere: the server is its own authorization server at fixed paths', { prm: 'none', metadata: 'none' }],
  ];
  test.each(places)('%s', async (_where, switches) => {
    const { room, server } = await signedIn(switches);
    expect((await ask(room, server)).status).toBe(200);
  });
});

test('M5 scopes of the challenge are asked for, and none where none are named', async () => {
  const one = await signedIn({ scope: 'read' });
  expect((await one.oauth.seen('authorize')).map((asked) => asked['scope'])).toEqual(['read']);
  const other = await signedIn();
  expect((await other.oauth.seen('authorize')).map((asked) => asked['scope'])).toEqual([undefined]);
});

describe('M5 a client entered by hand', () => {
  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    'is used with %s, without registration',
    async (tokenAuth) => {
      const client = { id: 'by-hand', secret: 'hand-secret' };
      const oauth = await protectedServer({ register: false, client, tokenAuth });
      const room = await roomAt(freshName());
      const secret = await room.deps.keys.seal(client.secret);
      if (!secret.ok) throw new Error('not sealed');
      const server = serverAt(oauth.mcp, { client: { id: client.id, secret: secret.value } });
      expect(said(await room.signIns.begin(server, never()))).toBe('ok');
      await oauth.set({ act: 'expire' });
      expect((await ask(room, server)).status).toBe(200);
      await room.signIns.end(server.id);
      expect(await oauth.seen('revoke')).toHaveLength(2);
    },
  );

  test('is not shown to another authorization server than the one that accepted it', async () => {
    const client = { id: 'by-hand', secret: 'hand-secret' };
    const oauth = await protectedServer({ register: false, client, tokenAuth: 'client_secret_post' });
    const thief = await protectedServer({ register: false, client, tokenAuth: 'client_secret_post' });
    const room = await roomAt(freshName());
    const secret = await room.deps.keys.seal(client.secret);
    if (!secret.ok) throw new Error('not sealed');
    const server = serverAt(oauth.mcp, { client: { id: client.id, secret: secret.value } });
    expect(said(await room.signIns.begin(server, never()))).toBe('ok');
    // The same record, but the server now names the other one.
    const redirected: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).includes('oauth-protected-resource')) return response;
      return Response.json({ resource: oauth.mcp, authorization_servers: [thief.authority] });
    };
    const moved = await roomAt(freshName(), { table: room.deps.table, keys: room.deps.keys, fetch: redirected });
    expect(said(await moved.signIns.begin(server, never()))).toContain('another sign-in server');
    expect(await thief.seen('token')).toEqual([]);
    expect(await thief.seen('authorize')).toEqual([]);
  });
});

test('M5 a server that registers nobody is explained, with the redirect address to register', async () => {
  const oauth = await protectedServer({ register: false });
  const room = await roomAt(freshName());
  const outcome = await room.signIns.begin(serverAt(oauth.mcp), never());
  expect(said(outcome)).toContain('does not let programs register themselves');
  expect(said(outcome)).toContain(`${location.origin}/oauth/callback.html`);
  expect(room.windows.map((window) => [window.address, window.shut])).toEqual([['', true]]);
});

test('M5 the client’s own document is its id where the page runs at its public origin, and only where the server takes it', async () => {
  const page = { address: 'https://sluice.example/app/', origin: 'https://sluice.example' };
  for (const documents of [true, false]) {
    const oauth = await protectedServer({ documents });
    const room = await roomAt(freshName(), { page }, false);
    const stop = new AbortController();
    const begun = room.signIns.begin(serverAt(oauth.mcp), stop.signal);
    await expect.poll(() => room.windows[0]?.address).toContain('/authorize');
    const asked = new URL(room.windows[0]?.address ?? '').searchParams;
    expect(asked.get('redirect_uri')).toBe('https://sluice.example/app/oauth/callback.html');
    if (documents) expect(asked.get('client_id')).toBe('https://sluice.example/app/oauth/client.json');
    else expect(asked.get('client_id')).toMatch(/^client-/);
    stop.abort();
    expect(said(await begun)).toMatch(/^cancelled: /);
  }
});

test('M5 a token is renewed before it ends, and the rotated refresh token is kept', async () => {
  const { oauth, room, server } = await signedIn();
  for (const hours of [1, 2, 3]) {
    room.later = hours * 3_600_000;
    expect((await ask(room, server)).status).toBe(200);
  }
  const grants = (await oauth.seen('token')).map((asked) => asked['grant_type']);
  expect(grants).toEqual(['authorization_code', 'refresh_token', 'refresh_token', 'refresh_token']);
  expect((await oauth.seen('mcp')).filter((asked) => asked['token'] === '')).toHaveLength(1);
});

test('M5 a refused token is renewed once, however many requests are refused at once', async () => {
  const { oauth, room, server } = await signedIn();
  await oauth.set({ act: 'expire' });
  const all = await Promise.all(Array.from({ length: 8 }, () => ask(room, server)));
  expect(all.map((one) => one.status)).toEqual(Array.from({ length: 8 }, () => 200));
  expect((await oauth.seen('token')).filter((asked) => asked['grant_type'] === 'refresh_token')).toHaveLength(1);
});

test('M5 two tabs renew one after the other, so that a refresh token is used once', async () => {
  const name = freshName();
  const oauth = await protectedServer();
  const server = serverAt(oauth.mcp);
  const one = await roomAt(name);
  expect(said(await one.signIns.begin(server, never()))).toBe('ok');
  const two = await one.beside();
  await oauth.set({ act: 'expire' });
  const both = await Promise.all([ask(one, server), ask(two, server), ask(one, server), ask(two, server)]);
  expect(both.map((each) => each.status)).toEqual([200, 200, 200, 200]);
  expect((await oauth.seen('token')).filter((asked) => asked['grant_type'] === 'refresh_token')).toHaveLength(1);
});

test('M5 a failed renewal signs out, and does not go on asking', async () => {
  const { oauth, room, server } = await signedIn();
  await oauth.set({ act: 'expire' });
  await oauth.set({ act: 'revoke-all' });
  expect((await ask(room, server)).status).toBe(401);
  expect(room.signIns.has(server.id)).toBe(false);
  const before = await oauth.seen('token');
  expect((await ask(room, server)).status).toBe(401);
  expect(await oauth.seen('token')).toHaveLength(before.length);
});

test('M5 a sign-in server that is down for now does not sign out', async () => {
  const { oauth, room, server } = await signedIn();
  await oauth.set({ act: 'expire', down: true });
  expect((await ask(room, server)).status).toBe(401);
  expect(room.signIns.has(server.id)).toBe(true);
  await oauth.set({ down: false });
  expect((await ask(room, server)).status).toBe(200);
});

test('M5 a token that cannot be renewed is asked for anew', async () => {
  const { oauth, room, server } = await signedIn({ refresh: false });
  await oauth.set({ act: 'expire' });
  expect((await ask(room, server)).status).toBe(401);
  expect(room.signIns.has(server.id)).toBe(false);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
  expect((await ask(room, server)).status).toBe(200);
  expect(await oauth.seen('register')).toHaveLength(1);
});

test('M5 a refusal for lack of rights is remembered over a reload: the next sign-in asks for old and new scopes', async () => {
  const name = freshName();
  const oauth = await protectedServer({ scope: 'read', stepUp: 'write' });
  const room = await roomAt(name);
  const server = serverAt(oauth.mcp);
  await ask(room, server);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
  expect((await ask(room, server, 'whoami')).status).toBe(200);
  expect((await ask(room, server, 'write')).status).toBe(403);
  expect(room.signIns.has(server.id)).toBe(true);
  const again = await roomAt(name);
  expect(said(await again.signIns.begin(server, never()))).toBe('ok');
  expect((await oauth.seen('authorize')).map((asked) => asked['scope'])).toEqual(['read', 'read write']);
  expect((await ask(again, server, 'write')).status).toBe(200);
});

test('M5 signing out forgets and revokes', async () => {
  const { oauth, room, server } = await signedIn();
  await room.signIns.end(server.id);
  expect(room.signIns.has(server.id)).toBe(false);
  expect(await room.deps.table.get(server.id)).toEqual({ ok: true, value: null });
  expect((await oauth.seen('revoke')).map((asked) => asked['token_type_hint'])).toEqual([
    'refresh_token',
    'access_token',
  ]);
  expect((await ask(room, server)).status).toBe(401);
  expect((await oauth.seen('mcp')).at(-1)).toMatchObject({ token: '' });
});

test('M5 signing out of a server without revocation, or one that is gone, just forgets', async () => {
  const { room, server, oauth } = await signedIn({ revoke: false });
  await room.signIns.end(server.id);
  expect(room.signIns.has(server.id)).toBe(false);
  expect(await oauth.seen('revoke')).toEqual([]);
});

test('M5 signing out in one tab counts in the other as soon as it reads', async () => {
  const { room, server } = await signedIn();
  const other = await room.beside();
  expect(other.signIns.has(server.id)).toBe(true);
  await room.signIns.end(server.id);
  await other.signIns.load();
  expect(other.signIns.has(server.id)).toBe(false);
  expect((await ask(other, server)).status).toBe(401);
});

test('M5 a registration that the server has forgotten does not stand in the way of the sign-in after the next', async () => {
  const { oauth, room, server } = await signedIn();
  await oauth.set({ act: 'revoke-all' });
  await oauth.set({ act: 'expire' });
  await oauth.set({ act: 'forget' });
  expect((await ask(room, server)).status).toBe(401);
  const stop = new AbortController();
  const begun = room.signIns.begin(server, stop.signal);
  await expect.poll(() => room.windows[1]?.address).toContain('/authorize');
  stop.abort();
  expect(said(await begun)).toMatch(/^cancelled: /);
  expect(said(await room.signIns.begin(server, never()))).toBe('ok');
});
