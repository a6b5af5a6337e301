import type { JsonObject } from '../../core/json.ts';
import type { Tool } from '../../core/tool.ts';

/** A model may give an argument a name of megabytes. */
const brief = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);

/** Why arguments do not fit a tool's schema, in words a model can act on, or null (row V8). */
export async function misfit(tool: Tool, args: JsonObject): Promise<string | null> {
  const { Validator } = await import('@cfworker/json-schema');
  const { valid, errors } = new Validator(tool.schema, '2020-12', false).validate(args);
  if (valid) return null;
  const told = new Set(
    errors
      .filter((error) => error.keyword !== 'properties')
      .map((error) => brief(`${error.instanceLocation}: ${error.error}`)),
  );
  const list = [...told].slice(0, 5).join(' ');
  return `${list === '' ? 'They do not fit its schema.' : list} The arguments are: ${Object.keys((tool.schema['properties'] ?? {}) as JsonObject).join(', ')}.`;
}
