import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Usage } from '../../core/model.ts';

/** A piece of text or reasoning, in the order of the wire. */
export interface Piece {
  readonly of: 'text' | 'reasoning';
  readonly delta: string;
}

/** A fragment of a tool call. */
export interface CallPiece {
  readonly index: number | null;
  readonly id: string;
  readonly name: string;
  readonly args: string;
  /** Gemini's thought signature and the like; goes back with the call (case 55). */
  readonly extra: JsonObject | null;
}

/** What one chunk of an OpenAI-chat stream says, whatever dialect it is in. */
export interface Chunk {
  readonly pieces: readonly Piece[];
  /** The field the reasoning came in; it goes back in the same one. */
  readonly reasoningField: ReasoningField | null;
  readonly details: readonly Json[];
  readonly extra: JsonObject | null;
  readonly calls: readonly CallPiece[];
  readonly finish: string;
  readonly usage: Usage | null;
  /** An error within the stream, or null. */
  readonly error: Json;
}

/** Where reasoning stands: a field of the delta, or `content` for Mistral's thinking parts. */
export const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_text', 'content'] as const;
export type ReasoningField = (typeof reasoningFields)[number];

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const object = (value: Json | undefined): JsonObject | null => (isObject(value) ? value : null);
const count = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Reads one parsed chunk. A whole (not streamed) answer is read too: its `message` has the shape of a delta. */
export function readChunk(json: JsonObject): Chunk {
  const choice = object(list(json['choices'])[0]) ?? {};
  const delta = object(choice['delta']) ?? object(choice['message']) ?? {};
  const content = contentPieces(delta['content']);
  const field = (['reasoning_content', 'reasoning', 'reasoning_text'] as const).find(
    (each) => text(delta[each]) !== '',
  );
  const details = list(delta['reasoning_details']);
  const thought = field === undefined ? detailText(details) : text(delta[field]);
  const thinks = content.some((piece) => piece.of === 'reasoning');
  return {
    pieces: [
      ...(thought === '' || thinks ? [] : [{ of: 'reasoning', delta: thought } as const]),
      ...content,
      ...(text(delta['refusal']) === '' ? [] : [{ of: 'text', delta: text(delta['refusal']) } as const]),
    ],
    reasoningField: thinks ? 'content' : (field ?? null),
    details,
    extra: object(delta['extra_content']),
    calls: callPieces(delta),
    finish: text(choice['finish_reason']),
    usage: readUsage(json['usage']) ?? readUsage(choice['usage']) ?? readUsage(object(json['x_groq'])?.['usage']),
    error: json['error'] ?? choice['error'] ?? null,
  };
}

/** `content` is a string, or a list of text and thinking parts (stream 07). */
function contentPieces(content: Json | undefined): Piece[] {
  if (typeof content === 'string') return content === '' ? [] : [{ of: 'text', delta: content }];
  return list(content).flatMap((part): Piece[] => {
    if (typeof part === 'string') return part === '' ? [] : [{ of: 'text', delta: part }];
    const thinking = object(part)?.['thinking'];
    const thought =
      text(thinking) +
      list(thinking)
        .map((each) => text(object(each)?.['text']))
        .join('');
    if (thought !== '') return [{ of: 'reasoning', delta: thought }];
    const words = text(object(part)?.['text']);
    return words === '' ? [] : [{ of: 'text', delta: words }];
  });
}

const detailText = (details: readonly Json[]): string =>
  details.map((each) => text(object(each)?.['text']) || text(object(each)?.['summary'])).join('');

function callPieces(delta: JsonObject): CallPiece[] {
  const pieces = list(delta['tool_calls']).flatMap((each) => {
    const entry = object(each);
    return entry === null ? [] : [callPiece(entry, object(entry['function']) ?? entry)];
  });
  const old = object(delta['function_call']);
  return old === null ? pieces : [...pieces, callPiece({ index: 0 }, old)];
}

function callPiece(entry: JsonObject, named: JsonObject): CallPiece {
  const args = named['arguments'];
  return {
    index: count(entry['index']),
    id: text(entry['id']).trim(),
    name: text(named['name']).trim(),
    args: isObject(args) ? JSON.stringify(args) : text(args),
    extra: object(entry['extra_content']),
  };
}

function readUsage(value: Json | undefined): Usage | null {
  const usage = object(value);
  if (usage === null) return null;
  const input = count(usage['prompt_tokens']) ?? count(usage['input_tokens']);
  const output = count(usage['completion_tokens']) ?? count(usage['output_tokens']);
  return input === null && output === null ? null : { input, output };
}
