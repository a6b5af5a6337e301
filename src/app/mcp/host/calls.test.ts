import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { Progress } from '../../../core/ports.ts';
import type { ToolResult } from '../../../core/tool.ts';
import type { LinkFailure } from '../link.ts';
import { failing, fakeServer, fakeWorld, record, said, tool, turn, type FakeServer } from './testing/fake.ts';

const nothing = () => undefined;
const connected = async (server: FakeServer = fakeServer()) => {
  const world = fakeWorld({ a: server });
  world.host.sync([record('a')]);
  await world.host.refresh('a');
  const run = (call = 'c1', progress: (now: Progress) => void = nothing, name = 'search', args: JsonObject = {}) =>
    world.host.run(call, 'a', name, args, progress);
  return { server, world, host: world.host, run };
};
const words = (outcome: Outcome<unknown>): string => (outcome.ok ? '' : outcome.fault.message);

test('M1 a call reaches its tool with its arguments, and its answer comes back whole', async () => {
  const { server, run } = await connected();
  expect(await run('c1', nothing, 'search', { q: 'pears' })).toMatchObject({
    ok: true,
    value: { text: 'done', summary: '1 line' },
  });
  expect(server.calls).toMatchObject([{ tool: 'search', args: { q: 'pears' } }]);
});

test('M1 a tool that says it failed is a fault in its own words', async () => {
  const { server, run } = await connected();
  server.call = () => ({
    ok: true,
    value: { content: [{ type: 'text', text: 'no pears' }], structured: null, failed: true },
  });
  expect(await run()).toEqual({ ok: false, fault: { code: 'tool-failed', message: 'no pears' } });
});

test('M1 a stale session is begun anew and the call is made once more, and only once (case 44)', async () => {
  const { server, host, run } = await connected();
  let stale = 1;
  server.call = () => ((stale -= 1) >= 0 ? failing('session') : said('done'));
  expect(await run()).toMatchObject({ ok: true });
  expect(server.calls).toHaveLength(2);
  expect(server.links).toHaveLength(2);
  stale = 9;
  const ended = await run('c2');
  expect(ended).toMatchObject({ ok: false, fault: { code: 'mcp' } });
  expect(words(ended)).toContain('did not run');
  expect(server.calls).toHaveLength(4);
  expect(host.states()[0]?.lastFault?.why.kind).toBe('session');
  // The next call begins anew.
  stale = 0;
  expect(await run('c3')).toMatchObject({ ok: true });
});

test('M1 calls that meet the same stale session begin it anew together', async () => {
  const { server, run } = await connected();
  const [old] = server.links;
  server.call = ({ link }) => (link === old ? failing('session') : said('done'));
  const ended = await Promise.all([run('c1'), run('c2'), run('c3')]);
  expect(ended.every((outcome) => outcome.ok)).toBe(true);
  expect(server.links).toHaveLength(2);
  expect(server.calls).toHaveLength(6);
});

test('M1 a stale session whose tool is another one after it is not used for the old call', async () => {
  const { server, run } = await connected();
  server.call = () => {
    server.tools = [tool('search', { description: 'Now it deletes' })];
    return failing('session');
  };
  expect(await run()).toMatchObject({ ok: false, fault: { code: 'changed' } });
  expect(server.calls).toHaveLength(1);
});

test('M1 nothing but that is ever made twice, and the words say whether it may have run', async () => {
  const kinds: readonly LinkFailure['kind'][] = [
    'network',
    'http',
    'sign-in',
    'scope',
    'redirect',
    'not-mcp',
    'version',
    'rpc',
    'too-large',
    'timed-out',
    'cancelled',
    'closed',
  ];
  for (const kind of kinds) {
    for (const ran of ['no', 'unknown'] as const) {
      const { server, run } = await connected();
      server.call = () => failing(kind, { ran, message: 'its words', status: 500, code: -32_602 });
      const ended = await run();
      expect(ended.ok, kind).toBe(false);
      expect(words(ended), kind).toContain(ran === 'no' ? 'did not run' : 'may have run');
      expect(server.calls, kind).toHaveLength(1);
    }
  }
  const { server, run } = await connected();
  server.call = () => failing('session', { ran: 'unknown' });
  expect(words(await run())).toContain('may have run');
  expect(server.calls).toHaveLength(1);
});

test('M6 a call that fails probes nothing', async () => {
  const { server, world, run } = await connected();
  server.call = () => failing('network', { ran: 'unknown' });
  await run();
  expect(world.asked).toEqual([]);
  expect(world.host.states()[0]?.lastFault?.why.kind).toBe('unreachable');
  // Arguments a server refuses say nothing about the server.
  const other = await connected();
  other.server.call = () => failing('rpc', { code: -32_602 });
  await other.run();
  expect(other.world.host.states()[0]?.lastFault).toBeNull();
});

test('M1 a call is given up after a minute of silence, and the server is told (case 50)', async () => {
  const { server, world, run } = await connected();
  server.call = () => null;
  const told: Progress[] = [];
  const ran = run('c1', (now) => told.push(now));
  const began = world.clock.now();
  await world.clock.pass(limits.mcp.callMs - 1);
  expect(server.calls[0]?.options.signal.aborted).toBe(false);
  await world.clock.pass(1);
  const ended = await ran;
  expect(ended).toMatchObject({ ok: false, fault: { code: 'timed-out' } });
  expect(words(ended)).toMatch(/60 s|1 min/u);
  expect(words(ended)).toContain('may have run');
  expect(server.calls[0]?.options.signal.aborted).toBe(true);
  expect(told).toEqual([
    { doing: 'running', done: 0, total: null, since: began, until: began + limits.mcp.callMs, final: false },
  ]);
  expect(world.clock.timers).toBe(0);
});

test('M1 progress puts the end off, up to the absolute limit, and the timer shows both (case 50)', async () => {
  const { server, world, run } = await connected();
  world.totalMs = 150_000;
  server.call = () => null;
  const told: Progress[] = [];
  const ran = run('c1', (now) => told.push(now));
  const began = world.clock.now();
  await world.clock.pass(50_000);
  const [call] = server.calls;
  call?.options.progress({ done: 1, total: 3, message: 'Step one' });
  expect(told.at(-1)).toEqual({
    doing: 'Step one',
    done: 1,
    total: 3,
    since: began,
    until: began + 110_000,
    final: false,
  });
  await world.clock.pass(50_000);
  call?.options.progress({ done: 2, total: 3, message: null });
  expect(told.at(-1)).toEqual({
    doing: 'running',
    done: 2,
    total: 3,
    since: began,
    until: began + 150_000,
    final: true,
  });
  await world.clock.pass(49_999);
  call?.options.progress({ done: 3, total: 3, message: null });
  await world.clock.pass(1);
  const ended = await ran;
  expect(ended).toMatchObject({ ok: false, fault: { code: 'timed-out' } });
  expect(words(ended)).toContain('longest');
});

test('M1 a server that reports without pause is shown ten times a second, and its last word is shown', async () => {
  const { server, world, run } = await connected();
  server.call = () => null;
  const told: Progress[] = [];
  const ran = run('c1', (now) => told.push(now));
  await turn();
  for (let step = 1; step <= 1_000; step += 1) {
    server.calls[0]?.options.progress({ done: step, total: Infinity, message: `\u202e${'x'.repeat(9_999)}` });
    await world.clock.pass(1);
  }
  await world.clock.pass(100);
  expect(told.length).toBeLessThanOrEqual(13);
  expect(told.at(-1)).toMatchObject({ done: 1_000, total: null });
  expect(told.at(-1)?.doing.length).toBeLessThan(300);
  expect(told.at(-1)?.doing).toContain('⟨U+202E⟩');
  server.calls[0]?.end(said('done'));
  await ran;
});

test('M1 a stop reaches a call while it connects and while it runs, at once', async () => {
  const { server, host, run } = await connected();
  server.call = () => null;
  const ran = run('c1');
  const other = run('c2');
  await turn();
  host.cancel('c1');
  const ended = await ran;
  expect(ended).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect(words(ended)).toContain('may have run');
  expect(server.calls.map((call) => call.options.signal.aborted)).toEqual([true, false]);
  server.calls[1]?.end(said('done'));
  expect(await other).toMatchObject({ ok: true });

  const cold = fakeServer();
  cold.open = () => new Promise(nothing);
  const world = fakeWorld({ a: cold });
  world.host.sync([record('a')]);
  const [first, second] = [world.host.ready('a', 'c1'), world.host.ready('a', 'c2')];
  let secondEnded = false;
  void second.finally(() => {
    secondEnded = true;
  });
  await turn();
  world.host.cancel('c1');
  expect(await first).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  // The connection goes on for the other one.
  expect(secondEnded).toBe(false);
  expect(world.host.states()[0]?.connection.at).toBe('connecting');
});

test('M1 a call that was stopped while it waited for its server is never sent', async () => {
  const { server, world, host, run } = await connected();
  server.live.events.closed({ kind: 'closed', message: '', status: null, code: null, type: null, ran: 'no' });
  let open = nothing as () => void;
  server.open = () =>
    new Promise((resolve) => {
      open = () => resolve({ ok: true, value: undefined });
    });
  const ran = run('c1');
  await turn();
  host.cancel('c1');
  expect(words(await ran)).toContain('before it ran');
  open();
  await world.clock.pass(1_000);
  expect(host.states()[0]?.connection.at).toBe('ready');
  expect(server.calls).toHaveLength(0);
});

test('M1 an answer that comes after the stop changes nothing', async () => {
  const { server, host, run } = await connected();
  server.call = () => null;
  const ended: Outcome<ToolResult>[] = [];
  const ran = run('c1').then((outcome) => ended.push(outcome));
  await turn();
  host.cancel('c1');
  server.calls[0]?.end(said('late'));
  host.cancel('c1');
  await ran;
  await turn();
  expect(ended).toMatchObject([{ ok: false, fault: { code: 'cancelled' } }]);
});

test('M1 a structured result that breaks the tool’s promise is told in a line, not a failure', async () => {
  const schema = { type: 'object', required: ['n'] };
  const server = fakeServer();
  server.tools = [tool('search', { outputSchema: schema })];
  const { world, run } = await connected(server);
  const seen: unknown[] = [];
  world.fit = (...asked) => {
    seen.push(asked);
    return Promise.resolve({ is: 'misfit', why: '#: "n" is missing' });
  };
  server.call = () => said('here', { m: 1 });
  const misfit = await run();
  expect(seen).toEqual([[schema, { m: 1 }]]);
  expect(misfit).toMatchObject({
    ok: true,
    value: {
      data: { m: 1 },
      text: 'here\n[its structured result does not fit the schema it promised: #: "n" is missing]',
    },
  });
  world.fit = () => Promise.resolve({ is: 'unchecked', why: 'it could not be checked in time' });
  expect(await run()).toMatchObject({ ok: true, value: { text: expect.stringContaining('in time') } });
  world.fit = () => Promise.resolve({ is: 'fits' });
  expect(await run()).toMatchObject({ ok: true, value: { text: 'here' } });
  server.call = () => said('here');
  expect(await run()).toMatchObject({ ok: true, value: { text: expect.stringContaining('gave none') } });
});

test('M1 a library that throws ends its call all the same', async () => {
  const { server, run } = await connected();
  server.call = () => {
    throw new Error('odd');
  };
  const ended = await run();
  expect(ended).toMatchObject({ ok: false, fault: { code: 'bug' } });
  expect(words(ended)).toContain('odd');
});

test('G11 a server or tool that is not there runs nothing', async () => {
  const { server, host, run } = await connected();
  expect(await host.ready('z', 'c1')).toMatchObject({ ok: false, fault: { code: 'mcp' } });
  expect(await host.run('c1', 'z', 'search', {}, nothing)).toMatchObject({ ok: false, fault: { code: 'mcp' } });
  expect(await run('c1', nothing, 'constructor')).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(server.calls).toHaveLength(0);
  host.cancel('nobody');
});
