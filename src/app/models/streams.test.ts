import { expect } from 'vitest';
import { fixtureBytes, fixtureJson, fixtureTest, full } from '../../test/fixtures.ts';
import { isObject } from '../../core/json.ts';
import type { ModelEvent, Models } from '../../core/model.ts';
import type { Endpoint } from './endpoint.ts';
import { anthropic } from './anthropic.ts';
import { google } from './google.ts';
import { openAi } from './openai.ts';
import { openAiCompatible } from './openai-compatible.ts';
import { bytesOf, cutAt, heard, onePiece, request, responding, seeded, type Heard } from '../../test/wire.ts';

interface Expected {
  readonly text: string;
  readonly textLen: number;
  readonly reasoning: string;
  readonly reasoningLen: number;
  readonly tools: readonly {
    readonly name: string;
    readonly args: string;
    readonly partial?: readonly (readonly [string, string])[];
  }[];
  readonly finish: string | null;
  /** Null where the report of it was lost (stream 23). */
  readonly usage: readonly [number | null, number | null] | null;
  readonly error: string | null;
}

/** An adapter, and the streams of its wire. */
type Speaking = (endpoint: Endpoint) => Models;

const anthropicStreams = [
  '16-anthropic-tool-no-args.jsonl',
  '17-anthropic-text-then-tool.jsonl',
  '18-anthropic-refusal.jsonl',
  '42-anthropic-tool-no-params-raw.sse',
  '44-anthropic-tool-use.sse',
];

const googleStreams = [
  '12-gemini3-tool-signature.jsonl',
  '15-gemini-no-args-tool.jsonl',
  '33-gemini-crlf-tool-signature.sse',
];

/** What was thought counts as said, and stands beside the count in Google's reports. */
const thoughtTokens: Readonly<Record<string, number>> = { '12': 804, '15': 183, '33': 202 };

const responsesStreams = [
  '22-openai-responses-error.jsonl',
  '23-openai-responses-parallel-wrapper.jsonl',
  '25-azure-responses-tool.jsonl',
  '26-lmstudio-responses-tool.jsonl',
  '35-openai-responses-raw-tool.sse',
];

const chatStreams = [
  '01-openai-chat-azure-router.jsonl',
  '03-deepseek-tool.jsonl',
  '04-groq-tool.jsonl',
  '05-mistral-tool-noindex.jsonl',
  '07-mistral-reasoning-content-list.jsonl',
  '08-xai-tool.jsonl',
  '09-alibaba-tool-empty-id.jsonl',
  '10-moonshot-reasoning.jsonl',
  '27-openai-chat-tool-raw.sse',
  '28-openai-chat-moderation.sse',
  '30-openrouter-comments-error.sse',
  '31-snowflake-no-finish-reason.sse',
  '32-zai-thinking.sse',
  '38-ollama-v1-qwen3-tool.sse',
  '40-gpustack-no-done.sse',
];

async function wire(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await fixtureBytes(`streams/${name}`);
  if (name.endsWith('.sse')) return bytes;
  const lines = new TextDecoder()
    .decode(bytes)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return bytesOf(lines.map((line) => `${eventLine(line)}data: ${line}\n\n`).join(''));
}

/** Wires whose events have a name say it beside the data too. */
function eventLine(line: string): string {
  try {
    const json: unknown = JSON.parse(line);
    return isObject(json) && typeof json['type'] === 'string' ? `event: ${json['type']}\n` : '';
  } catch {
    return '';
  }
}

/** Long strings of the expectation are cut; their length is told beside it. */
const like = (expected: string, said: string): string =>
  expected.endsWith('…') ? `${said.slice(0, expected.length - 1)}…` : said;
const args = (raw: string): unknown => JSON.parse(raw === '' ? '{}' : raw);

/** Arguments that came in pieces, one path each. */
function grown(pieces: readonly (readonly [string, string])[]): Record<string, string> | null {
  if (pieces.length === 0) return null;
  const out: Record<string, string> = {};
  for (const [path, piece] of pieces) out[path.slice(2)] = (out[path.slice(2)] ?? '') + piece;
  return out;
}

function agrees(said: Heard, expected: Expected, thought: number): void {
  expect(like(expected.text, said.text)).toBe(expected.text);
  expect(said.text.length).toBe(expected.textLen);
  expect(like(expected.reasoning, said.reasoning)).toBe(expected.reasoning);
  expect(said.reasoning.length).toBe(expected.reasoningLen);
  expect(said.calls.map((call) => [call.tool, args(call.raw)])).toEqual(
    expected.tools.map((tool) => [tool.name, grown(tool.partial ?? []) ?? args(tool.args)]),
  );
  const [input, output] = expected.usage ?? [null, null];
  expect(said.usage ?? { input: null, output: null }).toEqual({
    input: input ?? said.usage?.input ?? null,
    output: output === null ? null : output + thought,
  });
  expect(said.reason).toBe(expected.finish ?? '');
  if (expected.error === null) expect(said.fault).toBeNull();
  else expect(said.fault?.message).toContain(expected.error);
}

const listen = (speaking: Speaking, pieces: readonly Uint8Array<ArrayBuffer>[]): Promise<Heard> =>
  heard(speaking(responding(() => pieces)).stream(request()));

/** The same answer, whatever the cuts: only how the deltas are split may differ. */
const whole = (said: Heard): unknown => ({ ...said, events: said.events.filter((event) => !isDelta(event)) });
const isDelta = (event: ModelEvent): boolean => event.is === 'text' || event.is === 'reasoning';

async function sameHowever(speaking: Speaking, bytes: Uint8Array<ArrayBuffer>, said: Heard): Promise<void> {
  const check = async (places: readonly number[]): Promise<void> =>
    expect(whole(await listen(speaking, cutAt(bytes, places)))).toEqual(whole(said));
  const random = seeded(bytes.length);
  const place = (): number => Math.floor(random() * bytes.length);
  await check([...bytes.keys()]);
  for (let run = 0; run < 10; run += 1) await check(Array.from({ length: 20 }, place).toSorted((a, b) => a - b));
  if (!full) return;
  const each = bytes.length < 5_000 ? [...bytes.keys()] : Array.from({ length: 1_000 }, place);
  for (const one of each) await check([one]);
}

const wires: readonly (readonly [Speaking, readonly string[]])[] = [
  [openAiCompatible, chatStreams],
  [openAi, responsesStreams],
  [anthropic, anthropicStreams],
  [google, googleStreams],
];

for (const [speaking, names] of wires)
  for (const name of names) {
    fixtureTest(
      `V2 ${name} gives its text, reasoning, calls, finish and usage, however the bytes are cut`,
      async () => {
        const bytes = await wire(name);
        const expected = (await fixtureJson('streams/expected.json')) as Record<string, Expected>;
        const said = await listen(speaking, onePiece(bytes));
        agrees(said, expected[name] as Expected, thoughtTokens[name.slice(0, 2)] ?? 0);

        await sameHowever(speaking, bytes, said);
      },
      full ? 600_000 : 30_000,
    );
  }
