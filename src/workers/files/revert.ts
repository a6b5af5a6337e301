import type { CallId } from '../../core/ids.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { ToolResult } from '../../core/tool.ts';
import { act } from './carry.ts';
import { makeWay, unmakeFolders } from './folders.ts';
import { untouchable, type Blocks } from './guard.ts';
import { timely, type Hands } from './hands.ts';
import { sameContent } from './hash.ts';
import { recall, type Kept } from './keep.ts';
import { removeSame } from './move.ts';
import { planRename } from './planrename.ts';
import { put } from './put.ts';
import { holds, stateOf, type State } from './state.ts';

const stays = (path: string): Outcome<never> =>
  fail(
    'changed',
    `${path} was not put back: it has been changed since. Its old content stays kept; compare the two and change the file by hand.`,
  );
const said = (text: string): Outcome<ToolResult> => ok({ text, summary: 'put back' });

/** Puts back what one call changed, unless the disk no longer holds what the call left (row P9). */
export async function revert(
  root: FileSystemDirectoryHandle,
  call: CallId,
  hands: Hands,
): Promise<Outcome<ToolResult>> {
  const found = await recall(call);
  if (!found.ok) return found;
  if (found.value === null) return fail('not-found', 'Nothing is kept of this change, so it cannot be put back.');
  const { plan } = found.value;
  const free = untouchable(plan.to === null ? [plan.path] : [plan.path, plan.to]);
  if (!free.ok) return free;
  if (plan.kind === 'rename') return renameBack(root, found.value, hands);
  const now = await stateOf(root, plan.path, hands, false);
  if (!now.ok) return now;
  switch (plan.kind) {
    case 'create':
      return uncreate(root, found.value, now.value, hands);
    case 'delete':
      return recreate(found.value, now.value, hands);
    case 'replace':
    case 'edit':
      break;
  }
  return restore(found.value, now.value, hands);
}

const already = (path: string): Outcome<never> => fail('no-change', `${path} is as it was before the change already.`);

async function uncreate(
  root: FileSystemDirectoryHandle,
  { plan, made }: Kept,
  { found, content }: State,
  hands: Hands,
): Promise<Outcome<ToolResult>> {
  if (found.kind === 'none') return already(plan.path);
  if (found.kind !== 'file' || plan.after === null || !sameContent(content, plan.after)) return stays(plan.path);
  const removed = await removeSame({ path: plan.path, parent: found.parent, name: found.name }, plan.after, hands);
  if (!removed.ok) return removed;
  await unmakeFolders(root, made);
  return said(`Deleted ${plan.path} again.`);
}

async function restore({ plan, before }: Kept, state: State, hands: Hands): Promise<Outcome<ToolResult>> {
  const { found } = state;
  if (before === null || plan.before === null)
    return fail('not-found', `The old content of ${plan.path} was not kept, so it cannot be put back.`);
  if (holds(state, 'file', plan.before)) return already(plan.path);
  if (found.kind !== 'file' || !holds(state, 'file', plan.after)) return stays(plan.path);
  const written = await put(
    { path: plan.path, parent: found.parent, name: found.name },
    before,
    plan.after,
    plan.before,
    hands,
  );
  return written.ok ? said(`Put the old content of ${plan.path} back.`) : written;
}

async function recreate({ plan, before }: Kept, state: State, hands: Hands): Promise<Outcome<ToolResult>> {
  const { found } = state;
  if (holds(state, 'file', plan.before) || (plan.entry === 'folder' && found.kind === 'folder'))
    return already(plan.path);
  if (found.kind !== 'none') return stays(plan.path);
  const spot = await makeWay({ path: plan.path, parent: found.parent, missing: found.missing }, hands);
  if (!spot.ok) return spot;
  const { parent, name } = spot.value;
  if (plan.entry === 'folder') {
    const made = await timely(hands, { verb: 'make', path: plan.path }, () =>
      parent.getDirectoryHandle(name, { create: true }),
    );
    return made.ok ? said(`Made the folder ${plan.path} again.`) : made;
  }
  if (before === null || plan.before === null)
    return fail('not-found', `The content of ${plan.path} was not kept, so it cannot be put back.`);
  const written = await put(spot.value, before, null, plan.before, hands);
  return written.ok ? said(`Put ${plan.path} back.`) : written;
}

/** Nothing in a folder that a call could rename is blocked, so the way back need not ask again. */
const free: Blocks = () => Promise.resolve(ok(null));

async function renameBack(
  root: FileSystemDirectoryHandle,
  { plan, made }: Kept,
  hands: Hands,
): Promise<Outcome<ToolResult>> {
  const to = plan.to ?? '';
  const back = await planRename(root, to, plan.path, { blocks: free, discreet: false, intoEmpty: true }, hands);
  if (!back.ok) {
    if (back.fault.code === 'not-found')
      return fail('changed', `${to} is not there any more, so it cannot be renamed back to ${plan.path}.`);
    return back;
  }
  if (back.value.plan.entry !== plan.entry || !sameContent(back.value.plan.before, plan.after)) return stays(to);
  const moved = await act(back.value, hands);
  if (!moved.ok) return moved;
  await unmakeFolders(root, made);
  return said(`Renamed ${to} back to ${plan.path}.${moved.value === null ? '' : ` ${moved.value}.`}`);
}
