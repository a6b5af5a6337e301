import { ok, type Outcome } from '../../core/outcome.ts';
import type { Place } from './draft.ts';
import { attempt } from './errors.ts';
import { timely, type Hands } from './hands.ts';
import type { Spot } from './put.ts';

/** Makes the folders that a new entry needs, and says where it will stand. Folders that exist by now are taken as they are. */
export async function makeWay(place: Place, hands: Hands): Promise<Outcome<Spot>> {
  let parent = place.parent;
  for (const name of place.missing.slice(0, -1)) {
    const from: FileSystemDirectoryHandle = parent;
    const made = await timely(hands, { verb: 'make the folders of', path: place.path }, () =>
      from.getDirectoryHandle(name, { create: true }),
    );
    if (!made.ok) return made;
    parent = made.value;
    await hands.step(`folder ${name}`);
  }
  return ok({ path: place.path, parent, name: place.missing.at(-1) ?? '' });
}

/** The folders `makeWay` would make, as project paths, outermost first. */
export function foldersToMake(place: Place): readonly string[] {
  const segments = place.path.split('/');
  const first = segments.length - place.missing.length;
  return place.missing.slice(0, -1).map((_, index) => segments.slice(0, first + index + 1).join('/'));
}

/** Takes folders that were made on the way back again, innermost first, as far as they are empty. */
export async function unmakeFolders(root: FileSystemDirectoryHandle, paths: readonly string[]): Promise<void> {
  for (const path of paths.toReversed()) {
    const segments = path.split('/');
    await attempt({ verb: 'remove', path }, async () => {
      let parent = root;
      for (const segment of segments.slice(0, -1)) parent = await parent.getDirectoryHandle(segment);
      await parent.removeEntry(segments.at(-1) ?? '');
    });
  }
}
