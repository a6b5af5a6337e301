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

const marked = (name: string, by: string): string => `${name.slice(0, limits.nameChars - 7)}_${mark(by)}`;

/** A name every provider takes: `[A-Za-z_][A-Za-z0-9_-]*`, at most 64 characters; a mark where it had to be changed. */
export function safeName(wanted: string, taken: (name: string) => boolean = () => false): string {
  let name = wanted.replace(/[^A-Za-z0-9_-]/gu, '_').replace(/^(?![A-Za-z_])/u, '_');
  if (name !== wanted || name.length > limits.nameChars) name = marked(name, wanted);
  for (let again = 2; taken(name); again += 1) {
    name = `${name.slice(0, limits.nameChars - 10)}_${mark(wanted)}${again}`;
  }
  return name;
}

/**
 * Built-ins keep their registry names and come first, so that no server's tool can take one (case 32). Server tools that
 * want the same name are told apart by their keys: which is called what does not hang on the order servers answered in.
 */
export function makeCatalog(tools: readonly Tool[], serverNames: ReadonlyMap<string, string>): Catalog {
  const byName = new Map<string, Tool>();
  const names = new Map<ToolKey, string>();
  const wantedBy = ({ source, name }: Tool): string =>
    source.from === 'mcp' ? `mcp__${serverNames.get(source.server) ?? source.server}__${name}` : name;
  // A server that lists one name twice has one tool of that name: the first.
  const once = [...new Map(tools.toReversed().map((tool) => [tool.key, tool])).values()].toReversed();
  const served = once.filter((tool) => tool.source.from === 'mcp');
  const times = new Map<string, number>();
  for (const tool of served) times.set(wantedBy(tool), (times.get(wantedBy(tool)) ?? 0) + 1);
  const name = (tool: Tool, wanted: string): void => {
    const free = safeName(wanted, (one) => byName.has(one));
    byName.set(free, tool);
    names.set(tool.key, free);
  };
  const builtin = once.filter((tool) => tool.source.from !== 'mcp');
  for (const tool of builtin) name(tool, wantedBy(tool));
  for (const tool of served.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    const wanted = wantedBy(tool);
    name(tool, times.get(wanted) === 1 ? wanted : marked(safeName(wanted), tool.key));
  }
  return { tools: [...builtin, ...served], byName, names };
}

/** What a model is told of the tools it may use. */
export const offersOf = (catalog: Catalog, allowed: (tool: Tool) => boolean): readonly ToolOffer[] =>
  catalog.tools.filter(allowed).map((tool) => ({
    name: catalog.names.get(tool.key) ?? tool.name,
    description: tool.description,
    schema: tool.schema,
  }));
