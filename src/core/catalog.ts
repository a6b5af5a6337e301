import { limits } from './limits.ts';
import type { ToolOffer } from './model.ts';
import type { Tool, ToolKey } from './tool.ts';

/** All tools there are (row T1), with the names models call them by (row T5). */
export interface Catalog {
  readonly tools: readonly Tool[];
  /** The table that maps a name back; names are never parsed. */
  readonly byName: ReadonlyMap<string, Tool>;
  readonly names: ReadonlyMap<ToolKey, string>;
}

/** A short, stable fingerprint of a text (FNV-1a, 32 bits, base 36): it tells shortened names apart, no more. */
function mark(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36).padStart(7, '0').slice(-6);
}

/** A name every provider takes: `[A-Za-z_][A-Za-z0-9_-]*`, at most 64 characters; a mark where it had to be changed. */
export function safeName(wanted: string, taken: (name: string) => boolean = () => false): string {
  let name = wanted.replace(/[^A-Za-z0-9_-]/gu, '_').replace(/^(?=[^A-Za-z_])/u, '_');
  if (name !== wanted || name.length > limits.nameChars || name === '_') {
    name = `${name.slice(0, limits.nameChars - 7)}_${mark(wanted)}`;
  }
  for (let again = 2; taken(name); again += 1) {
    name = `${name.slice(0, limits.nameChars - 10)}_${mark(wanted)}${again}`;
  }
  return name;
}

/** Built-ins keep their registry names and come first, so that no server's tool can take one (case 32). */
export function makeCatalog(tools: readonly Tool[], serverNames: ReadonlyMap<string, string>): Catalog {
  const byName = new Map<string, Tool>();
  const names = new Map<ToolKey, string>();
  const sorted = [
    ...tools.filter((tool) => tool.source.from !== 'mcp'),
    ...tools.filter((tool) => tool.source.from === 'mcp'),
  ];
  for (const tool of sorted) {
    const { source } = tool;
    const wanted =
      source.from === 'mcp' ? `mcp__${serverNames.get(source.server) ?? source.server}__${tool.name}` : tool.name;
    const name = safeName(wanted, (one) => byName.has(one));
    byName.set(name, tool);
    names.set(tool.key, name);
  }
  return { tools: sorted, byName, names };
}

/** What a model is told of the tools it may use. */
export const offersOf = (catalog: Catalog, allowed: (tool: Tool) => boolean): readonly ToolOffer[] =>
  catalog.tools.filter(allowed).map((tool) => ({
    name: catalog.names.get(tool.key) ?? tool.name,
    description: tool.description,
    schema: tool.schema,
  }));
