import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ModelEvent, Usage } from '../../core/model.ts';
import type { Answer, Broken } from './answer.ts';
import { textOf, listOf, spokenIn } from './openai-items.ts';
import { saying } from './openai-saying.ts';
import type { SseEvent } from './sse.ts';

/** A function call as it grows; `done` once the wire said that its arguments are whole. */
interface Calling {
  readonly at: number;
  name: string;
  raw: string;
  done: boolean;
}

const last = /^response\.(completed|incomplete|failed|cancelled)$/;

/** True for the event after which nothing of the answer comes. */
export const isLast = (event: SseEvent): boolean =>
  event.data === '[DONE]' || (event.framed && last.test(textOf(parsed(event.data)?.['type'])));

/**
 * Folds the events of OpenAI's Responses API into the one stream of `core/model.ts` (rows V2, V3). What comes at the
 * same time is said one after the other, in the order in which it began. An event that is no JSON is skipped: where all
 * that began was ended too the answer stands (stream 23), else it is damaged.
 */
export function responsesAnswer(): Answer {
  const said = saying();
  const calls: Calling[] = [];
  let response = '';
  let usage: Usage | null = null;
  let reason = '';
  let cut = false;
  let broken: Broken | null = null;
  let anything = false;
  let damaged = false;

  const callAt = (at: number): Calling => {
    const known = calls.find((call) => call.at === at);
    if (known !== undefined) return known;
    const fresh = { at, name: '', raw: '', done: false };
    calls.push(fresh);
    return fresh;
  };

  const began = (item: JsonObject, at: number): ModelEvent[] => {
    if (item['type'] === 'function_call') {
      const call = callAt(at);
      call.name = textOf(item['name']) || call.name;
      if (call.raw === '') call.raw = textOf(item['arguments']);
    } else if (item['type'] === 'message') return said.open(at, 'text');
    else if (item['type'] === 'reasoning') return said.open(at, 'reasoning');
    return [];
  };

  const ended = (item: JsonObject, at: number): ModelEvent[] => {
    if (item['type'] === 'function_call') {
      const call = callAt(at);
      call.name = textOf(item['name']) || call.name;
      call.raw = textOf(item['arguments']) || call.raw;
      call.done = true;
    } else if (item['type'] === 'message' || item['type'] === 'reasoning')
      return said.end(at, item['type'] === 'message' ? 'text' : 'reasoning', spokenIn(item), { item, at, response });
    return [];
  };

  const closing = (whole: JsonObject, as: string): ModelEvent[] => {
    // Items that were kept before have the name that was known then, and belong together.
    if (!said.any() && calls.length === 0) response = textOf(whole['id']) || response;
    reason = as;
    usage = readUsage(whole['usage']) ?? usage;
    const error = whole['error'] ?? null;
    const why = textOf(isObject(whole['incomplete_details']) ? whole['incomplete_details']['reason'] : '');
    if (as === 'response.failed' || as === 'response.cancelled') broken ??= { is: 'error', error };
    if (as === 'response.incomplete') {
      cut = why === 'max_output_tokens' || why === 'max_tokens' || why === '';
      if (!cut) reason = why;
    }
    // Some servers send items only here.
    const items = listOf(whole['output']);
    return items.flatMap((item, at) =>
      isObject(item) && !said.ended(at) && !calls.some((call) => call.at === at && call.done) ? ended(item, at) : [],
    );
  };

  const fold = (json: JsonObject, event: SseEvent): ModelEvent[] => {
    const type = textOf(json['type']) || event.name;
    const at = typeof json['output_index'] === 'number' ? json['output_index'] : 0;
    const delta = textOf(json['delta']);
    const whole = json['response'];
    if (type === 'error' || (json['error'] && type === '')) {
      broken ??= { is: 'error', error: json['error'] ?? json };
      return [];
    }
    if (last.test(type)) return closing(isObject(whole) ? whole : {}, type);
    if (json['object'] === 'response') return closing(json, `response.${textOf(json['status']) || 'completed'}`);
    if (isObject(whole)) response = textOf(whole['id']) || response;
    if (type === 'response.output_item.added') return isObject(json['item']) ? began(json['item'], at) : [];
    if (type === 'response.output_item.done') return isObject(json['item']) ? ended(json['item'], at) : [];
    if (type === 'response.output_text.delta' || type === 'response.refusal.delta') return said.say(at, 'text', delta);
    if (type === 'response.reasoning_text.delta') return said.say(at, 'reasoning', delta);
    if (type === 'response.reasoning_summary_text.delta')
      return said.say(at, 'reasoning', delta, typeof json['summary_index'] === 'number' ? json['summary_index'] : 0);
    if (type === 'response.function_call_arguments.delta') callAt(at).raw += delta;
    if (type === 'response.function_call_arguments.done') callAt(at).raw = textOf(json['arguments']) || callAt(at).raw;
    return [];
  };

  return {
    take(event) {
      if (event.data === '' || event.data === '[DONE]') return [];
      anything = true;
      const json = parsed(event.data);
      if (json !== undefined) return fold(json, event);
      if (event.framed) damaged = true;
      else broken ??= { is: 'other', text: event.data };
      return [];
    },
    end() {
      const whole = calls.every((call) => call.done) && said.whole() && (calls.length > 0 || said.any());
      if (!anything) broken ??= { is: 'empty' };
      else if (reason === '' && !whole && broken === null) broken = damaged ? { is: 'garbled' } : { is: 'unfinished' };
      const events: ModelEvent[] = [
        ...said.rest(),
        ...calls
          .filter((call) => call.name !== '' || call.raw.trim() !== '')
          .toSorted((a, b) => a.at - b.at)
          .map(({ name, raw, at }): ModelEvent => ({ is: 'call', call: { tool: name, raw, data: { at, response } } })),
        ...(usage === null ? [] : [{ is: 'usage', usage } as const]),
      ];
      return { events, ending: { reason, cut, broken } };
    },
  };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const json = JSON.parse(text) as Json;
    return isObject(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

function readUsage(value: Json | undefined): Usage | null {
  if (!isObject(value)) return null;
  const count = (each: Json | undefined): number | null =>
    typeof each === 'number' && Number.isFinite(each) ? each : null;
  const input = count(value['input_tokens']);
  const output = count(value['output_tokens']);
  return input === null && output === null ? null : { input, output };
}
