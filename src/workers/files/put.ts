import { fail, ok, type Fault, type Outcome } from '../../core/outcome.ts';
import type { Content } from '../../core/ports.ts';
import { sizeName } from './disk.ts';
import { attempt, cancelled } from './errors.ts';
import { timely, type Hands } from './hands.ts';
import { contentOfBlob, sameContent } from './hash.ts';

/** Where bytes go: an existing file, or a new one of that name. */
export interface Spot {
  readonly path: string;
  readonly parent: FileSystemDirectoryHandle;
  readonly name: string;
}

/** Chromium's mode that refuses a second writer; browsers that do not know it ignore it. */
interface WritableOptions extends FileSystemCreateWritableOptions {
  readonly mode?: 'exclusive';
}

/** One write hands over so much at a time, so that a stall is noticed and a stop is heard. */
const piece = 16 * 1024 * 1024;

/** The fault of row P8: what is on disk is not what the plan was made for. */
export const changed = (
  path: string,
  how = 'it was changed since the plan was made',
): { readonly ok: false; readonly fault: { readonly code: 'changed'; readonly message: string } } => ({
  ok: false,
  fault: { code: 'changed', message: `${path} was not touched: ${how}. Read it again and plan the change anew.` },
});

/** A change that was made, but of which the disk cannot be asked any more; what was kept of it stays. */
export const unverified = (done: string, why: Fault): Outcome<never> =>
  fail('storage', `${done}, but that could not be verified. ${why.message} Look at the file before trying again.`);

async function open(handle: FileSystemFileHandle): Promise<FileSystemWritableFileStream> {
  const exclusive: WritableOptions = { keepExistingData: false, mode: 'exclusive' };
  try {
    return await handle.createWritable(exclusive);
  } catch (error) {
    // A browser that knows other modes only; every other error is the file's own.
    if (!(error instanceof TypeError)) throw error;
    return handle.createWritable();
  }
}

/**
 * Writes a file whole (row P9): into a swap file, then, if the file is still what was expected, in one swap; then size
 * and hash are verified. On any fault the old content stays. `expected` null means there must be no such file yet.
 */
export async function put(
  spot: Spot,
  bytes: Blob,
  expected: Content | null,
  after: Content,
  hands: Hands,
): Promise<Outcome<null>> {
  const { path, parent, name } = spot;
  const doing = { verb: 'write', path };
  hands.progress({ doing: `writing ${path}`, done: 0, total: null });
  if (expected === null && (await exists(parent, name)))
    return changed(path, 'something of that name has come into being since');
  await hands.step('before');
  const made = await timely(hands, doing, () => parent.getFileHandle(name, { create: expected === null }));
  if (!made.ok) return expected !== null && made.fault.code === 'not-found' ? changed(path, 'it is gone') : made;
  const handle = made.value;
  if (typeof handle.createWritable !== 'function')
    return fail(
      'blocked-by-browser',
      `Could not write ${path}: this browser cannot write files safely. Use a newer browser.`,
    );
  await hands.step('made');
  const written = await swap(handle, path, bytes, expected, hands);
  if (!written.ok) {
    // The empty file was ours alone; one that has content by now belongs to somebody else.
    if (expected === null) await dropEmpty(parent, name);
    return written;
  }
  await hands.step('swapped');
  const now = await attempt({ verb: 'verify', path }, async () => contentOfBlob(await handle.getFile()));
  // The swap is done: whatever keeps it from being verified must not read as "nothing was changed".
  if (!now.ok) return unverified(`${path} was written`, now.fault);
  if (!sameContent(now.value, after)) {
    return fail(
      'storage',
      `${path} was written, but the disk holds something else now (${sizeName(now.value.size)} where ${sizeName(after.size)} were written). Another program may have written it at the same moment. Look at the file.`,
    );
  }
  await hands.step('verified');
  return ok(null);
}

async function swap(
  handle: FileSystemFileHandle,
  path: string,
  bytes: Blob,
  expected: Content | null,
  hands: Hands,
): Promise<Outcome<null>> {
  const doing = { verb: 'write', path };
  const opened = await timely(hands, doing, () => open(handle));
  if (!opened.ok) return opened;
  const writable = opened.value;
  const giveUp = async <T>(outcome: T): Promise<T> => {
    // A browser that stalls may never answer here either.
    await timely({ ...hands, stallMs: 2_000 }, doing, () => writable.abort());
    return outcome;
  };
  await hands.step('opened');
  for (let at = 0; at < bytes.size; at += piece) {
    if (hands.signal.aborted) return giveUp(cancelled());
    const wrote = await timely(hands, doing, () => writable.write(bytes.slice(at, at + piece)));
    if (!wrote.ok) return giveUp(wrote);
    hands.progress({ doing: `writing ${path}`, done: Math.min(at + piece, bytes.size), total: bytes.size });
  }
  await hands.step('written');
  const still = await attempt({ verb: 'check', path }, async () => {
    const file = await handle.getFile();
    return expected === null
      ? file.size === 0
      : file.size === expected.size && sameContent(await contentOfBlob(file), expected);
  });
  if (!still.ok) return giveUp(still.fault.code === 'not-found' ? changed(path, 'it is gone') : still);
  if (!still.value) return giveUp(changed(path));
  if (hands.signal.aborted) return giveUp(cancelled());
  await hands.step('checked');
  // From here on nothing stops the swap: the browser does it as one step.
  const closed = await timely(hands, doing, () => writable.close());
  return closed.ok ? ok(null) : giveUp(closed);
}

/** Whether a folder has an entry of exactly that name. */
export async function exists(parent: FileSystemDirectoryHandle, name: string): Promise<boolean> {
  const asFile = await attempt({ verb: 'check', path: name }, () => parent.getFileHandle(name));
  return asFile.ok || asFile.fault.code !== 'not-found';
}

/** Removes a file that holds nothing; one with content stays. */
export async function dropEmpty(parent: FileSystemDirectoryHandle, name: string): Promise<void> {
  await attempt({ verb: 'remove', path: name }, async () => {
    const handle = await parent.getFileHandle(name);
    if ((await handle.getFile()).size === 0) await parent.removeEntry(name);
  });
}
