import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { Ctx } from '../context.ts';
import { errorName, faultOf } from '../errors.ts';
import { absent, resolve } from '../resolve.ts';
import { blockedIn, brokenWords, blockOf, isAgentBlock, readBlock, type Block } from './agentblock.ts';
import { pooled, type Breath } from './breathe.ts';
import { Halt } from './halt.ts';
import { judge, readRules, type RuleFile } from './rules.ts';
import { moreSecret } from './secrets.ts';
import type { Reason, Skips } from './skips.ts';

interface Met<Kind extends 'file' | 'folder', Handle> {
  readonly kind: Kind;
  /** Project-relative, in NFC. */
  readonly path: string;
  readonly handle: Handle;
  /** Why a search does not look in here; null for an ordinary entry. */
  readonly left: Reason | null;
}
export type FileEntry = Met<'file', FileSystemFileHandle>;
export type FolderEntry = Met<'folder', FileSystemDirectoryHandle>;
/** A file or folder that was met on a walk. */
export type Entry = FileEntry | FolderEntry;

/** A folder about to be read, with the rule files that stand above it (root first). */
export interface Open {
  readonly handle: FileSystemDirectoryHandle;
  readonly path: string;
  readonly depth: number;
  readonly git: readonly RuleFile[];
  readonly blocks: readonly Block[];
}

/** Where a search starts: what its `path` argument names, taken literally. */
export type Base = { readonly is: 'folder'; readonly open: Open } | { readonly is: 'file'; readonly entry: FileEntry };

const mostDepth = 128;

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Sorts a folder's contents right after it, which plain text order does not (`src-x` stands between). */
const key = (path: string): string => path.replaceAll('/', '\0');
export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  const left = key(a.path);
  const right = key(b.path);
  return left < right ? -1 : left > right ? 1 : 0;
}

async function gitRules(handle: FileSystemDirectoryHandle, folder: string): Promise<RuleFile | null> {
  try {
    const file = await (await handle.getFileHandle('.gitignore')).getFile();
    return readRules(folder, join(folder, '.gitignore'), await file.text(), false);
  } catch (error) {
    if (errorName(error) === 'NotAllowedError') throw error;
    // Absent or unreadable: then nothing is ignored, and a search finds rather more than less.
    return null;
  }
}

/** From the `path` argument to what it names, with all rules from above it. A blocked target is refused (row X3). */
export async function baseOf(root: FileSystemDirectoryHandle, path: string): Promise<Outcome<Base>> {
  let git: RuleFile[] = [];
  const blocks: Block[] = [];
  let handle = root;
  let here = '';
  const segments = path === '' ? [] : path.split('/');
  for (const [index, segment] of segments.entries()) {
    const above = await gitRules(handle, here);
    if (above !== null) git.push(above);
    const block = await blockOf(handle, here);
    if (block !== null) blocks.push(block);
    const found = await resolve(handle, segment);
    if (!found.ok) return found;
    if (found.value.kind === 'none') return absent(path, { ...found.value, missing: segments.slice(index) });
    here = join(here, segment);
    const folder = found.value.kind === 'folder';
    const why = blockedIn(blocks, here, folder);
    if (why !== null) return blocked(path, why);
    // Named by the caller: rules from above that ignore it speak no longer of what lies in it.
    if (judge(git, here, folder).says === 'ignored') git = [];
    if (found.value.kind === 'folder') handle = found.value.folder;
    else if (here === path)
      return ok({ is: 'file', entry: { kind: 'file', path, handle: found.value.file, left: null } });
    else return fail('not-a-folder', `${here} is a file, so ${path} cannot lie in it. Look with list_directory.`);
  }
  const own = await blockOf(handle, here);
  if (own?.is === 'broken') return blocked(path, brokenWords(own));
  return ok({ is: 'folder', open: { handle, path: here, depth: 0, git, blocks } });
}

const blocked = (path: string, why: string): Outcome<never> =>
  fail(
    'rejected',
    `${path === '' ? 'The project’s top folder' : path} is blocked by ${why}. No tool may look there; ask the person if you need it.`,
  );

function leftOut(
  entry: { kind: 'file' | 'folder'; path: string; name: string },
  git: readonly RuleFile[],
  blocks: readonly Block[],
): Reason | null {
  const folder = entry.kind === 'folder';
  const name = entry.name.toLowerCase();
  // What the browser hands out for a name it cannot decode; nothing can be reached by it.
  if (name === '') return 'unnamed';
  if (!folder && name.endsWith('.crswap')) return 'leftover';
  if (blockedIn(blocks, entry.path, folder) !== null) return 'blocked';
  if (folder && name === '.git') return 'git';
  if (folder && name === 'node_modules') return 'heavy';
  return judge(git, entry.path, folder).says === 'ignored' ? 'ignored' : null;
}

/** Reads one folder: every entry in order of name, each with what the rules say of it. */
export async function readFolder(
  open: Open,
): Promise<{ readonly entries: Entry[]; readonly inside: Pick<Open, 'git' | 'blocks'> }> {
  const met: (FileSystemFileHandle | FileSystemDirectoryHandle)[] = [];
  for await (const handle of open.handle.values()) met.push(handle);
  const own = met.filter((handle) => isAgentBlock(handle.name));
  const blocks = [...open.blocks, ...(await Promise.all(own.map((handle) => readBlock(handle, open.path))))];
  const rules = met.some((handle) => handle.name === '.gitignore') ? await gitRules(open.handle, open.path) : null;
  const git = rules === null ? open.git : [...open.git, rules];
  const entries = met.map((handle): Entry => {
    const name = handle.name.normalize('NFC');
    const path = join(open.path, name);
    const left = leftOut({ kind: handle.kind === 'directory' ? 'folder' : 'file', path, name }, git, blocks);
    return handle.kind === 'directory' ? { kind: 'folder', path, handle, left } : { kind: 'file', path, handle, left };
  });
  return { entries: entries.toSorted(byPath), inside: { git, blocks } };
}

/** Whether a walk takes an entry although something speaks against it: `include_ignored` opens all but `.git`. */
const taken = (left: Reason | null, includeIgnored: boolean): boolean =>
  left === null || (includeIgnored && (left === 'ignored' || left === 'heavy'));

export interface Walked {
  /** Sorted by path. */
  readonly files: FileEntry[];
  /** Folders that were entered, for a pattern that names a folder. */
  readonly folders: string[];
}

/**
 * All files under a folder that a search may look at (row P10), sorted. Folders are pruned before they are entered;
 * symbolic links are never listed by the browser, so there are no cycles. What is left out is counted in `skips`.
 */
export async function walk(
  base: Open,
  includeIgnored: boolean,
  skips: Skips,
  breath: Breath,
  ctx: Ctx,
): Promise<Walked> {
  const files: FileEntry[] = [];
  const folders: string[] = [];
  let level: Open[] = [base];
  while (level.length > 0) {
    const next: Open[] = [];
    await pooled(level, async (open) => {
      if (breath.due) await breath.pause();
      breath.check();
      const read = await readFolder(open).catch((error: unknown) => unreadable(error, open, base, skips));
      for (const entry of read?.entries ?? []) {
        if (!taken(entry.left, includeIgnored)) skips.add(entry.left ?? 'ignored', entry.path);
        else if (moreSecret(entry.path, base.path)) skips.add('secret', entry.path);
        else if (entry.kind === 'file') files.push(entry);
        else if (open.depth >= mostDepth) skips.add('tooDeep', entry.path);
        else {
          folders.push(entry.path);
          next.push({
            handle: entry.handle,
            path: entry.path,
            depth: open.depth + 1,
            ...(read?.inside ?? open),
          });
        }
      }
    });
    ctx.progress({ doing: 'looking through folders', done: files.length, total: null });
    level = next;
  }
  return { files: files.toSorted(byPath), folders: folders.toSorted() };
}

/** One folder that cannot be read must not end the search; the one that was asked for, or a lapsed grant, must. */
function unreadable(error: unknown, open: Open, base: Open, skips: Skips): null {
  if (error instanceof Halt || errorName(error) === 'NotAllowedError' || open === base) {
    throw error instanceof Halt ? error : new Halt(faultOf(error, { verb: 'read the folder', path: open.path }));
  }
  skips.add('unreadable', open.path);
  return null;
}
