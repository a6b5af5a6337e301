import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Content } from '../../core/ports.ts';
import { withFile } from './disk.ts';
import { attempt } from './errors.ts';
import { timely, type Hands } from './hands.ts';
import { contentOfBlob, sameContent } from './hash.ts';
import { changed, exists, put, unverified, type Spot } from './put.ts';

/** Not in the standard libraries yet. */
interface Movable {
  move?(parent: FileSystemDirectoryHandle, name: string): Promise<void>;
}

/**
 * Endings that `move` is known to take without asking. All others are copied, verified and deleted: on `.py`, `.sh`,
 * `.jar` and more the browser opens a question and may wait for ever (DESIGN, traps).
 */
const plain =
  /\.(txt|md|markdown|rst|json|jsonc|yaml|yml|toml|ts|tsx|jsx|css|scss|less|csv|tsv|png|jpe?g|gif|webp|woff2?|c|h|cc|cpp|hpp|rs|go|java|kt|swift|vue|svelte|lock|log|ini|conf|sql|graphql|proto)$/iu;

/** Moves one file; never over another. `content` is what the file must hold before and after. */
export async function moveFile(
  from: Spot,
  file: FileSystemFileHandle,
  to: Spot,
  content: Content,
  hands: Hands,
): Promise<Outcome<null>> {
  const now = await withFile(file, from.path, (snapshot) => contentOfBlob(snapshot, hands.signal));
  if (!now.ok) return now;
  if (!sameContent(now.value, content)) return changed(from.path);
  if (await exists(to.parent, to.name)) return changed(to.path, 'something of that name has come into being since');
  const movable: FileSystemFileHandle & Movable = file;
  if (movable.move === undefined || !plain.test(from.name) || !plain.test(to.name))
    return copyOver(from, file, to, content, hands);
  await hands.step('before');
  const moved = await timely(
    hands,
    { verb: 'rename', path: from.path },
    () => movable.move?.(to.parent, to.name) ?? Promise.resolve(),
  );
  if (!moved.ok) return moved;
  await hands.step('moved');
  const there = await attempt({ verb: 'verify', path: to.path }, async () =>
    contentOfBlob(await (await to.parent.getFileHandle(to.name)).getFile()),
  );
  const done = `${from.path} was renamed to ${to.path}`;
  if (!there.ok) return unverified(done, there.fault);
  if (sameContent(there.value, content)) return ok(null);
  return fail('storage', `${done}, but it holds something else now: another program wrote it just then. Look at it.`);
}

/** Copy, verify, delete; where the old file cannot be deleted the copy goes again, so that nothing has changed. */
async function copyOver(
  from: Spot,
  file: FileSystemFileHandle,
  to: Spot,
  content: Content,
  hands: Hands,
): Promise<Outcome<null>> {
  const copied = await copyFile(from, file, to, content, hands);
  if (!copied.ok) return copied;
  await hands.step('copied');
  const removed = await removeSame(from, content, hands);
  if (removed.ok) return removed;
  await removeSame(to, content, hands);
  return removed;
}

/** Copies one file to a new place and verifies it there. */
export async function copyFile(
  from: Spot,
  file: FileSystemFileHandle,
  to: Spot,
  content: Content,
  hands: Hands,
): Promise<Outcome<null>> {
  const source = await attempt({ verb: 'read', path: from.path }, () => file.getFile());
  return source.ok ? put(to, source.value, null, content, hands) : source;
}

/** Deletes a file if it still holds that content. */
export async function removeSame(spot: Spot, content: Content, hands: Hands): Promise<Outcome<null>> {
  const doing = { verb: 'delete', path: spot.path };
  const now = await attempt(doing, async () =>
    contentOfBlob(await (await spot.parent.getFileHandle(spot.name)).getFile()),
  );
  if (!now.ok) return now.fault.code === 'not-found' ? changed(spot.path, 'it is gone') : now;
  if (!sameContent(now.value, content)) return changed(spot.path);
  await hands.step('unremoved');
  const removed = await timely(hands, doing, () => spot.parent.removeEntry(spot.name));
  if (!removed.ok) return removed;
  await hands.step('removed');
  return ok(null);
}
