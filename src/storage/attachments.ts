/** Files given with messages: one blob each in OPFS, `attachments/<id>` (row W1). */
import { fail, ok, type Outcome } from '../core/outcome.ts';
import { storageFault } from './fault.ts';

const plainId = /^[A-Za-z0-9]{1,64}$/u;

const shelf = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle('attachments', { create: true });

/** Keeps a file's bytes under an id; all of them, or nothing. */
export async function keepAttachment(id: string, bytes: Blob): Promise<Outcome<void>> {
  if (!plainId.test(id)) return fail('bug', 'An attachment came without a proper id. Please report this.');
  try {
    const file = await (await shelf()).getFileHandle(id, { create: true });
    const writable = await file.createWritable();
    await writable.write(bytes);
    await writable.close();
    return ok(undefined);
  } catch (error) {
    return storageFault(error, 'keep the attached file');
  }
}

/** A file's bytes; null where they are no longer kept. */
export async function readAttachment(id: string): Promise<Outcome<Blob | null>> {
  if (!plainId.test(id)) return ok(null);
  try {
    return ok(await (await (await shelf()).getFileHandle(id)).getFile());
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return ok(null);
    return storageFault(error, 'read the attached file');
  }
}

/** Lets go of a file that was taken off again before it was sent. */
export async function dropAttachment(id: string): Promise<void> {
  if (!plainId.test(id)) return;
  try {
    await (await shelf()).removeEntry(id);
  } catch {
    // It was never kept, or is in use: nothing points to it either way.
  }
}

/** The same bytes under another id, for another chat (row U5); nothing where they are no longer kept. */
export async function copyAttachment(from: string, to: string): Promise<Outcome<void>> {
  const bytes = await readAttachment(from);
  if (!bytes.ok) return bytes;
  return bytes.value === null ? ok(undefined) : keepAttachment(to, bytes.value);
}
