import type { ChatId, ProjectId } from './ids.ts';
import type { JsonObject } from './json.ts';
import { holder, within } from './path.ts';
import type { EntryKind } from './ports.ts';
import type { Tool, ToolKey } from './tool.ts';

/** Where a grant reaches: a folder and all below it, only what lies directly in it, or any path at all. */
export type Reach = { readonly any: true } | { readonly any: false; readonly folder: string; readonly deep: boolean };

/** A remembered approval (row A4). Lives in memory only and ends with the chat's session. */
export interface Grant {
  readonly tool: ToolKey;
  readonly label: string;
  readonly scope: { readonly project: ProjectId } | { readonly chat: ChatId };
  readonly reach: Reach;
  /** Rename only: where the new path may lie. */
  readonly to: Reach | null;
  /** Flows only (row L5): a hash of the exact code and tool set. */
  readonly script: string | null;
}

/** Tools whose path argument names the folder itself rather than something in it. */
const namesFolder: ReadonlySet<string> = new Set(['list_directory', 'find_files', 'grep']);

function reachOf(tool: Tool, path: string, kind: EntryKind | undefined): Reach {
  const folder = namesFolder.has(tool.name) && kind !== 'file' ? path : holder(path);
  return { any: false, folder, deep: !(folder === '' && tool.effect === 'write') };
}

/**
 * The grant that "Remember for this session" would give for a call on these normalised paths (row A4):
 * (project, tool, target folder); with no project (chat, tool); a write in the root only directly there.
 * `kinds` tells a search of one file from that of a folder; the target folder of the former holds the file.
 */
export function grantFor(
  tool: Tool,
  paths: readonly string[],
  project: ProjectId | null,
  chat: ChatId,
  kinds: readonly EntryKind[] = [],
): Grant {
  const [from, to] = paths;
  const filed = tool.source.from === 'files' && from !== undefined;
  return {
    tool: tool.key,
    label: tool.label,
    scope: project === null ? { chat } : { project },
    reach: filed ? reachOf(tool, from, kinds[0]) : { any: true },
    to: filed && to !== undefined ? reachOf(tool, to, kinds[1]) : null,
    script: null,
  };
}

function reaches(reach: Reach, path: string, tool: Tool): boolean {
  if (reach.any) return true;
  const folder = namesFolder.has(tool.name) ? path : holder(path);
  return reach.deep ? within(folder, reach.folder) : folder === reach.folder;
}

/** Whether a grant covers a call (row G9). A grant never covers more than its words say. */
export function covers(
  grant: Grant,
  tool: Tool,
  paths: readonly string[],
  project: ProjectId | null,
  chat: ChatId,
  script: string | null,
): boolean {
  if (grant.tool !== tool.key) return false;
  if ('chat' in grant.scope ? grant.scope.chat !== chat : grant.scope.project !== project) return false;
  if (grant.script !== script) return false;
  if (tool.source.from !== 'files') return grant.reach.any;
  const [from, to] = paths;
  if (from === undefined || !reaches(grant.reach, from, tool)) return false;
  if (to === undefined) return grant.to === null;
  return grant.to !== null && reaches(grant.to, to, tool);
}

const under = (reach: Reach): string => {
  if (reach.any) return '(any path)';
  if (!reach.deep) return reach.folder === '' ? 'directly in the project’s top folder' : `directly in ${reach.folder}/`;
  return reach.folder === '' ? 'anywhere in this project' : `anywhere under ${reach.folder}/`;
};

/** A grant's scope in words: "Edit file anywhere under src/". */
export function grantWords(grant: Grant): string {
  if (grant.to === null) return `${grant.label} ${under(grant.reach)}`;
  return `${grant.label} from ${under(grant.reach)} to ${under(grant.to)}`;
}

/** A grant's path for the list in Settings: "src/", or "(any path)". */
export function grantPrefix(grant: Grant): string {
  const one = (reach: Reach): string => (reach.any ? '(any path)' : reach.folder === '' ? './' : `${reach.folder}/`);
  return grant.to === null ? one(grant.reach) : `${one(grant.reach)} → ${one(grant.to)}`;
}

/** Names a grant for removal; two grants with one name are the same grant. */
export const grantName = (grant: Grant): string =>
  JSON.stringify([grant.tool, grant.scope, grant.reach, grant.to, grant.script]);

/** Argument names that hold paths, by tool; the order is that of `Facts.paths`. */
export function pathArguments(tool: string, args: JsonObject): readonly string[] {
  const text = (key: string): string => (typeof args[key] === 'string' ? args[key] : '');
  if (tool === 'file_rename') return [text('from'), text('to')];
  return [text('path')];
}
