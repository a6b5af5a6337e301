import { expect, test } from 'vitest';
import type { Json } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import { ok } from '../../../core/outcome.ts';
import type { Reply } from '../link.ts';
import { deferred } from './deferred.ts';
import { failing, failure, fakeServer, fakeWorld, record, said, tool, turn, type FakeServer } from './testing/fake.ts';

type Page = Reply<{ readonly tools: readonly Json[]; readonly next: string | null }>;
const page = (tools: readonly Json[], next: string | null = null): Page => ({ ok: true, value: { tools, next } });
const nothing = () => undefined;

const one = (server: FakeServer = fakeServer()) => {
  const world = fakeWorld({ a: server });
  world.host.sync([record('a')]);
  return { server, world, host: world.host };
};
const rosterOf = ({ host }: ReturnType<typeof one>) => {
  const [state] = host.states();
  if (state?.roster == null) throw new Error('No list.');
  return state.roster;
};
const names = (place: ReturnType<typeof one>) => rosterOf(place).tools.map(({ name }) => name);

test('M1 all pages are listed (case 49)', async () => {
  const place = one();
  place.server.list = (cursor) => {
    const at = Number(cursor ?? 0);
    return Promise.resolve(page([tool(`t${at * 2}`), tool(`t${at * 2 + 1}`)], at < 2 ? String(at + 1) : null));
  };
  await place.host.refresh('a');
  expect(names(place)).toEqual(['t0', 't1', 't2', 't3', 't4', 't5']);
  expect(rosterOf(place).left).toEqual([]);
});

test('M1 a repeated cursor ends the list, keeps what came and says so (case 49)', async () => {
  for (const circle of [['x'], ['x', 'y', 'x'], ['x', 'y', 'z', 'y']]) {
    const place = one();
    let at = -1;
    place.server.list = () => {
      at += 1;
      return Promise.resolve(page([tool(`t${at}`)], circle[at % circle.length] ?? 'x'));
    };
    await place.host.refresh('a');
    expect(place.server.listed.length).toBeLessThanOrEqual(circle.length + 1);
    expect(names(place)).toContain('t0');
    expect(rosterOf(place).left).toEqual([expect.stringContaining('circle')]);
  }
});

test('M1 an empty cursor is the end', async () => {
  const place = one();
  place.server.list = () => Promise.resolve(page([tool('search')], ''));
  await place.host.refresh('a');
  expect(place.server.listed).toEqual([null]);
  expect(rosterOf(place).left).toEqual([]);
});

test('M1 a list without an end is read for 64 pages, and one of too many tools for 512', async () => {
  const place = one();
  let at = 0;
  place.server.list = () => Promise.resolve(page([tool(`t${(at += 1)}`)], `next${at}`));
  await place.host.refresh('a');
  expect(place.server.listed).toHaveLength(limits.mcp.pages);
  expect(names(place)).toHaveLength(limits.mcp.pages);
  expect(rosterOf(place).left).toEqual([expect.stringContaining('64 pages')]);
  const many = one();
  many.server.tools = Array.from({ length: 2_000 }, (_, index) => tool(`t${index}`));
  await many.host.refresh('a');
  expect(names(many)).toHaveLength(limits.mcp.tools);
  expect(rosterOf(many).left).toEqual([expect.stringContaining('512')]);
});

test('M1 what all tools say of themselves has an end', async () => {
  const place = one();
  const description = 'x'.repeat(200_000);
  place.server.tools = Array.from({ length: 100 }, (_, index) => tool(`t${index}`, { description }));
  await place.host.refresh('a');
  expect(names(place).length).toBeLessThan(50);
  expect(rosterOf(place).left).toEqual([expect.stringContaining('too long')]);
});

test('M1 tools that nobody could call, and names said twice, are left out with a sentence each', async () => {
  const place = one();
  place.server.tools = [tool('search'), { name: 'bare' }, 7, tool('search', { description: 'other' }), tool('')];
  await place.host.refresh('a');
  expect(names(place)).toEqual(['search']);
  expect(rosterOf(place).tools[0]?.description).toBe('What search does');
  expect(rosterOf(place).left).toHaveLength(4);
  const noisy = one();
  noisy.server.tools = Array.from({ length: 1_000 }, () => 1);
  await noisy.host.refresh('a');
  expect(rosterOf(noisy).left).toHaveLength(51);
});

test('M1 a storm of list_changed costs one list in half a second, and the last change is seen', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  const { events } = place.server.live;
  const before = place.server.listed.length;
  for (let tick = 0; tick < 100; tick += 1) {
    for (let burst = 0; burst < 20; burst += 1) events.listChanged();
    await place.world.clock.pass(50);
  }
  // Five seconds of it.
  const lists = place.server.listed.length - before;
  expect(lists).toBeGreaterThanOrEqual(9);
  expect(lists).toBeLessThanOrEqual(11);
  place.server.tools = [tool('last')];
  events.listChanged();
  await place.world.clock.pass(limits.mcp.relistMs);
  expect(names(place)).toEqual(['last']);
  await place.world.clock.pass(10_000);
  expect(place.server.listed.length - before).toBeLessThanOrEqual(12);
});

test('M1 a storm of lists that are a lot of work leaves most of the time to the page', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  const { events } = place.server.live;
  const { clock } = place.world;
  const before = place.server.listed.length;
  place.server.list = async () => {
    await new Promise<void>((resolve) => clock.after(800, resolve));
    return page([tool('search')]);
  };
  for (let tick = 0; tick < 400; tick += 1) {
    events.listChanged();
    await clock.pass(50);
  }
  // In twenty seconds four hundred changes, and of each five seconds less than one for lists.
  const lists = place.server.listed.length - before;
  expect(lists).toBeGreaterThanOrEqual(4);
  expect(lists).toBeLessThanOrEqual(6);
  // However long a list takes, the rest after it has an end.
  place.server.list = async () => {
    await new Promise<void>((resolve) => clock.after(20_000, resolve));
    return page([tool('slow')]);
  };
  events.listChanged();
  await clock.pass(30_000);
  place.server.list = () => Promise.resolve(page([tool('last')]));
  events.listChanged();
  await clock.pass(limits.mcp.relistMs * 10);
  expect(names(place)).toEqual(['last']);
});

test('M1 a storm without an end lets calls through all the same', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  const { events } = place.server.live;
  place.server.list = () => {
    // Each list is out of date before it is read.
    events.listChanged();
    return Promise.resolve(page([tool('search')]));
  };
  events.listChanged();
  const ran = place.host.run('c2', 'a', 'search', {}, nothing);
  await place.world.clock.pass(limits.mcp.relistMs * 2);
  expect(await ran).toMatchObject({ ok: true });
});

test('T6 after a change was told, the list is read before a call is ready', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  await place.world.clock.pass(1_000);
  const gate = deferred<Page>();
  place.server.list = () => gate.ended;
  place.server.live.events.listChanged();
  let ready = false;
  const waiting = place.host.ready('a', 'c2').finally(() => {
    ready = true;
  });
  await turn();
  expect(ready).toBe(false);
  gate.end(page([tool('search', { description: 'Now it deletes' })]));
  expect(await waiting).toEqual(ok(undefined));
  expect(rosterOf(place).tools[0]?.description).toBe('Now it deletes');
});

test('T6 a tool that changes between the last word and the call does not run', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  await place.world.clock.pass(1_000);
  place.server.tools = [tool('search', { description: 'Now it deletes' })];
  place.server.live.events.listChanged();
  const ran = await place.host.run('c1', 'a', 'search', {}, nothing);
  expect(ran).toMatchObject({ ok: false, fault: { code: 'changed' } });
  place.server.tools = [];
  await place.world.clock.pass(1_000);
  place.server.live.events.listChanged();
  expect(await place.host.run('c2', 'a', 'search', {}, nothing)).toMatchObject({
    ok: false,
    fault: { code: 'not-found' },
  });
  expect(place.server.calls).toHaveLength(0);
});

test('T6 a tool that changed while nobody was connected does not run as what it was', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  place.server.live.events.closed(failure('closed'));
  place.server.tools = [tool('search', { annotations: { readOnlyHint: true } })];
  expect(await place.host.run('c2', 'a', 'search', {}, nothing)).toMatchObject({
    ok: false,
    fault: { code: 'changed' },
  });
  expect(place.server.calls).toHaveLength(0);
  expect(await place.host.run('c3', 'a', 'search', {}, nothing)).toMatchObject({ ok: true });
});

test('M1 a list that fails keeps the one before, says so, and lets no call through until it was read', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  await place.world.clock.pass(1_000);
  place.server.list = () => Promise.resolve(failing('http', { status: 500 }));
  place.server.live.events.listChanged();
  await turn();
  expect(names(place)).toEqual(['search']);
  expect(rosterOf(place).left).toEqual([expect.stringContaining('could not be read again')]);
  expect(place.host.states()[0]?.connection.at).toBe('ready');
  expect(place.host.states()[0]?.lastFault?.why.kind).toBe('server-error');
  const waiting = place.host.ready('a', 'c2');
  await place.world.clock.pass(1_000);
  expect(await waiting).toMatchObject({ ok: false, fault: { code: 'mcp' } });
  place.server.list = () => Promise.resolve(page([tool('search')]));
  const again = place.host.ready('a', 'c3');
  await place.world.clock.pass(1_000);
  expect(await again).toEqual(ok(undefined));
  expect(rosterOf(place).left).toEqual([]);
  expect(place.world.kept).toHaveLength(1);
});

test('M1 a session that is stale at a list is begun anew, once', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  await place.world.clock.pass(1_000);
  let stale = true;
  place.server.list = () => {
    const reply = stale ? failing('session') : page([tool('search'), tool('new')]);
    stale = false;
    return Promise.resolve(reply);
  };
  place.server.live.events.listChanged();
  expect(await place.host.ready('a', 'c2')).toEqual(ok(undefined));
  expect(place.server.links).toHaveLength(2);
  expect(names(place)).toEqual(['search', 'new']);
  place.server.list = () => Promise.resolve(failing('session'));
  await place.host.refresh('a');
  expect(place.server.links).toHaveLength(4);
  expect(place.host.states()[0]?.connection.at).toBe('failed');
});

test('M1 a change that is told while the first list is read is not lost', async () => {
  const place = one();
  const gate = deferred<Page>();
  place.server.list = () => gate.ended;
  const ready = place.host.ready('a', 'c1');
  await turn();
  place.server.live.events.listChanged();
  place.server.list = () => Promise.resolve(page([tool('second')]));
  gate.end(page([tool('first')]));
  await place.world.clock.pass(limits.mcp.relistMs);
  expect(await ready).toEqual(ok(undefined));
  expect(names(place)).toEqual(['second']);
});

test('T4 who listens is told of a changed list before its call goes on', async () => {
  const place = one();
  await place.host.ready('a', 'c1');
  await place.world.clock.pass(1_000);
  const happened: string[] = [];
  place.server.call = () => said('done');
  place.host.listen(() => happened.push(`told ${names(place).join()}`));
  place.server.tools = [tool('search'), tool('more')];
  place.server.live.events.listChanged();
  await place.host.ready('a', 'c2');
  happened.push('ready');
  expect(happened.at(-2)).toBe('told search,more');
});
