import type { Phase } from './gate.ts';
import type { Tool } from './tool.ts';

/** Who asks, and where. `audience`: for MCP tools, whom their server is offered to (row F4). */
export interface Asker {
  readonly project: boolean;
  readonly phase: Phase;
  /** A chat's only model and its primary are both `primary`. */
  readonly role: 'primary' | 'peer';
  readonly audience: 'all' | 'primary';
}

/** Row F3 names them; a flow, the web, decisions and jobs count as reads. */
const changesFiles: ReadonlySet<string> = new Set(['file_write', 'file_edit', 'file_delete', 'file_rename']);

/** Why a tool is not offered to this caller, or null where it is (rows T1, F3, F4). */
export function notOffered(tool: Tool, asker: Asker): string | null {
  if (tool.source.from === 'files' && !asker.project) return 'file tools need a project, and this chat has none open.';
  if (asker.phase === 'console') return null;
  if (tool.source.from === 'mcp') {
    return asker.role === 'peer' && asker.audience === 'primary' ? 'its server is for the primary model only.' : null;
  }
  if ((asker.phase === 'dispatch' || asker.role === 'peer') && changesFiles.has(tool.name)) {
    return 'changing files is for the primary model when it writes the final answer.';
  }
  return null;
}
