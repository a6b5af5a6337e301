import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import type { Schema } from '../../core/tool.ts';
import { openAiSchema } from './schema.ts';

const kept: Readonly<Record<string, readonly string[]>> = {
  STRING: ['minLength', 'maxLength'],
  NUMBER: ['minimum', 'maximum'],
  INTEGER: ['minimum', 'maximum'],
  ARRAY: ['minItems', 'maxItems'],
  OBJECT: [],
  BOOLEAN: [],
};
const formats: Readonly<Record<string, readonly string[]>> = {
  STRING: ['date-time'],
  NUMBER: ['float', 'double'],
  INTEGER: ['int32', 'int64'],
};

/**
 * A tool's schema in the few words Gemini knows (cases 33, 34, 36): what it has no word for goes into the description
 * or away. Undefined for a tool without arguments, null where the schema cannot be sent at all.
 */
export function googleSchema(schema: Schema): JsonObject | null | undefined {
  const plain = openAiSchema(schema);
  if (plain === null) return null;
  const { properties } = plain;
  return isObject(properties) && Object.keys(properties).length === 0 ? undefined : compile(plain);
}

function compile(node: Json): JsonObject {
  if (!isObject(node)) return { type: 'STRING', description: 'Any value, as JSON text.' };
  const merged = laid(node);
  const branches = [merged['anyOf'], merged['oneOf']].find((each): each is readonly Json[] => Array.isArray(each));
  const about = typeof merged['description'] === 'string' ? { description: merged['description'] } : {};
  const types = typesOf(merged);
  if (branches !== undefined && types.every((type) => type === 'OBJECT') && !isObject(merged['properties'])) {
    const some = branches.filter((each) => !isNull(each));
    const nullable = some.length < branches.length ? { nullable: true } : {};
    const [one, ...more] = some.map((each) => ({ ...about, ...compile(each), ...nullable }));
    return one === undefined || more.length === 0 ? (one ?? compile({})) : { anyOf: [one, ...more] };
  }
  const nullable = nullableOf(merged) ? { nullable: true } : {};
  const [one, ...more] = types.map((type) => ({ ...ofType(type, merged), ...nullable }));
  return one === undefined || more.length === 0 ? (one ?? compile(true)) : { anyOf: [one, ...more] };
}

const isNull = (node: Json): boolean => isObject(node) && (node['type'] === 'null' || node['const'] === null);
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const nullableOf = (node: JsonObject): boolean =>
  list(node['type']).includes('null') || list(node['enum']).includes(null) || node['nullable'] === true;

/** What all parts of an `allOf` say, laid into one; what stands first wins. */
function laid({ allOf, ...node }: JsonObject): JsonObject {
  let out: JsonObject = node;
  for (const part of list(allOf)) {
    if (!isObject(part)) continue;
    const one = laid(part);
    const properties = { ...own(one), ...own(out) };
    const required = [...list(out['required']), ...list(one['required'])];
    out = { ...one, ...out, ...(Object.keys(properties).length > 0 ? { properties, required } : {}) };
  }
  return out;
}
const own = (node: JsonObject): JsonObject => (isObject(node['properties']) ? node['properties'] : {});

function typesOf(node: JsonObject): string[] {
  const said = typeof node['type'] === 'string' ? [node['type']] : list(node['type']);
  const types = said.flatMap((each) => (typeof each === 'string' && each !== 'null' ? [each.toUpperCase()] : []));
  if (types.length > 0) return [...new Set(types)];
  if (isObject(node['properties'])) return ['OBJECT'];
  if (node['items'] !== undefined || node['prefixItems'] !== undefined) return ['ARRAY'];
  const values = 'const' in node ? [node['const']] : list(node['enum']);
  const all = (type: string): boolean => values.length > 0 && values.every((value) => typeof value === type);
  if (all('number')) return ['NUMBER'];
  return all('boolean') ? ['BOOLEAN'] : Array.isArray(node['anyOf'] ?? node['oneOf']) ? [] : ['STRING'];
}

function ofType(type: string, node: JsonObject): JsonObject {
  const values = ('const' in node ? [node['const'] ?? null] : list(node['enum'])).filter((value) => value !== null);
  const words = values.filter((value): value is string => typeof value === 'string' && value !== '');
  const notes = [
    typeof node['description'] === 'string' ? node['description'] : '',
    type !== 'STRING' && values.length > 0 ? `One of: ${values.map((value) => JSON.stringify(value)).join(', ')}.` : '',
    typeof node['exclusiveMinimum'] === 'number' ? `More than ${node['exclusiveMinimum']}.` : '',
    typeof node['exclusiveMaximum'] === 'number' ? `Less than ${node['exclusiveMaximum']}.` : '',
  ].filter((note) => note !== '');
  const format = node['format'];
  const properties = own(node);
  const names = Object.keys(properties);
  return {
    type,
    ...(notes.length === 0 ? {} : { description: notes.join(' ') }),
    ...Object.fromEntries((kept[type] ?? []).flatMap((key) => (key in node ? [[key, node[key] ?? null]] : []))),
    ...(typeof format === 'string' && formats[type]?.includes(format) === true ? { format } : {}),
    ...(type === 'STRING' && words.length > 0 ? { enum: [...new Set(words)], format: 'enum' } : {}),
    ...(type === 'ARRAY' ? { items: itemsOf(node) } : {}),
    ...(type === 'OBJECT' && names.length > 0
      ? {
          properties: Object.fromEntries(names.map((name) => [name, compile(properties[name] ?? true)])),
          ...requiredOf(node, names),
        }
      : {}),
  };
}

function requiredOf(node: JsonObject, names: readonly string[]): JsonObject {
  const required = [...new Set(list(node['required']))].filter((one) => typeof one === 'string' && names.includes(one));
  return required.length === 0 ? {} : { required };
}

function itemsOf(node: JsonObject): JsonObject {
  const tuple = list(node['prefixItems']);
  if (isObject(node['items']) && Object.keys(node['items']).length > 0) return compile(node['items']);
  return tuple.length > 0 ? compile({ anyOf: tuple }) : compile(true);
}
