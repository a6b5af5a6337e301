import { canonical, type Json } from '../../../core/json.ts';
import type { ServerId } from '../../../core/ids.ts';
import { limits } from '../../../core/limits.ts';
import { mcpTool } from '../../../core/mcptool.ts';
import type { Roster } from '../../../core/server.ts';
import type { Tool } from '../../../core/tool.ts';
import type { Link, Reply } from '../link.ts';
import { brief } from './words.ts';

/** What all pages of a server's list came to (row M1). */
export interface Listed {
  readonly tools: readonly Tool[];
  /** Sentences about what was left out. */
  readonly left: readonly string[];
}

/** More sentences than a person reads. */
const mostLeft = 50;

interface Taking {
  readonly tools: Tool[];
  readonly left: string[];
  readonly names: Set<string>;
  size: number;
}

/** Takes one listed tool; a sentence where the list ends here, since no more can be taken. */
function take(taking: Taking, server: ServerId, listed: Json): string | null {
  const tool = mcpTool(server, listed);
  if (!tool.ok) {
    taking.left.push(tool.fault.message);
    return null;
  }
  const { name } = tool.value;
  if (taking.names.has(name)) {
    taking.left.push(`“${brief(name, 80)}” is listed more than once: the first one counts.`);
    return null;
  }
  if (taking.tools.length === limits.mcp.tools)
    return `Only the first ${limits.mcp.tools} tools are taken: no model can choose among more.`;
  const size = JSON.stringify(listed).length;
  if (taking.size + size > limits.mcp.roster)
    return `Only the first ${taking.tools.length} tools are taken: what it says of all its tools is too long.`;
  taking.size += size;
  taking.names.add(name);
  taking.tools.push(tool.value);
  return null;
}

function done({ tools, left }: Taking, end: string | null): Listed {
  const told = left.length > mostLeft ? [...left.slice(0, mostLeft), `… and ${left.length - mostLeft} more.`] : left;
  return { tools, left: end === null ? told : [...told, end] };
}

/** All pages of `tools/list`, within the limits; a list that never ends, or turns in a circle, gives what came of it (case 49). */
export async function listAll(link: Link, server: ServerId, signal: AbortSignal): Promise<Reply<Listed>> {
  const taking: Taking = { tools: [], left: [], names: new Set(), size: 0 };
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let page = 1; ; page += 1) {
    const reply: Awaited<ReturnType<Link['list']>> = await link.list(cursor, signal);
    if (!reply.ok) return reply;
    for (const listed of reply.value.tools) {
      const end = take(taking, server, listed);
      if (end !== null) return { ok: true, value: done(taking, end) };
    }
    const { next } = reply.value;
    // Some servers end with an empty cursor.
    if (next === null || next === '') return { ok: true, value: done(taking, null) };
    if (seen.has(next))
      return { ok: true, value: done(taking, 'Its list turns in a circle (the same page came again): read once.') };
    if (page === limits.mcp.pages)
      return {
        ok: true,
        value: done(taking, `Its list has more than ${limits.mcp.pages} pages: the rest is not read.`),
      };
    seen.add(next);
    cursor = next;
  }
}

const said = ({ tools, left, info, dialect }: Roster): string =>
  canonical({ tools, left, info, dialect } as unknown as Json);

/** Whether two lists say the same, whenever they were made. */
export const sameRoster = (a: Roster | null, b: Roster): boolean => a !== null && said(a) === said(b);
