import { expect, test } from 'vitest';
import type { Message } from '../../core/model.ts';
import { events, heard, refusing, request, responding } from '../../test/wire.ts';
import { schemaProblems } from '../../test/wires/google.ts';
import { google } from './google.ts';
import { googleSchema } from './google-schema.ts';

const chunk = (parts: readonly object[], finishReason?: string): object => ({
  candidates: [{ content: { role: 'model', parts }, finishReason }],
});
const done = events(chunk([{ text: 'ok' }], 'STOP'));

test('V3 case 55: a signature goes back in the part it came in, only to the model that gave it', async () => {
  const from = { provider: 'p1', model: 'gemini-3-pro', name: 'G' };
  const chat = (by: typeof from): Message[] => [
    { role: 'user', parts: [{ is: 'text', text: 'go' }] },
    {
      role: 'assistant',
      from: by,
      parts: [{ is: 'call', id: 'abc123456', tool: 'x', args: {}, data: { thoughtSignature: 'sig' } }],
    },
    { role: 'tool', answers: [{ call: 'abc123456', tool: 'x', text: 'fine', images: [], failed: false }] },
  ];
  const endpoint = responding(() => done);
  await heard(google(endpoint).stream(request({ model: from, messages: chat(from) })));
  await heard(google(endpoint).stream(request({ model: from, messages: chat({ ...from, provider: 'p2' }) })));
  const call = { functionCall: { id: 'abc123456', name: 'x', args: {} } };
  const sent = endpoint.asked.map(({ body }) => (body['contents'] as { parts: unknown[] }[])[1]?.parts);
  expect(sent).toEqual([
    [{ ...call, thoughtSignature: 'sig' }],
    [{ ...call, thoughtSignature: 'skip_thought_signature_validator' }],
  ]);
  expect(endpoint.asked[0]?.url).toBe('https://models.example/v1/models/gemini-3-pro:streamGenerateContent?alt=sse');
  expect(endpoint.asked[0]?.headers.get('x-goog-api-key')).toBe('sk-secret-0123456789');
});

test('V3 cases 33, 34, 36: schemas are said in Gemini’s words', () => {
  const node = { type: 'object', properties: { next: { $ref: '#/$defs/N' } } };
  const compiled = googleSchema({
    $schema: 'x',
    type: 'object',
    additionalProperties: false,
    $defs: { N: node },
    properties: {
      a: { type: 'array', default: ['m'] },
      b: { const: 'b' },
      c: { type: ['string', 'null'] },
      d: { type: 'string', format: 'uri' },
      e: { type: 'object' },
      f: {},
      g: { enum: [1, 2] },
      h: { type: 'integer', exclusiveMinimum: 0 },
      i: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] },
      j: { $ref: '#/$defs/N' },
      k: { oneOf: [{ type: 'string' }, { type: 'null' }], description: 'k' },
    },
    required: ['a', 'nothing'],
  });
  expect(schemaProblems(compiled)).toEqual([]);
  expect(compiled).toMatchObject({ required: ['a'], properties: { c: { type: 'STRING', nullable: true } } });
  expect(googleSchema({ type: 'object' })).toBeUndefined();
});

test('V1 V2 refusals and endings of Google’s own are explained: key, quota with its wait, blocked prompt, bad call', async () => {
  const fault = async (reply: Parameters<typeof responding>[0]) =>
    (await heard(google(responding(reply)).stream(request()))).fault;
  const key = { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } };
  expect(await fault(() => refusing(400, key))).toMatchObject({ code: 'bad-key' });
  const quota = { error: { code: 429, message: 'You exceeded your current quota', details: [{ retryDelay: '99s' }] } };
  expect(await fault(() => refusing(429, quota))).toMatchObject({ code: 'busy' });
  expect((await fault(() => refusing(429, quota)))?.message).toContain('99 s');
  const blocked = await fault(() => events({ promptFeedback: { blockReason: 'SAFETY' } }));
  expect(blocked?.message).toContain('did not take this conversation (SAFETY)');
  expect((await fault(() => events(chunk([], 'MALFORMED_FUNCTION_CALL'))))?.message).toContain('cannot be read');
});

test('V2 case 40, 53: calls run whatever the finish; one that was still growing is never whole', async () => {
  const said = await heard(
    google(
      responding(() =>
        events(
          chunk([{ functionCall: { name: 'x', args: { a: 1 } } }, { functionCall: { name: 'x' } }]),
          chunk([{ functionCall: { name: 'y', willContinue: true } }]),
          chunk([{ functionCall: { partialArgs: [{ jsonPath: '$.a[0].b', numberValue: 2 }], willContinue: true } }]),
        ),
      ),
    ).stream(request()),
  );
  expect(said.calls.map(({ raw }) => raw)).toEqual(['{"a":1}', '', '{"a":[{"b":2}]']);
  expect(said.fault).toBeNull();
});
