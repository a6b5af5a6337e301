import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { Progress } from '../../../core/ports.ts';
import type { Asking } from '../link.ts';
import { failure, fakeServer, fakeWorld, record, said, turn } from './testing/fake.ts';

const schema: JsonObject = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
const form: Asking = { is: 'form', message: 'Your name?', schema };

/** A server in the middle of one call. */
async function inCall() {
  const server = fakeServer();
  server.call = () => null;
  const world = fakeWorld({ a: server });
  const { host, clock } = world;
  host.sync([record('a')]);
  await host.refresh('a');
  const told: Progress[] = [];
  const ran = host.run('c1', 'a', 'search', {}, (now) => told.push(now));
  await turn();
  const over = new AbortController();
  const ask = (asking: Asking = form, signal = over.signal) => server.live.events.asks(asking, signal);
  return { server, world, host, clock, told, ran, ask, over };
}

test('M7 what a server asks waits for the person, and the answer goes back', async () => {
  const { host, ask } = await inCall();
  let heard = 0;
  host.listen(() => {
    heard += 1;
  });
  const [first, second, third] = [ask(), ask({ is: 'link', message: 'Pay', url: 'https://pay.example/x' }), ask()];
  expect(host.elicitations()).toEqual([
    { id: 'ask1', server: 'a', message: 'Your name?', is: 'form', schema },
    { id: 'ask2', server: 'a', message: 'Pay', is: 'link', url: 'https://pay.example/x' },
    { id: 'ask3', server: 'a', message: 'Your name?', is: 'form', schema },
  ]);
  host.answer('ask1', { is: 'accept', content: { name: 'Ada' } });
  expect(await first).toEqual({ is: 'accept', content: { name: 'Ada' } });
  host.answer('ask2', { is: 'accept', content: { stray: 1 } });
  expect(await second).toEqual({ is: 'accept', content: {} });
  host.answer('ask3', { is: 'decline' });
  expect(await third).toEqual({ is: 'decline' });
  host.answer('ask3', { is: 'cancel' });
  expect(host.elicitations()).toEqual([]);
  expect(heard).toBeGreaterThanOrEqual(6);
});

test('M7 an answer that does not fit the form is not sent: the question stays and says why', async () => {
  const { world, host, ask } = await inCall();
  const asked: unknown[] = [];
  world.fit = (...given) => {
    asked.push(given);
    return Promise.resolve({ is: 'misfit', why: '"name" is missing' });
  };
  const reply = ask();
  host.answer('ask1', { is: 'accept', content: {} });
  // A second press while the first is looked at counts for nothing.
  host.answer('ask1', { is: 'accept', content: {} });
  await turn();
  expect(asked).toEqual([[schema, {}]]);
  expect(host.elicitations()).toMatchObject([{ id: 'ask1', wrong: '"name" is missing' }]);
  world.fit = () => Promise.resolve({ is: 'unchecked', why: 'it could not be checked in time' });
  host.answer('ask1', { is: 'accept', content: { name: 'x' } });
  expect(await reply).toEqual({ is: 'accept', content: { name: 'x' } });
});

test('M7 at most eight questions of a server wait; more are cancelled', async () => {
  const { host, ask } = await inCall();
  const replies = Array.from({ length: limits.mcp.elicitations + 3 }, () => ask());
  expect(host.elicitations()).toHaveLength(limits.mcp.elicitations);
  expect(await Promise.all(replies.slice(limits.mcp.elicitations))).toEqual(
    Array.from({ length: 3 }, () => ({ is: 'cancel' })),
  );
});

test('M7 only web addresses are opened, and what is refused stands among the requests', async () => {
  const { host, ask } = await inCall();
  const urls = [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://a.example/1',
    'sluice',
    'https://user:secret@a.example/',
    `https://a.example/${'x'.repeat(10_000)}`,
  ];
  for (const url of urls) expect(await ask({ is: 'link', message: '', url }), url).toEqual({ is: 'cancel' });
  expect(host.elicitations()).toEqual([]);
  await turn();
  expect(host.states()[0]?.requests).toHaveLength(urls.length);
  expect(host.states()[0]?.requests.at(-1)?.fault).toContain('javascript:');
});

test('M7 a form or a message without measure is refused or cut', async () => {
  const { host, ask } = await inCall();
  let deep: JsonObject = {};
  for (let level = 0; level < 200; level += 1) deep = { properties: deep };
  expect(await ask({ ...form, schema: deep })).toEqual({ is: 'cancel' });
  expect(await ask({ ...form, schema: { title: 'x'.repeat(300_000) } })).toEqual({ is: 'cancel' });
  void ask({ ...form, message: 'x'.repeat(100_000) });
  expect(host.elicitations()[0]?.message.length).toBeLessThan(limits.mcp.message + 2);
});

test('M7 outside of a call nobody is asked, and a question ends with the last call', async () => {
  const { server, host, ask, ran } = await inCall();
  const reply = ask();
  server.calls[0]?.end(said('done'));
  expect(await ran).toMatchObject({ ok: true });
  expect(await reply).toEqual({ is: 'cancel' });
  expect(host.elicitations()).toEqual([]);
  expect(await ask()).toEqual({ is: 'cancel' });
  expect(host.elicitations()).toEqual([]);
});

test('M7 a question goes with its connection, its server, and the server’s own wish', async () => {
  const ends: readonly ((place: Awaited<ReturnType<typeof inCall>>) => void)[] = [
    ({ server }) => server.live.events.closed(failure('closed')),
    ({ host }) => host.sync([]),
    ({ host }) => host.sync([record('a', { enabled: false })]),
    ({ host }) => host.leave(),
    ({ host }) => host.cancel('c1'),
    ({ over }) => over.abort(),
  ];
  for (const end of ends) {
    const place = await inCall();
    const reply = place.ask();
    expect(place.host.elicitations()).toHaveLength(1);
    end(place);
    expect(await reply).toEqual({ is: 'cancel' });
    expect(place.host.elicitations()).toEqual([]);
  }
});

test('M7 while the person is asked, silence does not end the call; the absolute limit does', async () => {
  const { server, world, host, clock, told, ran, ask } = await inCall();
  const began = clock.now();
  await clock.pass(30_000);
  const reply = ask();
  expect(told.at(-1)).toMatchObject({ doing: 'waiting for your answer', until: began + world.totalMs });
  await clock.pass(300_000);
  expect(server.calls[0]?.options.signal.aborted).toBe(false);
  host.answer('ask1', { is: 'decline' });
  await reply;
  await turn();
  expect(told.at(-1)).toMatchObject({ doing: 'running', until: began + 330_000 + limits.mcp.callMs });
  await clock.pass(limits.mcp.callMs - 1);
  const again = ask();
  await clock.pass(world.totalMs);
  expect(await ran).toMatchObject({ ok: false, fault: { code: 'timed-out' } });
  expect(clock.now()).toBeGreaterThanOrEqual(began + world.totalMs);
  expect(await again).toEqual({ is: 'cancel' });
});
