import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Schema } from '../../core/tool.ts';

/** Keywords whose value is a schema, a list of schemas, or a table of schemas. */
const one = [
  'items',
  'additionalItems',
  'additionalProperties',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contains',
  'propertyNames',
  'not',
  'if',
  'then',
  'else',
];
const many = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const table = ['properties', 'patternProperties', 'dependentSchemas'];

/** A schema made of references to references can grow without end; past this many nodes it is cut. */
const mostNodes = 5_000;

/**
 * A tool's schema as OpenAI-chat endpoints take it (row V3): references stand inlined, recursion cut (case 34); arrays
 * have items (case 33); the outermost is one object with properties. All else is left as it is (case 36).
 */
export function openAiSchema(schema: Schema): JsonObject {
  let nodes = 0;

  const compile = (node: Json, within: readonly string[]): Json => {
    if (typeof node === 'boolean' || !isObject(node)) return node;
    nodes += 1;
    if (nodes > mostNodes) return {};
    const ref = node['$ref'];
    if (typeof ref === 'string') return compile(inlined(schema, node, ref, within), [...within, ref]);
    const out: Record<string, Json> = {};
    for (const [key, value] of Object.entries(node)) {
      if (key === '$defs' || key === 'definitions') continue;
      if (one.includes(key))
        out[key] = Array.isArray(value) ? value.map((each: Json) => compile(each, within)) : compile(value, within);
      else if (many.includes(key) && Array.isArray(value)) out[key] = value.map((each: Json) => compile(each, within));
      else if (table.includes(key) && isObject(value)) out[key] = mapped(value, (each) => compile(each, within));
      else out[key] = value;
    }
    return withItems(out);
  };

  const whole = compile(schema, []);
  return asOneObject(isObject(whole) ? whole : {});
}

const mapped = (record: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

/** What a reference stands for, with the words beside it; where it leads back into itself, only its type. */
function inlined(root: Schema, node: JsonObject, ref: string, within: readonly string[]): JsonObject {
  const { $ref: _, ...beside } = node;
  const found = lookUp(root, ref);
  const target = isObject(found) ? found : {};
  if (!within.includes(ref)) return { ...target, ...beside };
  const { type, description } = { ...target, ...beside };
  return {
    ...(type === undefined ? {} : { type }),
    description: `${typeof description === 'string' ? `${description} ` : ''}(nested in the same way)`,
  };
}

/** Follows a `#/a/b` pointer or an `$anchor` within the schema; other documents are never fetched. */
function lookUp(root: Schema, ref: string): Json | undefined {
  if (!ref.startsWith('#')) return undefined;
  if (ref === '#') return root;
  if (!ref.startsWith('#/')) return anchors(root).find((each) => each['$anchor'] === ref.slice(1));
  let at: Json | undefined = root;
  for (const step of ref.slice(2).split('/')) {
    const key = plain(step).replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(at)) at = at[Number(key)] as Json | undefined;
    else at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}

const anchors = (root: Schema): JsonObject[] =>
  ['$defs', 'definitions'].flatMap((key) => (isObject(root[key]) ? Object.values(root[key]).filter(isObject) : []));

function plain(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** An array needs items, and one schema for them: a list of items (old tuples) becomes a choice. */
function withItems(node: JsonObject): JsonObject {
  const { type, items } = node;
  const isArray = type === 'array' || (Array.isArray(type) && type.includes('array'));
  if (Array.isArray(items)) return { ...node, items: items.length === 0 ? {} : { anyOf: items } };
  return isArray && items === undefined ? { ...node, items: {} } : node;
}

/** The outermost schema must be an object with properties and no alternatives: those are laid into one. */
function asOneObject(node: JsonObject): JsonObject {
  const { anyOf, oneOf, allOf, not: _not, enum: _enum, ...rest } = node;
  let properties: JsonObject = isObject(rest['properties']) ? rest['properties'] : {};
  let required = names(rest['required']);
  for (const [word, parts] of Object.entries({ anyOf, oneOf, allOf })) {
    const objects = Array.isArray(parts) ? parts.filter(isObject).map(asOneObject) : [];
    for (const part of objects)
      properties = { ...(isObject(part['properties']) ? part['properties'] : {}), ...properties };
    const each = objects.map((part) => names(part['required']));
    const needed =
      word === 'allOf' ? each.flat() : (each[0] ?? []).filter((name) => each.every((list) => list.includes(name)));
    required = [...new Set([...required, ...needed])];
  }
  return { ...rest, type: 'object', properties, ...(required.length > 0 ? { required } : {}) };
}

const names = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
