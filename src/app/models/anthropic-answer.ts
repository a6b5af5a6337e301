import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ModelEvent, Usage } from '../../core/model.ts';
import type { Answer, Broken } from './answer.ts';
import { parsed } from './answer.ts';
import { quoted } from './words.ts';

interface Block {
  readonly type: string;
  readonly name: string;
  /** Arguments that came whole with the start. */
  readonly whole: JsonObject;
  raw: string;
  signature: string;
}

/** The status each of Anthropic's errors has where it comes as an answer of its own. */
const statuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  billing_error: 402,
  permission_error: 403,
  not_found_error: 404,
  request_too_large: 413,
  rate_limit_error: 429,
  api_error: 500,
  timeout_error: 504,
  overloaded_error: 529,
};

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const count = (value: Json | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Folds the events of Anthropic's Messages API (rows V2, V3). */
export function anthropicAnswer(): Answer {
  const blocks = new Map<Json, Block>();
  const calls: Block[] = [];
  let usage: Usage | null = null;
  let reason = '';
  let details: JsonObject = {};
  let broken: Broken | null = null;
  let anything = false;
  let thought = false;

  const start = (index: Json, type: string, from: JsonObject): ModelEvent[] => {
    const block: Block = { type, name: text(from['name']), whole: object(from['input']), raw: '', signature: '' };
    blocks.set(index, block);
    if (type === 'tool_use') calls.push(block);
    if (type === 'thinking' || type === 'redacted_thinking') {
      const before: ModelEvent[] = thought ? [{ is: 'break' }] : [];
      thought = true;
      if (type === 'redacted_thinking')
        return [...before, { is: 'data', of: 'reasoning', data: { redacted: text(from['data']) } }];
      block.signature = text(from['signature']);
      return [...before, ...said('reasoning', from['thinking'])];
    }
    return type === 'text' ? said('text', from['text']) : [];
  };

  const said = (is: 'text' | 'reasoning', value: Json | undefined): ModelEvent[] => {
    const delta = text(value);
    if (delta === '') return [];
    thought = is === 'reasoning';
    return [{ is, delta }];
  };

  const grow = (index: Json, delta: JsonObject): ModelEvent[] => {
    const block = blocks.get(index);
    switch (text(delta['type'])) {
      case 'text_delta':
        return said('text', delta['text']);
      case 'thinking_delta':
        return said('reasoning', delta['thinking']);
      case 'signature_delta':
        if (block !== undefined) block.signature += text(delta['signature']);
        return [];
      case 'input_json_delta':
        if (block !== undefined) block.raw += text(delta['partial_json']);
        return [];
      default:
        return [];
    }
  };

  const stop = (index: Json): ModelEvent[] => {
    const block = blocks.get(index);
    blocks.delete(index);
    if (block?.type !== 'thinking' || block.signature === '') return [];
    return [{ is: 'data', of: 'reasoning', data: { signature: block.signature } }];
  };

  /** Input counts what was read from and written to the cache; a report without a number leaves the last one. */
  const report = (value: Json | undefined): void => {
    const said = object(value);
    const fresh = count(said['input_tokens']);
    const cached = (count(said['cache_read_input_tokens']) ?? 0) + (count(said['cache_creation_input_tokens']) ?? 0);
    const input = fresh === null ? (usage?.input ?? null) : fresh + cached;
    const output = count(said['output_tokens']) ?? usage?.output ?? null;
    if (input !== null || output !== null) usage = { input, output };
  };

  const fold = (event: JsonObject): ModelEvent[] => {
    const index = event['index'] ?? null;
    switch (text(event['type'])) {
      case 'message_start':
        report(object(event['message'])['usage']);
        return [];
      case 'content_block_start':
        return start(index, text(object(event['content_block'])['type']), object(event['content_block']));
      case 'content_block_delta':
        return grow(index, object(event['delta']));
      case 'content_block_stop':
        return stop(index);
      case 'message_delta':
        report(event['usage']);
        reason = text(object(event['delta'])['stop_reason']) || reason;
        details = object(object(event['delta'])['stop_details']);
        return [];
      case 'error': {
        const error = object(event['error']);
        broken ??= { is: 'error', error: { ...error, status: statuses[text(error['type'])] ?? null } };
        return [];
      }
      default:
        return [];
    }
  };

  return {
    take(event) {
      if (event.data !== '') anything = true;
      const json = parsed(event.data);
      if (isObject(json) && typeof json['type'] === 'string') return fold(json);
      if (event.name === 'error' || isObject(json)) broken ??= { is: 'error', error: json ?? event.data };
      else if (!event.framed) broken ??= { is: 'other', text: event.data };
      else if (event.data.startsWith('{')) broken ??= { is: 'garbled' };
      return [];
    },
    end() {
      if (!anything) broken ??= { is: 'empty' };
      // Every whole answer says why it ended.
      if (reason === '') broken ??= { is: 'garbled' };
      const events: ModelEvent[] = [
        ...calls.map((block): ModelEvent => ({ is: 'call', call: { tool: block.name, raw: rawOf(block) } })),
        ...noticeOf(reason, details),
        ...(usage === null ? [] : [{ is: 'usage', usage } as const]),
      ];
      const cut = reason === 'max_tokens' || reason === 'model_context_window_exceeded';
      return { events, ending: { reason, cut, broken } };
    },
  };
}

const rawOf = ({ raw, whole }: Block): string =>
  raw === '' && Object.keys(whole).length > 0 ? JSON.stringify(whole) : raw;

/** Endings that a person would otherwise take for silence. */
function noticeOf(reason: string, details: JsonObject): ModelEvent[] {
  if (reason === 'refusal') {
    const why = quoted(text(details['explanation']), []);
    return [
      {
        is: 'notice',
        text: `Anthropic ended this answer: its safety rules do not allow it.${why === '' ? '' : ` It says: ${why}`} Put it in other words, or choose another model.`,
      },
    ];
  }
  if (reason === 'pause_turn')
    return [{ is: 'notice', text: 'The model paused in the middle of its turn. Write “go on” to have it continue.' }];
  return [];
}
