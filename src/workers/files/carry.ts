import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { CallId } from '../../core/ids.ts';
import type { ToolResult } from '../../core/tool.ts';
import type { Act, Draft } from './draft.ts';
import { foldersToMake, makeWay, unmakeFolders } from './folders.ts';
import { timely, type Hands } from './hands.ts';
import { forget, keep } from './keep.ts';
import { lineList } from './match.ts';
import { moveFile, removeSame } from './move.ts';
import { moveFolder } from './movefolder.ts';
import { put, type Spot } from './put.ts';
import { treeOf } from './tree.ts';

/** Carries a draft out (row P9): first both sides are kept, then the disk is touched, then it is verified. */
export async function carry(
  root: FileSystemDirectoryHandle,
  call: CallId,
  draft: Draft,
  hands: Hands,
): Promise<Outcome<ToolResult>> {
  const made = 'place' in draft.act ? foldersToMake(draft.act.place) : [];
  await hands.step('planned');
  const kept = await keep(call, { plan: draft.plan, made, before: draft.before, after: draft.after });
  if (!kept.ok) return kept;
  await hands.step('kept');
  const done = await act(draft, hands);
  if (done.ok) return ok(resultOf(draft, done.value));
  // Where the end is not certain the old content stays kept; else nothing was changed and nothing is left behind.
  if (done.fault.code !== 'timed-out' && done.fault.code !== 'storage') {
    await unmakeFolders(root, made);
    await forget(call);
  }
  return done;
}

const spotOf = (path: string, target: { parent: FileSystemDirectoryHandle; name: string }): Spot => ({
  path,
  parent: target.parent,
  name: target.name,
});

/** Does the act; the value is what could not be done of it, for the result's text, or null. */
export async function act(draft: Pick<Draft, 'plan' | 'act'>, hands: Hands): Promise<Outcome<string | null>> {
  const { plan, act: what } = draft;
  if (what.is === 'remove') return remove(what, draft.plan.path, plan.before, hands);
  if (what.is === 'move-file' || what.is === 'move-folder') return move(what, plan.path, plan.before, hands);
  const spot = what.is === 'create' ? await makeWay(what.place, hands) : ok(spotOf(plan.path, what.target));
  if (!spot.ok) return spot;
  if (plan.after === null) return fail('bug', `The plan for ${plan.path} has no content to write. Please report it.`);
  return put(spot.value, what.bytes, what.is === 'create' ? null : plan.before, plan.after, hands);
}

async function remove(
  { target }: Extract<Act, { is: 'remove' }>,
  path: string,
  before: Draft['plan']['before'],
  hands: Hands,
): Promise<Outcome<null>> {
  const { parent } = target;
  if (parent === null) return fail('bad-path', 'The project’s top folder cannot be deleted.');
  if (target.kind === 'file')
    return before === null
      ? fail('bug', `The plan for ${path} lacks its content. Please report it.`)
      : removeSame(spotOf(path, { parent, name: target.name }), before, hands);
  await hands.step('unremoved');
  // Never recursive: what came in since the plan, or is a link that cannot be seen, stays.
  const removed = await timely(hands, { verb: 'delete', path }, () => parent.removeEntry(target.name));
  if (removed.ok) return ok(null);
  if (removed.fault.code !== 'not-empty') return removed;
  return fail(
    'not-empty',
    `${path} looks empty but is not: it holds something the browser does not show, most likely symbolic links. Delete it outside Sluice.`,
  );
}

type Move = Extract<Act, { is: 'move-file' | 'move-folder' }>;

async function move(
  what: Move,
  path: string,
  before: Draft['plan']['before'],
  hands: Hands,
): Promise<Outcome<string | null>> {
  const { parent, name } = what.target;
  if (parent === null || before === null) return fail('bug', `The plan for ${path} is not whole. Please report it.`);
  const to = await makeWay(what.place, hands);
  if (!to.ok) return to;
  const from = spotOf(path, { parent, name });
  if (!what.caseOnly) {
    if (what.is === 'move-file') return moveFile(from, what.target.file, to.value, before, hands);
    return moveFolder(from, what.target.folder, what.tree, to.value, before, hands, what.intoEmpty);
  }
  // The disk takes both names for one, so the way leads over a third.
  const third: Spot = { path: `${path}.sluice-moving`, parent, name: `${name}.sluice-moving` };
  if (what.is === 'move-file') {
    const away = await moveFile(from, what.target.file, third, before, hands);
    if (!away.ok) return away;
    // Half-way is no place to stop: the second step is taken, or the first one back.
    const calm = { ...hands, signal: new AbortController().signal };
    const done = await moveFile(third, await parent.getFileHandle(third.name), to.value, before, calm);
    if (!done.ok) await moveFile(third, await parent.getFileHandle(third.name), from, before, calm);
    return done;
  }
  const away = await moveFolder(from, what.target.folder, what.tree, third, before, hands, false);
  if (!away.ok || away.value !== null) return away;
  const folder = await parent.getDirectoryHandle(third.name);
  const calm = { ...hands, signal: new AbortController().signal };
  const tree = await treeOf(folder, third.path, calm);
  if (!tree.ok) return tree;
  const done = await moveFolder(third, folder, tree.value, to.value, before, calm, false);
  if (!done.ok) await moveFolder(third, folder, tree.value, from, before, calm, false);
  return done;
}

function resultOf(draft: Draft, left: string | null): ToolResult {
  const { kind, path, to, entry } = draft.plan;
  const passages = draft.lines.length === 1 ? '1 passage' : `${draft.lines.length} passages`;
  const said: Record<typeof kind, [text: string, summary: string]> = {
    create: [`Created ${path} (${draft.size}).`, 'created'],
    replace: [`Replaced ${path} (${draft.size}).`, 'replaced'],
    edit: [`Replaced ${passages} in ${path} (${draft.lines.length > 0 ? lineList(draft.lines) : ''}).`, passages],
    delete: [entry === 'folder' ? `Deleted the empty folder ${path}.` : `Deleted ${path} (${draft.size}).`, 'deleted'],
    rename: [
      `Renamed ${path} to ${to}.${left === null ? '' : ` ${left}.`}`,
      left === null ? 'renamed' : 'renamed, not all of it',
    ],
  };
  const [text, summary] = said[kind];
  return { text, summary, kept: true };
}
