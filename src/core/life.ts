/** One call from `proposed` to its end: survey → decide → wait or ask → run, until nothing is left to decide. */
import { askPerson, inWords, keep } from './card.ts';
import { begin, drop, end, halted, judge, log, ruled, type Answering, type Course, type Next } from './course.ts';
import { follow, hearLeader, recall } from './following.ts';
import type { Allow, Asked, Rules } from './gate.ts';
import { awaitCheckIn, awaitFolder, overBudget } from './held.ts';
import { ok, type Fault } from './outcome.ts';
import type { Facts } from './ports.ts';
import { look, tellable, unreadable, unseen } from './sight.ts';
import type { Tool } from './tool.ts';
import { why } from './why.ts';
import type { World } from './world.ts';

export type { Answering } from './course.ts';

/** How often a change is planned anew because the file keeps changing before it gives up. */
const mostReplans = 5;

/** Takes one call to its end. Stopping the answer, or this call alone, reaches whatever it is doing. */
export async function live(first: Asked, world: World, answering: Answering): Promise<void> {
  const on = begin(first, world, answering);
  let over = false;
  const reach = async (): Promise<void> => {
    await on.halt;
    if (!over) world.cancel(first.id);
  };
  void reach();
  try {
    let next = await recall(on);
    while (next === 'again') next = await pass(on);
  } finally {
    over = true;
    on.rest();
    world.shares.leave(first.id);
  }
}

const waits: Fault = { code: 'cancelled', message: 'This call waits for the check-in.' };

/** One way through all steps, with everything as it is now. */
async function pass(on: Course): Promise<Next> {
  const { world } = on;
  if (halted(on)) return drop(on);
  if ((await hearLeader(on)) === 'over') return 'over';
  const known = ruled(on).tool;
  const files = known?.source.from === 'files';
  const bad = known === null ? null : await unreadable(on.call, known, world);
  if (bad === null && overBudget(on)) {
    // A reject needs no answer to the check-in; what would ask or run is not even looked at before it.
    const guess = judge(on, files ? unseen(on.call, known, waits) : null);
    if (guess.verdict !== 'reject') return awaitCheckIn(on);
  }
  // A call that is rejected as things stand reaches no server.
  const served = known?.source.from === 'mcp' && judge(on, null).verdict !== 'reject';
  const seen = bad === null && (served || files) ? await look(on.call, world) : ok(null);
  if (halted(on)) return drop(on);
  if (bad !== null && ruled(on).tool !== null && ruled(on).notOffered === null) return end(on, bad);
  const away = !seen.ok && seen.fault.code === 'reconnect';
  if (!seen.ok && !away) return end(on, seen);
  const facts = seen.ok ? seen.value : unseen(on.call, known, seen.fault);

  const decision = judge(on, facts);
  const { tool, server } = ruled(on);
  if (decision.verdict === 'reject' || tool === null) {
    const because = decision.verdict === 'reject' ? decision.why : why.unknownTool(on.call);
    await log(on, { kind: 'decided', call: on.call.id, verdict: 'no', by: 'rule', why: because });
    return 'over';
  }
  // The check-in may have come while the call was looked at.
  if (overBudget(on)) return awaitCheckIn(on);
  if (away) return awaitFolder(on, unseen(on.call, known, seen.fault));
  if (facts !== null && facts.fault !== null) {
    return end(on, { ok: false, fault: tellable(on, facts, facts.fault) });
  }
  const followed = await follow(on, tool, decision, facts);
  if (followed !== 'alone') return followed;
  return decision.verdict === 'ask'
    ? askPerson(on, tool, server, decision, facts)
    : perform(on, tool, server, decision.allowed, facts);
}

/** Carries an allowed call out, for all that share it. */
async function perform(
  on: Course,
  tool: Tool,
  server: Rules['server'],
  allowed: Allow,
  facts: Facts | null,
): Promise<Next> {
  const { world, call } = on;
  const taken = allowed.by === 'person' ? (on.approval?.offer ?? null) : null;
  const remembered = inWords(taken, server?.name ?? '');
  on.held = null;
  await log(on, { kind: 'decided', call: call.id, verdict: 'yes', by: allowed.by, why: allowed.why, remembered });
  on.shown = null;
  // What is not started when the check-in comes is held.
  if (overBudget(on)) return 'again';
  await log(on, { kind: 'started', call: call.id, plan: allowed.plan });

  // The rules may have changed while the log was written: what would not run now does not run (row T4).
  const last = judge(on, facts);
  if (last.verdict !== 'run' || halted(on)) return 'again';
  if (tool.source.from === 'mcp') world.pin(tool);
  const began = world.now();
  // What the person chose beside the yes holds for others at once, but never turns this call's own yes into another row.
  const [outcome] = await Promise.all([
    world.perform({ ...call, at: 'running', allowed: last.allowed }, tool),
    allowed.plan === null ? keep(taken, world) : null,
  ]);
  const ms = world.now() - began;
  if (!outcome.ok && outcome.fault.code === 'cancelled') {
    return drop(on, tool.source.from === 'files' ? 'no' : 'unknown', outcome.fault);
  }
  const stale = !outcome.ok && outcome.fault.code === 'changed' && allowed.plan !== null;
  const lapsed = !outcome.ok && outcome.fault.code === 'reconnect';
  if ((stale || lapsed) && on.replans < mostReplans) {
    on.replans += 1;
    // A yes to what could only not be reached still stands; a yes to another change of the file does not (row P8).
    if (stale) on.approval = null;
    return 'again';
  }
  if (allowed.plan !== null && !stale) await keep(taken, world);
  await end(on, outcome, ms);
  world.shares.end(call.id, { is: 'done', from: call.id, why: allowed.why, by: allowed.by, outcome });
  return 'over';
}
