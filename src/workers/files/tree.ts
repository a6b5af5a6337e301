import { limits } from '../../core/limits.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Content } from '../../core/ports.ts';
import type { Ctx } from './context.ts';
import { cancelled, faultOf } from './errors.ts';
import { contentOf, contentOfBlob } from './hash.ts';

export interface TreeFile {
  /** Relative to the folder, names as they are on disk. */
  readonly path: string;
  readonly parent: FileSystemDirectoryHandle;
  readonly name: string;
  readonly file: FileSystemFileHandle;
}
export interface TreeFolder {
  readonly path: string;
  readonly parent: FileSystemDirectoryHandle;
  readonly name: string;
  readonly folder: FileSystemDirectoryHandle;
}

/** All that the browser shows of a folder: symbolic links are invisible to it. Parents stand before what they hold. */
export interface Tree {
  readonly files: readonly TreeFile[];
  readonly folders: readonly TreeFolder[];
}

/** Lists a folder's whole tree, up to the limit of a folder rename (1,000 entries). */
export async function treeOf(root: FileSystemDirectoryHandle, path: string, ctx: Ctx): Promise<Outcome<Tree>> {
  const files: TreeFile[] = [];
  const folders: TreeFolder[] = [];
  const open: { folder: FileSystemDirectoryHandle; at: string }[] = [{ folder: root, at: '' }];
  try {
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const { folder: parent, at } = next;
      for await (const [name, handle] of parent.entries()) {
        if (ctx.signal.aborted) return cancelled();
        const inner = at === '' ? name : `${at}/${name}`;
        if (handle.kind === 'directory') {
          folders.push({ path: inner, parent, name, folder: handle });
          open.push({ folder: handle, at: inner });
        } else files.push({ path: inner, parent, name, file: handle });
        if (files.length + folders.length > limits.rename.entries) {
          return fail(
            'too-many',
            `${path} holds more than ${limits.rename.entries} entries, which is more than one rename moves. Rename smaller folders inside it one by one.`,
          );
        }
      }
    }
  } catch (error) {
    return { ok: false, fault: faultOf(error, { verb: 'list', path }) };
  }
  const byPath = (a: { path: string }, b: { path: string }): number => (a.path < b.path ? -1 : 1);
  return ok({ files: files.toSorted(byPath), folders: folders.toSorted(byPath) });
}

/** One content for a whole tree: all paths and the hash of every file; its size is the sum of theirs. */
export async function contentOfTree(tree: Tree, path: string, ctx: Ctx): Promise<Outcome<Content>> {
  const lines = tree.folders.map((folder) => `${folder.path}/`);
  let size = 0;
  try {
    for (const [index, { path: inner, file }] of tree.files.entries()) {
      if (ctx.signal.aborted) return cancelled();
      ctx.progress({ doing: `reading ${path}`, done: index, total: tree.files.length });
      const content = await contentOfBlob(await file.getFile(), ctx.signal);
      size += content.size;
      lines.push(`${inner}\0${content.size}\0${content.hash}`);
    }
  } catch (error) {
    return { ok: false, fault: faultOf(error, { verb: 'read', path }) };
  }
  const { hash } = await contentOf(new TextEncoder().encode(lines.join('\n')));
  return ok({ size, hash });
}
