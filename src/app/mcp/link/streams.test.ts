import { afterEach, expect, test } from 'vitest';
import { fixtureTest } from '../../../test/fixtures.ts';
import { servers } from '../../../test/servers/browser.ts';
import { harmfulNames } from '../../../test/servers/hostile/harm.ts';
import { call, closeAll, hear, open, opened, said, toolsOf, type Step } from './testing/harness.ts';
import { eventually } from '../../../test/eventually.ts';

afterEach(closeAll);

const one = async (behaviour: string, tool = 'act', args = {}, more = {}): Promise<unknown> => {
  const { link } = await opened(await servers.hostileUrl(behaviour));
  const answer = await said(call(link, tool, args, more));
  await link.close(false);
  return answer;
};

test('M1 an event of two data lines is one message, and characters cut between their bytes stay whole (case 47)', async () => {
  expect(await one('two-lines')).toBe('two lines');
  expect(await one('split-utf8')).toBe('é€😀');
});

test('M1 broken events and answers to nobody do not spoil the good answer', async () => {
  expect(await one('broken-events')).toBe('still here');
  expect(await one('wrong-id')).toBe('yours');
  expect(await one('drip:1')).toBe('drop by drop');
  expect(await one('sse-good')).toBe('streamed');
});

fixtureTest(
  'M1 recorded answers of a public server are read: CRLF, comments before the answer, a list (streams 36, 37)',
  async () => {
    expect(await one('recorded-36', 'ask_question')).toContain('Pydantic AI is a Python framework');
    const { link } = await opened(await servers.hostileUrl('recorded-37'));
    expect(await toolsOf(link)).toMatchObject([
      { name: 'read_wiki_structure' },
      { name: 'read_wiki_contents' },
      { name: 'ask_question' },
    ]);
    await link.close(false);
  },
);

test('M1 a stream that breaks off after an event id is resumed from there, and the tool ran once', async () => {
  const url = await servers.hostileUrl('resume');
  const { link } = await opened(url);
  expect(await said(call(link, 'act'))).toBe('after a break');
  const { seen, ran } = await servers.hostileTally(url);
  expect(seen.find((request) => request.headers['last-event-id'] !== undefined)).toMatchObject({
    http: 'GET',
    headers: { 'last-event-id': 'e1' },
  });
  expect(ran).toEqual({ act: 1 });
  await link.close(false);
});

test.each(['hang-post', 'hang-call', 'pings', 'broken-event'])(
  'M1 calls that are never answered (%s) end when stopped, the server is told, and the connection serves on',
  async (behaviour) => {
    const url = await servers.hostileUrl(behaviour);
    const { link, heard } = await opened(url);
    // More in all than the connections a browser opens to one host: each must be let go.
    for (const reached of [4, 8]) {
      const stop = new AbortController();
      const calls = Array.from({ length: 4 }, () => call(link, 'act', {}, { signal: stop.signal }));
      await eventually(async () => expect((await servers.hostileTally(url)).ran).toEqual({ act: reached }));
      stop.abort();
      const failures = (await Promise.all(calls)).map((reply) => !reply.ok && [reply.failure.kind, reply.failure.ran]);
      expect(failures).toEqual(Array.from({ length: 4 }, () => ['cancelled', 'unknown']));
    }
    const silent = await call(link, 'act', {}, { idleMs: 50 });
    expect(silent).toMatchObject({ ok: false, failure: { kind: 'timed-out', ran: 'unknown' } });
    expect((await toolsOf(link)).length).toBe(2);
    const cancelled = async (): Promise<number> =>
      (await servers.hostileTally(url)).seen.filter((request) => request.rpc === 'notifications/cancelled').length;
    await eventually(async () => expect(await cancelled()).toBe(9));
    expect(heard.rows.filter((row) => row.what === 'POST tools/call act').length).toBe(9);
  },
);

test('M1 endless progress ends with the absolute limit', async () => {
  const steps: Step[] = [];
  const answer = await one(
    'endless-progress',
    'act',
    {},
    { idleMs: 2_000, totalMs: 600, progress: (step: Step) => steps.push(step) },
  );
  expect(answer).toMatchObject({ kind: 'timed-out' });
  expect(steps.length).toBeGreaterThan(3);
});

test('M1 a handshake or a list that is never answered ends, and a stop ends it at once', async () => {
  const url = await servers.hostileUrl('hang-initialize');
  const limited = await open(url, {}, hear(), AbortSignal.timeout(200));
  expect(limited).toMatchObject({ ok: false, failure: { kind: 'timed-out' } });
  const stop = new AbortController();
  const stopped = open(url, {}, hear(), stop.signal);
  stop.abort();
  expect(await stopped).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
  expect((await servers.hostileTally(url)).seen.map((request) => request.rpc)).not.toContain('notifications/cancelled');

  const { link } = await opened(await servers.hostileUrl('hang-list'));
  const list = new AbortController();
  const page = link.list(null, list.signal);
  list.abort();
  expect(await page).toMatchObject({ ok: false, failure: { kind: 'cancelled', ran: 'no' } });
  await link.close(false);
});

test('M1 pages come one a call, a cursor that repeats or never ends is handed on to who counts (case 49)', async () => {
  const { link } = await opened(await servers.hostileUrl('pages'));
  expect(await toolsOf(link)).toMatchObject([0, 1, 2, 3, 4, 5].map((at) => ({ name: `tool_${at}` })));
  await link.close(false);
  const same = await opened(await servers.hostileUrl('same-cursor'));
  expect(await same.link.list('again', new AbortController().signal)).toMatchObject({
    ok: true,
    value: { next: 'again' },
  });
  await same.link.close(false);
});

test.each(['sdk', 'client'] as const)('M1 tools of any form are listed as they came (%s)', async (dialect) => {
  const { link } = await opened(await servers.hostileUrl('rubbish'), { dialect });
  expect((await toolsOf(link)).length).toBe(11);
  await link.close(false);
  const names = await opened(await servers.hostileUrl('names'), { dialect });
  expect(await toolsOf(names.link)).toMatchObject(harmfulNames.map((name) => ({ name })));
  await names.link.close(false);
  const bombs = await opened(await servers.hostileUrl('bomb-refs'), { dialect });
  expect(await toolsOf(bombs.link)).toMatchObject([{ name: 'act' }]);
  expect(await call(bombs.link, 'act')).toMatchObject({ ok: true, value: { structured: { x: {} } } });
  await bombs.link.close(false);
  const pattern = await opened(await servers.hostileUrl('bomb-pattern'), { dialect });
  await toolsOf(pattern.link);
  expect(await call(pattern.link, 'act')).toMatchObject({ ok: true });
  await pattern.link.close(false);
  const none = await opened(await servers.hostileUrl('no-list'), { dialect });
  expect(await none.link.list(null, new AbortController().signal)).toMatchObject({
    ok: false,
    failure: { kind: 'not-mcp' },
  });
  await none.link.close(false);
});

test('M1 a server without tools is not asked for them', async () => {
  const url = await servers.hostileUrl('toolless');
  const { link } = await opened(url);
  expect(await toolsOf(link)).toEqual([]);
  expect((await servers.hostileTally(url)).lists).toBe(0);
  await link.close(false);
});

test('M1 a storm of list_changed is passed on and harms nothing', async () => {
  const { link, heard } = await opened(await servers.hostileUrl('storm'));
  await eventually(() => expect(heard.changes).toBeGreaterThan(500));
  expect(await said(call(link, 'act'))).toBe('act 1');
  await link.close(false);
});

test('M1 a server that ends its own stream at once is asked again with growing pauses, not without end', async () => {
  const url = await servers.hostileUrl('short-get');
  const { link, heard } = await opened(url);
  await eventually(
    async () =>
      expect((await servers.hostileTally(url)).seen.filter(({ http }) => http === 'GET').length).toBeGreaterThan(1),
    { timeout: 5_000 },
  );
  expect(await said(call(link, 'act'))).toBe('act 1');
  await link.close(false);
  expect(heard.closings).toEqual([]);
});

test.each(['no-get', 'hang-get', 'stateless', 'cors-no-delete'])(
  'M1 a server that lacks what is not needed (%s) works all the same',
  async (behaviour) => {
    expect(await one(behaviour)).toBe('act 1');
  },
);

test('M1 the session ends with DELETE, also when the page leaves', async () => {
  for (const leaving of [false, true]) {
    const url = await servers.hostileUrl('good');
    const { link } = await opened(url);
    expect(await servers.hostileTally(url)).toMatchObject({ sessions: 1 });
    const closing = link.close(leaving);
    if (!leaving) await closing;
    await eventually(async () => expect(await servers.hostileTally(url)).toMatchObject({ sessions: 0 }));
  }
});

test('M1 calls under way end when the connection is closed, and may have run', async () => {
  const { link, heard } = await opened(await servers.hostileUrl('hang-post'));
  const under = call(link, 'act');
  await eventually(() => expect(heard.begun.map((row) => row.what)).toContain('POST tools/call act'));
  await link.close(false);
  expect(await under).toMatchObject({ ok: false, failure: { kind: 'closed', ran: 'unknown' } });
});

test('M1 a lost session is told once the stream of the server is gone too', async () => {
  const url = await servers.hostileUrl('good');
  const { link, heard } = await opened(url);
  await eventually(async () => {
    await servers.hostileControl('change', url);
    expect(heard.changes).toBeGreaterThan(0);
  });
  await servers.hostileControl('vanish', url);
  await eventually(() => expect(heard.closings).toMatchObject([{ kind: 'session', status: 404 }]), { timeout: 8_000 });
  await link.close(false);
  expect(heard.closings.length).toBe(1);
});

test('M7 what a server asks outside of a call, or asks for that is not offered, is not answered with data', async () => {
  const { link, heard } = await opened(await servers.hostileUrl('sampling'));
  expect(await said(call(link, 'act'))).toContain('-32601');
  expect(heard.asked).toEqual([]);
  await link.close(false);
  expect(await one('ping-back')).toBe('{}');
});

test('M7 a question that belongs to no call is cancelled, and nobody is asked', async () => {
  const url = await servers.hostileUrl('nosy');
  const { heard } = await opened(url);
  await eventually(async () => {
    const reply = (await servers.hostileTally(url)).seen.find((request) => request.rpc === 'response');
    expect(reply?.body).toMatchObject({ result: { action: 'cancel' } });
  });
  expect(heard.asked).toEqual([]);
});

test('M7 many calls at once that each ask the person do not block each other', async () => {
  const { link, heard } = await opened(await servers.hostileUrl('elicit'));
  heard.reply = () => Promise.resolve({ is: 'accept', content: { name: 'Ada' } });
  const answers = await Promise.all(Array.from({ length: 8 }, () => said(call(link, 'act'))));
  expect(new Set(answers)).toEqual(new Set(['{"action":"accept","content":{"name":"Ada"}}']));
  await link.close(false);
});

test('M1 calls that wait for their turn are sent in their order, and one that is stopped meanwhile did not run', async () => {
  const url = await servers.hostileUrl('hang-once');
  const { link, heard } = await opened(await servers.hostileUrl('hang-post'));
  const stop = new AbortController();
  const held = Array.from({ length: 4 }, () => call(link, 'act', {}, { signal: stop.signal }));
  const late = new AbortController();
  const waiting = call(link, 'act', {}, { signal: late.signal });
  await eventually(() => expect(heard.begun.filter((row) => row.what === 'POST tools/call act').length).toBe(4));
  late.abort();
  expect(await waiting).toMatchObject({ ok: false, failure: { kind: 'cancelled', ran: 'no' } });
  stop.abort();
  expect((await Promise.all(held)).map((reply) => !reply.ok && reply.failure.ran)).toEqual(
    Array.from({ length: 4 }, () => 'unknown'),
  );
  await link.close(false);
  const once = await opened(url);
  expect(await call(once.link, 'act', {}, { idleMs: 100 })).toMatchObject({
    ok: false,
    failure: { kind: 'timed-out' },
  });
  expect(await said(call(once.link, 'act'))).toBe('act 2');
  await once.link.close(false);
});

test('M7 while the person is asked, silence does not end the call; a stop takes the question back', async () => {
  const { link, heard } = await opened(await servers.hostileUrl('elicit'));
  heard.reply = () =>
    new Promise((resolve) => setTimeout(() => resolve({ is: 'accept', content: { name: 'Ada' } }), 1_500));
  expect(await said(call(link, 'act', {}, { idleMs: 500 }))).toBe('{"action":"accept","content":{"name":"Ada"}}');
  const stop = new AbortController();
  heard.reply = () => new Promise(() => stop.abort());
  expect(await call(link, 'act', {}, { signal: stop.signal })).toMatchObject({
    ok: false,
    failure: { kind: 'cancelled' },
  });
  expect(heard.asked.at(-1)?.signal.aborted).toBe(true);
  await link.close(false);
});
