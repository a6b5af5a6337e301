import { expect, test } from 'vitest';
import { unknownModel } from '../../core/facts.ts';
import { tableFacts } from './facts.ts';
import { factRows } from './factrows.ts';

const anthropic = 'https://api.anthropic.com/v1';
const router = 'https://openrouter.ai/api/v1';

test('B5 V5 a model of the table is known by its id, dated or not, and through OpenRouter', () => {
  const opus = { context: 200_000, inputPrice: 5, outputPrice: 25 };
  expect(tableFacts('anthropic', anthropic, 'claude-opus-4-5')).toEqual(opus);
  expect(tableFacts('anthropic', anthropic, 'claude-opus-4-5-20251101')).toEqual(opus);
  expect(tableFacts('openai-compatible', router, 'anthropic/claude-opus-4.5')).toEqual(opus);
  expect(tableFacts('openai', 'https://api.openai.com/v1', 'gpt-5-mini-2025-08-07').inputPrice).toBe(0.25);
  expect(tableFacts('google', 'https://generativelanguage.googleapis.com/v1beta', 'gemini-2.5-flash').outputPrice).toBe(
    2.5,
  );
});

test('B5 nothing is guessed: another name, another address or a variant is unknown', () => {
  for (const [url, model] of [
    [anthropic, 'claude-opus-4-5-fast'],
    [anthropic, 'gpt-5'],
    ['https://proxy.example/v1', 'claude-opus-4-5'],
    [router, 'openai/gpt-5:free'],
    [router, 'meta-llama/llama-3.3-70b-versatile'],
    [router, 'constructor/x'],
    ['', ''],
  ] as const)
    expect(tableFacts('openai-compatible', url, model), model).toEqual(unknownModel);
});

test('B5 what runs on this machine costs nothing, and its context is not known', () => {
  const free = { context: null, inputPrice: 0, outputPrice: 0 };
  expect(tableFacts('openai-compatible', 'http://localhost:11434/v1', 'gpt-oss')).toEqual(free);
  expect(tableFacts('openai', 'http://127.0.0.1:1234/v1', 'gpt-5')).toEqual(free);
  expect(tableFacts('browser', '', 'built-in')).toEqual(free);
  expect(tableFacts('demo', '', 'demo')).toEqual(free);
});

test('B5 no id stands twice in the table, and every price and context is a number above 0', () => {
  for (const rows of Object.values(factRows)) {
    const ids = rows.flatMap(([names]) => names.split(' '));
    expect(new Set(ids).size).toBe(ids.length);
    for (const [, ...numbers] of rows) for (const number of numbers) expect(number === null || number > 0).toBe(true);
  }
});
