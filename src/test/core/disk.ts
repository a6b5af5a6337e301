/** A disk of hashes by path; a file that is not named has the hash `old`. */
import type { Allowed } from '../../core/call.ts';
import type { Asked } from '../../core/gate.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Facts } from '../../core/ports.ts';
import type { Tool, ToolResult } from '../../core/tool.ts';
import { factsOf, plan } from './make.ts';

type Disk = Map<string, string>;
const lapsed = fail('reconnect', 'The folder must be reconnected.');

/** What a survey finds: nothing wrong, and for a change its plan. */
export function looked(call: Asked, tool: Tool, disk: Disk, away: boolean): Outcome<Facts | null> {
  if (away) return lapsed;
  if (tool.source.from === 'mcp') return ok(null);
  const facts = factsOf(tool, call.args ?? {});
  if (tool.effect === 'read') return ok(facts);
  const [path = '', to = null] = facts.paths;
  const after = { size: 4, hash: JSON.stringify(call.args) };
  return ok({ ...facts, plan: plan(path, disk.get(path) ?? 'old', { to, after }) });
}

/** Carries a call out; a change whose plan no longer holds is refused, as the files worker does. */
export function done(call: Allowed, tool: Tool, disk: Disk, away: boolean): Outcome<ToolResult> {
  if (away) return lapsed;
  const change = call.allowed.plan;
  if (change === null) return ok({ text: `${tool.name} of ${call.raw}`, summary: 'read' });
  if ((disk.get(change.path) ?? 'old') !== change.before?.hash) return fail('changed', 'The file has changed.');
  disk.set(change.path, change.after?.hash ?? '');
  return ok({ text: `${tool.label}: ${change.path}`, summary: 'changed', kept: true });
}
