import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { bodyWithin } from '../body.ts';
import { answers, scanEvents, textWithin, watched, type StreamEnd } from './bodies.ts';
import { Failed, rpcFailure, saysLostSession, saysNoSession } from './failure.ts';
import { makePatience } from './patience.ts';
import { makeTurns } from './turns.ts';

const encode = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** Cuts bytes at the given places. */
function cutAt(bytes: Uint8Array<ArrayBuffer>, places: readonly number[]): Uint8Array<ArrayBuffer>[] {
  const sorted = [...new Set(places.map((place) => place % (bytes.length + 1)))].toSorted((a, b) => a - b);
  return [0, ...sorted].map((from, at) => bytes.slice(from, sorted[at] ?? bytes.length));
}

const streamOf = (
  pieces: readonly Uint8Array<ArrayBuffer>[],
  broken = false,
): ReadableStream<Uint8Array<ArrayBuffer>> => {
  const left = [...pieces];
  return new ReadableStream({
    pull(to) {
      const next = left.shift();
      if (next !== undefined) to.enqueue(next);
      else if (broken) to.error(new TypeError('network error'));
      else to.close();
    },
  });
};

test('M1 the last event id and the size of the event under way are known, however the bytes are cut', () => {
  const line = fc.constantFrom(
    'id: 7',
    'id:é',
    'id: ',
    'id',
    'idle: 3',
    'data: x',
    ': id: 9',
    `data: ${'y'.repeat(2_000)}`,
    '',
  );
  const ends = fc.constantFrom('\n', '\r', '\r\n');
  fc.assert(
    fc.property(fc.array(line, { maxLength: 12 }), ends, fc.array(fc.nat()), (lines, end, places) => {
      const bytes = encode(lines.map((one) => `${one}${end}`).join(''));
      const scan = scanEvents();
      for (const piece of cutAt(bytes, places)) scan.take(piece);
      const ids = lines.flatMap((one) =>
        one.startsWith('id:') && one.slice(3).trim() !== '' ? [one.slice(3).trim()] : [],
      );
      expect(scan.lastId()).toBe(ids.at(-1) ?? null);
      const open = lines.slice(lines.lastIndexOf('') + 1);
      expect(scan.size()).toBe(encode(open.join('')).length);
    }),
    { seed: 47, numRuns: 200 },
  );
});

test('M1 a watched stream gives the same bytes, and its last words after all of them', async () => {
  const bytes = encode('data: é€😀\n\ndata: {"a":1}\n\n');
  for (const broken of [false, true]) {
    const ends: StreamEnd[] = [];
    const body = watched(streamOf(cutAt(bytes, [1, 8, 9, 10, 12, 13, 20]), broken), 1_000, (end) => {
      ends.push(end);
      return 'data: last';
    });
    expect(await new Response(body).text()).toBe('data: é€😀\n\ndata: {"a":1}\n\n\n\ndata: last\n\n');
    expect(ends).toEqual([{ how: broken ? 'broke' : 'ended', lastId: null }]);
  }
});

test('M1 an event over the limit ends its stream; many events that are each within it do not', async () => {
  const large = `data: ${'x'.repeat(900)}\n\n`;
  const many = watched(streamOf(Array.from({ length: 50 }, () => encode(large))), 1_000, () => null);
  expect((await new Response(many).text()).length).toBe(50 * large.length);
  const ends: StreamEnd[] = [];
  const one = watched(streamOf(Array.from({ length: 50 }, () => encode('x'.repeat(100)))), 1_000, (end) => {
    ends.push(end);
    return null;
  });
  expect((await new Response(one).text()).length).toBe(1_000);
  expect(ends).toMatchObject([{ how: 'too-large' }]);
});

test('M1 a hundred thousand messages in one piece are read a gulp at a time, and the page has its turn between', async () => {
  const bytes = encode('data: {"progress":1}\n\n'.repeat(100_000));
  const reader = watched(streamOf([bytes]), 1_000, () => null).getReader();
  let turns = 0;
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => {
    turns += 1;
    port2.postMessage(null);
  });
  port1.start();
  port2.postMessage(null);
  const sizes: number[] = [];
  for (let read = await reader.read(); !read.done; read = await reader.read()) sizes.push(read.value.byteLength);
  port1.close();
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(bytes.byteLength);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(16 * 1_024);
  expect(turns).toBeGreaterThan(sizes.length / 4);
  // Who lost interest in the middle is given nothing more.
  const ends: StreamEnd[] = [];
  const left = watched(streamOf([bytes]), 1_000, (end) => {
    ends.push(end);
    return null;
  }).getReader();
  await left.read();
  await left.cancel();
  expect(ends).toEqual([{ how: 'left', lastId: null }]);
});

test('M1 a body is read to its limit and not beyond', async () => {
  const body = (): Response => new Response(streamOf([encode('é'.repeat(40)), encode('b'.repeat(40))]));
  expect(await textWithin(body(), 200)).toBe('é'.repeat(40) + 'b'.repeat(40));
  await expect(textWithin(body(), 100)).rejects.toBeInstanceOf(Failed);
  expect(await bodyWithin(body(), 100)).toEqual({ text: 'é'.repeat(40), whole: false });
});

test('M1 JSON is an answer only to the request it names', () => {
  expect(answers({ jsonrpc: '2.0', id: 1, result: {} }, 1)).toBe(true);
  expect(answers({ jsonrpc: '2.0', id: '1', result: {} }, 1)).toBe(true);
  expect(
    answers(
      [
        { jsonrpc: '2.0', method: 'x' },
        { jsonrpc: '2.0', id: 1, error: {} },
      ],
      1,
    ),
  ).toBe(true);
  expect(answers({ jsonrpc: '2.0', id: null, error: { code: -32_700 } }, 1)).toBe(true);
  for (const other of [
    {},
    null,
    'x',
    [],
    { jsonrpc: '2.0', id: 2, result: {} },
    { id: 1, result: {} },
    { jsonrpc: '2.0', id: 1 },
  ])
    expect(answers(other, 1)).toBe(false);
});

test('M1 which words mean a lost session, and which errors a call that may have run (case 44)', () => {
  for (const words of [
    'Session not found',
    'Bad Request: No valid session ID provided',
    'unknown session',
    'Session expired',
    'Mcp-Session-Id header is required',
  ])
    expect(saysLostSession(words)).toBe(true);
  for (const words of ['Not found', 'This session is about birds', 'Invalid arguments'])
    expect(saysLostSession(words)).toBe(false);
  expect(saysNoSession('Bad Request: Server not initialized')).toBe(true);
  const error = (code: number, message: string) => ({ code, message, data: null });
  const inSession = { session: true, call: true };
  expect(rpcFailure(error(-32_600, 'Session not found'), inSession)).toMatchObject({ kind: 'session', ran: 'no' });
  // A tool that speaks of sessions of its own has run.
  expect(rpcFailure(error(-32_603, 'Session not found'), inSession)).toMatchObject({ kind: 'rpc', ran: 'unknown' });
  expect(rpcFailure(error(-32_600, 'Session not found'), { session: false, call: true })).toMatchObject({
    kind: 'rpc',
  });
  expect(rpcFailure(error(-32_601, 'Method not found'), inSession)).toMatchObject({ kind: 'rpc', ran: 'no' });
  expect(rpcFailure(error(-32_022, ''), { session: false, call: false })).toMatchObject({ kind: 'version' });
});

test('M1 streams that end at once are opened again after ever longer pauses; one that lived ends the streak', async () => {
  vi.useFakeTimers();
  try {
    const patience = makePatience();
    const never = new AbortController().signal;
    const waited = async (): Promise<number> => {
      const begun = Date.now();
      const wait = patience.wait(never);
      await vi.runAllTimersAsync();
      await wait;
      return Date.now() - begun;
    };
    const pauses: number[] = [];
    for (let round = 0; round < 13; round += 1) pauses.push(await waited());
    expect(pauses).toEqual([0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
    patience.lived(9_000);
    expect(await waited()).toBe(60_000);
    patience.lived(10_000);
    expect(await waited()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

test('M1 turns go round in order, and one that is no longer wanted is passed over', async () => {
  const turns = makeTurns(1);
  const never = new AbortController().signal;
  const first = await turns.take(never);
  const gone = new AbortController();
  const second = turns.take(gone.signal);
  const third = turns.take(never);
  gone.abort();
  expect(await second).toBeNull();
  first?.();
  first?.();
  const back = await third;
  expect(back).not.toBeNull();
  let fourth = false;
  const last = turns.take(never).then((turn) => {
    fourth = true;
    return turn;
  });
  await Promise.resolve();
  expect(fourth).toBe(false);
  back?.();
  expect(await last).not.toBeNull();
});
