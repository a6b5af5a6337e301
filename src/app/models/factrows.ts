export type Vendor = 'anthropic' | 'openai' | 'google' | 'mistral' | 'deepseek' | 'xai' | 'groq';

/** When the prices below were read from their vendors' lists; a person can correct each (row B5). */
export const factsDate = '2026-08';

const K = 1_000;
const M = 1_000_000;

/**
 * Ids (several with blanks between), context in tokens, US dollars for a million tokens in and out; null where the lists
 * did not say. The base price: some vendors charge more for very long requests and less for what they had cached.
 */
type Row = readonly [ids: string, context: number | null, input: number | null, output: number | null];

export const factRows: Readonly<Record<Vendor, readonly Row[]>> = {
  anthropic: [
    ['claude-fable-5 claude-fable-5-1', M, 10, 50],
    ['claude-opus-5-5', M, 4, 20],
    ['claude-opus-5 claude-opus-4-8 claude-opus-4-7', M, 5, 25],
    ['claude-opus-4-6 claude-opus-4-5', 200 * K, 5, 25],
    ['claude-opus-4-1 claude-opus-4-0 claude-opus-4', 200 * K, 15, 75],
    ['claude-sonnet-5', M, 2, 10],
    ['claude-sonnet-4-6', M, 3, 15],
    ['claude-sonnet-4-5 claude-sonnet-4-0 claude-sonnet-4', 200 * K, 3, 15],
    ['claude-haiku-4-5', 200 * K, 1, 5],
  ],
  openai: [
    ['gpt-5.6-sol', 1_050 * K, 5, 30],
    ['gpt-5.6-terra gpt-5.4', 1_050 * K, 2.5, 15],
    ['gpt-5.6-luna', 1_050 * K, 1, 6],
    ['gpt-5.5', M, 5, 30],
    ['gpt-5.5-pro', M, 30, 180],
    ['gpt-5.4-pro', 1_050 * K, 30, 180],
    ['gpt-5.4-mini', 400 * K, 0.75, 4.5],
    ['gpt-5.4-nano', 400 * K, 0.2, 1.25],
    ['gpt-5.3-codex gpt-5.2', 400 * K, 1.75, 14],
    ['gpt-5.2-pro', 400 * K, 21, 168],
    ['gpt-5.1 gpt-5', 400 * K, 1.25, 10],
    ['gpt-5-mini gpt-5.1-codex-mini', 400 * K, 0.25, 2],
    ['gpt-5-nano', 400 * K, 0.05, 0.4],
    ['gpt-5-pro', 400 * K, 15, 120],
    ['gpt-4.1', M, 2, 8],
    ['gpt-4.1-mini', M, 0.4, 1.6],
    ['gpt-4.1-nano', M, 0.1, 0.4],
    ['gpt-4o', 128 * K, 2.5, 10],
    ['gpt-4o-mini', 128 * K, 0.15, 0.6],
    ['o3', 200 * K, 2, 8],
    ['o4-mini', 200 * K, 1.1, 4.4],
  ],
  google: [
    ['gemini-3.6-flash', M, 1.5, 7.5],
    ['gemini-3.5-flash', M, 1.5, 9],
    ['gemini-3.5-flash-lite', M, 0.3, 2.5],
    ['gemini-3.1-pro-preview gemini-3-pro-preview', null, 2, 12],
    ['gemini-3.1-flash-lite', M, 0.25, 1.5],
    ['gemini-3-flash-preview', M, 0.5, 3],
    ['gemini-2.5-pro', null, 1.25, 10],
    ['gemini-2.5-flash', null, 0.3, 2.5],
    ['gemini-2.5-flash-lite', M, 0.1, 0.4],
    ['gemini-2.0-flash', M, 0.1, 0.4],
  ],
  mistral: [
    ['mistral-large-2512', null, 0.5, 1.5],
    ['mistral-small-2603', null, 0.15, 0.6],
    ['codestral-2508', null, 0.3, 0.9],
    ['devstral-2512', null, 0.4, 2],
    ['ministral-14b-2512', null, 0.2, 0.2],
    ['ministral-3b-2512', null, 0.1, 0.1],
  ],
  deepseek: [
    ['deepseek-v4-pro', M, 0.435, 0.87],
    ['deepseek-v4-flash', M, 0.14, 0.28],
  ],
  xai: [
    ['grok-4.5', 500 * K, 2, 6],
    ['grok-4.3', M, 1.25, 2.5],
    ['grok-4.20', null, 1.25, 2.5],
    ['grok-4-1-fast-reasoning grok-4-1-fast-non-reasoning', 2 * M, 0.2, 0.5],
    ['grok-4-fast-reasoning grok-4-fast-non-reasoning', 2 * M, 0.2, 0.5],
    ['grok-4-0709', 256 * K, 3, 15],
    ['grok-code-fast-1', 256 * K, 0.2, 1.5],
    ['grok-3', 131_072, 3, 15],
    ['grok-3-mini', 131_072, 0.3, 0.5],
  ],
  groq: [
    ['openai/gpt-oss-120b', 131_072, 0.15, 0.6],
    ['openai/gpt-oss-20b', 131_072, 0.075, 0.3],
    ['llama-3.3-70b-versatile', 131_072, 0.59, 0.79],
    ['llama-3.1-8b-instant', 131_072, 0.05, 0.08],
    ['meta-llama/llama-4-maverick-17b-128e-instruct', 131_072, 0.2, 0.6],
    ['moonshotai/kimi-k2-instruct', 131_072, 1, 3],
    ['qwen/qwen3-32b', 131_072, 0.29, 0.59],
  ],
};
