import type { CallId } from '../../core/ids.ts';
import { ok, type Outcome } from '../../core/outcome.ts';
import type { Plan, Settled } from '../../core/ports.ts';
import type { Ctx } from './context.ts';
import { attempt } from './errors.ts';
import { unmakeFolders } from './folders.ts';
import { forget, recall } from './keep.ts';
import { dropEmpty } from './put.ts';
import { holds, stateOf, type State } from './state.ts';

/** The swap files a killed write of ours can leave beside its target (DESIGN, traps). */
async function sweep(state: State, path: string): Promise<void> {
  const { found } = state;
  const parent = found.kind === 'none' && found.missing.length > 1 ? null : found.parent;
  const name = path.split('/').at(-1);
  if (parent === null || name === undefined) return;
  await attempt({ verb: 'sweep', path }, () => parent.removeEntry(`${name}.crswap`));
}

/** The empty file that a killed write had made before its content came: ours, and it holds nothing. */
async function dropPlaceholder(state: State, plan: Plan): Promise<boolean> {
  const { found, content } = state;
  if (found.kind !== 'file' || content?.size !== 0 || plan.after === null || plan.after.size === 0) return false;
  await dropEmpty(found.parent, found.name);
  return true;
}

async function settleRename(
  root: FileSystemDirectoryHandle,
  plan: Plan,
  from: State,
  ours: boolean,
  ctx: Ctx,
): Promise<Outcome<Settled>> {
  const kind = plan.entry === 'folder' ? 'folder' : 'file';
  const to = await stateOf(root, plan.to ?? '', ctx, true);
  if (!to.ok) return to;
  if (ours) await sweep(to.value, plan.to ?? '');
  if (from.found.kind === 'none') return ok(holds(to.value, kind, plan.after) ? 'done' : 'other');
  if (!holds(from, kind, plan.before)) return ok('other');
  if (to.value.found.kind === 'none') return ok('not-run');
  if (!ours || kind === 'folder') return ok('other');
  if (await dropPlaceholder(to.value, plan)) return ok('not-run');
  // A verified copy of a file whose original is whole: taking it away again loses nothing.
  const { found } = to.value;
  if (found.kind !== 'file' || !holds(to.value, 'file', plan.after)) return ok('other');
  const removed = await attempt({ verb: 'delete', path: plan.to ?? '' }, () => found.parent.removeEntry(found.name));
  return removed.ok ? ok('not-run') : removed;
}

async function compare(
  root: FileSystemDirectoryHandle,
  plan: Plan,
  ours: boolean,
  ctx: Ctx,
): Promise<Outcome<Settled>> {
  const now = await stateOf(root, plan.path, ctx, plan.kind === 'rename');
  if (!now.ok) return now;
  const { found } = now.value;
  if (ours) await sweep(now.value, plan.path);
  switch (plan.kind) {
    case 'rename':
      return settleRename(root, plan, now.value, ours, ctx);
    case 'create':
      if (found.kind === 'none') return ok('not-run');
      if (holds(now.value, 'file', plan.after)) return ok('done');
      return ok(ours && (await dropPlaceholder(now.value, plan)) ? 'not-run' : 'other');
    case 'replace':
    case 'edit':
      return ok(
        holds(now.value, 'file', plan.after) ? 'done' : holds(now.value, 'file', plan.before) ? 'not-run' : 'other',
      );
    case 'delete':
      break;
  }
  if (found.kind === 'none') return ok('done');
  if (plan.entry === 'folder') return ok(found.kind === 'folder' ? 'not-run' : 'other');
  return ok(holds(now.value, 'file', plan.before) ? 'not-run' : 'other');
}

/**
 * What became of a change that was under way when the page died (row W6). What our own killed call left behind (an empty
 * new file, a swap file, empty folders) is cleared away; nothing with content of its own is.
 */
export async function settle(
  root: FileSystemDirectoryHandle,
  call: CallId,
  plan: Plan,
  ctx: Ctx,
): Promise<Outcome<Settled>> {
  const kept = await recall(call);
  const ours = kept.ok && kept.value !== null;
  const settled = await compare(root, plan, ours, ctx);
  if (settled.ok && settled.value === 'not-run' && kept.ok && kept.value !== null) {
    await unmakeFolders(root, kept.value.made);
    await forget(call);
  }
  return settled;
}
