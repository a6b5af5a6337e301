import { expect, test } from 'vitest';
import { explainStatus, type Failure, type Place } from './explain.ts';
import { explainUnreachable } from './unreachable.ts';
import { redact } from './words.ts';

const place: Place = {
  baseUrl: 'https://models.example/v1',
  model: 'm1',
  hasKey: true,
  secrets: ['sk-secret-0123456789'],
};
const ollama: Place = { ...place, baseUrl: 'http://localhost:11434/v1', hasKey: false };
const status = (code: number, body: unknown, at: Place = place): Failure =>
  explainStatus({ status: code, body: typeof body === 'string' ? body : JSON.stringify(body), afterMs: null }, at);
const page = { online: true, origin: 'https://sluice.example' };

test('V1 a status becomes a fault that says what to do', () => {
  for (const [code, body, fault, words] of [
    [
      401,
      { error: { message: 'Incorrect API key provided' } },
      'bad-key',
      /did not accept the key \(401\): Incorrect API key provided\. Check .* Settings → Models/,
    ],
    [403, { error: { message: 'Region not supported' } }, 'bad-key', /Region not supported/],
    [
      404,
      { error: { message: 'The model `m1` does not exist' } },
      'unknown-model',
      /does not know “m1”.*does not exist\. Fetch the list of models/,
    ],
    [
      404,
      '<html><head><title>404 Not Found</title></head></html>',
      'unknown-model',
      /nothing at https:\/\/models\.example\/v1/,
    ],
    [
      400,
      { error: { message: "This model's maximum context length is 8192 tokens" } },
      'too-large',
      /too long for “m1”.*larger context/,
    ],
    [413, 'Payload Too Large', 'too-large', /too long/],
    [
      400,
      { error: { message: 'Invalid schema for function x' } },
      'provider',
      /did not accept the request \(400\): Invalid schema for function x\.$/,
    ],
    [
      422,
      { detail: [{ loc: ['body', 'messages'], msg: 'Input should be a valid list' }] },
      'provider',
      /Input should be a valid list/,
    ],
    [
      429,
      {
        error: { message: 'Rate limit reached: 3 a minute. You can raise it at https://example.com/account/billing.' },
      },
      'busy',
      /Try again in a little while/,
    ],
    [402, { error: { message: 'Insufficient credits' } }, 'provider', /no credit left/],
    [429, { error: { message: 'Rate limit reached' } }, 'busy', /too many requests.*Rate limit reached\. Try again/],
    [500, 'Internal Server Error', 'provider', /a fault of its own \(500\)/],
    [
      400,
      {
        error: { message: 'Provider returned error', metadata: { raw: '{"error":{"message":"tools[3] is broken"}}' } },
      },
      'provider',
      /Provider returned error: tools\[3\] is broken/,
    ],
  ] as const) {
    const failure = status(code, body);
    expect(failure.fault.code, `${code} ${JSON.stringify(body)}`).toBe(fault);
    expect(failure.fault.message).toMatch(words);
  }
});

test('V1 a missing key is told apart from a wrong one', () => {
  expect(status(401, {}, { ...place, hasKey: false }).fault.message).toMatch(/wants a key.*Enter one/);
});

test('V1 a local server that refuses the page is explained by its own setting', () => {
  expect(status(403, '', ollama).fault.message).toContain('OLLAMA_ORIGINS');
  expect(status(404, { error: { message: 'model "m1" not found' } }, ollama).fault.message).toContain('ollama pull m1');
  expect(status(404, '404 page not found', { ...ollama, baseUrl: 'http://localhost:11434' }).fault.message).toContain(
    'http://localhost:11434/v1 may be the right one',
  );
});

test('V1 no answer at all names all that can be: offline, no server, CORS, mixed content', () => {
  const failed = new TypeError('Failed to fetch');
  const words = (at: Place, from = page): string => explainUnreachable(failed, at, from).fault.message;
  expect(words(place)).toMatch(/offline.*CORS/);
  expect(words(place, { ...page, online: false })).toMatch(/This device is offline/);
  expect(words(ollama, { ...page, online: false })).toMatch(
    /no server runs at http:\/\/localhost:11434\/v1.*https:\/\/sluice\.example.*OLLAMA_ORIGINS/,
  );
  expect(words({ ...place, baseUrl: 'http://127.0.0.1:1234/v1' })).toMatch(/Enable CORS/);
  expect(words({ ...place, baseUrl: 'http://192.168.1.7:8080/v1' })).toMatch(/secure \(https\) and the address is not/);
  expect(explainUnreachable(failed, { ...place, baseUrl: 'http://192.168.1.7:8080/v1' }, page).againMs).toBeNull();
  expect(
    words({ ...place, baseUrl: 'http://192.168.1.7:8080/v1' }, { ...page, origin: 'http://localhost:4173' }),
  ).toMatch(/CORS/);
});

test('X5 no key stands in a fault', () => {
  for (const code of [400, 401, 404, 429, 500])
    expect(status(code, 'key sk-secret-0123456789 is wrong').fault.message).not.toContain('secret');
  expect(redact('Authorization: Bearer abcdef123456', [])).toBe('Authorization: Bearer •••');
});

test('V1 a long body is cut, and stays one line', () => {
  const { message } = status(400, `a\n\n${'x'.repeat(5_000)}`).fault;
  expect(message.length).toBeLessThan(800);
  expect(message).not.toContain('\n');
});
