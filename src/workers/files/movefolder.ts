import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Content } from '../../core/ports.ts';
import { attempt, cancelled } from './errors.ts';
import { timely, type Hands } from './hands.ts';
import { contentOfBlob, sameContent } from './hash.ts';
import { copyFile, removeSame } from './move.ts';
import { changed, exists, type Spot } from './put.ts';
import { contentOfTree, treeOf, type Tree } from './tree.ts';

interface Copied {
  readonly from: Spot;
  readonly to: Spot;
  readonly content: Content;
}

/**
 * Moves a folder: copies and verifies all of it, and only then deletes the old one, entry by entry, since a recursive
 * delete fails half-way on symbolic links (DESIGN, traps). The value names what could not be moved, or is null.
 */
export async function moveFolder(
  from: Spot,
  folder: FileSystemDirectoryHandle,
  tree: Tree,
  to: Spot,
  content: Content,
  hands: Hands,
  intoEmpty: boolean,
): Promise<Outcome<string | null>> {
  if (!intoEmpty && (await exists(to.parent, to.name)))
    return changed(to.path, 'something of that name has come into being since');
  await hands.step('before');
  const made: Spot[] = [];
  const done: Copied[] = [];
  const copied = await copyAll(from, tree, to, hands, made, done);
  const whole = copied.ok ? await unchanged(folder, from.path, content, hands) : copied;
  const undo = async (): Promise<void> => {
    for (const one of done) await removeSame(one.to, one.content, { ...hands, signal: new AbortController().signal });
    for (const one of made.toReversed())
      await attempt({ verb: 'remove', path: one.path }, () => one.parent.removeEntry(one.name));
  };
  if (!whole.ok) {
    await undo();
    return whole;
  }
  await hands.step('copied');
  const left = await clear(from, tree, done, hands);
  if (left.length === 0) return ok(null);
  const some = `${left.slice(0, 10).join(', ')}${left.length > 10 ? ` and ${left.length - 10} more` : ''}`;
  if (left.length < done.length + tree.folders.length + 1) {
    return ok(
      `Still in the old place: ${some}. Such a folder may hold symbolic links, which the browser neither shows nor moves`,
    );
  }
  await undo();
  return fail(
    'locked',
    `${from.path} was not renamed: nothing of the old folder could be deleted (${some}), so the copy was taken away again. It may hold symbolic links, or another program may be using it.`,
  );
}

async function copyAll(
  from: Spot,
  tree: Tree,
  to: Spot,
  hands: Hands,
  made: Spot[],
  done: Copied[],
): Promise<Outcome<null>> {
  const folders = new Map<string, FileSystemDirectoryHandle>();
  const make = async (path: string, spot: Spot): Promise<Outcome<null>> => {
    const handle = await timely(hands, { verb: 'make', path: spot.path }, () =>
      spot.parent.getDirectoryHandle(spot.name, { create: true }),
    );
    if (!handle.ok) return handle;
    made.push(spot);
    folders.set(path, handle.value);
    return ok(null);
  };
  const spotOf = (path: string, name: string): Spot => {
    const above = folders.get(path.slice(0, Math.max(0, path.length - name.length - 1)));
    return { path: `${to.path}/${path}`, parent: above ?? to.parent, name };
  };
  const top = await make('', to);
  if (!top.ok) return top;
  for (const { path, name } of tree.folders) {
    const inner = await make(path, spotOf(path, name));
    if (!inner.ok) return inner;
  }
  for (const [index, { path, name, parent, file }] of tree.files.entries()) {
    if (hands.signal.aborted) return cancelled();
    hands.progress({ doing: `moving ${from.path}`, done: index, total: tree.files.length });
    const old: Spot = { path: `${from.path}/${path}`, parent, name };
    const content = await attempt({ verb: 'read', path: old.path }, async () => contentOfBlob(await file.getFile()));
    if (!content.ok) return content;
    const target = spotOf(path, name);
    const copied = await copyFile(old, file, target, content.value, hands);
    if (!copied.ok) return copied;
    done.push({ from: old, to: target, content: content.value });
  }
  return ok(null);
}

async function unchanged(
  folder: FileSystemDirectoryHandle,
  path: string,
  content: Content,
  hands: Hands,
): Promise<Outcome<null>> {
  const tree = await treeOf(folder, path, hands);
  if (!tree.ok) return tree;
  const now = await contentOfTree(tree.value, path, hands);
  if (!now.ok) return now;
  return sameContent(now.value, content) ? ok(null) : changed(path, 'something in it was changed meanwhile');
}

/** Deletes the old tree from the leaves up; gives back what stays (links that the browser never shows). */
async function clear(from: Spot, tree: Tree, done: readonly Copied[], hands: Hands): Promise<string[]> {
  const left: string[] = [];
  for (const one of done) {
    const removed = await removeSame(one.from, one.content, hands);
    if (!removed.ok) left.push(`${one.from.path} (${removed.fault.message})`);
  }
  const folders: Spot[] = [
    from,
    ...tree.folders.map(({ path, parent, name }) => ({ path: `${from.path}/${path}`, parent, name })),
  ];
  for (const one of folders.toReversed()) {
    const removed = await timely(hands, { verb: 'delete', path: one.path }, () => one.parent.removeEntry(one.name));
    if (!removed.ok) left.push(`${one.path}/`);
    else await hands.step('folder removed');
  }
  return left;
}
