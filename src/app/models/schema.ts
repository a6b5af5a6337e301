import { limits } from '../../core/limits.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Schema } from '../../core/tool.ts';
import { followRefs } from './refs.ts';
import { fitting } from './keywords.ts';

/** Levels of a schema that any endpoint reads; below, anything is allowed. */
const mostDeep = 100;

const compiled = new WeakMap<Schema, { readonly schema: JsonObject | null }>();

/**
 * A tool's schema as OpenAI-chat endpoints take it (row V3): references stand inlined, recursion and growth without end
 * cut (case 34); arrays have items (case 33); keywords that are not what they have to be are left out, since one of them
 * would have the whole request refused; the outermost is one object with properties. All else stays (case 36). Null where
 * it cannot be sent: that one tool is left out. A schema is compiled once.
 */
export function openAiSchema(schema: Schema): JsonObject | null {
  const before = compiled.get(schema);
  if (before !== undefined) return before.schema;
  const made = sendable(asOneObject(compileWhole(schema)));
  compiled.set(schema, { schema: made });
  return made;
}

function compileWhole(schema: Schema): JsonObject {
  const refs = followRefs(schema);

  const compile = (node: Json, within: readonly string[], depth: number): Json => {
    if (typeof node === 'boolean') return node;
    if (!isObject(node) || depth > mostDeep) return {};
    const ref = node['$ref'];
    if (typeof ref === 'string') return compile(refs.inlined(node, ref, within), [...within, ref], depth + 1);
    const inner = (value: Json): Json => compile(value, within, depth + 1);
    const out: (readonly [string, Json])[] = [];
    for (const [key, value] of Object.entries(node)) {
      if (key === '$defs' || key === 'definitions') continue;
      const kind = fitting(key, value);
      if (kind === 'drop') continue;
      if (kind === 'schema') out.push([key, inner(value)]);
      else if (kind === 'schemas' && Array.isArray(value)) out.push([key, value.map((each: Json) => inner(each))]);
      else if (kind === 'table' && isObject(value)) out.push([key, mapped(value, inner)]);
      else out.push([key, value]);
    }
    return withItems(Object.fromEntries(out));
  };

  const whole = compile(schema, [], 0);
  return isObject(whole) ? whole : {};
}

/** Halves of surrogate pairs are refused by some endpoints; what is still too long is no schema a model could use. */
function sendable(schema: JsonObject): JsonObject | null {
  const text = JSON.stringify(schema);
  if (text.length > limits.mcp.tool) return null;
  const whole = text.replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/gi, '$1\\ufffd');
  return whole === text ? schema : (JSON.parse(whole) as JsonObject);
}

const mapped = (record: JsonObject, change: (value: Json) => Json): JsonObject =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));

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
  const properties = new Map<string, Json>();
  const lay = (part: Json | undefined): void => {
    if (!isObject(part)) return;
    for (const [key, value] of Object.entries(part)) if (!properties.has(key)) properties.set(key, value);
  };
  const own = rest['properties'];
  lay(own);
  const required = new Set(names(rest['required']));
  for (const [word, parts] of Object.entries({ anyOf, oneOf, allOf })) {
    const objects = Array.isArray(parts) ? parts.filter(isObject).map(asOneObject) : [];
    for (const part of objects) lay(part['properties']);
    const each = objects.map((part) => new Set(names(part['required'])));
    const needed =
      word === 'allOf'
        ? each.flatMap((list) => [...list])
        : [...(each[0] ?? [])].filter((name) => each.every((list) => list.has(name)));
    for (const name of needed) required.add(name);
  }
  const { required: _required, ...others } = rest;
  return {
    ...others,
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
}

const names = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
