import { limits } from '../../../core/limits.ts';
import { faultOf } from '../errors.ts';
import { pooled, type Breath } from './breathe.ts';
import { Halt } from './halt.ts';
import type { Skips } from './skips.ts';
import type { FileEntry } from './walk.ts';

/** A file to search: whole where it is small, else to be read slice by slice. */
export type Content =
  | { readonly is: 'bytes'; readonly entry: FileEntry; readonly bytes: Uint8Array }
  | { readonly is: 'large'; readonly entry: FileEntry; readonly file: File };

/** One `Blob` of many files crosses to the browser's I/O thread once: three times as fast as file by file. */
const batchFiles = 256;
const batchBytes = 16 * 1024 * 1024;
/** Larger files are read in slices, so that memory stays flat. */
const largeBytes = 4 * 1024 * 1024;

interface Opened {
  readonly entry: FileEntry;
  readonly file: File;
}

const gone = new Set(['NotFoundError', 'NotReadableError', 'TypeMismatchError']);

/** Notes a file that could not be read; only a lapsed grant ends the search. */
function noted(error: DOMException, entry: FileEntry, skips: Skips): null {
  if (error.name === 'NotAllowedError') throw new Halt(faultOf(error, { verb: 'read', path: entry.path }));
  skips.add(gone.has(error.name) ? 'changed' : 'unreadable', entry.path);
  return null;
}

const open = (entry: FileEntry): Promise<File> => entry.handle.getFile();

/** `NotReadableError` means that the file changed since `getFile`: ask for it again, once. */
export async function twice<T>(entry: FileEntry, skips: Skips, read: (file: File) => Promise<T>): Promise<T | null> {
  const attempt = async (): Promise<{ readonly read: T } | { readonly error: DOMException }> => {
    try {
      return { read: await read(await open(entry)) };
    } catch (error) {
      if (error instanceof DOMException) return { error };
      throw error;
    }
  };
  const first = await attempt();
  const last = 'error' in first ? await attempt() : first;
  return 'error' in last ? noted(last.error, entry, skips) : last.read;
}

async function openAll(entries: readonly FileEntry[], skips: Skips): Promise<Opened[]> {
  const files = new Map<FileEntry, File>();
  await pooled(entries, async (entry) => {
    const file = await twice(entry, skips, (found) => Promise.resolve(found));
    if (file === null) return;
    if (file.size > limits.grep.file) skips.add('tooLarge', entry.path);
    else files.set(entry, file);
  });
  return entries.flatMap((entry) => {
    const file = files.get(entry);
    return file === undefined ? [] : [{ entry, file }];
  });
}

async function readTogether(opened: readonly Opened[], skips: Skips): Promise<Content[]> {
  try {
    const all = new Uint8Array(await new Blob(opened.map(({ file }) => file)).arrayBuffer());
    let from = 0;
    return opened.map(({ entry, file }) => {
      from += file.size;
      return { is: 'bytes', entry, bytes: all.subarray(from - file.size, from) };
    });
  } catch {
    // One member changed: read them one by one, so that only that one is lost.
    const read = new Map<FileEntry, Content>();
    await pooled(opened, async ({ entry }) => {
      const bytes = await twice(entry, skips, async (file) => new Uint8Array(await file.arrayBuffer()));
      if (bytes !== null) read.set(entry, { is: 'bytes', entry, bytes });
    });
    return opened.flatMap(({ entry }) => read.get(entry) ?? []);
  }
}

/** Files that are read together; one large file stands alone. Opened as the reading comes to them. */
async function* groups(entries: readonly FileEntry[], skips: Skips): AsyncGenerator<Opened[]> {
  for (let from = 0; from < entries.length; from += batchFiles) {
    let group: Opened[] = [];
    let bytes = 0;
    for (const opened of await openAll(entries.slice(from, from + batchFiles), skips)) {
      const { size } = opened.file;
      // A large file stands alone, so that the order of the files is kept.
      if (group.length > 0 && (size > largeBytes || bytes + size > batchBytes)) {
        yield group;
        group = [];
        bytes = 0;
      }
      if (size > largeBytes) {
        yield [opened];
        continue;
      }
      group.push(opened);
      bytes += size;
    }
    if (group.length > 0) yield group;
  }
}

async function readGroup(group: readonly Opened[], skips: Skips): Promise<Content[]> {
  const small = group.filter(({ file }) => file.size <= largeBytes);
  const large = group.filter(({ file }) => file.size > largeBytes);
  const read = small.length > 0 ? await readTogether(small, skips) : [];
  return [...read, ...large.map((opened): Content => ({ is: 'large', ...opened }))];
}

/** The contents of files, in their order, with the next ones being read while these are searched. */
export async function* contents(entries: readonly FileEntry[], skips: Skips, breath: Breath): AsyncGenerator<Content> {
  const source = groups(entries, skips);
  const next = async (): Promise<Content[] | null> => {
    const group = await source.next();
    return group.done === true ? null : readGroup(group.value, skips);
  };
  let ahead = next();
  for (let now = await ahead; now !== null; now = await ahead) {
    ahead = next();
    // A search that stops early leaves this one unawaited; its failure is then nobody's concern.
    ahead.catch(() => undefined);
    breath.check();
    yield* now;
  }
}
