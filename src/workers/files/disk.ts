import { limits } from '../../core/limits.ts';
import { fail, type Outcome } from '../../core/outcome.ts';
import { attempt, errorName } from './errors.ts';

/** A size for a person: "512 bytes", "3.4 MB". */
export function sizeName(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const steps = ['KB', 'MB', 'GB', 'TB'];
  let size = bytes / 1024;
  let step = 0;
  for (; size >= 1024 && step < steps.length - 1; step += 1) size /= 1024;
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${steps[step]}`;
}

/** Runs `use` on the file's snapshot; where the file changed since the snapshot, takes a new one, once (DESIGN, traps). */
export async function withFile<T>(
  handle: FileSystemFileHandle,
  path: string,
  use: (file: File) => Promise<T>,
): Promise<Outcome<T>> {
  return attempt({ verb: 'read', path }, async () => {
    try {
      return await use(await handle.getFile());
    } catch (error) {
      if (errorName(error) !== 'NotReadableError') throw error;
      return use(await handle.getFile());
    }
  });
}

/** The limit of what is held in memory whole (16 MB). */
export const tooLarge = (path: string, size: number): Outcome<never> =>
  fail(
    'too-large',
    `${path} has ${sizeName(size)}; files to edit or read whole may have ${sizeName(limits.read.whole)} at most. Read a part of it with start_line and end_line, or search it with grep.`,
  );

export interface Snapshot {
  readonly file: File;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A whole file of at most 16 MB. */
export async function readWhole(handle: FileSystemFileHandle, path: string): Promise<Outcome<Snapshot>> {
  const read = await withFile(handle, path, async (file) =>
    file.size > limits.read.whole ? { file, bytes: null } : { file, bytes: new Uint8Array(await file.arrayBuffer()) },
  );
  if (!read.ok) return read;
  const { file, bytes } = read.value;
  return bytes === null ? tooLarge(path, file.size) : { ok: true, value: { file, bytes } };
}
