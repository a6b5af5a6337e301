import { fileTools } from '../../../core/builtin.ts';
import { makeCatalog } from '../../../core/catalog.ts';
import type { ServerId } from '../../../core/ids.ts';
import { pinText } from '../../../core/pin.ts';
import type { Roster, ServerRecord } from '../../../core/server.ts';
import type { Tool, ToolKey } from '../../../core/tool.ts';
import type { Rulebook } from '../../runs/rulebook.ts';

/** Keeps the rulebook's servers and catalogue at what is configured and listed (rows T1, T4). */
export interface Catalogue {
  /** Takes effect at once; where nothing changed, nobody is woken. */
  show(records: readonly ServerRecord[], rosterOf: (id: ServerId) => Roster | null): void;
}

/** All that the gate, scope and names look at in a server. */
const looks = ({ id, name, audience, policy }: ServerRecord): string => JSON.stringify([id, name, audience, policy]);

/** Writes to the rulebook, and only where something is another. */
export function keepCatalogue(rulebook: Rulebook): Catalogue {
  let seen: readonly (readonly [string, Roster | null])[] | null = null;
  let known: ReadonlyMap<ToolKey, readonly [tool: Tool, text: string]> = new Map();

  /** A tool that is what it was stays the same object, so that nothing is drawn or decided anew for it. */
  function steady(tools: readonly Tool[]): readonly Tool[] {
    const next = new Map<ToolKey, readonly [Tool, string]>();
    for (const tool of tools) {
      const text = pinText(tool);
      const old = known.get(tool.key);
      next.set(tool.key, old !== undefined && old[1] === text ? old : [tool, text]);
    }
    known = next;
    return [...next.values()].map(([tool]) => tool);
  }

  return {
    show(records, rosterOf) {
      const enabled = records.filter((one) => one.enabled);
      const now = enabled.map((one) => [looks(one), rosterOf(one.id)] as const);
      if (seen !== null && sameLists(seen, now)) return;
      const sameServers =
        seen !== null && seen.length === now.length && seen.every(([look], at) => look === now[at]?.[0]);
      seen = now;
      const before = rulebook.now().catalog.tools;
      // By name within a server: the order in which it lists its tools means nothing, and must not disturb what models were told.
      const served = enabled.flatMap((one) =>
        (rosterOf(one.id)?.tools ?? []).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      );
      const tools = [...fileTools, ...steady(served)];
      if (sameServers && before.length === tools.length && tools.every((tool, at) => tool === before[at])) return;
      rulebook.change({
        servers: new Map(enabled.map((one) => [one.id, one])),
        catalog: makeCatalog(tools, new Map(enabled.map((one) => [one.id, one.name]))),
      });
    },
  };
}

const sameLists = (
  a: readonly (readonly [string, Roster | null])[],
  b: readonly (readonly [string, Roster | null])[],
): boolean => a.length === b.length && a.every(([look, roster], at) => look === b[at]?.[0] && roster === b[at]?.[1]);
