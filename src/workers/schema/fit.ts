import { Validator, type SchemaDraft } from '@cfworker/json-schema';
import type { Json, JsonObject } from '../../core/json.ts';
import { misfitWords } from '../../core/misfit.ts';
import type { Fit } from '../../core/ports.ts';

/** MCP's schemas are of 2020-12 unless they say otherwise. */
function draftOf(schema: JsonObject): SchemaDraft {
  const said = typeof schema['$schema'] === 'string' ? schema['$schema'] : '';
  if (said.includes('draft-07') || said.includes('draft-06')) return '7';
  if (said.includes('draft-04')) return '4';
  return said.includes('2019-09') ? '2019-09' : '2020-12';
}

/**
 * Whether a value fits a schema. One that is broken (a `$ref` to nowhere, an expression that is none, nested beyond the
 * stack) is `unchecked`: the server will say what it thinks of the value. It may take for ever: the page ends the worker.
 */
export function fitOf(schema: JsonObject, value: Json): Fit {
  try {
    const { valid, errors } = new Validator(schema, draftOf(schema), false).validate(value);
    return valid ? { is: 'fits' } : { is: 'misfit', why: misfitWords(errors) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { is: 'unchecked', why: `its schema cannot be used (${message.slice(0, 200)})` };
  }
}
