import { expect, test, vi } from 'vitest';
import { limits } from '../../../core/limits.ts';
import { ok, type Outcome } from '../../../core/outcome.ts';
import type { Progress } from '../../../core/ports.ts';
import type { ServerState } from '../../../core/server.ts';
import { servers } from '../../../test/servers/browser.ts';
import { fit } from '../../hands/schemas.ts';
import { makeHost } from '../host.ts';
import type { Host } from '../hostcontract.ts';
import { openLink } from '../link/index.ts';
import { pageAfter } from './clock.ts';
import { explained, record } from './testing/fake.ts';

/** A host over the real libraries and a real server; `pace`: how many of its seconds pass in one. */
function hostOf(url: string, pace = 1): Host {
  const begin = Date.now();
  const host = makeHost(
    {
      open: openLink,
      signIns: {
        of: () => ({ fetch: (input, init) => fetch(input, init) }),
        begin: () => Promise.resolve(ok(undefined)),
        end: () => Promise.resolve(),
        has: () => false,
        load: () => Promise.resolve(),
      },
      headers: () => Promise.resolve(ok([])),
      explain: ({ kind, message }) => Promise.resolve(explained('other', `${kind}: ${message}`)),
      fit,
      keep: () => undefined,
      totalMs: () => limits.mcp.totalMs,
      now: () => begin + (Date.now() - begin) * pace,
      id: () => crypto.randomUUID(),
    },
    (ms, run) => pageAfter(ms / pace, run),
  );
  host.sync([record('a', { url })]);
  return host;
}
const stateOf = (host: Host): ServerState => {
  const [state] = host.states();
  if (state === undefined) throw new Error('No server.');
  return state;
};
const names = (host: Host): readonly string[] => stateOf(host).roster?.tools.map(({ name }) => name) ?? [];
const nothing = () => undefined;
const words = (outcome: Outcome<{ readonly text: string }>): string =>
  outcome.ok ? outcome.value.text : outcome.fault.message;
/** A busy machine may take its time. */
const eventually = (work: () => unknown) => vi.waitFor(work, { timeout: 15_000 });
let next = 0;
const run = (host: Host, tool = 'act', args = {}, progress: (now: Progress) => void = nothing) =>
  host.run(`call${(next += 1)}`, 'a', tool, args, progress);
const close = (host: Host): void => host.sync([]);

test('M1 server-everything is restarted between two calls: the second one works, and ran once (case 44)', async () => {
  const host = hostOf(await servers.everythingUrl());
  expect(await host.ready('a', 'c')).toEqual(ok(undefined));
  expect(words(await run(host, 'echo', { message: 'one' }))).toBe('Echo: one');
  await servers.everythingRestart();
  expect(words(await run(host, 'echo', { message: 'two' }))).toBe('Echo: two');
  expect(stateOf(host).connection.at).toBe('ready');
  close(host);
});

test('M1 every known way to say that a session is stale begins it anew once, and the call runs once (case 44)', async () => {
  for (const way of ['stale-404', 'stale-404-plain', 'stale-400', 'stale-200']) {
    const url = await servers.hostileUrl(way);
    const host = hostOf(url);
    await host.refresh('a');
    const ended = await run(host);
    expect(ended.ok, `${way}: ${words(ended)}`).toBe(true);
    const tally = await servers.hostileTally(url);
    expect(tally.ran, way).toEqual({ act: 1 });
    expect(tally.initialized, way).toBe(2);
    close(host);
  }
  const url = await servers.hostileUrl('always-stale');
  const host = hostOf(url);
  await host.refresh('a');
  const ended = await run(host);
  expect(ended.ok).toBe(false);
  expect(words(ended)).toContain('did not run');
  expect(await servers.hostileTally(url)).toMatchObject({ ran: {}, initialized: 2 });
  close(host);
});

test('M1 a call that reports progress outlives the time-out, and shows how far it is (case 50)', async () => {
  // Its three seconds are two minutes to the host, which gives up after one of silence.
  const host = hostOf(await servers.everythingUrl(), 40);
  await host.refresh('a');
  const told: Progress[] = [];
  const ended = await run(host, 'trigger-long-running-operation', { duration: 3, steps: 10 }, (now) => told.push(now));
  expect(ended.ok, words(ended)).toBe(true);
  const last = told.at(-1);
  expect(last?.total).toBe(10);
  expect((last?.until ?? 0) - (last?.since ?? 0)).toBeGreaterThan(limits.mcp.callMs);
  close(host);
});

test('M1 a call that hangs is given up after its silence, told so, and not made again (case 50)', async () => {
  const url = await servers.hostileUrl('hang-call');
  const host = hostOf(url, 60);
  await host.refresh('a');
  const ended = await run(host);
  expect(ended).toMatchObject({ ok: false, fault: { code: 'timed-out' } });
  expect(words(ended)).toContain('may have run');
  expect((await servers.hostileTally(url)).ran).toEqual({ act: 1 });
  close(host);
});

test('M1 pages are read to their end, and lists without one are not (case 49)', async () => {
  const pages = hostOf(await servers.hostileUrl('pages'));
  await pages.refresh('a');
  expect(names(pages)).toHaveLength(6);
  const circle = hostOf(await servers.hostileUrl('same-cursor'));
  await circle.refresh('a');
  expect(names(circle)).toHaveLength(2);
  expect(stateOf(circle).roster?.left.at(-1)).toContain('circle');
  const url = await servers.hostileUrl('endless');
  const endless = hostOf(url);
  await endless.refresh('a');
  expect(names(endless)).toHaveLength(limits.mcp.pages * 2);
  expect((await servers.hostileTally(url)).lists).toBe(limits.mcp.pages);
  for (const host of [pages, circle, endless]) close(host);
});

test('M1 a storm of list_changed costs few lists, and calls go through it', async () => {
  const url = await servers.hostileUrl('storm');
  const host = hostOf(url);
  const begin = Date.now();
  await host.refresh('a');
  for (let call = 0; call < 3; call += 1) expect((await run(host)).ok).toBe(true);
  const { lists } = await servers.hostileTally(url);
  expect(lists).toBeLessThanOrEqual(2 + (Date.now() - begin) / limits.mcp.relistMs);
  close(host);
});

test('T6 a tool that changes is seen before it runs', async () => {
  const url = await servers.hostileUrl('changing');
  const host = hostOf(url);
  await host.refresh('a');
  const [before] = stateOf(host).roster?.tools ?? [];
  expect(before?.readOnlyHint).toBe(true);
  // The server can only tell who listens.
  await eventually(async () => expect((await servers.hostileTally(url)).seen.map(({ http }) => http)).toContain('GET'));
  await servers.hostileControl('change', url);
  await eventually(() => expect(stateOf(host).roster?.tools[0]?.readOnlyHint).toBe(false));
  expect(await host.ready('a', 'c')).toEqual(ok(undefined));
  close(host);
});

test('M1 schemas that would hang the page hang nothing: the result comes with a note', async () => {
  for (const bomb of ['bomb-refs', 'bomb-pattern']) {
    const host = hostOf(await servers.hostileUrl(bomb));
    await host.refresh('a');
    const ended = await run(host);
    expect(ended.ok, bomb).toBe(true);
    // Which limit ends it, the time or the stack, is the machine's choice.
    expect(words(ended), bomb).toMatch(/in time|cannot be used/u);
    close(host);
  }
  const host = hostOf(await servers.hostileUrl('misfit'));
  await host.refresh('a');
  expect(words(await run(host))).toContain('does not fit the schema it promised');
  expect(words(await run(host, 'nothing'))).toContain('gave none');
  close(host);
});

test('M7 a server’s question waits for the person, and eight of a hundred are put', async () => {
  const host = hostOf(await servers.hostileUrl('elicit'));
  await host.refresh('a');
  const ran = run(host);
  await eventually(() => expect(host.elicitations()).toHaveLength(1));
  const [asked] = host.elicitations();
  host.answer(asked?.id ?? '', { is: 'accept', content: { name: 7 } });
  await eventually(() => expect(host.elicitations()[0]?.wrong).toContain('name'));
  host.answer(asked?.id ?? '', { is: 'accept', content: { name: 'Ada' } });
  expect(words(await ran)).toContain('"name":"Ada"');
  close(host);

  const flood = hostOf(await servers.hostileUrl('elicit-flood'));
  await flood.refresh('a');
  const flooded = run(flood);
  await eventually(() => expect(flood.elicitations()).toHaveLength(limits.mcp.elicitations));
  while (flood.elicitations().length > 0)
    for (const { id } of flood.elicitations()) flood.answer(id, { is: 'decline' });
  expect((await flooded).ok).toBe(true);
  close(flood);
});

test('M1 a server of the newest protocol is hosted the same way', async () => {
  const host = hostOf(await servers.modernUrl());
  await host.refresh('a');
  expect(stateOf(host).roster?.dialect).toBe('client');
  expect(stateOf(host).connection).toMatchObject({ at: 'ready', info: { protocol: '2026-07-28' } });
  close(host);
});

test('M1 a call that broke in the middle is not made again, and says that it may have run', async () => {
  for (const way of ['broken-json', 'error-later', 'short-post']) {
    const url = await servers.hostileUrl(way);
    const host = hostOf(url, 60);
    await host.refresh('a');
    const ended = await run(host);
    expect(ended.ok, way).toBe(false);
    expect(words(ended), way).toContain('may have run');
    expect((await servers.hostileTally(url)).ran, way).toEqual({ act: 1 });
    close(host);
  }
});
