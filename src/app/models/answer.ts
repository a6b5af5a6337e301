import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ModelEvent, Usage } from '../../core/model.ts';
import { growCalls } from './calls.ts';
import { readChunk, type Chunk, type Piece, type ReasoningField } from './chunk.ts';
import { joinDetails } from './details.ts';
import type { SseEvent } from './sse.ts';
import { thinkTags } from './thinktags.ts';

/** What went wrong within a stream, before it is put into words. */
export type Broken =
  /** The provider's own error object or text. */
  | { readonly is: 'error'; readonly error: Json }
  /** Not an event stream: what came instead. */
  | { readonly is: 'other'; readonly text: string }
  /** An event that is no JSON: the connection was cut in it, or the server is broken. */
  | { readonly is: 'garbled' }
  /** It ended in the middle, without a word. */
  | { readonly is: 'unfinished' }
  | { readonly is: 'empty' }
  /** In the wire's own words, which say what to do; `again` where asking once more may help. */
  | { readonly is: 'said'; readonly text: string; readonly again: boolean };

/** How a stream ended: the wire's word, or ''. */
export interface Ending {
  readonly reason: string;
  readonly cut: boolean;
  readonly broken: Broken | null;
}

/** One answer, folded out of the events of the wire. */
export interface Answer {
  take(event: SseEvent): ModelEvent[];
  /** What is left to say when the stream is over: provider data, calls and usage. Of a broken answer only usage counts. */
  end(): { readonly events: ModelEvent[]; readonly ending: Ending };
}

const cutWords = ['length', 'max_tokens', 'model_length', 'MAX_TOKENS'];

/** Provider data of reasoning: the field it came in (it goes back in the same one), and OpenRouter's details. */
export interface ReasoningData {
  readonly field: ReasoningField | null;
  readonly details: readonly Json[];
}

/** Folds OpenAI-chat events, in any dialect, into the one stream of `core/model.ts` (rows V2, V3). */
export function openAiAnswer(): Answer {
  const calls = growCalls();
  let usage: Usage | null = null;
  let reason = '';
  let broken: Broken | null = null;
  let field: ReasoningField | null = null;
  let details: Json[] = [];
  let textExtra: JsonObject | null = null;
  let anything = false;
  const tags = thinkTags();

  const closeReasoning = (): ModelEvent[] => {
    if (field === null && details.length === 0) return [];
    const data = { field, details: joinDetails(details) };
    field = null;
    details = [];
    return [{ is: 'data', of: 'reasoning', data }];
  };

  const say = (pieces: readonly Piece[]): ModelEvent[] =>
    pieces.flatMap((piece): ModelEvent[] => {
      if (piece.of === 'reasoning') return [{ is: 'reasoning', delta: piece.delta }];
      return [...closeReasoning(), { is: 'text', delta: piece.delta }];
    });

  const fold = (chunk: Chunk): ModelEvent[] => {
    usage = chunk.usage ?? usage;
    if (chunk.finish !== '') reason = chunk.finish;
    if (chunk.error !== null) broken ??= { is: 'error', error: chunk.error };
    field = chunk.reasoningField ?? field;
    details.push(...chunk.details);
    if (chunk.extra !== null) textExtra = { ...textExtra, ...chunk.extra };
    const events = say(chunk.pieces.flatMap((piece) => (piece.of === 'text' ? tags.take(piece.delta) : [piece])));
    for (const piece of chunk.calls) calls.take(piece);
    return events;
  };

  const read = (event: SseEvent): ModelEvent[] => {
    const json = parsed(event.data);
    if (event.name === 'error') broken ??= { is: 'error', error: json ?? event.data };
    else if (!isObject(json)) {
      if (!event.framed) broken ??= { is: 'other', text: event.data };
      // Some servers keep the line open with words; only what begins as a chunk and is none is damage.
      else if (event.data.startsWith('{')) broken ??= { is: 'garbled' };
    } else if (!isChunk(json)) broken ??= { is: 'error', error: json };
    else return fold(readChunk(json));
    return [];
  };

  return {
    take(event) {
      if (event.data !== '') anything = true;
      return read(event);
    },
    end() {
      if (!anything) broken ??= { is: 'empty' };
      if (reason === 'error') broken ??= { is: 'error', error: null };
      const events: ModelEvent[] = [
        ...say(tags.end()),
        ...closeReasoning(),
        ...(textExtra === null ? [] : [{ is: 'data', of: 'text', data: { extra_content: textExtra } } as const]),
        ...calls.all().map((call): ModelEvent => ({ is: 'call', call })),
        ...(usage === null ? [] : [{ is: 'usage', usage } as const]),
      ];
      return { events, ending: { reason, cut: cutWords.includes(reason), broken } };
    },
  };
}

/** A text as JSON; undefined where it is none. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** A chunk has choices, usage or an error; `{message}`, `{detail}` or `{object: 'error'}` alone is an error (vLLM, FastAPI). */
const isChunk = (json: JsonObject): boolean =>
  json['object'] !== 'error' &&
  ('choices' in json || 'usage' in json || 'error' in json || !('message' in json || 'detail' in json));
