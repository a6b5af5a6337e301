import { expect, test } from 'vitest';
import { delta, events, heard, refusing, request, responding, type Heard, type Scripted } from '../../test/wire.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { clock, retryAfter } from './retry.ts';

const good = events(delta({ content: 'ok' }, 'stop'), '[DONE]');
const saidBy = (endpoint: Scripted): Promise<Heard> => heard(openAiCompatible(endpoint).stream(request()));

test('V2 429, 5xx and a network that fails before the first byte are tried again after 1, 2 and 4 s, then given up', async () => {
  for (const fault of [
    () => refusing(429, {}),
    () => refusing(500, {}),
    () => refusing(503, 'upstream'),
    () => refusing(529, {}),
    () => new TypeError('Failed to fetch'),
    () => events({ error: { code: 502, message: 'Bad gateway' } }),
  ]) {
    const endpoint = responding(fault);
    const { events: all } = await saidBy(endpoint);
    expect(all.map((event) => (event.is === 'retry' ? event.waitMs : event.is))).toEqual([
      1_000,
      2_000,
      4_000,
      'fault',
    ]);
    expect(endpoint.waits).toEqual([1_000, 2_000, 4_000]);
    expect(endpoint.asked).toHaveLength(4);
  }
});

test('V2 a retry that succeeds gives the answer, after one word on what went wrong', async () => {
  const { events: all } = await saidBy(
    responding((n) => (n === 0 ? refusing(503, { error: { message: 'Overloaded' } }) : good)),
  );
  expect(all).toMatchObject([
    { is: 'retry', waitMs: 1_000, fault: { code: 'provider' } },
    { is: 'text', delta: 'ok' },
    { is: 'finish', reason: 'stop' },
  ]);
});

test('V2 what will not get better is not tried again', async () => {
  for (const status of [400, 401, 402, 403, 404, 413, 422]) {
    const endpoint = responding(() => refusing(status, { error: { message: 'no' } }));
    expect((await saidBy(endpoint)).events).toMatchObject([{ is: 'fault' }]);
    expect(endpoint.asked).toHaveLength(1);
  }
  const broke = responding(() =>
    refusing(429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }),
  );
  expect((await saidBy(broke)).fault?.message).toContain('no credit');
  expect(broke.asked).toHaveLength(1);
});

test('V2 nothing is tried again once a part of the answer was seen', async () => {
  for (const seen of [{ content: 'so' }, { reasoning: 'hm' }]) {
    const endpoint = responding(() => events(delta(seen), { error: { code: 503, message: 'Overloaded' } }));
    expect((await saidBy(endpoint)).events.map((event) => event.is).filter((is) => is !== 'data')).toEqual([
      Object.keys(seen)[0] === 'content' ? 'text' : 'reasoning',
      'fault',
    ]);
    expect(endpoint.asked).toHaveLength(1);
  }
});

test('V2 Retry-After is kept to where it is at most 60 s, and named where it is longer', async () => {
  for (const [header, waits] of [
    ['7', [7_000]],
    ['0', [1_000]],
    ['60', [60_000]],
    [new Date(Date.UTC(2026, 0, 1, 0, 0, 30)).toUTCString(), [30_000]],
    ['soon', [1_000]],
  ] as const) {
    const endpoint = responding((n) => (n === 0 ? refusing(429, {}, { 'retry-after': header }) : good));
    expect((await saidBy(endpoint)).text).toBe('ok');
    expect(endpoint.waits).toEqual(waits);
  }
  const long = responding(() => refusing(429, {}, { 'retry-after': '1800' }));
  expect((await saidBy(long)).fault).toMatchObject({ code: 'busy' });
  expect((await saidBy(long)).fault?.message).toContain('in 30 minutes');
  expect(long.waits).toEqual([]);
});

test('V2 Retry-After is read as seconds, as a date, in milliseconds, or not at all', () => {
  const now = Date.UTC(2026, 0, 1);
  const read = (name: string, value: string): number | null => retryAfter(new Headers({ [name]: value }), now);
  expect(read('retry-after', '2.5')).toBe(2_500);
  expect(read('retry-after', 'Thu, 01 Jan 2026 00:00:10 GMT')).toBe(10_000);
  expect(read('retry-after', 'Wed, 31 Dec 2025 00:00:00 GMT')).toBe(0);
  expect(read('retry-after-ms', '250')).toBe(250);
  expect(read('retry-after', '-1 x')).toBeNull();
  expect(retryAfter(new Headers(), now)).toBeNull();
});

test('V2 stop ends the wait at once, and nothing is asked after it', async () => {
  const endpoint = responding(() => refusing(503, {}), { clock });
  const stream = openAiCompatible(endpoint).stream(request());
  const seen = [];
  for await (const event of stream.events) {
    seen.push(event);
    if (event.is === 'retry') queueMicrotask(() => stream.stop());
  }
  expect(seen).toMatchObject([{ is: 'retry' }, { is: 'fault', fault: { code: 'cancelled' } }]);
  expect(endpoint.asked).toHaveLength(1);
});
