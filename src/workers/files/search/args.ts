import type { JsonObject } from '../../../core/json.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import { normalise } from '../../../core/path.ts';

/** Arguments are schema-valid when they come from the page; a forged message need not be, so each is read with care. */
const wrong = (name: string, what: string): Outcome<never> =>
  fail('bad-arguments', `The argument "${name}" must be ${what}. Call the tool again with it corrected.`);

/** A text argument; `missing` is what an absent one means. */
export function textOf(args: JsonObject, name: string, missing: string | null): Outcome<string> {
  const value = args[name];
  if (value === undefined && missing !== null) return ok(missing);
  return typeof value === 'string' ? ok(value) : wrong(name, 'a text');
}

/** A yes or no; an absent one is no. */
export function flagOf(args: JsonObject, name: string): Outcome<boolean> {
  const value = args[name];
  if (value === undefined) return ok(false);
  return typeof value === 'boolean' ? ok(value) : wrong(name, 'true or false');
}

/** A whole number from `least` up; one above `most` is cut down to it, as the table of limits says. */
export function countOf(args: JsonObject, name: string, missing: number, least: number, most: number): Outcome<number> {
  const value = args[name];
  if (value === undefined) return ok(missing);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least) {
    return wrong(name, `a whole number from ${least} to ${most}`);
  }
  return ok(Math.min(value, most));
}

/** The folder or file to look in, normalised; absent means the root (row P5). */
export function pathOf(args: JsonObject): Outcome<string> {
  const path = textOf(args, 'path', '');
  return path.ok ? normalise(path.value, true) : path;
}
