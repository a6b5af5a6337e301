/** JSON Schema's keywords, and what each has to be: endpoints refuse a whole request for one that is not (row V3). */
import { isObject, type Json } from '../../core/json.ts';

const schemaKeys: ReadonlySet<string> = new Set([
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
]);
const schemasKeys: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const tableKeys: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas']);

const types: ReadonlySet<Json> = new Set(['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']);
const isText = (value: Json): boolean => typeof value === 'string';
const isNumber = (value: Json): boolean => typeof value === 'number';
const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

const shapes: Readonly<Record<string, (value: Json) => boolean>> = {
  type: (value) => (isList(value) ? value.length > 0 && value.every((one) => types.has(one)) : types.has(value)),
  enum: (value) => isList(value) && value.length > 0,
  required: (value) => isList(value) && value.every(isText),
  title: isText,
  description: isText,
  format: isText,
  pattern: isText,
  minLength: isNumber,
  maxLength: isNumber,
  minItems: isNumber,
  maxItems: isNumber,
  minProperties: isNumber,
  maxProperties: isNumber,
  minimum: isNumber,
  maximum: isNumber,
  multipleOf: isNumber,
};

const isSchema = (value: Json): boolean => typeof value === 'boolean' || isObject(value);

/** What the value of a keyword is: `drop` where it cannot be what the keyword needs. References that only a validator can follow go too. */
export function fitting(key: string, value: Json): 'schema' | 'schemas' | 'table' | 'plain' | 'drop' {
  if (key === '$dynamicRef' || key === '$recursiveRef' || key === '$ref') return 'drop';
  // Old tuples: a list of items.
  if (key === 'items' && isList(value)) return 'schemas';
  if (schemaKeys.has(key)) return isSchema(value) ? 'schema' : 'drop';
  if (schemasKeys.has(key)) return isList(value) && value.length > 0 ? 'schemas' : 'drop';
  if (tableKeys.has(key)) return isObject(value) ? 'table' : 'drop';
  const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
  return shape === undefined || shape(value) ? 'plain' : 'drop';
}
