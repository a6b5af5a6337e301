/** Projects that lie inside the browser: OPFS `projects/<id>` (rows P2, P3). */
import type { ProjectId } from '../core/ids.ts';
import { fail, ok, type Outcome } from '../core/outcome.ts';
import { storageFault } from './fault.ts';

/** An id becomes one folder name, whatever it holds elsewhere. */
const plainId = /^[A-Za-z0-9_-]{1,64}$/u;
const gone = fail(
  'not-found',
  'This project’s files are no longer in the browser (its data may have been cleared). Remove the project and create it anew.',
);
const isNotFound = (error: unknown): boolean => error instanceof DOMException && error.name === 'NotFoundError';

async function at(id: ProjectId, create: boolean): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory();
  const projects = await root.getDirectoryHandle('projects', { create });
  return projects.getDirectoryHandle(id, { create });
}

async function folder(id: ProjectId, create: boolean): Promise<Outcome<FileSystemDirectoryHandle>> {
  if (!plainId.test(id)) return fail('bug', 'A project’s id is not usable as a folder name. Please report this.');
  try {
    return ok(await at(id, create));
  } catch (error) {
    return isNotFound(error)
      ? gone
      : storageFault(error, create ? 'make the project’s folder' : 'open the project’s folder');
  }
}

/** Makes the folder of a project, or opens it where it is there already. */
export const makeProjectFolder = (id: ProjectId): Promise<Outcome<FileSystemDirectoryHandle>> => folder(id, true);

/** Opens the folder of a project; `not-found` where the browser has lost it. */
export const openProjectFolder = (id: ProjectId): Promise<Outcome<FileSystemDirectoryHandle>> => folder(id, false);

/** Empties a folder entry by entry, deepest first, and names what stays (a locked file must not hide the rest). */
async function empty(dir: FileSystemDirectoryHandle, path: string): Promise<string[]> {
  // Listed first: removing while listing may skip entries.
  const entries: [string, FileSystemHandle][] = [];
  for await (const entry of dir.entries()) entries.push(entry);
  const left: string[] = [];
  for (const [name, entry] of entries) {
    const inside = entry.kind === 'directory' ? await empty(entry as FileSystemDirectoryHandle, `${path}${name}/`) : [];
    left.push(...inside);
    if (inside.length > 0) continue;
    try {
      await dir.removeEntry(name);
    } catch (error) {
      if (!isNotFound(error)) left.push(path + name);
    }
  }
  return left;
}

/** Removes a project's folder with all in it; one that is gone already is no failure. `locked` names what stayed. */
export async function removeProjectFolder(id: ProjectId): Promise<Outcome<void>> {
  const opened = await folder(id, false);
  if (!opened.ok) return opened.fault.code === 'not-found' ? ok(undefined) : opened;
  try {
    const left = await empty(opened.value, '');
    if (left.length > 0) {
      return fail(
        'locked',
        `${left.length} of the project’s files could not be removed, since they are in use: ${left.slice(0, 5).join(', ')}. ` +
          'Stop what runs in this project, close other Sluice tabs, and remove it again.',
      );
    }
    const projects = await (await navigator.storage.getDirectory()).getDirectoryHandle('projects');
    await projects.removeEntry(id);
    return ok(undefined);
  } catch (error) {
    return storageFault(error, 'remove the project’s folder');
  }
}
