/** What the hostile server lists that does harm; also for tests that need no server. */
import type { Json, JsonObject } from '../../../core/json.ts';

/** `$ref`s that double at each of 40 levels: who expands them never ends. */
export function exponentialRefs(levels = 40): JsonObject {
  const defs: Record<string, Json> = { l0: { type: 'string' } };
  for (let level = 1; level <= levels; level += 1) {
    const below = { $ref: `#/$defs/l${level - 1}` };
    defs[`l${level}`] = { type: 'object', properties: { a: below, b: below }, allOf: [below, below] };
  }
  return {
    type: 'object',
    properties: { x: { $ref: `#/$defs/l${levels}` } },
    $defs: defs,
    allOf: [{ $ref: `#/$defs/l${levels}` }],
  };
}

/** A pattern that takes a backtracking engine longer than the universe has lasted. */
export const catastrophicPattern: JsonObject = {
  type: 'object',
  properties: { x: { type: 'string', pattern: '^(a+)+$' } },
  required: ['x'],
};
export const catastrophicText = `${'a'.repeat(60)}!`;

/** Names that collide, shrink, hide characters or mean something to a program. */
export const harmfulNames: readonly string[] = [
  'search',
  'search',
  'Search',
  'file_read',
  'a b',
  'a.b',
  'a/b',
  'a_b',
  'n\u0000ul',
  'bell\u0007',
  'right\u202etfel',
  'zero\u200bwidth',
  '\u{e0041}tagged',
  'ünï',
  '1st',
  ' ',
  '__proto__',
  'constructor',
  'x'.repeat(500),
  'y'.repeat(200),
  '<img src=x onerror=alert(1)>',
];
