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
  type Bytes,
  type Heard,
} from '../../test/wire.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { enveloped, sseReader } from './sse.ts';

const said = (pieces: readonly Bytes[]): Promise<Heard> =>
  heard(openAiCompatible(responding(() => pieces)).stream(request()));
const saidText = (text: string): Promise<Heard> => said(onePiece(bytesOf(text)));

test('V2 data lines of one event are joined, and UTF-8 may be cut anywhere (case 47)', async () => {
  expect((await saidText('data: {"choices":\ndata: [{"delta":{"content":"ok"}}]}\n\n')).text).toBe('ok');
  const bytes = bytesOf('data: {"choices":[{"delta":{"content":"é😀"}}]}\n\n');
  for (let place = 1; place < bytes.length; place += 1) expect((await said(cutAt(bytes, [place]))).text).toBe('é😀');
});

test('V2 the lines of an event are joined with a line feed, although CR and LF come in two pieces (case 47)', () => {
  const text = 'data: a\r\ndata: b\r\n\r\ndata:  c\r\rdata\r\n\n';
  const reader = sseReader();
  const events = [...[...text].flatMap((char) => reader.push(char)), ...reader.end()];
  expect(events.map((event) => event.data)).toEqual(['a\nb', ' c', '']);
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

test('V2 of several counts of tokens the last one holds', async () => {
  const counts = (input: number, output: number): object => ({
    choices: [],
    usage: { prompt_tokens: input, completion_tokens: output },
  });
  const heardOf = await said(events(counts(1, 1), counts(5, 9), { choices: [], usage: null }, '[DONE]'));
  expect(heardOf.events.filter((event) => event.is === 'usage')).toEqual([
    { is: 'usage', usage: { input: 5, output: 9 } },
  ]);
});

test('V2 a line that never ends is given up, and the connection with it', async () => {
  for (const piece of ['x'.repeat(1024 * 1024), `data: ${'x'.repeat(1024 * 1024)}\n`]) {
    let sent = 0;
    let ended = false;
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        sent += 1;
        to.enqueue(bytesOf(sent === 1 ? 'data: ' : piece));
      },
      cancel: () => {
        ended = true;
      },
    });
    const all = await new Response(enveloped(new Response(body), { choices: [] }).body).text();
    expect(all).toContain('"interrupted"');
    expect(ended).toBe(true);
    expect(sent).toBeLessThan(50);
  }
});
