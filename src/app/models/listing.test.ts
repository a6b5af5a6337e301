import { expect, test } from 'vitest';
import { delta, events, refusing, responding } from '../../test/wire.ts';
import { listModels, modelIds } from './listing.ts';
import { presets } from './presets.ts';
import { testModel } from './trial.ts';
import { modelsFor } from './index.ts';

test('V1 the list of models is read in every shape, without doubles', async () => {
  for (const body of [
    { object: 'list', data: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] },
    [{ id: 'a' }, { name: 'b' }],
    { models: [{ name: 'a' }, { model: 'b' }] },
    { data: ['a', 'b', '', null, {}] },
  ])
    expect(modelIds(JSON.stringify(body))).toEqual(['a', 'b']);
  const endpoint = responding(() => new Response('{"data":[{"id":"a"}]}'), { baseUrl: 'https://models.example/v1/' });
  expect(await listModels(endpoint)).toEqual({ ok: true, value: ['a'] });
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
    const listed = await listModels(responding(reply));
    expect(listed).toMatchObject({ ok: false, fault: { code } });
    expect(listed.ok ? '' : listed.fault.message).toMatch(words);
  }
  expect(await listModels(responding(() => refusing(500, ''), { baseUrl: 'nowhere' }))).toMatchObject({
    ok: false,
    fault: { code: 'not-reachable' },
  });
});

test('V1 the Test button asks once, says how long the answer took, and explains a fault at once', async () => {
  const good = responding(() => events(delta({ content: 'ready' }), delta({}, 'stop')));
  expect(await testModel(good, 'm1')).toEqual({ ok: true, value: '“m1” answered after 0.0 s.' });
  expect(good.asked[0]?.body).toMatchObject({ model: 'm1', stream: true });
  const busy = responding(() => refusing(503, 'down'));
  expect(await testModel(busy, 'm1')).toMatchObject({ ok: false, fault: { code: 'provider' } });
  expect(busy.asked).toHaveLength(1);
  expect(
    await testModel(
      responding(() => refusing(404, { error: { message: 'no such model' } })),
      'm9',
    ),
  ).toMatchObject({ ok: false, fault: { code: 'unknown-model' } });
});

test('V1 every preset has an address that can be asked, and only local ones go without a key', () => {
  for (const preset of presets) {
    expect(URL.parse(preset.baseUrl)?.pathname).toMatch(/\/v1$/);
    expect(preset.needsKey).toBe(!preset.baseUrl.startsWith('http://localhost:'));
  }
});

test('V1 an entry’s adapter is loaded by its kind', async () => {
  expect(
    typeof (await modelsFor({ kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1' }, null)).stream,
  ).toBe('function');
});
