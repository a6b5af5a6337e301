/** AGENTS.md of a project, for the system prompt (row V6). */
import { utf8Bytes } from '../../core/cap.ts';
import type { ProjectId } from '../../core/ids.ts';
import { limits } from '../../core/limits.ts';
import type { FileCall, Folder } from '../../core/ports.ts';
import type { Deps } from './deps.ts';

type Needs = Pick<Deps, 'files' | 'folder' | 'id' | 'timer'>;

const path = 'AGENTS.md';
/** An answer does not wait longer than this for the project's text; milliseconds. */
const patience = 5_000;

/**
 * The call that reads it and the folder it lies in, where it is a file that a model may read: the files worker judges it as
 * it judges any read (rows X2, X3). A folder that waits for its click is not asked for.
 */
async function found(project: ProjectId | null, deps: Needs): Promise<{ folder: Folder; call: FileCall } | null> {
  if (project === null) return null;
  const folder = await deps.folder(project);
  if (!folder.ok) return null;
  const call: FileCall = { id: deps.id(), tool: 'file_read', args: { path } };
  const surveyed = await inTime(deps, call, deps.files.survey(folder.value, call));
  if (surveyed === null || !surveyed.ok) return null;
  const { refused, blockedBy, secret, fault, kinds } = surveyed.value;
  const open = refused === null && blockedBy === null && secret === 'none' && fault === null;
  return open && kinds[0] === 'file' ? { folder: folder.value, call } : null;
}

async function inTime<T>(deps: Needs, call: FileCall, work: Promise<T>): Promise<T | null> {
  const timer = deps.timer(patience);
  try {
    const late = timer.done.then(() => {
      void deps.files.cancel(call.id);
      return null;
    });
    return await Promise.race([work, late]);
  } finally {
    timer.clear();
  }
}

/** Whether the project has an AGENTS.md that may be given: looks, and reads nothing. */
export const hasAgents = async (project: ProjectId | null, deps: Needs): Promise<boolean> =>
  (await found(project, deps)) !== null;

/** The text as it is now, at most `limits.agents` bytes of it; null where there is none, or it cannot be read now. */
export async function agentsOf(project: ProjectId | null, deps: Needs): Promise<string | null> {
  const there = await found(project, deps);
  if (there === null) return null;
  const read = await inTime(
    deps,
    there.call,
    deps.files.run(there.folder, there.call, null, () => undefined),
  );
  return read?.ok === true && read.value.text.trim() !== '' ? within(read.value.text) : null;
}

function within(text: string): string {
  if (utf8Bytes(text) <= limits.agents) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (utf8Bytes(text.slice(0, middle)) <= limits.agents) low = middle;
    else high = middle - 1;
  }
  const whole = text.slice(0, low).replace(/[\uD800-\uDBFF]$/u, '');
  return `${whole}\n[AGENTS.md is cut here at ${limits.agents / 1024} KB.]`;
}
