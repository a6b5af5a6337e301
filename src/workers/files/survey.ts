import { ok, type Fault, type FaultCode, type Outcome } from '../../core/outcome.ts';
import { normalise } from '../../core/path.ts';
import type { EntryKind, Facts, FileCall, Preview, Side } from '../../core/ports.ts';
import { limits } from '../../core/limits.ts';
import type { Ctx } from './context.ts';
import type { Draft, Judge } from './draft.ts';
import { attempt } from './errors.ts';
import { untouchable } from './guard.ts';
import { changedPaths, plan } from './plan.ts';
import { resolve } from './resolve.ts';
import { blockedBy } from './search/agentblock.ts';
import { secretOf } from './search/secrets.ts';
import { decode, encodingName } from './text.ts';

const mutating: ReadonlySet<string> = new Set(['file_write', 'file_edit', 'file_delete', 'file_rename']);
export const changes = (call: FileCall): boolean => mutating.has(call.tool);

/** The normalised targets of any file call; '' is the root (row P5). Pure text: no handle is touched. */
export function targets(call: FileCall): Outcome<readonly string[]> {
  if (changes(call)) return changedPaths(call);
  const { path } = call.args;
  const one = normalise(typeof path === 'string' ? path : '', call.tool !== 'file_read');
  return one.ok ? ok([one.value]) : one;
}

const rank = { none: 0, ask: 1, deny: 2 } as const;
const secrecy = (paths: readonly string[]): Facts['secret'] =>
  paths.map(secretOf).reduce((worst: Facts['secret'], one) => (rank[one] > rank[worst] ? one : worst), 'none');

export const judgeFor = (root: FileSystemDirectoryHandle, paths: readonly string[]): Judge => ({
  blocks: (inner) => blockedBy(root, inner),
  discreet: secrecy(paths) !== 'none',
});

/** Faults that say nothing of the call itself: the survey fails with them. All others are facts about the call. */
const ofTheMoment: ReadonlySet<FaultCode> = new Set(['reconnect', 'cancelled', 'bug']);

/**
 * Path rules, kinds, blocking rules, secrets and, for a mutating call, the plan: all the gate must know of the disk.
 * What will be rejected is not looked at: neither its kind nor its content may leak through a message.
 */
export async function survey(root: FileSystemDirectoryHandle, call: FileCall, ctx: Ctx): Promise<Outcome<Facts>> {
  const empty: Facts = {
    paths: [],
    refused: null,
    kinds: [],
    blockedBy: null,
    secret: 'none',
    plan: null,
    fault: null,
  };
  const named = targets(call);
  if (!named.ok) return ok({ ...empty, refused: named.fault.message });
  const paths = named.value;
  const free = changes(call) ? untouchable(paths) : ok(null);
  if (!free.ok) return ok({ ...empty, refused: free.fault.message });
  const facts: Facts = { ...empty, paths, kinds: paths.map(() => 'none'), secret: secrecy(paths) };
  const but = (fault: Fault): Outcome<Facts> =>
    ofTheMoment.has(fault.code) ? { ok: false, fault } : ok({ ...facts, fault });
  const blocked = await blockedBy(root, paths);
  if (!blocked.ok) return but(blocked.fault);
  if (blocked.value !== null) return ok({ ...facts, blockedBy: blocked.value });
  const kinds: EntryKind[] = [];
  for (const path of paths) {
    const found = await resolve(root, path);
    if (!found.ok) return but(found.fault);
    kinds.push(found.value.kind);
  }
  if (!changes(call) || facts.secret === 'deny') return ok({ ...facts, kinds });
  const drafted = await plan(root, call, judgeFor(root, paths), ctx);
  if (drafted.ok) return ok({ ...facts, kinds, plan: drafted.value.plan });
  return ofTheMoment.has(drafted.fault.code) ? drafted : ok({ ...facts, kinds, fault: drafted.fault });
}

/** One side of a change, decoded for showing; what is too large to hold is shown as binary (row D3). */
export async function sideOf(blob: Blob | null): Promise<Side | null> {
  if (blob === null) return null;
  if (blob.size > limits.read.whole) return { is: 'binary', kind: 'too large to show', size: blob.size };
  const side = decode(new Uint8Array(await blob.arrayBuffer()));
  if (side.is === 'binary') return side;
  return {
    is: 'text',
    text: side.text,
    encoding: encodingName(side.encoding, side.bom),
    ending: side.endings,
    bom: side.bom,
  };
}

/** Both sides of a planned or kept change. */
export async function previewOf(change: Pick<Draft, 'plan' | 'before' | 'after'>): Promise<Outcome<Preview>> {
  return attempt({ verb: 'show the change of', path: change.plan.path }, async () => ({
    plan: change.plan,
    before: await sideOf(change.before),
    after: await sideOf(change.after),
  }));
}
