/** What a server asks for, as fields (row M7): the flat schemas that the protocol allows, and nothing else. */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';

/** One of the values to choose from. */
export interface Choice {
  readonly value: string;
  readonly title: string;
}

/** What a field takes. */
export type Kind =
  | {
      readonly is: 'text';
      readonly format: 'email' | 'uri' | 'date' | 'date-time' | null;
      readonly least: number | null;
      readonly most: number | null;
    }
  | { readonly is: 'number'; readonly whole: boolean; readonly least: number | null; readonly most: number | null }
  | { readonly is: 'flag' }
  | { readonly is: 'one'; readonly choices: readonly Choice[] }
  | {
      readonly is: 'some';
      readonly choices: readonly Choice[];
      readonly least: number | null;
      readonly most: number | null;
    };

/** One field of a server's form. */
export interface Wish {
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly required: boolean;
  readonly kind: Kind;
  /** What stands in it at first, as its entry has it. */
  readonly initial: Entry;
}

/** Text of a field, or the chosen values of several. */
export type Entry = string | readonly string[];

const mostFields = 60;
const mostChoices = 500;
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const count = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** `enum` with or without `enumNames`, or a list of `{const, title}`; null where it is none of these. */
function choicesOf(schema: JsonObject): readonly Choice[] | null {
  const titled = schema['oneOf'] ?? schema['anyOf'];
  if (Array.isArray(titled)) {
    const all = titled.flatMap((one): readonly Choice[] =>
      isObject(one) && typeof one['const'] === 'string'
        ? [{ value: one['const'], title: text(one['title']) === '' ? one['const'] : text(one['title']) }]
        : [],
    );
    return all.length === titled.length && all.length > 0 ? all : null;
  }
  const values = schema['enum'];
  if (!Array.isArray(values) || values.length === 0) return null;
  const names = Array.isArray(schema['enumNames']) ? schema['enumNames'] : [];
  const all = values.flatMap((value, at): readonly Choice[] => {
    const title = text(names[at]);
    return typeof value === 'string' ? [{ value, title: title === '' ? value : title }] : [];
  });
  return all.length === values.length ? all : null;
}

const formats = ['email', 'uri', 'date', 'date-time'] as const;

function kindOf(schema: JsonObject): Kind | null {
  const { type } = schema;
  if (type === 'array') {
    const items = isObject(schema['items']) ? schema['items'] : {};
    const choices = choicesOf(items);
    if (choices === null || choices.length > mostChoices) return null;
    return { is: 'some', choices, least: count(schema['minItems']), most: count(schema['maxItems']) };
  }
  if (type === 'boolean') return { is: 'flag' };
  if (type === 'number' || type === 'integer')
    return {
      is: 'number',
      whole: type === 'integer',
      least: count(schema['minimum']),
      most: count(schema['maximum']),
    };
  if (type !== 'string') return null;
  const choices = choicesOf(schema);
  if (choices !== null) return choices.length > mostChoices ? null : { is: 'one', choices };
  if ('enum' in schema || 'oneOf' in schema || 'anyOf' in schema) return null;
  return {
    is: 'text',
    format: formats.find((one) => one === schema['format']) ?? null,
    least: count(schema['minLength']),
    most: count(schema['maxLength']),
  };
}

/** A default as its field has it; one that does not fit is none. */
function initialOf(kind: Kind, value: Json | undefined): Entry {
  if (kind.is === 'some') {
    const known = new Set(kind.choices.map((choice) => choice.value));
    const chosen = Array.isArray(value) ? value : [];
    return chosen.filter((one): one is string => typeof one === 'string' && known.has(one));
  }
  if (kind.is === 'flag') return value === true ? 'true' : 'false';
  if (kind.is === 'one') return kind.choices.some((choice) => choice.value === value) ? text(value) : '';
  if (kind.is === 'number') return typeof value === 'number' ? String(value) : '';
  return text(value);
}

/** The fields of a form, or null where it asks in a way that a form cannot show truly. */
export function wishesOf(schema: JsonObject): readonly Wish[] | null {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required: readonly Json[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const entries = Object.entries(properties);
  if (entries.length > mostFields) return null;
  const wishes = entries.flatMap(([name, property]): readonly Wish[] => {
    const kind = isObject(property) ? kindOf(property) : null;
    if (!isObject(property) || kind === null) return [];
    const title = text(property['title']);
    return [
      {
        name,
        title: title.trim() === '' ? name : title,
        about: text(property['description']),
        required: required.includes(name),
        kind,
        initial: initialOf(kind, property['default']),
      },
    ];
  });
  const known = new Set(wishes.map((wish) => wish.name));
  const whole =
    wishes.length === entries.length && required.every((name) => typeof name === 'string' && known.has(name));
  return whole ? wishes : null;
}
