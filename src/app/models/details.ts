import { isObject, type Json, type JsonObject } from '../../core/json.ts';

const growing = ['text', 'summary', 'data', 'signature'] as const;

/**
 * OpenRouter's `reasoning_details` come in fragments and must go back whole and in order: fragments of one type and
 * index are one entry, whose strings are joined. An entry without an index stands by itself.
 */
export function joinDetails(fragments: readonly Json[]): Json[] {
  const entries: Json[] = [];
  for (const fragment of fragments) {
    const last = entries.at(-1);
    if (isObject(fragment) && last !== undefined && isObject(last) && same(last, fragment))
      entries[entries.length - 1] = join(last, fragment);
    else entries.push(fragment);
  }
  return entries;
}

const same = (a: JsonObject, b: JsonObject): boolean =>
  typeof a['index'] === 'number' &&
  a['index'] === b['index'] &&
  a['type'] === b['type'] &&
  (a['id'] ?? null) === (b['id'] ?? a['id'] ?? null);

function join(a: JsonObject, b: JsonObject): JsonObject {
  const joined: Record<string, Json> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    const before = a[key];
    const grows = growing.some((each) => each === key) && typeof before === 'string' && typeof value === 'string';
    if (grows) joined[key] = before + value;
    else if (value !== null) joined[key] = value;
  }
  return joined;
}
