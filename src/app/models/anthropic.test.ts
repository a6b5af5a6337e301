import { expect, test } from 'vitest';
import type { Message } from '../../core/model.ts';
import { bytesOf, heard, refusing, request, responding, type Bytes } from '../../test/wire.ts';
import { anthropic } from './anthropic.ts';

const sse = (...events: readonly object[]): Bytes[] => [
  bytesOf(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')),
];
const block = (index: number, start: object, ...deltas: readonly object[]): object[] => [
  { type: 'content_block_start', index, content_block: start },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const begin = { type: 'message_start', message: { usage: { input_tokens: 5, cache_read_input_tokens: 20 } } };
const end = (reason: string): object => ({
  type: 'message_delta',
  delta: { stop_reason: reason },
  usage: { output_tokens: 9 },
});
const from = { provider: 'p1', model: 'm1', name: 'Example · m1' };
const other = { ...from, provider: 'p2' };
const thought = { is: 'reasoning', text: 'hm', data: { signature: 'sig' } } as const;
const chat = (by: typeof from): Message[] => [
  { role: 'user', parts: [{ is: 'text', text: 'read' }] },
  {
    role: 'assistant',
    from: by,
    parts: [
      thought,
      { is: 'reasoning', text: '', data: { redacted: 'sealed' } },
      { is: 'text', text: ' ' },
      { is: 'call', id: 'abc123456', tool: 'file_read', args: { path: 'a' } },
    ],
  },
  {
    role: 'tool',
    answers: [
      {
        call: 'abc123456',
        tool: 'file_read',
        text: '',
        images: [{ mime: 'image/png', base64: 'AAAA' }],
        failed: false,
      },
    ],
  },
  { role: 'user', parts: [{ is: 'text', text: 'half \ud800 a pair' }] },
];

test('V3 case 55: thinking goes back as it came before its calls, and only to the model that thought it', async () => {
  const endpoint = responding(() => sse(begin, end('end_turn')));
  const models = anthropic(endpoint);
  await heard(models.stream(request({ messages: chat(from) })));
  await heard(models.stream(request({ messages: chat(other) })));
  const use = { type: 'tool_use', id: 'abc123456', name: 'file_read', input: { path: 'a' } };
  const [same, others] = endpoint.asked.map(({ body }) => body['messages'] as { content: unknown[] }[]);
  expect(same?.[1]?.content).toEqual([
    { type: 'thinking', thinking: 'hm', signature: 'sig' },
    { type: 'redacted_thinking', data: 'sealed' },
    use,
  ]);
  expect(others?.[1]?.content).toEqual([use]);
  expect(same?.[2]).toEqual({
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'abc123456',
        content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } }],
      },
      { type: 'text', text: 'half \ufffd a pair', cache_control: { type: 'ephemeral' } },
    ],
  });
});

test('V2 thinking, sealed thinking, text, parallel calls and usage with the cache are heard', async () => {
  const said = await heard(
    anthropic(
      responding(() =>
        sse(
          begin,
          ...block(
            0,
            { type: 'thinking', thinking: '' },
            { type: 'thinking_delta', thinking: 'hm' },
            { type: 'signature_delta', signature: 'si' },
            { type: 'signature_delta', signature: 'g' },
          ),
          ...block(1, { type: 'redacted_thinking', data: 'sealed' }),
          ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'so' }),
          { type: 'content_block_start', index: 3, content_block: { type: 'tool_use', id: 'a', name: 'x', input: {} } },
          { type: 'content_block_start', index: 4, content_block: { type: 'tool_use', id: 'b', name: 'y', input: {} } },
          { type: 'content_block_delta', index: 4, delta: { type: 'input_json_delta', partial_json: '{"b":' } },
          { type: 'content_block_delta', index: 3, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
          end('max_tokens'),
        ),
      ),
    ).stream(request()),
  );
  expect(said.events).toEqual([
    { is: 'reasoning', delta: 'hm' },
    { is: 'data', of: 'reasoning', data: { signature: 'sig' } },
    { is: 'break' },
    { is: 'data', of: 'reasoning', data: { redacted: 'sealed' } },
    { is: 'text', delta: 'so' },
    { is: 'call', call: { tool: 'x', raw: '{"a":1}' } },
    { is: 'call', call: { tool: 'y', raw: '{"b":' } },
    { is: 'usage', usage: { input: 25, output: 9 } },
    { is: 'finish', reason: 'max_tokens', cut: true },
  ]);
});

test('V2 an overloaded Anthropic is asked again when nothing was said; an answer that just ends is not whole', async () => {
  const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
  const endpoint = responding((n) => (n === 0 ? sse(overloaded) : sse(begin, end('end_turn'))));
  expect((await heard(anthropic(endpoint).stream(request()))).fault).toBeNull();
  expect(endpoint.asked).toHaveLength(2);
  const short = responding(() => sse(begin, ...block(0, { type: 'text', text: 'so' })));
  expect(await heard(anthropic(short).stream(request()))).toMatchObject({ text: 'so', fault: { code: 'provider' } });
});

test('V1 X5 the key goes in a header, a page is let in, and refusals are explained without the key', async () => {
  for (const [status, type, code] of [
    [401, 'authentication_error', 'bad-key'],
    [404, 'not_found_error', 'unknown-model'],
    [413, 'request_too_large', 'too-large'],
  ] as const) {
    const endpoint = responding(() =>
      refusing(status, { type: 'error', error: { type, message: 'no sk-secret-0123456789' } }),
    );
    const { fault } = await heard(anthropic(endpoint).stream(request()));
    expect(fault?.code).toBe(code);
    expect(fault?.message).not.toContain('sk-secret');
    const [asked] = endpoint.asked;
    expect(asked?.url).toBe('https://models.example/v1/messages');
    expect(asked?.headers.get('x-api-key')).toBe('sk-secret-0123456789');
    expect(asked?.headers.get('anthropic-dangerous-direct-browser-access')).toBe('true');
  }
});

test('V3 Anthropic is asked again with the length it allows; tools that are off stay declared', async () => {
  const endpoint = responding((n) =>
    n === 0
      ? refusing(400, { error: { message: 'max_tokens: 32000 > 8192, which is the maximum allowed' } })
      : sse(begin, end('end_turn')),
  );
  const tools = [{ name: 'x', description: 'd', schema: { type: 'object', properties: {} } }];
  expect((await heard(anthropic(endpoint).stream(request({ tools, toolsOff: true })))).fault).toBeNull();
  expect(endpoint.asked[1]?.body).toMatchObject({ max_tokens: 8192, tool_choice: { type: 'none' } });
});
