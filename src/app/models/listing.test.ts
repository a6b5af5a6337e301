import { expect, test } from 'vitest';
import { delta, events, refusing, responding, type Scripted } from '../../test/wire.ts';
import type { PromptApi } from './browser-api.ts';
import { listModels, modelIds } from './listing.ts';
import { lookForBrowserModel, presets, type Preset } from './presets.ts';
import { testModel } from './trial.ts';
import { modelsFor } from './index.ts';
import { openAiCompatible } from './openai-compatible.ts';

test('V1 the list of models is read in every shape, without doubles', async () => {
  for (const body of [
    { object: 'list', data: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] },
    [{ id: 'a' }, { name: 'b' }],
    { models: [{ name: 'a' }, { model: 'b' }] },
    { data: ['a', 'b', '', null, {}] },
  ])
    expect(modelIds(body)).toEqual(['a', 'b']);
  const endpoint = responding(() => new Response('{"data":[{"id":"a"}]}'), { baseUrl: 'https://models.example/v1/' });
  expect(await listModels('openai-compatible', endpoint)).toEqual({ ok: true, value: ['a'] });
  expect(endpoint.asked[0]?.url).toBe('https://models.example/v1/models');
  expect(endpoint.asked[0]?.headers.get('authorization')).toBe('Bearer sk-secret-0123456789');
});

test('V1 a list that cannot be had is explained', async () => {
  for (const [reply, code, words] of [
    [() => refusing(401, { error: { message: 'No auth' } }), 'bad-key', /No auth/],
    [() => new Response('<html></html>'), 'provider', /a web page/],
    [() => new Response('{"data":[]}'), 'unknown-model', /is empty/],
    [() => new Response('{"error":"Unexpected endpoint"}'), 'provider', /Unexpected endpoint/],
    [() => new TypeError('Failed to fetch'), 'not-reachable', /CORS/],
  ] as const) {
    const listed = await listModels('openai-compatible', responding(reply));
    expect(listed).toMatchObject({ ok: false, fault: { code } });
    expect(listed.ok ? '' : listed.fault.message).toMatch(words);
  }
  expect(
    await listModels(
      'openai-compatible',
      responding(() => refusing(500, ''), { baseUrl: 'nowhere' }),
    ),
  ).toMatchObject({
    ok: false,
    fault: { code: 'not-reachable' },
  });
});

test('V1 the Test button asks once, says how long the answer took, and explains a fault at once', async () => {
  const good = responding(() => events(delta({ content: 'ready' }), delta({}, 'stop')));
  expect(await testing(good, 'm1')).toEqual({ ok: true, value: '“m1” answered after 0.0 s.' });
  expect(good.asked[0]?.body).toMatchObject({ model: 'm1', stream: true });
  const busy = responding(() => refusing(503, 'down'));
  expect(await testing(busy, 'm1')).toMatchObject({ ok: false, fault: { code: 'provider' } });
  expect(busy.asked).toHaveLength(1);
  expect(
    await testing(
      responding(() => refusing(404, { error: { message: 'no such model' } })),
      'm9',
    ),
  ).toMatchObject({ ok: false, fault: { code: 'unknown-model' } });
});

test('V1 every preset has an address that can be asked, and only local ones go without a key', () => {
  for (const preset of presets) {
    expect(URL.parse(preset.baseUrl)?.pathname).toMatch(/\/v1(beta)?$/);
    expect(preset.needsKey).toBe(!preset.baseUrl.startsWith('http://localhost:'));
  }
  const kinds = new Map(presets.map(({ name, kind }) => [name, kind]));
  expect([kinds.get('Anthropic'), kinds.get('OpenAI'), kinds.get('Google')]).toEqual(['anthropic', 'openai', 'google']);
});

test('V4 the browser’s model is offered where the browser has one, and only there', async () => {
  const offered = async (state: 'unavailable' | 'downloadable' | null): Promise<string[]> => {
    const into: Preset[] = [];
    const api: PromptApi | null =
      state === null
        ? null
        : { availability: () => Promise.resolve(state), create: () => Promise.reject(new Error('not asked')) };
    await lookForBrowserModel(api, into);
    return into.map(({ kind }) => kind);
  };
  expect(await offered('downloadable')).toEqual(['browser']);
  expect(await offered('unavailable')).toEqual([]);
  expect(await offered(null)).toEqual([]);
});

test('V1 X5 Anthropic’s and Google’s lists are read page by page, the key in its header, and only what can chat', async () => {
  const anthropic = responding((n) =>
    Response.json(
      n === 0 ? { data: [{ id: 'a' }], has_more: true, last_id: 'a' } : { data: [{ id: 'b' }], has_more: false },
    ),
  );
  expect(await listModels('anthropic', anthropic)).toEqual({ ok: true, value: ['a', 'b'] });
  expect(anthropic.asked.map(({ url }) => url)).toEqual([
    'https://models.example/v1/models?limit=1000',
    'https://models.example/v1/models?limit=1000&after_id=a',
  ]);
  expect(anthropic.asked[0]?.headers.get('x-api-key')).toBe('sk-secret-0123456789');
  expect(anthropic.asked[0]?.headers.get('anthropic-dangerous-direct-browser-access')).toBe('true');
  const entry = (name: string, ...methods: string[]): object => ({
    name: `models/${name}`,
    supportedGenerationMethods: methods,
  });
  const google = responding((n) =>
    Response.json(
      n === 0
        ? { models: [entry('g', 'generateContent'), entry('e', 'embedContent')], nextPageToken: 't' }
        : { models: [entry('h', 'generateContent')] },
    ),
  );
  expect(await listModels('google', google)).toEqual({ ok: true, value: ['g', 'h'] });
  expect(google.asked.map(({ url }) => url.includes('secret'))).toEqual([false, false]);
  expect(google.asked[0]?.headers.get('x-goog-api-key')).toBe('sk-secret-0123456789');
  // A list that names the same page for ever is left.
  const endless = responding(() => Response.json({ data: [{ id: 'a' }], has_more: true, last_id: 'a' }));
  expect(await listModels('anthropic', endless)).toEqual({ ok: true, value: ['a'] });
  expect(endless.asked).toHaveLength(2);
  const wrong = responding(() =>
    refusing(400, { error: { message: 'API key not valid. Please pass a valid API key.' } }),
  );
  expect(await listModels('google', wrong)).toMatchObject({ ok: false, fault: { code: 'bad-key' } });
});

test('V1 of OpenAI’s own list what paints, speaks or embeds is left out; another server’s names are its own', async () => {
  const data = ['gpt-5', 'text-embedding-3-small', 'gpt-image-1', 'o3'].map((id) => ({ id, owned_by: 'system' }));
  expect(
    await listModels(
      'openai',
      responding(() => Response.json({ data })),
    ),
  ).toEqual({ ok: true, value: ['gpt-5', 'o3'] });
  const own = { data: [{ id: 'my-image-model', owned_by: 'me' }] };
  expect(
    await listModels(
      'openai',
      responding(() => Response.json(own)),
    ),
  ).toEqual({ ok: true, value: ['my-image-model'] });
});

test('V1 a model that answers but takes no tools passes the test with a word on what to change', async () => {
  for (const [message, words] of [
    ['registry.ollama.ai/library/m1 does not support tools', /Choose a model that can call tools/],
    ['tools param requires --jinja flag', /Start llama-server with --jinja/],
    ['"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set', /--tool-call-parser/],
    ['No endpoints found that support tool use', /Choose a model/],
  ] as const) {
    const endpoint = responding((_, { body }) =>
      'tools' in body ? refusing(400, { error: { message } }) : events(delta({ content: 'ready' }, 'stop')),
    );
    const told = await testing(endpoint, 'm1');
    expect(told).toMatchObject({ ok: true });
    expect(told.ok ? told.value : '').toMatch(words);
  }
});

const testing = (endpoint: Scripted, model: string): ReturnType<typeof testModel> =>
  testModel(openAiCompatible(endpoint), model, endpoint.clock);

test('V1 an entry’s adapter is loaded by its kind', async () => {
  expect(
    typeof (await modelsFor({ kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1' }, null)).stream,
  ).toBe('function');
});
