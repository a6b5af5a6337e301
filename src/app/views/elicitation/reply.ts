/** What was entered, checked against what was asked (row M7). */
import type { Json, JsonObject } from '../../../core/json.ts';
import type { Entry, Kind, Wish } from './fields.ts';

/** What was entered, by the name of its field. */
export type Entries = ReadonlyMap<string, Entry>;
/** The answer to send, or what is wrong with which field. */
export type Checked =
  | { readonly ok: true; readonly content: JsonObject }
  | { readonly ok: false; readonly errors: ReadonlyMap<string, string> };

const needed = 'This is needed.';
const email = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)*$/u;

function dayOf(value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value);
  if (parts === null) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
}

const moment =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?$/iu;

/** A moment as RFC 3339 has it. One without a zone is the person's own time. */
function momentOf(value: string): string | null {
  const day = moment.exec(value)?.[1];
  if (day === undefined || !dayOf(day)) return null;
  return /(?:Z|[+-]\d{2}:\d{2})$/iu.test(value) ? value : new Date(value).toISOString().replace('.000Z', 'Z');
}

type Valued = { readonly value: Json } | { readonly error: string };

function textFrom(value: string, kind: Extract<Kind, { is: 'text' }>): Valued {
  // Characters, as JSON Schema counts them.
  const length = Array.from(value).length;
  if (kind.least !== null && length < kind.least) return { error: `At least ${kind.least} characters are needed.` };
  if (kind.most !== null && length > kind.most) return { error: `At most ${kind.most} characters fit.` };
  const { format } = kind;
  if (format === 'email' && !email.test(value)) return { error: 'This is no e-mail address.' };
  if (format === 'uri' && !URL.canParse(value))
    return { error: 'This is no whole address, like https://example.com/page.' };
  if (format === 'date' && !dayOf(value)) return { error: 'A day is needed, like 2026-11-30.' };
  if (format !== 'date-time') return { value };
  const at = momentOf(value);
  return at === null ? { error: 'A day and a time are needed, like 2026-11-30T14:00:00Z.' } : { value: at };
}

function numberFrom(entry: string, kind: Extract<Kind, { is: 'number' }>): Valued {
  const value = Number(entry.trim());
  if (!Number.isFinite(value)) return { error: 'This is not a number.' };
  if (kind.whole && !Number.isInteger(value)) return { error: 'A whole number is needed.' };
  if (kind.least !== null && value < kind.least) return { error: `The least is ${kind.least}.` };
  if (kind.most !== null && value > kind.most) return { error: `The most is ${kind.most}.` };
  return { value };
}

/** Null: nothing was entered, and the field is left out. */
function valueOf({ kind, required }: Wish, entry: Entry): Valued | null {
  if (kind.is === 'some') {
    const chosen = typeof entry === 'string' ? [] : entry;
    if (chosen.length === 0 && !required && (kind.least ?? 0) > 0) return null;
    if (kind.least !== null && chosen.length < kind.least) return { error: `Choose at least ${kind.least}.` };
    if (kind.most !== null && chosen.length > kind.most) return { error: `Choose at most ${kind.most}.` };
    return { value: chosen };
  }
  const one = typeof entry === 'string' ? entry : '';
  if (kind.is === 'flag') return { value: one === 'true' };
  if ((kind.is === 'text' ? one : one.trim()) === '') return required ? { error: needed } : null;
  if (kind.is === 'number') return numberFrom(one, kind);
  if (kind.is === 'text') return textFrom(one, kind);
  return kind.choices.some((choice) => choice.value === one) ? { value: one } : { error: 'Choose one of the list.' };
}

/** The answer that a filled-in form stands for, or for each field that cannot be used why not. */
export function checked(wishes: readonly Wish[], entries: Entries): Checked {
  const errors = new Map<string, string>();
  const content: [string, Json][] = [];
  for (const wish of wishes) {
    const read = valueOf(wish, entries.get(wish.name) ?? wish.initial);
    if (read === null) continue;
    if ('error' in read) errors.set(wish.name, read.error);
    else content.push([wish.name, read.value]);
  }
  return errors.size > 0 ? { ok: false, errors } : { ok: true, content: Object.fromEntries(content) };
}
