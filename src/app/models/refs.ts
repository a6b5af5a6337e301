/** References within a schema, followed and inlined within bounds (row V3, case 34). Other documents are never fetched. */
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Schema } from '../../core/tool.ts';

/** Characters that all inlined copies together may have: references to references double at each step. */
const mostInlined = 64 * 1024;
const mostDescribed = 300;

export interface Refs {
  /** What a reference stands for, with the words beside it; where it leads back into itself, or on for ever, only its type. */
  inlined(node: JsonObject, ref: string, within: readonly string[]): JsonObject;
}

/** The references of one schema. */
export function followRefs(root: Schema): Refs {
  const sizes = new Map<string, number>();
  const anchors = anchorsOf(root);
  let spent = 0;

  const sizeOf = (ref: string, target: JsonObject): number => {
    const known = sizes.get(ref);
    if (known !== undefined) return known;
    const size = JSON.stringify(target).length;
    sizes.set(ref, size);
    return size;
  };

  return {
    inlined(node, ref, within) {
      const { $ref: _, ...beside } = node;
      const found = lookUp(root, ref, anchors);
      const target = isObject(found) ? found : {};
      const ring = within.includes(ref);
      const size = ring ? 0 : sizeOf(ref, target);
      if (!ring && spent + size <= mostInlined) {
        spent += size;
        return { ...target, ...beside };
      }
      const { type } = { ...target, ...beside };
      const description = beside['description'] ?? (ring ? target['description'] : undefined);
      const words = typeof description === 'string' ? `${description.slice(0, mostDescribed)} ` : '';
      return {
        ...(typeof type === 'string' ? { type } : {}),
        description: `${words}(${ring ? 'nested in the same way' : 'not shown here'})`,
      };
    },
  };
}

/** Follows a `#/a/b` pointer or an `$anchor`. */
function lookUp(root: Schema, ref: string, anchors: ReadonlyMap<string, JsonObject>): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return anchors.get(ref.slice(1));
  let at: Json | undefined = root;
  for (const step of ref.slice(2).split('/')) {
    const key = plain(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)] as Json | undefined;
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

/** The first of a name counts. */
function anchorsOf(root: Schema): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  for (const table of [root['$defs'], root['definitions']])
    for (const each of isObject(table) ? Object.values(table) : []) {
      const name = isObject(each) ? each['$anchor'] : undefined;
      if (isObject(each) && typeof name === 'string' && !anchors.has(name)) anchors.set(name, each);
    }
  return anchors;
}

function plain(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
