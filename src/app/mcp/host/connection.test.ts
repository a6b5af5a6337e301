import { expect, test } from 'vitest';
import { limits } from '../../../core/limits.ts';
import { fail, ok } from '../../../core/outcome.ts';
import type { Connection, ServerState } from '../../../core/server.ts';
import type { Reply } from '../link.ts';
import { deferred } from './deferred.ts';
import {
  explained,
  failing,
  failure,
  fakeServer,
  fakeWorld,
  record,
  said,
  tool,
  turn,
  type FakeServer,
  type FakeWorld,
} from './testing/fake.ts';

const one = (server: FakeServer = fakeServer()) => {
  const world = fakeWorld({ a: server });
  world.host.sync([record('a')]);
  return { server, world, host: world.host };
};
const state = (world: FakeWorld, id = 'a'): ServerState => {
  const found = world.host.states().find((server) => server.id === id);
  if (found === undefined) throw new Error(`No server ${id}.`);
  return found;
};
const at = (world: FakeWorld): Connection['at'] => state(world).connection.at;
const names = (world: FakeWorld): readonly string[] => state(world).roster?.tools.map(({ name }) => name) ?? [];
const nothing = () => undefined;

test('M1 a server is idle with its kept list until somebody needs it, and asks nothing by itself', async () => {
  const { server, world, host } = one();
  await host.refresh('a');
  const [kept] = world.kept;
  if (kept === undefined) throw new Error('not kept');
  const later = fakeWorld({ a: server });
  later.host.sync([record('a'), record('b', { enabled: false })], [kept]);
  await turn();
  expect(at(later)).toBe('idle');
  expect(names(later)).toEqual(['search']);
  expect(state(later, 'b').connection.at).toBe('off');
  expect(server.links).toHaveLength(1);
});

test('M1 however many ask, a server is connected to once', async () => {
  const { server, world, host } = one();
  const gate = deferred<Reply<void>>();
  server.open = () => gate.ended;
  const all = [host.ready('a', 'c1'), host.ready('a', 'c2'), host.warm(), host.refresh('a')];
  const ran = host.run('c3', 'a', 'search', {}, nothing);
  await turn();
  expect(at(world)).toBe('connecting');
  gate.end({ ok: true, value: undefined });
  expect((await Promise.all(all)).slice(0, 2)).toEqual([ok(undefined), ok(undefined)]);
  // Its tool was not known when it was asked for.
  expect(await ran).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(at(world)).toBe('ready');
  expect(server.links).toHaveLength(1);
  expect(server.listed).toEqual([null]);
  await host.ready('a', 'c4');
  await host.warm();
  expect(server.links).toHaveLength(1);
});

test('M1 the list is kept only when it says something new', async () => {
  const { server, world, host } = one();
  await host.refresh('a');
  await host.refresh('a');
  expect(world.kept).toHaveLength(1);
  expect(server.links).toHaveLength(2);
  expect(server.links[0]?.closed).toBe(true);
  server.tools = [tool('search'), tool('more')];
  await host.refresh('a');
  expect(world.kept).toHaveLength(2);
  expect(names(world)).toEqual(['search', 'more']);
});

test('M1 a server that closes becomes idle with its list, and the next call connects', async () => {
  const { server, world, host } = one();
  await host.ready('a', 'c1');
  server.live.events.closed(failure('closed'));
  expect(at(world)).toBe('idle');
  expect(names(world)).toEqual(['search']);
  expect(await host.run('c2', 'a', 'search', {}, nothing)).toMatchObject({ ok: true, value: { text: 'done' } });
  expect(server.links).toHaveLength(2);
});

test('M1 a server that closes every connection at once is given up', async () => {
  const { server, host } = one();
  // The moment the list is read, the connection is gone.
  host.listen(() => {
    if (host.states()[0]?.connection.at === 'ready') server.live.events.closed(failure('closed'));
  });
  const ended = await host.ready('a', 'c1');
  expect(ended).toMatchObject({ ok: false, fault: { code: 'mcp' } });
  expect(server.links.length).toBeLessThan(5);
});

test('M6 a failed connection is explained to the person and, short, to the model', async () => {
  const { server, world, host } = one();
  server.open = () => Promise.resolve(failing('network'));
  world.explain = () => Promise.resolve(explained('cors', 'It sends no Access-Control-Allow-Origin.'));
  const ended = await host.ready('a', 'c1');
  expect(ended).toMatchObject({ ok: false, fault: { code: 'not-reachable' } });
  if (!ended.ok) expect(ended.fault.message).toContain('It sends no Access-Control-Allow-Origin.');
  expect(state(world).connection).toMatchObject({ at: 'failed', why: { kind: 'cors' } });
  expect(state(world).lastFault).toMatchObject({ at: world.clock.now(), why: { kind: 'cors' } });
  // Not tried again by an answer that begins, but by a call.
  await host.warm();
  expect(world.asked).toHaveLength(1);
  server.open = () => Promise.resolve({ ok: true, value: undefined });
  expect(await host.ready('a', 'c2')).toEqual(ok(undefined));
  expect(at(world)).toBe('ready');
  expect(state(world).lastFault).toMatchObject({ why: { kind: 'cors' } });
});

test('M6 an explanation that does not come leaves the failure as it is', async () => {
  const { server, world, host } = one();
  server.open = () => Promise.resolve(failing('http', { status: 500, message: 'broken\u202e' }));
  world.explain = () => new Promise(nothing);
  const ready = host.ready('a', 'c1');
  await world.clock.pass(15_000);
  expect(await ready).toMatchObject({ ok: false, fault: { code: 'mcp' } });
  expect(state(world).connection).toMatchObject({ at: 'failed', why: { kind: 'server-error' } });
  expect(JSON.stringify(state(world).connection)).toContain('broken⟨U+202E⟩');
});

test('M1 a library that never answers holds nobody up', async () => {
  const { server, world, host } = one();
  server.open = () => new Promise(nothing);
  const ready = host.ready('a', 'c1');
  await world.clock.pass(limits.mcp.connectMs + 5_000);
  expect(await ready).toMatchObject({ ok: false });
  expect(world.asked).toMatchObject([{ kind: 'timed-out' }]);
  server.open = () => Promise.resolve({ ok: true, value: undefined });
  server.list = () => new Promise(nothing);
  const again = host.ready('a', 'c2');
  await world.clock.pass(limits.mcp.callMs);
  expect(await again).toMatchObject({ ok: false });
  expect(server.links.every((link) => link.closed)).toBe(true);
});

test('M1 headers that cannot be opened fail the connection in words', async () => {
  const { world, host, server } = one();
  world.headers = () => Promise.resolve(fail('locked', 'The header values are locked.'));
  expect(await host.ready('a', 'c1')).toMatchObject({ ok: false });
  expect(state(world).connection).toMatchObject({ at: 'failed', why: { text: 'The header values are locked.' } });
  expect(server.links).toHaveLength(0);
});

test('M1 a fault of the program’s own leaves no server connecting for ever', async () => {
  const { world, host } = one();
  world.headers = () => Promise.reject(new Error('odd'));
  const ended = await host.ready('a', 'c1');
  expect(ended).toMatchObject({ ok: false, fault: { code: 'mcp', message: expect.stringContaining('odd') as string } });
  expect(at(world)).toBe('failed');
  world.headers = () => Promise.resolve(ok([]));
  expect(await host.ready('a', 'c2')).toEqual(ok(undefined));
});

test('M1 changed headers connect anew at the next use, and a call that runs goes on', async () => {
  const { server, world, host } = one();
  server.call = () => null;
  await host.ready('a', 'c1');
  const ran = host.run('c1', 'a', 'search', {}, nothing);
  await turn();
  const header = { name: 'X-Key', value: { by: 'app', iv: 'i', data: 'd' }, secret: true } as never;
  host.sync([record('a', { headers: [header] })]);
  expect(at(world)).toBe('idle');
  expect(server.links[0]?.closed).toBe(false);
  server.calls[0]?.end(said('late'));
  expect(await ran).toMatchObject({ ok: true, value: { text: 'late' } });
  expect(server.links[0]?.closed).toBe(true);
  server.call = () => said('done');
  expect(await host.run('c2', 'a', 'search', {}, nothing)).toMatchObject({ ok: true });
  expect(server.links).toHaveLength(2);
});

test('M1 headers that change while a connection is made overtake it', async () => {
  const { server, host } = one();
  const gate = deferred<Reply<void>>();
  server.open = () => gate.ended;
  const ready = host.ready('a', 'c1');
  await turn();
  host.sync([record('a', { client: { id: 'x', secret: null } })]);
  server.open = () => Promise.resolve({ ok: true, value: undefined });
  expect(await ready).toEqual(ok(undefined));
  expect(server.links).toHaveLength(1);
  gate.end({ ok: true, value: undefined });
  await turn();
  // What came too late is closed, not kept.
  expect(server.links.map((link) => link.closed)).toEqual([false, true]);
});

test('M3 another name or policy is no other connection', async () => {
  const { server, world, host } = one();
  await host.ready('a', 'c1');
  host.sync([record('a', { name: 'Other', policy: 'never', audience: 'primary' })]);
  expect(at(world)).toBe('ready');
  await host.ready('a', 'c2');
  expect(server.links).toHaveLength(1);
});

test('T4 a server that is disabled or removed is closed, and its calls are cancelled at once', async () => {
  for (const records of [[], [record('a', { enabled: false })]]) {
    const { server, host } = one();
    server.call = () => null;
    await host.ready('a', 'c1');
    const [ran, other] = [host.run('c1', 'a', 'search', {}, nothing), host.run('c2', 'a', 'search', {}, nothing)];
    await turn();
    host.sync(records);
    const ended = await Promise.all([ran, other]);
    for (const outcome of ended) {
      expect(outcome).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
      if (!outcome.ok) expect(outcome.fault.message).toContain('It may have run.');
    }
    expect(server.calls.every((call) => call.options.signal.aborted)).toBe(true);
    expect(server.links.every((link) => link.closed)).toBe(true);
    expect(await host.ready('a', 'c3')).toMatchObject({ ok: false, fault: { code: 'mcp' } });
    expect(await host.run('c4', 'a', 'search', {}, nothing)).toMatchObject({ ok: false });
    await host.refresh('a');
    await host.warm();
    expect(server.links).toHaveLength(1);
  }
});

test('T4 a server that is removed while it connects is not connected to', async () => {
  const { server, host } = one();
  const gate = deferred<Reply<void>>();
  server.open = () => gate.ended;
  const ready = host.ready('a', 'c1');
  await turn();
  host.sync([]);
  expect(await ready).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  gate.end({ ok: true, value: undefined });
  await turn();
  expect(server.links.every((link) => link.closed)).toBe(true);
  host.sync([record('a')]);
  expect(host.states()[0]?.connection.at).toBe('idle');
});

test('M3 a server that is enabled again is idle and can be used', async () => {
  const { host, world } = one();
  await host.ready('a', 'c1');
  host.sync([record('a', { enabled: false })]);
  expect(at(world)).toBe('off');
  expect(names(world)).toEqual(['search']);
  host.sync([record('a')]);
  expect(at(world)).toBe('idle');
  expect(await host.run('c2', 'a', 'search', {}, nothing)).toMatchObject({ ok: true });
});

test('M1 a list that another tab kept is taken where this one is not connected', async () => {
  const { world, host, server } = one();
  await host.ready('a', 'c1');
  const [kept] = world.kept;
  if (kept === undefined) throw new Error('not kept');
  const theirs = { ...kept, tools: [], at: kept.at + 10 };
  host.sync([record('a')], [theirs]);
  expect(names(world)).toEqual(['search']);
  server.live.events.closed(failure('closed'));
  host.sync([record('a')], [theirs]);
  expect(names(world)).toEqual([]);
  host.sync([record('a')], [kept]);
  expect(names(world)).toEqual([]);
  expect(world.kept).toHaveLength(1);
});

test('M5 a server that wants a sign-in says so; the window opens within the click, and then it connects', async () => {
  const { server, world, host } = one();
  server.open = () => Promise.resolve(world.tokens.has('a') ? { ok: true, value: undefined } : failing('sign-in'));
  expect(await host.ready('a', 'c1')).toMatchObject({ ok: false, fault: { code: 'sign-in' } });
  expect(state(world).connection).toMatchObject({ at: 'failed', why: { kind: 'sign-in' } });
  const window = deferred<ReturnType<typeof fail> | { ok: true; value: void }>();
  world.signIn = () => window.ended;
  const signed = host.signIn('a');
  expect(world.begun).toEqual(['a']);
  expect(at(world)).toBe('signing-in');
  const [second, waiting] = [host.signIn('a'), host.ready('a', 'c2')];
  expect(world.begun).toEqual(['a']);
  world.tokens.add('a');
  window.end(ok(undefined));
  expect(await Promise.all([signed, second, waiting])).toEqual([ok(undefined), ok(undefined), ok(undefined)]);
  expect(at(world)).toBe('ready');
  expect(state(world).signedIn).toBe(true);
  await host.signOut('a');
  expect(at(world)).toBe('idle');
  expect(state(world).signedIn).toBe(false);
});

test('M5 a sign-in that is cancelled leaves the server as it was', async () => {
  const { server, world, host } = one();
  server.open = () => Promise.resolve(failing('sign-in'));
  await host.ready('a', 'c1');
  expect(await host.signIn('a')).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect(state(world).connection).toMatchObject({ at: 'failed', why: { kind: 'sign-in' } });
});

test('M5 a server that is removed during its sign-in is not connected to', async () => {
  const { server, world, host } = one();
  const window = deferred<{ ok: true; value: void }>();
  world.signIn = () => window.ended;
  const signed = host.signIn('a');
  host.sync([]);
  window.end({ ok: true, value: undefined });
  expect(await signed).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect(server.links).toHaveLength(0);
});

test('M5 a call that needs more rights says so, and works after the sign-in', async () => {
  const { server, world, host } = one();
  let rights = false;
  server.call = () => (rights ? said('deleted') : failing('scope'));
  await host.ready('a', 'c1');
  const short = await host.run('c1', 'a', 'search', {}, nothing);
  expect(short).toMatchObject({ ok: false, fault: { code: 'sign-in' } });
  if (!short.ok) expect(short.fault.message).toMatch(/more rights.*did not run/u);
  expect(server.calls).toHaveLength(1);
  expect(state(world).connection).toMatchObject({ at: 'failed', why: { kind: 'sign-in' } });
  world.signIn = () => {
    rights = true;
    return Promise.resolve(ok(undefined));
  };
  expect(await host.signIn('a')).toEqual(ok(undefined));
  expect(at(world)).toBe('ready');
  expect(await host.run('c2', 'a', 'search', {}, nothing)).toMatchObject({ ok: true, value: { text: 'deleted' } });
});

test('I3 the last fifty requests are there, the newest first, and one that ends takes its own place', async () => {
  const { server, world, host } = one();
  await host.ready('a', 'c1');
  const { events } = server.live;
  const row = { at: 1, what: 'POST tools/call search', status: null, ms: null, fault: null };
  events.request(row);
  events.request({ ...row, at: 2, what: 'GET' });
  events.request({ ...row, status: 200, ms: 12 });
  expect(state(world).requests.map(({ what, status }) => [what, status])).toEqual([
    ['GET', null],
    ['POST tools/call search', 200],
  ]);
  for (let index = 0; index < 100; index += 1) events.request({ ...row, at: 10 + index });
  expect(state(world).requests).toHaveLength(limits.mcp.requests);
  expect(state(world).requests[0]?.at).toBe(109);
});

test('M1 leaving the page ends sessions without waiting, and the page may come back', async () => {
  const { server, world, host } = one();
  server.call = () => null;
  await host.ready('a', 'c1');
  const ran = host.run('c1', 'a', 'search', {}, nothing);
  await turn();
  host.leave();
  expect(server.links[0]).toMatchObject({ closed: true, leaving: true });
  expect(await ran).toMatchObject({ ok: false });
  expect(at(world)).toBe('idle');
  expect(await host.ready('a', 'c2')).toEqual(ok(undefined));
});

test('M1 leaving the page while it connects begins nothing new', async () => {
  const { server, host } = one();
  const gate = deferred<Reply<void>>();
  server.open = () => gate.ended;
  const warm = host.warm();
  await turn();
  host.leave();
  gate.end({ ok: true, value: undefined });
  await warm;
  await turn();
  expect(server.links.every((link) => link.closed)).toBe(true);
  expect(host.states()[0]?.connection.at).toBe('idle');
});

test('M6 an answer that begins reaches no server of this machine from a page out in the net', async () => {
  const servers = { a: fakeServer(), localhost: fakeServer() };
  const records = [record('a'), record('b', { url: 'http://localhost:3000/mcp' })];
  const out = fakeWorld(servers, 'https://sluice.example');
  out.host.sync(records);
  await out.host.warm();
  expect(out.host.states().map(({ connection }) => connection.at)).toEqual(['ready', 'idle']);
  // A call does, and a click.
  expect(await out.host.ready('b', 'c1')).toEqual(ok(undefined));
  const here = fakeWorld(servers, 'http://127.0.0.1:4173');
  here.host.sync(records);
  await here.host.warm();
  expect(here.host.states().map(({ connection }) => connection.at)).toEqual(['ready', 'ready']);
});

test('M4 the state of a server that did not change is the very same', async () => {
  const world = fakeWorld({ a: fakeServer(), b: fakeServer() });
  world.host.sync([record('a'), record('b')]);
  await world.host.ready('a', 'c1');
  const [a, b] = world.host.states();
  await world.host.ready('b', 'c2');
  expect(world.host.states()[0]).toBe(a);
  expect(world.host.states()[1]).not.toBe(b);
});
