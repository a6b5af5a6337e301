/** The items of OpenAI's Responses API: what is said in one, and what goes back of it (row V3). */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { AssistantPart } from '../../core/model.ts';

export const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
export const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);

const texts = (list: Json | undefined): string[] =>
  listOf(list).flatMap((part) => (isObject(part) ? [textOf(part['text']) || textOf(part['refusal'])] : []));

/** The words of a message, or the thoughts of a reasoning item (its summary, else its text). */
export function spokenIn(item: JsonObject): string {
  if (item['type'] === 'message') return texts(item['content']).join('');
  const summary = texts(item['summary']).join('\n\n');
  return summary === '' ? texts(item['content']).join('') : summary;
}

/** What is kept beside a part: the item as it came, its place in the response, and which response that was. */
interface Kept {
  readonly item: JsonObject | null;
  readonly at: number;
  readonly response: string;
}

function keptOf(part: AssistantPart): Kept | null {
  const { data } = part;
  if (!isObject(data) || typeof data['at'] !== 'number') return null;
  return { item: isObject(data['item']) ? data['item'] : null, at: data['at'], response: textOf(data['response']) };
}

/** Sealed thoughts can go back; those without the seal lie with nobody, and asking for them by id is refused. */
const goesBack = (item: JsonObject | null): boolean => textOf(item?.['encrypted_content']) !== '';

/**
 * The parts of an assistant's message as items. To the model they came from, reasoning and messages go back as they
 * came and in their order (case 55); to another only what was said and called.
 */
export function assistantItems(parts: readonly AssistantPart[], same: boolean): JsonObject[] {
  const rounds: string[] = [];
  const placed = parts.map((part, index) => {
    const kept = same ? keptOf(part) : null;
    if (kept !== null && !rounds.includes(kept.response)) rounds.push(kept.response);
    return { part, kept, index };
  });
  // A message that followed thoughts which cannot go back is refused by its id: its words are sent instead.
  const lost = new Set(
    placed.flatMap(({ part, kept }) =>
      part.is === 'reasoning' && kept !== null && !goesBack(kept.item) ? [kept.response] : [],
    ),
  );
  // Calls are told last; what was between them stands at its place again.
  const ordered = placed.every(({ kept, part }) => kept !== null || part.is === 'reasoning')
    ? placed.toSorted(
        (a, b) =>
          rounds.indexOf(a.kept?.response ?? '') - rounds.indexOf(b.kept?.response ?? '') ||
          (a.kept?.at ?? 0) - (b.kept?.at ?? 0) ||
          a.index - b.index,
      )
    : placed;
  // Thoughts that nothing of their response follows (it was cut there) are refused.
  const led = (index: number, response: string): boolean => {
    const next = ordered
      .slice(index + 1)
      .find(({ part }) => part.is === 'call' || (part.is === 'text' && part.text !== ''));
    return next?.kept?.response === response;
  };
  return ordered.flatMap(({ part, kept }, index): JsonObject[] => {
    if (part.is === 'call')
      return [{ type: 'function_call', call_id: part.id, name: part.tool, arguments: JSON.stringify(part.args) }];
    const item = kept?.item ?? null;
    const whole = kept !== null && !lost.has(kept.response);
    if (part.is === 'reasoning')
      return item !== null && whole && goesBack(item) && led(index, kept.response) ? [withoutNulls(item)] : [];
    if (part.text === '') return [];
    if (item !== null && whole && spokenIn(item) === part.text) return [withoutNulls(item)];
    return [{ role: 'assistant', content: [{ type: 'output_text', text: part.text }] }];
  });
}

/** Fields that were told as null are refused where they are sent as null. */
const withoutNulls = (item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
