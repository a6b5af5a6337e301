import { fail, ok, type Fault, type Outcome } from '../../core/outcome.ts';

/** What was being done and to which path, for a message: `doing('read', 'src/a.ts')`. */
export interface Doing {
  readonly verb: string;
  readonly path: string;
}

const shown = (path: string): string => (path === '' ? 'the project’s top folder' : path);

/** The browser's errors in plain words, by name (measured in Chromium 156 on real folders and OPFS). */
const words: Readonly<Record<string, readonly [code: Fault['code'], why: string]>> = {
  NotFoundError: [
    'not-found',
    'there is nothing of that name (a symbolic link counts as nothing: the browser never shows links). Look with list_directory',
  ],
  NotReadableError: [
    'changed',
    'the file was changed by another program just then, or this computer does not let it be read. Try again; if it goes on, look at the file’s permissions',
  ],
  NotAllowedError: [
    'reconnect',
    'the browser’s permission for this folder has lapsed. Reconnect the folder and it goes on',
  ],
  NoModificationAllowedError: [
    'locked',
    'the file or folder is locked by another program or tab, or is read-only. Close what uses it, or change its permissions, and try again',
  ],
  InvalidModificationError: [
    'not-empty',
    'the folder is not empty, or the change would cross to another file system. Symbolic links count although the browser never shows them',
  ],
  InvalidStateError: [
    'name-refused',
    'the browser could not make it: the name is too long, or its folder is read-only or gone. Use a shorter name, or check the folder',
  ],
  TypeMismatchError: [
    'not-a-file',
    'it is not of the kind that was expected (a file where a folder was meant, or the reverse). Look with file_info',
  ],
  SecurityError: [
    'blocked-by-browser',
    'the browser does not allow it there: it is a symbolic link, or lies in a protected place. Choose another path',
  ],
  TypeError: ['name-refused', 'the browser does not accept that name. Use letters, digits, "-", "_" and "."'],
  AbortError: [
    'blocked-by-browser',
    'the browser stopped it: it was cancelled, or its safety check did not allow this kind of file',
  ],
  QuotaExceededError: [
    'quota',
    'the disk, or the space the browser gives this site, is full. Free some space and try again',
  ],
};

/** A thrown error's name; those of other realms and of comlink have lost their class. */
export function errorName(error: unknown): string {
  return typeof error === 'object' && error !== null && 'name' in error && typeof error.name === 'string'
    ? error.name
    : '';
}

/** Any error that a file operation throws, as a fault that says what, why and what to do (row U6). */
export function faultOf(error: unknown, { verb, path }: Doing): Fault {
  const known = words[errorName(error)];
  if (known !== undefined) return { code: known[0], message: `Could not ${verb} ${shown(path)}: ${known[1]}.` };
  const text = error instanceof Error ? error.message : String(error);
  return {
    code: 'bug',
    message: `Could not ${verb} ${shown(path)}: an unexpected error came back (${text}). Try again; if it goes on, please report it.`,
  };
}

/** Runs one operation of the browser; what it throws comes back as a value. */
export async function attempt<T>(doing: Doing, action: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await action());
  } catch (error) {
    return { ok: false, fault: faultOf(error, doing) };
  }
}

export const cancelled = (): { readonly ok: false; readonly fault: Fault } =>
  fail('cancelled', 'The call was stopped before it finished; nothing more is done.');
