/** What servers answer, read by hand: one odd entry must not cost the others (row M1). */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { McpAnswer } from '../../../core/mcpresult.ts';
import type { ServerInfo } from '../../../core/server.ts';

/** One page of `tools/list`, or null where it is none. An empty cursor is the end, as some servers mean it. */
export function pageOf(result: Json): { readonly tools: readonly Json[]; readonly next: string | null } | null {
  if (!isObject(result) || !Array.isArray(result['tools'])) return null;
  const next = result['nextCursor'];
  return { tools: result['tools'], next: typeof next === 'string' && next !== '' ? next : null };
}

/** A `tools/call` answer, or null where it is none. Structured content that is no object is told as text. */
export function answerIn(result: Json): McpAnswer | null {
  if (!isObject(result)) return null;
  const { content = [], structuredContent: structured = null } = result;
  if (!Array.isArray(content)) return null;
  const failed = result['isError'] === true;
  if (structured === null || isObject(structured)) return { content, structured, failed };
  const told: JsonObject = { type: 'text', text: JSON.stringify(structured) };
  return { content: content.length > 0 ? content : [told], structured: null, failed };
}

const cut = (value: unknown, most: number): string | null =>
  typeof value === 'string' && value !== '' ? value.slice(0, most) : null;

/** What a server says of itself, bounded. */
export function infoOf(
  said: { readonly name?: unknown; readonly title?: unknown; readonly version?: unknown } | undefined,
  more: {
    readonly protocol: string | undefined;
    readonly instructions: string | undefined;
    readonly tellsChanges: boolean;
  },
): ServerInfo {
  const { toolName, tool } = limits.mcp;
  return {
    name: cut(said?.name, toolName) ?? '',
    title: cut(said?.title, toolName),
    version: cut(said?.version, toolName) ?? '',
    protocol: cut(more.protocol, toolName) ?? '',
    instructions: cut(more.instructions, tool),
    tellsChanges: more.tellsChanges,
  };
}
