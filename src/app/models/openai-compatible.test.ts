import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bytesOf,
  delta,
  events,
  heard,
  onePiece,
  request,
  responding,
  streamOf,
  type Bytes,
  type Heard,
} from '../../test/wire.ts';
import { openAiCompatible } from './openai-compatible.ts';

const said = (pieces: readonly Bytes[]): Promise<Heard> =>
  heard(openAiCompatible(responding(() => pieces)).stream(request()));

test('V2 reasoning is heard in every field it comes in, once', async () => {
  for (const fields of [
    { reasoning_content: 'hm' },
    { reasoning: 'hm' },
    { reasoning_text: 'hm' },
    { reasoning: 'hm', reasoning_content: 'hm' },
    { reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] },
    { reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] },
    { content: [{ type: 'thinking', thinking: 'hm' }] },
  ])
    expect(await said(events(delta(fields), delta({ content: 'so' }, 'stop')))).toMatchObject({
      reasoning: 'hm',
      text: 'so',
    });
});

test('V2 whatever comes, the stream ends with exactly one finish or fault and never throws', async () => {
  const chunk = fc.oneof(
    fc.json(),
    fc.string(),
    fc
      .record(
        {
          choices: fc.array(
            fc.record(
              {
                delta: fc.dictionary(
                  fc.constantFrom(
                    'content',
                    'reasoning',
                    'tool_calls',
                    'reasoning_details',
                    'extra_content',
                    'function_call',
                  ),
                  fc.jsonValue(),
                ),
                finish_reason: fc.jsonValue(),
              },
              { requiredKeys: [] },
            ),
          ),
          usage: fc.jsonValue(),
          error: fc.constantFrom(null, {}, 'x', 7),
        },
        { requiredKeys: [] },
      )
      .map((each) => JSON.stringify(each)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 6 }), async (chunks) => {
      const { events: all } = await said(onePiece(bytesOf(chunks.map((each) => `data: ${each}\n\n`).join(''))));
      const ends = all.filter((event) => event.is === 'finish' || event.is === 'fault');
      expect(ends).toHaveLength(1);
      expect(all.at(-1)).toBe(ends[0]);
    }),
    { numRuns: 150, seed: 7 },
  );
});

test('V2 stop ends the stream at once with the fault cancelled: in the answer, before it, and where the server never answers', async () => {
  const begun = openAiCompatible(
    responding(
      () => new Response(new ReadableStream({ start: (to) => to.enqueue(events(delta({ content: 'so' }))[0]) })),
    ),
  ).stream(request());
  const seen = [];
  for await (const event of begun.events) {
    seen.push(event.is);
    if (event.is === 'text') begun.stop();
  }
  expect(seen).toEqual(['text', 'fault']);

  const silent = openAiCompatible(responding(() => new Promise<Response>(() => undefined))).stream(request());
  const end = heard(silent);
  silent.stop();
  expect((await end).fault?.code).toBe('cancelled');

  const endpoint = responding(() => events(delta({ content: 'a' })));
  const early = openAiCompatible(endpoint).stream(request());
  early.stop();
  expect((await heard(early)).events).toMatchObject([{ is: 'fault', fault: { code: 'cancelled' } }]);
  expect(endpoint.asked).toEqual([]);
});

test('V2 leaving the events before their end closes the connection', async () => {
  await new Promise<void>((closed) => {
    const body = new ReadableStream({
      start: (to) => to.enqueue(events(delta({ content: 'so' }))[0]),
      cancel: () => closed(),
    });
    const { events: said } = openAiCompatible(responding(() => new Response(body))).stream(request());
    void (async () => {
      for await (const event of said) if (event.is === 'text') break;
    })();
  });
});

test('V2 a connection that breaks in the answer is a fault that keeps what was said', async () => {
  const pieces = events(delta({ content: 'so' }));
  const body = new ReadableStream({
    pull(to) {
      const piece = pieces.shift();
      if (piece === undefined) to.error(new TypeError('network error'));
      else to.enqueue(piece);
    },
  });
  const heardOf = await heard(openAiCompatible(responding(() => new Response(body))).stream(request()));
  expect(heardOf.text).toBe('so');
  expect(heardOf.fault).toMatchObject({ code: 'not-reachable' });
  expect(heardOf.fault?.message).toContain('broke before the answer was whole');
});

test('V2 an answer is over at [DONE] although the connection stays open, and whole at its finish although it breaks', async () => {
  const open = new ReadableStream({ start: (to) => to.enqueue(events(delta({ content: 'so' }), '[DONE]')[0]) });
  expect(await heard(openAiCompatible(responding(() => new Response(open))).stream(request()))).toMatchObject({
    text: 'so',
    fault: null,
  });
  const pieces = events(delta({ content: 'so' }, 'stop'));
  const broken = new ReadableStream({
    pull(to) {
      const piece = pieces.shift();
      if (piece === undefined) to.error(new TypeError('network error'));
      else to.enqueue(piece);
    },
  });
  expect(await heard(openAiCompatible(responding(() => new Response(broken))).stream(request()))).toMatchObject({
    text: 'so',
    reason: 'stop',
    fault: null,
  });
});

test('X5 the key travels as a bearer token and stands in no fault, whatever the provider echoes', async () => {
  const endpoint = responding(
    () =>
      new Response('Incorrect key sk-secret-0123456789 (Bearer sk-secret-0123456789), token other-secret', {
        status: 401,
      }),
    { headers: { 'x-token': 'other-secret' } },
  );
  const { fault } = await heard(openAiCompatible(endpoint).stream(request()));
  expect(endpoint.asked[0]?.headers.get('authorization')).toBe('Bearer sk-secret-0123456789');
  expect(endpoint.asked[0]?.headers.get('x-token')).toBe('other-secret');
  expect(endpoint.asked[0]?.headers.has('user-agent')).toBe(false);
  expect(fault?.code).toBe('bad-key');
  expect(fault?.message).not.toMatch(/secret/);
});

test('V1 a key or address that cannot be sent is explained without asking', async () => {
  for (const [change, code] of [
    [{ key: 'sk-“quoted”' }, 'bad-key'],
    [{ baseUrl: 'localhost:11434' }, 'not-reachable'],
    [{ baseUrl: 'https://me:pw@models.example/v1' }, 'not-reachable'],
  ] as const) {
    const endpoint = responding(() => events('[DONE]'), change);
    expect((await heard(openAiCompatible(endpoint).stream(request()))).fault?.code).toBe(code);
    expect(endpoint.asked).toEqual([]);
  }
});

test('V3 an endpoint that knows no stream_options is asked again without them, at once and for good', async () => {
  const endpoint = responding((_, asked) =>
    'stream_options' in asked.body
      ? new Response('{"message":"Extra inputs are not permitted: stream_options"}', { status: 422 })
      : streamed(),
  );
  const models = openAiCompatible(endpoint);
  expect(await heard(models.stream(request()))).toMatchObject({ text: 'ok', fault: null });
  expect(await heard(models.stream(request()))).toMatchObject({ text: 'ok', fault: null });
  expect(endpoint.asked.map((asked) => 'stream_options' in asked.body)).toEqual([true, false, false]);
  expect(endpoint.waits).toEqual([]);
});

const streamed = (): Response => new Response(streamOf(events(delta({ content: 'ok' }, 'stop'), '[DONE]')));
