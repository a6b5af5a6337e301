/** Words for a value that does not fit a JSON schema (row V8). */

/** One error of a validator: where in the value, and what is wrong there. */
export interface SchemaError {
  readonly keyword: string;
  readonly instanceLocation: string;
  readonly error: string;
}

/** A model may give an argument a name of megabytes. */
const brief = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** The first few errors in words a model can act on. */
export function misfitWords(errors: readonly SchemaError[]): string {
  const told = new Set<string>();
  for (const error of errors) {
    if (error.keyword !== 'properties') told.add(brief(`${error.instanceLocation}: ${error.error}`));
    if (told.size === 5) break;
  }
  return told.size === 0 ? 'They do not fit its schema.' : [...told].join(' ');
}
