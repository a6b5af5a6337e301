/** A wire for tests: a made-up endpoint that answers what it is told, in pieces cut where the test wants. */
import type { ModelCall, ModelEvent, ModelRequest, ModelStream, Usage } from '../core/model.ts';
import type { Fault } from '../core/outcome.ts';
import type { Endpoint } from '../app/models/endpoint.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);
export const onePiece = (bytes: Bytes): Bytes[] => [bytes];
export const events = (...chunks: readonly unknown[]): Bytes[] => [
  bytesOf(chunks.map((chunk) => `data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`).join('')),
];
/** A chunk with this delta. */
export const delta = (fields: object, finish: string | null = null): object => ({
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});

/** The bytes, cut before each of these places. */
export function cutAt(bytes: Bytes, places: readonly number[]): Bytes[] {
  const ends = [...places.filter((place) => place > 0), bytes.length];
  let from = 0;
  return ends.map((end) => {
    const piece = bytes.slice(from, end);
    from = end;
    return piece;
  });
}

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const streamOf = (pieces: readonly Bytes[]): ReadableStream<Bytes> =>
  new ReadableStream({
    start(to) {
      for (const piece of pieces) if (piece.length > 0) to.enqueue(piece);
      to.close();
    },
  });

/** One request as the endpoint received it. */
export interface Asked {
  readonly url: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface Scripted extends Endpoint {
  readonly asked: Asked[];
  readonly waits: number[];
}

type Reply = Response | readonly Bytes[] | Error;

/** An endpoint that gives the n-th request the n-th reply; its clock stands still and notes how long it was to wait. */
export function responding(
  reply: (n: number, asked: Asked) => Reply | Promise<Reply>,
  change: Partial<Endpoint> = {},
): Scripted {
  const asked: Asked[] = [];
  const waits: number[] = [];
  return {
    baseUrl: 'https://models.example/v1',
    key: 'sk-secret-0123456789',
    page: { online: true, origin: 'https://sluice.example' },
    clock: { now: () => Date.UTC(2026, 0, 1), sleep: async (ms) => void waits.push(ms) },
    fetch: async (input, init) => {
      const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {};
      const one = {
        url: input instanceof Request ? input.url : input.toString(),
        headers: new Headers(init?.headers),
        body,
      };
      asked.push(one);
      const answer = await reply(asked.length - 1, one);
      if (answer instanceof Error) throw answer;
      return answer instanceof Response
        ? answer
        : new Response(streamOf(answer), { headers: { 'content-type': 'text/event-stream' } });
    },
    ...change,
    asked,
    waits,
  };
}

export const refusing = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

/** A request with one message, changed as the test needs. */
export const request = (change: Partial<ModelRequest> = {}): ModelRequest => ({
  model: { provider: 'p1', model: 'm1', name: 'Example · m1' },
  system: '',
  messages: [{ role: 'user', parts: [{ is: 'text', text: 'hi' }] }],
  tools: [],
  toolsOff: false,
  ...change,
});

/** A stream listened to its end. */
export interface Heard {
  readonly events: readonly ModelEvent[];
  readonly text: string;
  readonly reasoning: string;
  readonly calls: readonly ModelCall[];
  readonly usage: Usage | null;
  readonly reason: string | null;
  readonly cut: boolean;
  readonly fault: Fault | null;
}

export async function heard(stream: ModelStream): Promise<Heard> {
  const events: ModelEvent[] = [];
  for await (const event of stream.events) events.push(event);
  const joined = (of: 'text' | 'reasoning'): string =>
    events.map((event) => (event.is === of ? event.delta : '')).join('');
  const last = events.at(-1);
  return {
    events,
    text: joined('text'),
    reasoning: joined('reasoning'),
    calls: events.flatMap((event) => (event.is === 'call' ? [event.call] : [])),
    usage: events.reduce<Usage | null>((seen, event) => (event.is === 'usage' ? event.usage : seen), null),
    reason: last?.is === 'finish' || last?.is === 'fault' ? (last.reason ?? null) : null,
    cut: (last?.is === 'finish' || last?.is === 'fault') && last.cut === true,
    fault: last?.is === 'fault' ? last.fault : null,
  };
}
