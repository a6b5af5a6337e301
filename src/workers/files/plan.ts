import { fail, type Outcome } from '../../core/outcome.ts';
import { normalise } from '../../core/path.ts';
import type { FileCall, Plan } from '../../core/ports.ts';
import type { Ctx } from './context.ts';
import type { Draft, Judge } from './draft.ts';
import { sameContent } from './hash.ts';
import { planDelete } from './plandelete.ts';
import { planEdit } from './planedit.ts';
import { planRename } from './planrename.ts';
import { planWrite } from './planwrite.ts';

const text = (call: FileCall, key: string): string => (typeof call.args[key] === 'string' ? call.args[key] : '');

/** The normalised paths a mutating call changes, `from` before `to`. */
export function changedPaths(call: FileCall): Outcome<readonly string[]> {
  const paths: string[] = [];
  for (const key of call.tool === 'file_rename' ? ['from', 'to'] : ['path']) {
    const path = normalise(text(call, key), false);
    if (!path.ok) return path;
    paths.push(path.value);
  }
  return { ok: true, value: paths };
}

/** The one planner (row P8): survey and preview show what it says, run carries out what it says, and nothing else plans. */
export async function plan(
  root: FileSystemDirectoryHandle,
  call: FileCall,
  judge: Judge,
  ctx: Ctx,
): Promise<Outcome<Draft>> {
  const paths = changedPaths(call);
  if (!paths.ok) return paths;
  const [path = '', to = ''] = paths.value;
  switch (call.tool) {
    case 'file_write':
      return planWrite(root, path, text(call, 'content'), ctx);
    case 'file_edit':
      return planEdit(root, path, {
        old: text(call, 'old_text'),
        new: text(call, 'new_text'),
        all: call.args['replace_all'] === true,
        discreet: judge.discreet,
      });
    case 'file_delete':
      return planDelete(root, path, ctx);
    case 'file_rename':
      return planRename(root, path, to, judge, ctx);
    case 'file_read':
    case 'file_info':
    case 'list_directory':
    case 'find_files':
    case 'grep':
      break;
  }
  return fail('bug', `${call.tool} changes nothing, so there is nothing to plan.`);
}

/** Whether a new plan is the one that was approved: same kind, place and content on both sides (row P8). */
export const samePlan = (a: Plan, b: Plan): boolean =>
  a.kind === b.kind &&
  a.path === b.path &&
  a.to === b.to &&
  a.entry === b.entry &&
  sameContent(a.before, b.before) &&
  sameContent(a.after, b.after);
