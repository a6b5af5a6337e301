import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { withEndings } from './endings.ts';

/** How one argument is entered. `json` is for what has no simple control: lists, objects, alternatives. */
export type Control =
  | { readonly is: 'text'; readonly lines: boolean }
  | { readonly is: 'number'; readonly whole: boolean; readonly min: number | null; readonly max: number | null }
  | { readonly is: 'flag' }
  | { readonly is: 'choice'; readonly values: readonly string[] }
  | { readonly is: 'json'; readonly wants: 'array' | 'object' | null };

/** One field of a form made from a tool's schema. */
export interface FormField {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly control: Control;
}

/** What stands in the fields, as text; a field that is absent was never filled in. */
export type Entered = Readonly<Record<string, string>>;

/** The arguments, or for each field that cannot be used why not. */
export type Read =
  | { readonly ok: true; readonly args: JsonObject }
  | { readonly ok: false; readonly errors: Readonly<Record<string, string>> };

/** Arguments that are passages of text rather than words. */
const passages: ReadonlySet<string> = new Set(['content', 'old_text', 'new_text', 'text', 'code', 'body', 'message']);

const numberOr = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** The one type of a property; `["string", "null"]` counts as the first that is not null. */
function typeOf(schema: JsonObject): string | null {
  const { type } = schema;
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.find((one): one is string => typeof one === 'string' && one !== 'null') ?? null;
  return null;
}

const mostHops = 8;

/**
 * The schema that a property really has: a `$ref` into the same schema is followed, and of alternatives of which all but
 * one are null ("optional" in many servers) that one counts. What was said beside it stays.
 */
function resolved(property: JsonObject, root: JsonObject, hops = 0): JsonObject {
  if (hops > mostHops) return {};
  const { $ref, ...beside } = property;
  if (typeof $ref === 'string') {
    const found = pointed(root, $ref);
    return found === null ? beside : resolved({ ...found, ...beside }, root, hops + 1);
  }
  const many = property['anyOf'] ?? property['oneOf'];
  if (!Array.isArray(many)) return property;
  const real = many.filter((one) => !(isObject(one) && one['type'] === 'null'));
  const [only] = real;
  if (real.length !== 1 || !isObject(only)) return property;
  const { anyOf: _any, oneOf: _one, ...rest } = property;
  return resolved({ ...only, ...rest }, root, hops + 1);
}

/** What a local reference such as `#/$defs/Point` points at, or null. */
function pointed(root: JsonObject, ref: string): JsonObject | null {
  if (!ref.startsWith('#/')) return null;
  let at: Json | undefined = root;
  for (const part of ref.slice(2).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return isObject(at) ? at : null;
}

function controlOf(name: string, schema: JsonObject, now: Json | undefined): Control {
  const { enum: values } = schema;
  if (Array.isArray(values) && values.length > 0) {
    const choices = values.filter((value) => value !== null);
    if (choices.length > 0 && choices.every((value) => typeof value === 'string'))
      return { is: 'choice', values: choices };
    // Numbers and the like are written as they are.
    return { is: 'json', wants: null };
  }
  const type = typeOf(schema);
  const fits = now === undefined || now === null;
  if (type === 'string' && (fits || typeof now === 'string')) {
    return { is: 'text', lines: passages.has(name) || (typeof now === 'string' && /[\r\n]/u.test(now)) };
  }
  if ((type === 'integer' || type === 'number') && (fits || typeof now === 'number')) {
    return {
      is: 'number',
      whole: type === 'integer',
      min: numberOr(schema['minimum']),
      max: numberOr(schema['maximum']),
    };
  }
  if (type === 'boolean' && (fits || typeof now === 'boolean')) return { is: 'flag' };
  return { is: 'json', wants: type === 'array' || type === 'object' ? type : null };
}

const longestDefault = 60;

/** What the schema says a property is for, and what it is where it is left out. */
function aboutOf(property: JsonObject): string {
  const { description } = property;
  const said = typeof description === 'string' ? description : '';
  const usual = property['default'];
  const words = usual === undefined || usual === null ? '' : JSON.stringify(usual);
  return words === '' || words.length > longestDefault ? said : `${said} (left out: ${words})`.trim();
}

/** The fields of a tool's arguments; arguments that the schema does not know stand at the end, so that none is lost. */
export function fieldsOf(schema: JsonObject, now: JsonObject = {}): readonly FormField[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required: readonly Json[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = [...new Set([...Object.keys(properties), ...Object.keys(now)])];
  return names.map((name) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const property = isObject(own) ? resolved(own, schema) : {};
    return {
      name,
      about: aboutOf(property),
      required: required.includes(name),
      control: controlOf(name, property, Object.hasOwn(now, name) ? now[name] : undefined),
    };
  });
}

/** Sets a property by any name a server may have chosen, `__proto__` too. */
function put<T>(into: Record<string, T>, name: string, value: T): void {
  Object.defineProperty(into, name, { value, enumerable: true, configurable: true, writable: true });
}

function entryOf(control: Control, value: Json): string {
  if (control.is === 'json') return JSON.stringify(value, null, 2);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** What a form starts with, from present arguments. */
export function enteredOf(fields: readonly FormField[], now: JsonObject): Entered {
  const entered: Record<string, string> = {};
  for (const { name, control } of fields) {
    const value = Object.hasOwn(now, name) ? now[name] : undefined;
    if (value !== undefined && !(value === null && control.is !== 'json')) put(entered, name, entryOf(control, value));
  }
  return entered;
}

function numberFrom(text: string, control: Extract<Control, { is: 'number' }>): number | string {
  const value = Number(text.trim());
  if (text.trim() === '' || !Number.isFinite(value)) return 'This is not a number.';
  if (control.whole && !Number.isInteger(value)) return 'A whole number is needed.';
  if (control.min !== null && value < control.min) return `The least is ${control.min}.`;
  if (control.max !== null && value > control.max) return `The most is ${control.max}.`;
  return value;
}

type Valued = { readonly value: Json } | { readonly error: string };

function jsonFrom(text: string, wants: 'array' | 'object' | null): Valued {
  try {
    const value = JSON.parse(text) as Json;
    if (wants === 'array' && !Array.isArray(value)) return { error: 'A JSON list is needed, like ["a", "b"].' };
    if (wants === 'object' && !isObject(value)) return { error: 'A JSON object is needed, like {"a": 1}.' };
    return { value };
  } catch (error) {
    return { error: `This is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function valueOf({ name, control }: FormField, text: string, before: JsonObject): Valued {
  switch (control.is) {
    case 'text': {
      const old = before[name];
      return { value: typeof old === 'string' ? withEndings(text, old) : text };
    }
    case 'number': {
      const value = numberFrom(text, control);
      return typeof value === 'number' ? { value } : { error: value };
    }
    case 'flag':
      return { value: text === 'true' };
    case 'choice':
      return control.values.includes(text) ? { value: text } : { error: 'Choose one of the list.' };
    case 'json':
    default:
      return jsonFrom(text, control.wants);
  }
}

/** Whether an empty entry means "leave it out" rather than an empty text. */
function absent({ name, control, required }: FormField, text: string | undefined, before: JsonObject): boolean {
  if (text === undefined) return !(required && control.is === 'text' && control.lines);
  return text === '' && !(control.is === 'text' && ((required && control.lines) || typeof before[name] === 'string'));
}

/** The arguments that a filled-in form stands for (rows V4, A6). `before`: the arguments it started with. */
export function argsOf(fields: readonly FormField[], entered: Entered, before: JsonObject = {}): Read {
  const args: Record<string, Json> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const { name } = field;
    const text = Object.hasOwn(entered, name) ? entered[name] : undefined;
    if (absent(field, text, before)) {
      if (field.required && field.control.is === 'flag') put<Json>(args, name, false);
      else if (field.required) put(errors, name, 'This is needed.');
      else if (Object.hasOwn(before, name) && before[name] === null && text === undefined) put<Json>(args, name, null);
      continue;
    }
    const read = valueOf(field, text ?? '', before);
    if ('error' in read) put(errors, name, read.error);
    else put<Json>(args, name, read.value);
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, args };
}
