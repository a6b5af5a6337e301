import { fail, ok, type Fault, type Outcome } from '../../core/outcome.ts';
import { errorName, faultOf } from './errors.ts';
import { characterName, firstDifference, plainLook } from './likeness.ts';

/** A file that is there. `name` is its name on disk, which may be written differently from the path (NFD). */
export interface FoundFile {
  readonly kind: 'file';
  readonly file: FileSystemFileHandle;
  readonly parent: FileSystemDirectoryHandle;
  readonly name: string;
}
export interface FoundFolder {
  readonly kind: 'folder';
  readonly folder: FileSystemDirectoryHandle;
  /** Null for the project's top folder. */
  readonly parent: FileSystemDirectoryHandle | null;
  readonly name: string;
}
/** Nothing is there. `missing`: segments below `parent` that do not exist, the last one being the name itself. */
export interface Absent {
  readonly kind: 'none';
  readonly parent: FileSystemDirectoryHandle;
  readonly missing: readonly string[];
  /** A name in `parent` that looks the same as the first missing one, with the difference in words. */
  readonly lookAlike: { readonly name: string; readonly difference: string } | null;
}
export type Found = FoundFile | FoundFolder | Absent;

type Handle = FileSystemFileHandle | FileSystemDirectoryHandle;
const isFile = (handle: Handle): handle is FileSystemFileHandle => handle.kind === 'file';

/**
 * Names that a disk may take for another entry's, so that no rule would know it: Windows' second names (`PROGRA~1`), and
 * what macOS folds away (a long s in `secrets.json`, a sharp s for the two of `.ssh`, a joiner in `.env`). Only the
 * listing tells, which costs time: so these characters only, whose folded form is plain letters or nothing.
 */
const secondName =
  /~\d|\u034f|\u200c|\u200d|[\u00ad\u00df\u0130\u0149\u017f\u01f0\u1e96-\u1e9a\u1e9e\u206a-\u206f\ufb00-\ufb06]|[\ufe00-\ufe0f]/u;

async function byName(parent: FileSystemDirectoryHandle, name: string): Promise<Handle | null> {
  try {
    return await parent.getFileHandle(name);
  } catch (error) {
    if (errorName(error) === 'NotFoundError') return null;
    if (errorName(error) !== 'TypeMismatchError') throw error;
  }
  return parent.getDirectoryHandle(name);
}

async function names(parent: FileSystemDirectoryHandle): Promise<string[]> {
  const found: string[] = [];
  for await (const name of parent.keys()) found.push(name);
  return found;
}

/** A name of the listing that differs from the one asked only in characters that look the same. */
function lookAlikeOf(listed: readonly string[], asked: string): Absent['lookAlike'] {
  const look = plainLook(asked);
  const name = listed.find((candidate) => plainLook(candidate) === look);
  if (name === undefined) return null;
  const where = firstDifference(name.normalize('NFC'), asked);
  const difference =
    where === null ? 'another Unicode form' : `${characterName(where.a)} where the path has ${characterName(where.b)}`;
  return { name, difference };
}

type Step =
  | { readonly handle: Handle; readonly name: string }
  | { readonly handle: null; readonly lookAlike: Absent['lookAlike'] };

/** One segment: the exact name, else the one entry whose NFC form is the same (NFD names on disk are found). */
async function step(parent: FileSystemDirectoryHandle, name: string, path: string): Promise<Outcome<Step>> {
  const exact = await byName(parent, name);
  if (exact !== null && !secondName.test(name)) return ok({ handle: exact, name });
  const listed = await names(parent);
  if (exact !== null && listed.includes(name)) return ok({ handle: exact, name });
  const same = listed.filter((candidate) => candidate.normalize('NFC') === name);
  if (same.length > 1)
    return fail(
      'ambiguous',
      `${path} names ${same.length} entries that differ only in their Unicode form. Rename one of them outside Sluice.`,
    );
  const [real] = same;
  if (real === undefined) return ok({ handle: null, lookAlike: lookAlikeOf(listed, name) });
  const handle = await byName(parent, real);
  return ok(handle === null ? { handle: null, lookAlike: null } : { handle, name: real });
}

/** What a folder that is open but cannot be looked into means: a missing one was taken away under our feet. */
function lost(error: unknown, path: string, above: string): Fault {
  if (errorName(error) !== 'NotFoundError') return faultOf(error, { verb: 'open', path });
  const what = above === '' ? 'the project’s folder' : `the folder ${above}`;
  const then = above === '' ? 'Open the project again' : 'Look with list_directory';
  return {
    code: 'not-found',
    message: `${what} is not there any more: it was moved, renamed or deleted by another program. ${then}.`.replace(
      /^t/u,
      'T',
    ),
  };
}

/** From a normalised path to what is there, by whole segments (row P5). '' is the root. Creates nothing. */
export async function resolve(root: FileSystemDirectoryHandle, path: string): Promise<Outcome<Found>> {
  let folder: FoundFolder = { kind: 'folder', folder: root, parent: null, name: root.name };
  if (path === '') {
    // The handle alone proves nothing: a lapsed or deleted folder shows itself only when asked.
    try {
      await root.keys().next();
      return ok(folder);
    } catch (error) {
      return { ok: false, fault: lost(error, path, '') };
    }
  }
  const segments = path.split('/');
  for (const [index, segment] of segments.entries()) {
    let next: Outcome<Step>;
    try {
      next = await step(folder.folder, segment, path);
    } catch (error) {
      return { ok: false, fault: lost(error, path, segments.slice(0, index).join('/')) };
    }
    if (!next.ok) return next;
    const parent: FileSystemDirectoryHandle = folder.folder;
    if (next.value.handle === null)
      return ok({ kind: 'none', parent, missing: segments.slice(index), lookAlike: next.value.lookAlike });
    const { handle, name }: { handle: Handle; name: string } = next.value;
    if (!isFile(handle)) folder = { kind: 'folder', folder: handle, parent, name };
    else if (index === segments.length - 1) return ok({ kind: 'file', file: handle, parent, name });
    else
      return fail(
        'not-a-folder',
        `${segments.slice(0, index + 1).join('/')} is a file, so ${path} cannot lie in it. Look with list_directory.`,
      );
  }
  return ok(folder);
}

/** The fault for something that is not there; it names a look-alike (case 28) instead of leaving a riddle. */
export function absent(
  path: string,
  found: Absent,
): { readonly ok: false; readonly fault: { readonly code: 'not-found'; readonly message: string } } {
  const gone = path
    .split('/')
    .slice(0, path.split('/').length - found.missing.length + 1)
    .join('/');
  if (found.lookAlike !== null) {
    const escaped = escape(found.lookAlike.name);
    return {
      ok: false,
      fault: {
        code: 'not-found',
        message: `There is no ${gone}, but there is an entry that looks the same: its name has ${found.lookAlike.difference}. Its exact name is ${escaped}.`,
      },
    };
  }
  const what = gone === path ? `There is no ${path}` : `There is no ${path}: its folder ${gone} does not exist`;
  return { ok: false, fault: { code: 'not-found', message: `${what}. Look with list_directory or find_files.` } };
}

/** A name as JSON with everything outside ASCII as \u escapes, so that no difference hides. */
const escape = (name: string): string =>
  JSON.stringify(name).replace(/[^\u0020-\u007e]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
    ).join(''),
  );

/** Why nothing new may be made there: a look-alike exists already (case 28), or null. */
export function secondLookAlike(path: string, found: Absent): Outcome<null> {
  if (found.lookAlike === null) return ok(null);
  return fail(
    'exists',
    `${path} was not created: its folder holds ${escape(found.lookAlike.name)} already, which looks the same (it has ${found.lookAlike.difference}). Use that exact name, or a clearly different one.`,
  );
}
