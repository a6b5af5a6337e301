import { fail, type FaultCode, type Outcome } from '../../core/outcome.ts';
import type { FileCall, Plan } from '../../core/ports.ts';
import type { ToolResult } from '../../core/tool.ts';
import { carry } from './carry.ts';
import { untouchable } from './guard.ts';
import type { Hands } from './hands.ts';
import { plan as planAnew, samePlan } from './plan.ts';
import { judgeFor } from './survey.ts';

/** Faults of the moment: they say nothing about whether the plan still holds. */
const passing: ReadonlySet<FaultCode> = new Set([
  'cancelled',
  'reconnect',
  'locked',
  'quota',
  'timed-out',
  'blocked-by-browser',
  'rejected',
  'bug',
]);

/** Carries a mutating call out if planning it anew gives the plan that was approved (row P8); else nothing is written. */
export async function change(
  root: FileSystemDirectoryHandle,
  call: FileCall,
  paths: readonly string[],
  approved: Plan | null,
  hands: Hands,
): Promise<Outcome<ToolResult>> {
  const free = untouchable(paths);
  if (!free.ok) return free;
  if (approved === null) return fail('rejected', `${call.tool} came without an approved plan, so nothing was changed.`);
  const now = await planAnew(root, call, judgeFor(root, paths), hands);
  const again = `${paths.join(' and ')} changed since the change was approved, so nothing was written; it must be planned and asked again.`;
  if (!now.ok) return passing.has(now.fault.code) ? now : fail('changed', `${again} (${now.fault.message})`);
  if (!samePlan(now.value.plan, approved)) return fail('changed', again);
  return carry(root, call.id, now.value, hands);
}
