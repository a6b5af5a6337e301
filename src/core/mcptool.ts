/** A server's tool as the catalogue has it (rows M1, T1, T5). What servers list is data from outside: nothing of it is trusted. */
import { isObject, tooDeep, type Json, type JsonObject } from './json.ts';
import { limits } from './limits.ts';
import type { ServerId } from './ids.ts';
import { fail, ok, type Outcome } from './outcome.ts';
import type { Tool, ToolKey } from './tool.ts';
import { shown } from './visible.ts';

/** Approvals are keyed by the server's id and the tool's own name (row T5). */
export const mcpKey = (server: ServerId, name: string): ToolKey => `mcp:${server}:${name}`;

const text = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null);
const brief = (name: string): string => `“${shown(name.length > 80 ? `${name.slice(0, 80)}…` : name)}”`;

/** One entry of a `tools/list` answer; a fault where no model could call such a tool. */
export function mcpTool(server: ServerId, listed: Json): Outcome<Tool> {
  if (!isObject(listed)) return fail('mcp', 'An entry that is no object.');
  const name = text(listed['name']);
  if (name === null || name.trim() === '') return fail('mcp', 'A tool without a name.');
  if (name.length > limits.mcp.toolName) return fail('mcp', `${brief(name)}: its name is too long.`);
  const schema = listed['inputSchema'];
  if (!isObject(schema)) return fail('mcp', `${brief(name)}: it does not say which arguments it takes.`);
  // Every model calls a tool with an object.
  if ((schema['type'] ?? 'object') !== 'object') return fail('mcp', `${brief(name)}: its arguments are no object.`);
  if (tooDeep(listed, limits.mcp.schemaDepth)) return fail('mcp', `${brief(name)}: its schema is nested too deeply.`);
  if (JSON.stringify(listed).length > limits.mcp.tool)
    return fail('mcp', `${brief(name)}: what it says of itself is too long.`);
  const hints = isObject(listed['annotations']) ? listed['annotations'] : null;
  const output = isObject(listed['outputSchema']) ? listed['outputSchema'] : null;
  const readOnly = hints?.['readOnlyHint'];
  const readOnlyHint = typeof readOnly === 'boolean' ? readOnly : null;
  return ok({
    key: mcpKey(server, name),
    name,
    label: labelOf(listed, hints) ?? name,
    description: text(listed['description']) ?? '',
    schema,
    effect: readOnlyHint === true ? 'read' : 'write',
    source: { from: 'mcp', server },
    readOnlyHint,
    ...(output === null ? {} : { result: output }),
    ...(hints === null ? {} : { hints }),
  });
}

function labelOf(listed: JsonObject, hints: JsonObject | null): string | null {
  const title = (text(listed['title']) ?? text(hints?.['title']) ?? '').trim();
  return title === '' || title.length > limits.mcp.toolName ? null : title;
}
