import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AssistantPart, Message } from '../../core/model.ts';
import { problems } from '../../test/wires/openai-responses.ts';
import { bytesOf, events, heard, onePiece, refusing, request, responding, type Heard } from '../../test/wire.ts';
import { openAi } from './openai.ts';
import { responsesBody, wholeResponsesForm } from './openai-request.ts';

const done = (item: object, at: number): object => ({ type: 'response.output_item.done', output_index: at, item });
const added = (item: object, at: number): object => ({ type: 'response.output_item.added', output_index: at, item });
const text = (delta: string, at: number): object => ({ type: 'response.output_text.delta', output_index: at, delta });
const over = (as = 'completed', more: object = {}): object => ({
  type: `response.${as}`,
  response: { id: 'r1', status: as, usage: { input_tokens: 7, output_tokens: 3 }, ...more },
});
const message = (words: string): object => ({
  type: 'message',
  id: `msg_${words}`,
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: words, annotations: [] }],
});
const thought = (id: string, sealed: string | null, summary = ''): object => ({
  type: 'reasoning',
  id,
  summary: summary === '' ? [] : [{ type: 'summary_text', text: summary }],
  encrypted_content: sealed,
});
const call = (id: string, name = 'look', args = '{}'): object => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name,
  arguments: args,
});
const said = (...chunks: readonly object[]): Promise<Heard> =>
  heard(openAi(responding(() => events(...chunks))).stream(request()));

/** The parts that the log would keep of what was heard. */
function partsOf({ events: all }: Heard): AssistantPart[] {
  const parts: AssistantPart[] = [];
  let fresh = true;
  for (const event of all) {
    const last = parts.at(-1);
    if (event.is === 'break') fresh = true;
    else if (event.is === 'text' || event.is === 'reasoning' || event.is === 'data') {
      const of = event.is === 'data' ? event.of : event.is;
      const change = event.is === 'data' ? { data: event.data } : {};
      const words = event.is === 'data' ? '' : event.delta;
      if (!fresh && last?.is === of) parts[parts.length - 1] = { ...last, ...change, text: last.text + words };
      else parts.push({ is: of, text: words, ...change });
      fresh = false;
    } else if (event.is === 'call')
      parts.push({
        is: 'call',
        id: `call0000${parts.length}`,
        tool: event.call.tool,
        args: {},
        ...(event.call.data === undefined ? {} : { data: event.call.data }),
      });
  }
  return parts;
}

const go: Message = { role: 'user', parts: [{ is: 'text', text: 'go' }] };
const answers = (parts: readonly AssistantPart[]): Message[] => {
  const calls = parts.filter((part) => part.is === 'call');
  if (calls.length === 0) return [];
  return [
    { role: 'tool', answers: calls.map(({ id, tool }) => ({ call: id, tool, text: 'ok', images: [], failed: false })) },
  ];
};
const sentBack = (parts: readonly AssistantPart[], model = 'm1'): readonly object[] => {
  const from = { ...request().model, model };
  const body = responsesBody(
    request({ messages: [go, { role: 'assistant', from, parts }, ...answers(parts), go] }),
    wholeResponsesForm,
  );
  expect(problems(body)).toEqual([]);
  return (body['input'] as readonly object[]).slice(1, -1);
};

test('V2 items that come side by side are told one after the other, in the order they began', async () => {
  const heardOf = await said(
    added({ type: 'message' }, 0),
    added({ type: 'message' }, 1),
    text('b', 1),
    text('a', 0),
    added({ type: 'function_call', name: 'look' }, 2),
    { type: 'response.function_call_arguments.delta', output_index: 2, delta: '{"a":' },
    text('B', 1),
    { type: 'response.function_call_arguments.delta', output_index: 2, delta: '1}' },
    text('A', 0),
    done(message('aA'), 0),
    done(message('bB'), 1),
    done(call('x', 'look', '{"a":1}'), 2),
    over(),
  );
  expect(partsOf(heardOf).map((part) => (part.is === 'call' ? part.tool : part.text))).toEqual(['aA', 'bB', 'look']);
  expect(heardOf.calls[0]?.raw).toBe('{"a":1}');
  expect(heardOf).toMatchObject({ reason: 'response.completed', usage: { input: 7, output: 3 }, fault: null });
});

test('V2 reasoning comes as summary or as text, a refusal is text, and items that came without pieces are not lost', async () => {
  const summary = (delta: string, summary_index: number): object => ({
    type: 'response.reasoning_summary_text.delta',
    output_index: 0,
    summary_index,
    delta,
  });
  expect((await said(summary('one', 0), summary('two', 1), done(thought('r', 's'), 0), over())).reasoning).toBe(
    'one\n\ntwo',
  );
  expect(
    await said({ type: 'response.reasoning_text.delta', output_index: 0, delta: 'hm' }, text('so', 1), over()),
  ).toMatchObject({ reasoning: 'hm', text: 'so' });
  expect((await said({ type: 'response.refusal.delta', output_index: 0, delta: 'No.' }, over())).text).toBe('No.');
  const whole = over('completed', { output: [thought('r', 's', 'hm'), message('so'), call('x')] });
  expect(await said(whole)).toMatchObject({ reasoning: 'hm', text: 'so', calls: [{ tool: 'look', raw: '{}' }] });
});

test('V3 case 40: an answer that was cut says so, and its call is not repaired', async () => {
  const heardOf = await said(
    added({ type: 'function_call', name: 'look' }, 0),
    { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"a":"b' },
    over('incomplete', { incomplete_details: { reason: 'max_output_tokens' } }),
  );
  expect(heardOf).toMatchObject({ cut: true, calls: [{ raw: '{"a":"b' }], fault: null });
  expect(
    await said(text('x', 0), over('incomplete', { incomplete_details: { reason: 'content_filter' } })),
  ).toMatchObject({ cut: false, reason: 'content_filter' });
});

test('V2 a stream that ends in the middle, breaks, or fails is a fault; one whose items are all ended is whole', async () => {
  expect((await said(added({ type: 'message' }, 0), text('so', 0))).fault?.message).toContain('before it was whole');
  expect((await said(text('so', 0), done(message('so'), 0))).fault).toBeNull();
  expect(await said({ type: 'error', error: { code: 'server_error', message: 'Out of luck' } })).toMatchObject({
    fault: { code: 'provider' },
  });
  expect((await said(over('failed', { error: { message: 'Out of luck' } }))).fault?.message).toContain('Out of luck');
  // After the last event nothing is waited for.
  const open = new ReadableStream({ start: (to) => to.enqueue(events(text('so', 0), over())[0]) });
  expect((await heard(openAi(responding(() => new Response(open))).stream(request()))).text).toBe('so');
});

test('V3 case 55: thoughts and messages go back as they came and in their order, to the same model only', async () => {
  const items = [thought('r1', 'seal1', 'hm'), call('x'), thought('r2', 'seal2'), message('so'), call('y')];
  const parts = partsOf(await said(...items.map(done), over()));
  expect(sentBack(parts)).toMatchObject([
    items[0],
    { type: 'function_call' },
    items[2],
    items[3],
    { type: 'function_call' },
    { type: 'function_call_output' },
    { type: 'function_call_output' },
  ]);
  const other = sentBack(parts, 'm2');
  expect(JSON.stringify(other)).not.toMatch(/seal|hm|msg_/);
  expect(other).toHaveLength(5);
});

test('V3 thoughts without a seal stay here, and a message that followed them goes back as words', async () => {
  const parts = partsOf(await said(done(thought('r1', null, 'hm'), 0), done(message('so'), 1), over()));
  expect(sentBack(parts)).toEqual([{ role: 'assistant', content: [{ type: 'output_text', text: 'so' }] }]);
});

test('V3 thoughts that nothing follows, since the answer was cut there, are left out', async () => {
  const parts = partsOf(await said(done(message('so'), 0), done(thought('r1', 'seal'), 1), over('incomplete')));
  expect(sentBack(parts)).toMatchObject([{ type: 'message' }]);
});

test('V3 a model that knows no summaries and no seals is asked again without them', async () => {
  const endpoint = responding((_, { body }) => {
    if ('include' in body) return refusing(400, { error: { message: 'Encrypted content is not supported' } });
    if ('reasoning' in body) return refusing(400, { error: { message: "Unsupported parameter: 'reasoning.summary'" } });
    return events(text('ok', 0), over());
  });
  expect(await heard(openAi(endpoint).stream(request()))).toMatchObject({ text: 'ok', fault: null });
  expect(endpoint.asked).toHaveLength(3);
  expect(endpoint.waits).toEqual([]);
});

test('V3 what was learned of an endpoint outlives the adapter, which is made anew for each request', async () => {
  const memory = { forms: new Map(), told: new Set<string>() };
  const endpoint = responding(
    (_, { body }) =>
      'reasoning' in body
        ? refusing(400, { error: { message: "Unsupported parameter: 'reasoning.summary'" } })
        : events(text('ok', 0), over()),
    { memory },
  );
  for (let time = 0; time < 2; time += 1) expect((await heard(openAi(endpoint).stream(request()))).text).toBe('ok');
  expect(endpoint.asked.map(({ body }) => 'reasoning' in body)).toEqual([true, false, false]);
});

test('V3 half a surrogate pair never travels', async () => {
  const endpoint = responding(() => events(text('ok', 0), over()));
  await heard(openAi(endpoint).stream(request({ system: 'cut \ud83d, whole \u{1f600}' })));
  expect(endpoint.asked[0]?.body['instructions']).toBe('cut \ufffd, whole \u{1f600}');
});

test('V3 thoughts sealed for another account are left out, and the answer comes', async () => {
  const parts = partsOf(await said(done(thought('r1', 'seal'), 0), done(message('so'), 1), over()));
  const endpoint = responding((_, { body }) =>
    JSON.stringify(body).includes('seal')
      ? refusing(400, {
          error: { code: 'invalid_encrypted_content', message: 'The encrypted content could not be verified.' },
        })
      : events(text('ok', 0), over()),
  );
  const messages: Message[] = [go, { role: 'assistant', from: request().model, parts }, go];
  expect(await heard(openAi(endpoint).stream(request({ messages })))).toMatchObject({ text: 'ok', fault: null });
  expect(problems(endpoint.asked[1]?.body)).toEqual([]);
});

test('V3 cases 33, 43: what is sent is stored nowhere, names its tools loosely, and has images where they belong', async () => {
  const endpoint = responding(() => events(text('ok', 0), over()));
  const image = { mime: 'image/png', base64: 'iVBORw0KGgo=' };
  const parts: AssistantPart[] = [{ is: 'call', id: 'call00001', tool: 'look', args: { a: 1 } }];
  const messages: Message[] = [
    { role: 'user', parts: [{ is: 'file', file: { name: 'a.png', mime: 'image/png', content: 'iVBORw0KGgo=' } }] },
    { role: 'assistant', from: request().model, parts },
    { role: 'tool', answers: [{ call: 'call00001', tool: 'look', text: '', images: [image], failed: false }] },
  ];
  const tools = [
    { name: 'look', description: 'Looks.', schema: { type: 'object', properties: { t: { type: 'array' } } } },
  ];
  await heard(openAi(endpoint).stream(request({ system: 'Be brief.', messages, tools, toolsOff: true })));
  const { body, url, headers } = endpoint.asked[0] ?? { body: {}, url: '', headers: new Headers() };
  expect(problems(body)).toEqual([]);
  expect(url).toBe('https://models.example/v1/responses');
  expect(headers.get('authorization')).toBe('Bearer sk-secret-0123456789');
  expect(body).toMatchObject({
    instructions: 'Be brief.',
    store: false,
    tool_choice: 'none',
    tools: [{ strict: false, parameters: { properties: { t: { type: 'array', items: {} } } } }],
    input: [
      { content: [{ type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=' }] },
      { type: 'function_call', call_id: 'call00001', arguments: '{"a":1}' },
      { type: 'function_call_output', output: [{ type: 'input_text' }, { type: 'input_image' }] },
    ],
  });
});

test('V2 whatever comes, the stream ends with exactly one finish or fault and never throws', async () => {
  const kinds = ['output_text.delta', 'output_item.added', 'output_item.done', 'completed', 'failed', 'incomplete'];
  const chunk = fc.oneof(
    fc.json(),
    fc
      .record(
        {
          type: fc.constantFrom(...kinds.map((kind) => `response.${kind}`), 'error'),
          output_index: fc.oneof(fc.nat(2), fc.jsonValue()),
          delta: fc.jsonValue(),
          item: fc.oneof(
            fc.record({
              type: fc.constantFrom('message', 'reasoning', 'function_call', 'web_search_call'),
              content: fc.jsonValue(),
              summary: fc.jsonValue(),
              arguments: fc.jsonValue(),
              name: fc.jsonValue(),
            }),
            fc.jsonValue(),
          ),
          response: fc.jsonValue(),
          error: fc.jsonValue(),
        },
        { requiredKeys: ['type'] },
      )
      .map((each) => JSON.stringify(each)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 6 }), async (chunks) => {
      const bytes = bytesOf(chunks.map((each) => `data: ${each}\n\n`).join(''));
      const heardOf = await heard(openAi(responding(() => onePiece(bytes))).stream(request()));
      const ends = heardOf.events.filter((event) => event.is === 'finish' || event.is === 'fault');
      expect(ends).toHaveLength(1);
      expect(heardOf.events.at(-1)).toBe(ends[0]);
      if (heardOf.fault === null) sentBackAnything(partsOf(heardOf));
    }),
    { numRuns: 150, seed: 11 },
  );
});

/** Whatever a server sent as an item, what goes back is a request that can be taken. */
function sentBackAnything(parts: readonly AssistantPart[]): void {
  const usable = parts.map((part) => (part.is === 'call' ? { ...part, tool: 'look' } : part));
  if (!usable.some((part) => part.is === 'call' || (part.is === 'text' && part.text !== ''))) return;
  sentBack(usable);
}
