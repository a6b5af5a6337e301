import { ok, type Outcome } from '../../core/outcome.ts';
import type { Content } from '../../core/ports.ts';
import type { Ctx } from './context.ts';
import { withFile } from './disk.ts';
import { contentOfBlob, sameContent } from './hash.ts';
import { resolve, type Found } from './resolve.ts';
import { contentOfTree, treeOf } from './tree.ts';

/** What stands at a path now, with its content; a folder's content is that of its whole tree. */
export interface State {
  readonly found: Found;
  readonly content: Content | null;
}

/** Looks at a path as the settling and the reverting of a change need it. */
export async function stateOf(
  root: FileSystemDirectoryHandle,
  path: string,
  ctx: Ctx,
  deep: boolean,
): Promise<Outcome<State>> {
  const found = await resolve(root, path);
  if (!found.ok)
    return found.fault.code === 'not-a-folder'
      ? ok({ found: { kind: 'none', parent: root, missing: path.split('/'), lookAlike: null }, content: null })
      : found;
  const at = found.value;
  if (at.kind === 'none') return ok({ found: at, content: null });
  if (at.kind === 'file') {
    const content = await withFile(at.file, path, (file) => contentOfBlob(file, ctx.signal));
    return content.ok ? ok({ found: at, content: content.value }) : content;
  }
  if (!deep) return ok({ found: at, content: null });
  const tree = await treeOf(at.folder, path, ctx);
  if (!tree.ok) return tree.fault.code === 'too-many' ? ok({ found: at, content: null }) : tree;
  const content = await contentOfTree(tree.value, path, ctx);
  return content.ok ? ok({ found: at, content: content.value }) : content;
}

/** Whether the state is a file (or folder) with exactly that content. */
export const holds = (state: State, kind: 'file' | 'folder', content: Content | null): boolean =>
  state.found.kind === kind && content !== null && sameContent(state.content, content);
