import { isObject, type JsonObject } from '../../core/json.ts';
import { misfitWords } from '../../core/misfit.ts';
import type { Tool } from '../../core/tool.ts';
import { fit } from '../hands/schemas.ts';

/** Names told to a model that missed them. */
const mostNames = 40;

/** Its own schemas are sound, so the page checks them itself. */
async function builtIn(tool: Tool, args: JsonObject): Promise<string | null> {
  const { Validator } = await import('@cfworker/json-schema');
  const { valid, errors } = new Validator(tool.schema, '2020-12', false).validate(args);
  return valid ? null : misfitWords(errors);
}

/** A server's schema is from outside: the worker checks it. What cannot be checked fits; the server will say what it thinks. */
async function foreign(tool: Tool, args: JsonObject): Promise<string | null> {
  const found = await fit(tool.schema, args);
  return found.is === 'misfit' ? found.why : null;
}

/** Why arguments do not fit a tool's schema, in words a model can act on, or null (row V8). */
export async function misfit(tool: Tool, args: JsonObject): Promise<string | null> {
  const wrong = await (tool.source.from === 'mcp' ? foreign(tool, args) : builtIn(tool, args));
  if (wrong === null) return null;
  const properties = tool.schema['properties'];
  const names = isObject(properties) ? Object.keys(properties).slice(0, mostNames) : [];
  const told = names.map((name) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)).join(', ');
  return told === '' ? wrong : `${wrong} The arguments are: ${told}.`;
}
