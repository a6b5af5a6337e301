import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  bytesOf,
  cutAt,
  delta,
  events,
  heard,
  onePiece,
  request,
  responding,
  streamOf,
  type Bytes,
} from '../../test/wire.ts';
import type { Heard } from '../../test/wire.ts';
import { openAiCompatible } from './openai-compatible.ts';

const said = (pieces: readonly Bytes[]): Promise<Heard> =>
  heard(openAiCompatible(responding(() => pieces)).stream(request()));
const saidText = (text: string): Promise<Heard> => said(onePiece(bytesOf(text)));
const call = (index: number | null, fields: object, id?: string): object => ({
  ...(index === null ? {} : { index }),
  ...(id === undefined ? {} : { id }),
  function: fields,
});

test('V2 parallel calls that come in turns are kept apart, in the order they began', async () => {
  const heardOf = await said(
    events(
      delta({
        tool_calls: [
          call(0, { name: 'grep', arguments: '{"pattern":' }, 'a'),
          call(1, { name: 'file_read', arguments: '' }, 'b'),
        ],
      }),
      delta({ tool_calls: [call(1, { arguments: '{"path":"x"}' })] }),
      delta({ tool_calls: [call(0, { arguments: '"todo"}' })] }, 'tool_calls'),
      '[DONE]',
    ),
  );
  expect(heardOf.calls).toEqual([
    { tool: 'grep', raw: '{"pattern":"todo"}' },
    { tool: 'file_read', raw: '{"path":"x"}' },
  ]);
});

test('V2 parallel calls are told apart although the server gives them all index 0, no index, or no id', async () => {
  const two = [
    { tool: 'grep', raw: '{"pattern":"a"}' },
    { tool: 'grep', raw: '{"pattern":"b"}' },
  ];
  const first = { name: 'grep', arguments: '{"pattern":"a"}' };
  const second = { name: 'grep', arguments: '{"pattern":"b"}' };
  for (const pair of [
    [call(0, first, 'a'), call(0, second, 'b')],
    [call(null, first, 'a'), call(null, second, 'b')],
    [call(0, first), call(0, second)],
    [call(null, first), call(null, second)],
    [call(0, first, ''), call(1, second, '')],
  ]) {
    expect(
      (await said(events(delta({ tool_calls: [pair[0]] }), delta({ tool_calls: [pair[1]] }, 'stop')))).calls,
    ).toEqual(two);
    expect((await said(events(delta({ tool_calls: pair }, 'stop')))).calls).toEqual(two);
  }
});

test('V2 a call keeps its name and id through deltas that repeat, blank or late-send them', async () => {
  const grown = { tool: 'file_read', raw: '{"path":"a b"}' };
  for (const pieces of [
    [
      call(0, { name: 'file_read', arguments: '{"path":' }, 'x'),
      call(0, { name: 'file_read', arguments: '"a b"}' }, 'x'),
    ],
    [call(0, { name: 'file_read', arguments: '{"path":' }, 'x'), call(0, { name: '', arguments: '"a b"}' }, '')],
    [call(0, { arguments: '{"path":' }, 'x'), call(0, { name: 'file_read', arguments: '"a b"}' })],
    [call(0, { name: 'file_', arguments: '' }, 'x'), call(0, { name: 'read', arguments: '{"path":"a b"}' })],
    [call(null, { name: 'file_read', arguments: '{"path":' }, 'x'), call(null, { arguments: '"a b"}' })],
    [call(0, { name: 'file_read', arguments: { path: 'a b' } }, 'x'), call(1, { arguments: '' }, '')],
  ]) {
    const [got] = (await said(events(...pieces.map((piece) => delta({ tool_calls: [piece] }))))).calls;
    expect(got?.tool).toBe(grown.tool);
    expect(JSON.parse(got?.raw ?? '')).toEqual(JSON.parse(grown.raw));
  }
});

test('V8 broken arguments stay as they came and a cut answer says so (case 40)', async () => {
  const cut = '{"path":"a","content":"abc';
  const heardOf = await said(
    events(
      delta({ tool_calls: [call(0, { name: 'file_write', arguments: cut }, 'x')] }),
      delta({}, 'length'),
      '[DONE]',
    ),
  );
  expect(heardOf.calls).toEqual([{ tool: 'file_write', raw: cut }]);
  expect(heardOf).toMatchObject({ reason: 'length', cut: true, fault: null });
  const list = '{"cmds":["x","y"';
  expect(
    (await said(events(delta({ tool_calls: [call(0, { name: 'run', arguments: list })] }, 'tool_calls')))).calls[0]
      ?.raw,
  ).toBe(list);
});

test('V2 calls come through although the finish says stop, or none comes (case 53)', async () => {
  const made = delta({ tool_calls: [call(0, { name: 'grep', arguments: '{}' }, 'x')] });
  expect(await said(events(made, delta({}, 'stop'), '[DONE]'))).toMatchObject({
    calls: [{ tool: 'grep', raw: '{}' }],
    reason: 'stop',
    fault: null,
  });
  expect(await said(events(made))).toMatchObject({ calls: [{ tool: 'grep', raw: '{}' }], reason: '', fault: null });
});

test('V2 finish tool_calls without any call ends the turn (case 56)', async () => {
  const heardOf = await said(events(delta({ tool_calls: [] }, 'tool_calls'), '[DONE]'));
  expect(heardOf.events).toEqual([{ is: 'finish', reason: 'tool_calls', cut: false }]);
});

test('V2 data lines of one event are joined, and UTF-8 may be cut anywhere (case 47)', async () => {
  expect((await saidText('data: {"choices":\ndata: [{"delta":{"content":"ok"}}]}\n\n')).text).toBe('ok');
  const bytes = bytesOf('data: {"choices":[{"delta":{"content":"é😀"}}]}\n\n');
  for (let place = 1; place < bytes.length; place += 1) expect((await said(cutAt(bytes, [place]))).text).toBe('é😀');
});

test('V2 every line ending, a byte order mark, comments, ids and a missing last blank line are read', async () => {
  const lines = [
    ': hello',
    'id: 7',
    'retry: 10',
    'event: chunk',
    'data:{"choices":[{"delta":{"content":"a"}}]}',
    '',
    'data: {"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}',
  ];
  for (const end of ['\n', '\r\n', '\r']) {
    const bytes = bytesOf(`\uFEFF${lines.join(end)}`);
    expect(await said(onePiece(bytes))).toMatchObject({ text: 'ab', reason: 'stop' });
    expect(await said(cutAt(bytes, [...bytes.keys()]))).toMatchObject({ text: 'ab', reason: 'stop' });
  }
});

test('V2 an error in the stream is the fault, with what was said and counted before it, and no call is run', async () => {
  for (const broken of [
    'data: {"error":{"message":"GPU fell over"}}\n\n',
    'event: error\ndata: {"message":"GPU fell over"}\n\n',
    'error: {"code":500,"message":"GPU fell over"}\n\n',
    'data: {"object":"error","message":"GPU fell over"}\n\n',
    'data: {"choices":[{"delta":{"content":""},"finish_reason":"error","error":{"message":"GPU fell over"}}]}\n\n',
    'data: {"error":"GPU fell over"}\n\n',
  ]) {
    const heardOf = await saidText(
      `data: {"choices":[{"delta":{"content":"so","tool_calls":[{"index":0,"id":"a","function":{"name":"grep","arguments":"{}"}}]}}],"usage":{"prompt_tokens":3,"completion_tokens":4}}\n\n${broken}`,
    );
    expect(heardOf.text).toBe('so');
    expect(heardOf.usage).toEqual({ input: 3, output: 4 });
    expect(heardOf.calls).toEqual([]);
    expect(heardOf.fault?.message).toContain('GPU fell over');
  }
});

test('V1 what is no stream is said: a web page, a JSON error, nothing, a damaged piece', async () => {
  const page = await saidText(
    '<!DOCTYPE html>\n<html><head><title>Welcome to nginx!</title></head>\n<body>x: y</body></html>',
  );
  expect(page.fault?.message).toMatch(/a web page \(“Welcome to nginx!”\).*\/v1/);
  expect(
    (await saidText('{"error":"Unexpected endpoint or method. (POST /chat/completions)"}')).fault?.message,
  ).toContain('Unexpected endpoint');
  expect((await saidText('')).fault?.message).toContain('without saying anything');
  expect(
    (await saidText('data: {"choices":[{"delta":{"content":"a"}}]}\n\ndata: {"choices":[{"delta":{"con')).fault
      ?.message,
  ).toContain('damaged');
});

test('V2 an endpoint that does not stream is read whole', async () => {
  const body = {
    choices: [
      {
        message: {
          role: 'assistant',
          content: 'hello',
          reasoning: 'hm',
          tool_calls: [{ id: 'a', type: 'function', function: { name: 'grep', arguments: '{"pattern":"x"}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  };
  expect(await saidText(JSON.stringify(body, null, 2))).toMatchObject({
    text: 'hello',
    reasoning: 'hm',
    calls: [{ tool: 'grep', raw: '{"pattern":"x"}' }],
    usage: { input: 1, output: 2 },
    reason: 'tool_calls',
    fault: null,
  });
});

test('V2 chunks of odd shapes lose nothing beside them', async () => {
  const heardOf = await said(
    events(
      { choices: [] },
      { choices: null, id: 7 },
      'keep-alive',
      { type: 'ping' },
      delta({ role: 'tool', content: 'a', tool_calls: null, refusal: '' }),
      {
        choices: [
          {
            index: '0',
            delta: {
              content: [
                { type: 'text', text: 'b' },
                { type: 'reference', reference_ids: [1] },
              ],
            },
          },
        ],
        created: 'now',
      },
      { choices: [{ delta: null, finish_reason: 'stop' }] },
      '[DONE]',
    ),
  );
  expect(heardOf).toMatchObject({ text: 'ab', reason: 'stop', fault: null });
});

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
