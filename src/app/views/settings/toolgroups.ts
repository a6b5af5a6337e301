import type { ServerId } from '../../../core/ids.ts';
import type { ToolRow } from '../../state/contract.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { oneLine } from '../oneline.ts';

/** Tools that come from one place, in the order of the catalogue. */
export interface ToolGroup {
  /** Tells two groups of one name apart. */
  readonly key: string;
  readonly name: string;
  readonly rows: readonly ToolRow[];
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** "orchard issues · MCP"; servers of one name carry their host, and of one host too their path. */
function nameOf(row: ToolRow, server: ServerId, servers: readonly ServerView[]): string {
  const name = oneLine(row.server ?? server);
  const own = servers.find(({ record }) => record.id === server)?.record.url;
  const twins = servers.filter(({ record }) => record.id !== server && oneLine(record.name) === name);
  if (own === undefined || twins.length === 0) return `${name} · MCP`;
  const same = twins.some(({ record }) => hostOf(record.url) === hostOf(own));
  const where = same && URL.canParse(own) ? `${hostOf(own)}${new URL(own).pathname}` : hostOf(own);
  return `${name} (${oneLine(where)}) · MCP`;
}

/** Rows by where their tools come from. */
export function groupsOf(rows: readonly ToolRow[], servers: readonly ServerView[]): readonly ToolGroup[] {
  const all = new Map<string, { name: string; rows: ToolRow[] }>();
  for (const row of rows) {
    const { source } = row.tool;
    const key = source.from === 'mcp' ? `mcp ${source.server}` : source.from;
    const group = all.get(key);
    if (group) group.rows.push(row);
    else {
      const name =
        source.from === 'files' ? 'Files' : source.from === 'app' ? 'Sluice' : nameOf(row, source.server, servers);
      all.set(key, { name, rows: [row] });
    }
  }
  return [...all].map(([key, group]) => ({ key, ...group }));
}

/** The rows in whose tool's label or name, or server's name, every typed word is found. */
export function filtered(rows: readonly ToolRow[], typed: string): readonly ToolRow[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter(({ tool, server }) => {
    const text = `${tool.label} ${tool.name} ${server ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
