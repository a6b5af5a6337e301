import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { holder, within } from '../../core/path.ts';
import { secretOf } from './search/secrets.ts';
import type { Ctx } from './context.ts';
import { withFile } from './disk.ts';
import type { Draft, Judge, Place } from './draft.ts';
import { attempt } from './errors.ts';
import { untouchable } from './guard.ts';
import { contentOfBlob } from './hash.ts';
import { absent, resolve, secondLookAlike, type FoundFile, type FoundFolder } from './resolve.ts';
import { contentOfTree, treeOf } from './tree.ts';

interface Target {
  readonly place: Place;
  /** The two names differ in letter case only and this disk does not tell them apart. */
  readonly caseOnly: boolean;
}

/** Where the new name would stand; an entry that is there already is never overwritten. */
async function targetOf(
  root: FileSystemDirectoryHandle,
  from: string,
  source: FoundFile | FoundFolder,
  to: string,
  intoEmpty: boolean,
  ctx: Ctx,
): Promise<Outcome<Target>> {
  const found = await resolve(root, to);
  if (!found.ok) return found;
  const beside = holder(from) === holder(to);
  if (found.value.kind === 'none') {
    const place = { path: to, parent: found.value.parent, missing: found.value.missing };
    // Renaming a look-alike to its plain name is a cure, not a second one.
    const cure = beside && found.value.lookAlike?.name === source.name;
    const clear = cure ? ok(null) : secondLookAlike(to, found.value);
    return clear.ok ? ok({ place, caseOnly: false }) : clear;
  }
  const { parent, name } = found.value;
  if (beside && parent !== null && from.toLowerCase() === to.toLowerCase()) {
    const listed = await attempt({ verb: 'list', path: holder(to) }, async () => {
      for await (const entry of parent.keys()) if (entry.normalize('NFC') === name) return true;
      return false;
    });
    if (!listed.ok) return listed;
    if (!listed.value) return ok({ place: { path: to, parent, missing: [name] }, caseOnly: true });
  }
  if (intoEmpty && source.kind === 'folder' && found.value.kind === 'folder' && parent !== null) {
    const there = await treeOf(found.value.folder, to, ctx);
    if (!there.ok) return there;
    if (there.value.files.length === 0) return ok({ place: { path: to, parent, missing: [name] }, caseOnly: false });
  }
  return fail(
    'exists',
    `${to} exists already, and a rename never overwrites. Choose another name, or delete ${to} first.`,
  );
}

/** Plans `file_rename` of a file or a whole folder. */
export async function planRename(
  root: FileSystemDirectoryHandle,
  from: string,
  to: string,
  judge: Judge,
  ctx: Ctx,
): Promise<Outcome<Draft>> {
  if (from === to) return fail('no-change', `${from} has that name already, so nothing would change.`);
  const found = await resolve(root, from);
  if (!found.ok) return found;
  const source = found.value;
  if (source.kind === 'none') return absent(from, source);
  if (source.kind === 'folder' && to.length > from.length && within(to.toLowerCase(), from.toLowerCase())) {
    return fail('bad-arguments', `${from} cannot be moved into itself (${to}). Choose a place outside it.`);
  }
  const target = await targetOf(root, from, source, to, judge.intoEmpty === true, ctx);
  if (!target.ok) return target;
  const content =
    source.kind === 'file' ? await fileContent(source, from, ctx) : await folderContent(source, from, to, judge, ctx);
  if (!content.ok) return content;
  const { before, act, entries } = content.value;
  const verb = holder(from) === holder(to) ? 'Rename' : 'Move';
  return ok({
    plan: {
      kind: 'rename',
      path: from,
      to,
      entry: source.kind,
      before,
      after: before,
      lines: null,
      action:
        entries === null ? `${verb} file` : `${verb} folder (${entries === 1 ? '1 entry' : `${entries} entries`})`,
    },
    before: null,
    after: null,
    act: { ...act, ...target.value },
    lines: [],
    size: '',
  });
}

async function fileContent(source: FoundFile, from: string, ctx: Ctx) {
  const before = await withFile(source.file, from, (file) => contentOfBlob(file, ctx.signal));
  return before.ok
    ? ok({ before: before.value, act: { is: 'move-file', target: source } as const, entries: null })
    : before;
}

async function folderContent(source: FoundFolder, from: string, to: string, judge: Judge, ctx: Ctx) {
  const tree = await treeOf(source.folder, from, ctx);
  if (!tree.ok) return tree;
  const inner = [...tree.value.folders, ...tree.value.files].map(({ path }) => path.normalize('NFC'));
  const clear = await passable(
    inner.flatMap((path) => [`${from}/${path}`, `${to}/${path}`]),
    from,
    judge,
  );
  if (!clear.ok) return clear;
  const before = await contentOfTree(tree.value, from, ctx);
  if (!before.ok) return before;
  return ok({
    before: before.value,
    act: { is: 'move-folder', target: source, tree: tree.value, intoEmpty: judge.intoEmpty === true } as const,
    entries: inner.length,
  });
}

/** A folder with something protected in it is not moved at all (row P5). */
async function passable(paths: readonly string[], from: string, judge: Judge): Promise<Outcome<null>> {
  const whole = `so the folder ${from} is not renamed. Rename the entries one by one that may be moved.`;
  const free = untouchable(paths);
  if (!free.ok) return fail('rejected', `${free.fault.message} It lies in the folder, ${whole}`);
  const secret = paths.find((path) => secretOf(path) !== 'none');
  if (secret !== undefined) return fail('rejected', `The folder holds a secret file (${secret}), ${whole}`);
  const blocked = await judge.blocks(paths);
  if (!blocked.ok) return blocked;
  return blocked.value === null
    ? ok(null)
    : fail('rejected', `The folder holds an entry that a rule blocks (${blocked.value}), ${whole}`);
}
