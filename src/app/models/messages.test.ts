import { expect, test } from 'vitest';
import { delta, events, heard, refusing, request, responding } from '../../test/wire.ts';
import type { AssistantPart, CallAnswer, Message, ModelRequest } from '../../core/model.ts';
import { mcpResult } from '../../core/mcpresult.ts';
import { openAiCompatible } from './openai-compatible.ts';

const image = { name: 'shot.png', mime: 'image/png', content: 'iVBORw0KGgo=' };
const from = { provider: 'p1', model: 'm1', name: 'Example · m1' };
const hi: Message = { role: 'user', parts: [{ is: 'text', text: 'hi' }] };

/** The body that goes out for a request. */
async function sent(change: Partial<ModelRequest>): Promise<Record<string, unknown>> {
  const endpoint = responding(() => events(delta({ content: 'ok' }, 'stop')));
  expect((await heard(openAiCompatible(endpoint).stream(request(change)))).fault).toBeNull();
  return endpoint.asked[0]?.body ?? {};
}

/** What an answer's provider data looks like when it goes back with the next request. */
async function returned(chunks: readonly object[], to: Partial<ModelRequest> = {}): Promise<unknown> {
  const heardOf = await heard(openAiCompatible(responding(() => events(...chunks))).stream(request()));
  const data = (of: string): object =>
    heardOf.events.reduce((seen, event) => (event.is === 'data' && event.of === of ? { data: event.data } : seen), {});
  const parts: AssistantPart[] = [
    { is: 'reasoning', text: heardOf.reasoning, ...data('reasoning') },
    ...(heardOf.text === '' ? [] : [{ is: 'text', text: heardOf.text, ...data('text') } as const]),
    ...heardOf.calls.map(
      (call) =>
        ({
          is: 'call',
          id: 'abcdefgh1',
          tool: call.tool,
          args: { path: 'a' },
          ...(call.data === undefined ? {} : { data: call.data }),
        }) as const,
    ),
  ];
  const messages: Message[] = [hi, { role: 'assistant', from, parts }];
  if (heardOf.calls.length > 0)
    messages.push({
      role: 'tool',
      answers: [{ call: 'abcdefgh1', tool: 'file_read', text: 'x', images: [], failed: false }],
    });
  return ((await sent({ messages: [...messages, hi], ...to }))['messages'] as unknown[])[1];
}

test('V3 a conversation with calls goes out in order, call ids unchanged, failures marked', async () => {
  const body = await sent({
    system: 'You are Sluice.',
    messages: [
      hi,
      {
        role: 'assistant',
        from,
        parts: [
          { is: 'reasoning', text: 'hm' },
          { is: 'text', text: 'Reading.' },
          { is: 'call', id: 'Q7x2mK9ab', tool: 'file_read', args: { path: 'a.txt' } },
          { is: 'call', id: 'Q7x2mK9ac', tool: 'grep', args: {} },
        ],
      },
      {
        role: 'tool',
        answers: [
          { call: 'Q7x2mK9ab', tool: 'file_read', text: 'one', images: [], failed: false },
          { call: 'Q7x2mK9ac', tool: 'grep', text: 'bad pattern', images: [], failed: true },
        ],
      },
    ],
  });
  expect(body['model']).toBe('m1');
  expect(body['stream']).toBe(true);
  expect(body['messages']).toEqual([
    { role: 'system', content: 'You are Sluice.' },
    { role: 'user', content: 'hi' },
    {
      role: 'assistant',
      content: 'Reading.',
      tool_calls: [
        { id: 'Q7x2mK9ab', type: 'function', function: { name: 'file_read', arguments: '{"path":"a.txt"}' } },
        { id: 'Q7x2mK9ac', type: 'function', function: { name: 'grep', arguments: '{}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'Q7x2mK9ab', content: 'one' },
    { role: 'tool', tool_call_id: 'Q7x2mK9ac', content: 'Failed: bad pattern' },
  ]);
});

test('V2 an image goes as an image, a text file as text with its name, and plain text as one string', async () => {
  const body = await sent({
    messages: [
      hi,
      {
        role: 'user',
        parts: [
          { is: 'text', text: 'look' },
          { is: 'file', file: { name: 'a.md', mime: 'text/markdown', content: '# A' } },
          { is: 'file', file: image },
        ],
      },
    ],
  });
  expect(body['messages']).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'hi\n\nlook\n\nAttached file “a.md” (text/markdown):\n\n# A' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${image.content}` } },
      ],
    },
  ]);
});

test('V3 images of a tool follow its answer and never stand in text (case 43)', async () => {
  const answers = [
    {
      call: 'c00000001',
      tool: 'shot',
      text: '',
      images: [{ mime: 'image/png', base64: image.content }],
      failed: false,
    },
  ];
  const parts: AssistantPart[] = [{ is: 'call', id: 'c00000001', tool: 'shot', args: {} }];
  const body = await sent({ messages: [hi, { role: 'assistant', from, parts }, { role: 'tool', answers }] });
  const [, , answer, after] = body['messages'] as { role: string; content: unknown }[];
  expect(answer?.content).toBe('[One image (image/png): see the next message.]');
  expect(after).toMatchObject({ role: 'user', content: [{ type: 'text' }, { type: 'image_url' }] });
});

test('V3 a text model that refuses earlier images gets the chat without them, and the newest image is refused with a word', async () => {
  const pictured: Message = { role: 'user', parts: [{ is: 'file', file: image }] };
  const said: Message = { role: 'assistant', from, parts: [{ is: 'text', text: 'A cat.' }] };
  const endpoint = responding((_, asked) =>
    JSON.stringify(asked.body).includes('image_url')
      ? refusing(404, { error: { message: 'No endpoints found that support image input' } })
      : new Response('data: {"choices":[{"delta":{"content":"ok"}}]}\n\n'),
  );
  const models = openAiCompatible(endpoint);
  expect(await heard(models.stream(request({ messages: [pictured, said, hi] })))).toMatchObject({
    text: 'ok',
    fault: null,
  });
  expect(JSON.stringify(endpoint.asked[1]?.body)).toContain('left out: this model takes no images');
  expect((await heard(models.stream(request({ messages: [hi, said, pictured] })))).fault?.message).toContain(
    'support image input',
  );
});

test('V3 provider data goes back as it came: thought signatures, reasoning details, and plain reasoning beside calls (case 55)', async () => {
  const made = (fields: object = {}): object =>
    delta(
      { tool_calls: [{ index: 0, id: 'x', function: { name: 'file_read', arguments: '{"path":"a"}' }, ...fields }] },
      'tool_calls',
    );
  const signature = { google: { thought_signature: 'CsEB/+==' } };
  expect(await returned([made({ extra_content: signature })])).toMatchObject({
    tool_calls: [{ id: 'abcdefgh1', extra_content: signature }],
  });
  expect(await returned([delta({ content: 'so' }), delta({ extra_content: signature }, 'stop')])).toMatchObject({
    content: 'so',
    extra_content: signature,
  });

  const pieces = [
    { type: 'reasoning.text', text: 'h', index: 0, format: 'a' },
    { type: 'reasoning.text', text: 'm', index: 0 },
    { type: 'reasoning.text', signature: 'sig', index: 0 },
    { type: 'reasoning.encrypted', data: 'zzz', index: 1 },
  ];
  expect(
    await returned([...pieces.map((piece) => delta({ reasoning: 'x', reasoning_details: [piece] })), made()]),
  ).toMatchObject({
    reasoning_details: [
      { type: 'reasoning.text', text: 'hm', signature: 'sig', index: 0, format: 'a' },
      { type: 'reasoning.encrypted', data: 'zzz', index: 1 },
    ],
  });

  expect(await returned([delta({ reasoning_content: 'hm' }), made()])).toMatchObject({
    content: null,
    reasoning_content: 'hm',
  });
  expect(await returned([delta({ reasoning: 'hm' }), made()])).toMatchObject({ reasoning: 'hm' });
  expect(
    await returned([delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }), made()]),
  ).toMatchObject({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] });
  expect(await returned([delta({ reasoning_content: 'hm' }), delta({ content: 'so' }, 'stop')])).toEqual({
    role: 'assistant',
    content: 'so',
  });
});

test('V3 another model is given the words and calls of an answer, and none of its provider data', async () => {
  const to = { model: { provider: 'p1', model: 'm2', name: 'Example · m2' } };
  const chunks = [
    delta({ reasoning: 'hm', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }),
    delta(
      {
        content: 'so',
        extra_content: { a: 1 },
        tool_calls: [
          { index: 0, id: 'x', function: { name: 'file_read', arguments: '{}' }, extra_content: { google: {} } },
        ],
      },
      'stop',
    ),
  ];
  expect(await returned(chunks, to)).toEqual({
    role: 'assistant',
    content: 'so',
    tool_calls: [{ id: 'abcdefgh1', type: 'function', function: { name: 'file_read', arguments: '{"path":"a"}' } }],
  });
});

test('B3 with tools off they stay declared and none may be called; without tools nothing is said of them', async () => {
  const tools = [
    { name: 'grep', description: 'Search', schema: { type: 'object', properties: { pattern: { type: 'string' } } } },
  ];
  const declared = [
    { type: 'function', function: { name: 'grep', description: 'Search', parameters: tools[0]?.schema } },
  ];
  expect(await sent({ tools })).toMatchObject({ tools: declared });
  expect(await sent({ tools })).not.toHaveProperty('tool_choice');
  expect(await sent({ tools, toolsOff: true })).toMatchObject({ tools: declared, tool_choice: 'none' });
  expect(await sent({})).not.toHaveProperty('tools');
});

test('V3 a tool whose schema cannot be sent is left out alone, and that is said once', async () => {
  const wide = {
    type: 'object',
    properties: Object.fromEntries(
      Array.from({ length: 300 }, (_, n) => [`p${n}`, { description: 'x'.repeat(1_000) }]),
    ),
  };
  const tools = [
    { name: 'mcp__a__wide', description: 'Wide.', schema: wide },
    { name: 'grep', description: 'Search.', schema: { type: 'object' } },
  ];
  const endpoint = responding(() => events(delta({ content: 'ok' }, 'stop')));
  const models = openAiCompatible(endpoint);
  const notices = async (): Promise<string[]> =>
    (await heard(models.stream(request({ tools })))).events.flatMap((event) =>
      event.is === 'notice' ? [event.text] : [],
    );
  expect(await notices()).toEqual([
    expect.stringContaining('The tool “mcp__a__wide” is not offered to “Example · m1”'),
  ]);
  expect(await notices()).toEqual([]);
  expect(
    endpoint.asked.map(({ body }) =>
      (body['tools'] as { function: { name: string } }[]).map((tool) => tool.function.name),
    ),
  ).toEqual([['grep'], ['grep']]);
  const alone = await sent({ tools: tools.slice(0, 1), toolsOff: true });
  expect([alone['tools'], alone['tool_choice']]).toEqual([undefined, undefined]);
});

test('V3 a book of a description is cut and marked', async () => {
  const description = `${'x'.repeat(15_999)}\u{1f600}${'y'.repeat(50_000)}`;
  const body = await sent({ tools: [{ name: 'book', description, schema: {} }] });
  const [tool] = body['tools'] as { function: { description: string } }[];
  expect(tool?.function.description).toMatch(
    /^x{15999}\ufffd\n\[… 50001 characters of this description left out …\]$/u,
  );
});

test('V3 what an MCP tool shows goes as an image where a model can see it, else as a note, and base64 is never text (case 43)', async () => {
  const base64 = btoa('p'.repeat(900));
  const answered = (content: readonly object[], structured: object | null = null): CallAnswer => {
    const outcome = mcpResult({ content: content as never, structured: structured as never, failed: false });
    if (!outcome.ok) throw new Error(outcome.fault.message);
    return {
      call: 'c00000001',
      tool: 'mcp__e__shot',
      text: outcome.value.text,
      images: outcome.value.images ?? [],
      failed: false,
    };
  };
  const told = async (answer: CallAnswer): Promise<{ text: unknown; parts: readonly { type: string }[] }> => {
    const parts: AssistantPart[] = [{ is: 'call', id: answer.call, tool: answer.tool, args: {} }];
    const body = await sent({
      messages: [hi, { role: 'assistant', from, parts }, { role: 'tool', answers: [answer] }],
    });
    const [, , tool, after] = body['messages'] as { content: unknown }[];
    const content = Array.isArray(after?.content) ? (after.content as { type: string; text?: string }[]) : [];
    const texts = [tool?.content, ...content.map((part) => part.text ?? '')].join('\n');
    expect(texts).not.toContain(base64.slice(0, 40));
    return { text: tool?.content, parts: content };
  };
  const image = { type: 'image', data: base64, mimeType: 'image/png' };
  const both = await told(answered([{ type: 'text', text: 'Here:' }, image], { shot: base64 }));
  expect(both.text).toBe('Here:\n[One image (image/png): see the next message.]');
  expect(both.parts).toEqual([
    { type: 'text', text: '[Images returned by mcp__e__shot, call c00000001:]' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${base64}` } },
  ]);
  expect(await told(answered([image]))).toMatchObject({ text: '[One image (image/png): see the next message.]' });
  // Kinds that models do not take, and what is no picture at all, would have the request refused.
  for (const odd of [
    { ...image, mimeType: 'image/svg+xml' },
    { ...image, mimeType: 'image/png;x="' },
    { ...image, data: 'not base64!' },
    { ...image, data: '' },
  ]) {
    // oxlint-disable-next-line no-await-in-loop -- one request after another
    const { text, parts } = await told(answered([odd]));
    expect([text, parts]).toEqual([expect.stringMatching(/not shown to models|an image that cannot be read/u), []]);
  }
  const mixed = await told(answered([image, { ...image, mimeType: 'image/tiff' }]));
  expect(mixed.text).toBe(
    '[One image (image/png): see the next message.]\n[One image (image/tiff): not shown to models.]',
  );
  expect(mixed.parts).toHaveLength(2);
});
