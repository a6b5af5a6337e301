import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { ModelEvent, Usage } from '../../core/model.ts';
import { parsed, type Answer, type Broken } from './answer.ts';
import { growGoogleCalls } from './google-calls.ts';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const object = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const count = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** Folds the chunks of Google's `streamGenerateContent` (rows V2, V3). */
export function googleAnswer(): Answer {
  const calls = growGoogleCalls();
  let usage: Usage | null = null;
  let reason = '';
  let broken: Broken | null = null;
  let anything = false;

  const part = (json: Json): ModelEvent[] => {
    const one = object(json);
    const signature = text(one['thoughtSignature']);
    const data = signature === '' ? null : { thoughtSignature: signature };
    if (isObject(one['functionCall'])) {
      calls.take(one['functionCall'], data);
      return [];
    }
    const of = one['thought'] === true ? 'reasoning' : 'text';
    const delta = text(one['text']);
    return [
      ...(delta === '' ? [] : [{ is: of, delta } as const]),
      ...(data === null ? [] : [{ is: 'data', of, data } as const, { is: 'break' } as const]),
    ];
  };

  const report = (value: JsonObject): void => {
    const input = count(value['promptTokenCount']);
    const said = count(value['candidatesTokenCount']);
    const thought = count(value['thoughtsTokenCount']);
    if (input === null && said === null && thought === null) return;
    usage = { input, output: said === null && thought === null ? null : (said ?? 0) + (thought ?? 0) };
  };

  const fold = (chunk: JsonObject): ModelEvent[] => {
    if (chunk['error'] !== undefined) broken ??= { is: 'error', error: chunk };
    const blocked = text(object(chunk['promptFeedback'])['blockReason']);
    if (blocked !== '')
      broken ??= {
        is: 'said',
        text: `it did not take this conversation (${blocked}). Put your message in other words, or choose another model`,
        again: false,
      };
    report(object(chunk['usageMetadata']));
    const candidate = object(list(chunk['candidates'])[0]);
    reason = text(candidate['finishReason']) || reason;
    return list(object(candidate['content'])['parts']).flatMap(part);
  };

  return {
    take(event) {
      if (event.data !== '') anything = true;
      const json = parsed(event.data);
      const whole = Array.isArray(json) ? json[0] : json;
      if (isObject(whole)) return fold(whole);
      if (!event.framed) broken ??= { is: 'other', text: event.data };
      else if (event.name === 'error') broken ??= { is: 'error', error: event.data };
      else if (event.data.startsWith('{')) broken ??= { is: 'garbled' };
      return [];
    },
    end() {
      if (!anything) broken ??= { is: 'empty' };
      if (/MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL/.test(reason))
        broken ??= {
          is: 'said',
          text: `the model wrote a tool call that cannot be read (${reason}). Ask again`,
          again: true,
        };
      const quiet = ['', 'STOP', 'MAX_TOKENS'].includes(reason);
      const events: ModelEvent[] = [
        ...calls.all().map((call): ModelEvent => ({ is: 'call', call })),
        ...(quiet
          ? []
          : [
              {
                is: 'notice',
                text: `Google ended this answer (${reason.slice(0, 60)}), so it may not be whole.`,
              } as const,
            ]),
        ...(usage === null ? [] : [{ is: 'usage', usage } as const]),
      ];
      return { events, ending: { reason, cut: reason === 'MAX_TOKENS', broken } };
    },
  };
}
