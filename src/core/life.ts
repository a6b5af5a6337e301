/** One call from `proposed` to its end: survey → decide → ask → run, until nothing is left to decide. */
import { madeFor } from './answer.ts';
import { pauseOf } from './checkin.ts';
import { decide, fingerprint, samePlan } from './decide.ts';
import type { AnswerFacts, Approval, Asked, Decision, Offer, Rules, Why } from './gate.ts';
import { grantWords, pathArguments } from './grants.ts';
import { fail, ok, type Fault, type Outcome } from './outcome.ts';
import { pinText } from './pin.ts';
import type { Facts, Plan } from './ports.ts';
import type { Tool, ToolResult } from './tool.ts';
import { why } from './why.ts';
import type { Said, Stamp, Stop, World } from './world.ts';

/** The parts of an answer its calls share. */
export interface Answering {
  readonly stamp: Stamp;
  readonly stop: Stop;
  /** Calls counted before this one (row B1). */
  counted(call: Asked): number;
  /** Fingerprints declined in this answer (row G3). */
  readonly declined: string[];
}

/** How often a change is planned anew because the file keeps changing before it gives up. */
const mostReplans = 5;
const stopped: Fault = { code: 'cancelled', message: 'The person stopped this.' };

/** Takes one call to its end. Stopping the answer, or this call alone, reaches whatever it is doing. */
export async function live(first: Asked, world: World, answering: Answering): Promise<void> {
  let over = false;
  const reach = async (): Promise<void> => {
    await Promise.race([answering.stop.wait, world.stopOf(first.id).wait]);
    if (!over) world.cancel(first.id);
  };
  void reach();
  try {
    await lead(first, world, answering);
  } finally {
    over = true;
  }
}

async function lead(first: Asked, world: World, answering: Answering): Promise<void> {
  let call = first;
  let approval: Approval | null = null;
  /** What the card shows, while the log has the call as `waiting`. */
  let shown: { readonly why: Why; readonly plan: Plan | null } | null = null;
  let held = false;
  let replans = 0;
  const own = world.stopOf(call.id);
  const meant = madeFor(world.thread().answers.get(first.answer), first.id) ?? world.rules(first).tool?.key;
  /** A name that has come to stand for another tool since the call was made is none any more (row T5). */
  const ruled = (): Rules => {
    const now = world.rules(call);
    return meant === undefined || now.tool?.key === meant ? now : { ...now, tool: null, server: null };
  };
  const judgeBy = (facts: Facts | null): Decision =>
    decide({ call, facts, rules: ruled(), answer: soFar(call, world, answering), flow: null, approval });
  const halted = (): boolean => answering.stop.requested || own.requested;
  const log = (happening: Parameters<World['append']>[0]) => world.append(happening, answering.stamp);
  const drop = (ran: 'no' | 'unknown', fault: Fault) => log({ kind: 'dropped', call: call.id, ran, fault });
  const end = (outcome: Outcome<ToolResult>, ms: number) => log({ kind: 'ended', call: call.id, outcome, ms });

  for (;;) {
    if (halted()) return void (await drop('no', stopped));
    const known = ruled().tool;
    const bad = known === null ? null : await unreadable(call, known, world);
    // A call that is rejected as things stand reaches no server.
    const served = known?.source.from === 'mcp' && judgeBy(null).verdict !== 'reject';
    const seen = bad === null && (served || known?.source.from === 'files') ? await look(call, world) : ok(null);
    if (halted()) return void (await drop('no', stopped));
    if (bad !== null && ruled().tool !== null && ruled().notOffered === null) return void (await end(bad, 0));
    const away = !seen.ok && seen.fault.code === 'reconnect';
    if (!seen.ok && !away) return void (await end(seen, 0));
    const facts = seen.ok ? seen.value : unseen(call, known, seen.fault);

    const judge = (): Decision => judgeBy(facts);
    const decision = judge();
    const { tool, server } = ruled();
    if (decision.verdict === 'reject' || tool === null) {
      const because = decision.verdict === 'reject' ? decision.why : why.unknownTool(call);
      return void (await log({ kind: 'decided', call: call.id, verdict: 'no', by: 'rule', why: because }));
    }
    if (away) {
      if (!held) await log({ kind: 'held', call: call.id, for: 'folder' });
      held = true;
      shown = null;
      // As below: a rule that changed while this was written down would wake nobody.
      if (judge().verdict === 'reject') continue;
      if ((await world.reconnected(call)) === 'stop') return void (await drop('no', stopped));
      continue;
    }
    held = false;
    if (facts !== null && facts.fault !== null) {
      const open = facts.fault.code !== 'no-match' || mayRead(call, facts, world, answering);
      return void (await end({ ok: false, fault: open ? facts.fault : unquoted(facts) }, 0));
    }

    if (decision.verdict === 'ask') {
      approval = null;
      const plan = facts?.plan ?? null;
      if (shown === null || shown.why.row !== decision.why.row || !samePlan(shown.plan, plan)) {
        shown = { why: decision.why, plan };
        await log({ kind: 'waiting', call: call.id, why: decision.why, plan });
        // A rule may have changed while the log was written; nothing would wake this card for it.
        const still = judge();
        if (still.verdict !== 'ask' || still.why.row !== decision.why.row) continue;
      }
      const said: Said = await world.ask(call, tool, decision, facts);
      if (said.is === 'stop') return void (await drop('no', stopped));
      if (said.is === 'no') {
        // The model would repeat its own call, whatever the person made of it on the card.
        for (const args of [first.args, call.args]) answering.declined.push(fingerprint(tool, call.name, args));
        if (server !== null && decision.offers.some((offer) => offer.is === 'server')) {
          await world.consent(server.id, 'no');
        }
        const { reason } = said;
        return void (await log({
          kind: 'decided',
          call: call.id,
          verdict: 'no',
          by: 'person',
          why: decision.why,
          reason,
        }));
      }
      if (said.is === 'edit') {
        const misfit = await world.misfit(tool, said.args);
        if (misfit !== null) {
          await log({
            kind: 'notice',
            text: `The changed arguments do not fit ${tool.label}, so nothing was changed. ${misfit}`,
          });
          continue;
        }
        const edited = said.args;
        await log({ kind: 'decided', call: call.id, verdict: 'edit', by: 'person', why: decision.why, edited });
        call = { ...call, args: edited };
        shown = null;
      }
      if (said.is === 'yes') {
        const print = fingerprint(tool, call.name, call.args);
        const { row } = decision.why;
        approval = { call: call.id, fingerprint: print, row, offer: said.offer, shown: pinText(tool), plan };
      }
      continue;
    }

    const { allowed } = decision;
    const taken = allowed.by === 'person' ? (approval?.offer ?? null) : null;
    const remembered = inWords(taken, server?.name ?? '');
    await log({ kind: 'decided', call: call.id, verdict: 'yes', by: allowed.by, why: allowed.why, remembered });
    await log({ kind: 'started', call: call.id, plan: allowed.plan });
    shown = null;

    // The rules may have changed while the log was written: what would not run now does not run (row T4).
    const last = judge();
    if (last.verdict !== 'run' || halted()) continue;
    if (tool.source.from === 'mcp') world.pin(tool);
    const began = world.now();
    // What the person chose beside the yes holds for others at once, but never turns this call's own yes into another row.
    const [outcome] = await Promise.all([
      world.perform({ ...call, at: 'running', allowed: last.allowed }, tool),
      allowed.plan === null ? keep(taken, world) : null,
    ]);
    const ms = world.now() - began;
    if (!outcome.ok && outcome.fault.code === 'cancelled') {
      return void (await drop(tool.source.from === 'files' ? 'no' : 'unknown', outcome.fault));
    }
    const stale = !outcome.ok && outcome.fault.code === 'changed' && allowed.plan !== null;
    const lapsed = !outcome.ok && outcome.fault.code === 'reconnect';
    if ((stale || lapsed) && replans < mostReplans) {
      replans += 1;
      // A yes to what could only not be reached still stands; a yes to another change of the file does not (row P8).
      if (stale) approval = null;
      continue;
    }
    if (allowed.plan !== null && !stale) await keep(taken, world);
    return void (await end(outcome, ms));
  }
}

/** What the disk or the server says of a call; nothing is looked at for one that is rejected before its facts matter. */
async function look(call: Asked, world: World): Promise<Outcome<Facts | null>> {
  const { tool, notOffered, broken } = world.rules(call);
  if (tool === null || notOffered !== null || broken !== null) return ok(null);
  return world.survey(call, tool);
}

/** What is known of a call while its folder waits to be reconnected: enough for the rows that reject without it (row T4). */
const unseen = (call: Asked, tool: Tool | null, fault: Fault): Facts => ({
  paths: tool === null ? [] : pathArguments(tool.name, call.args ?? {}),
  refused: null,
  kinds: [],
  blockedBy: null,
  secret: 'none',
  plan: null,
  fault,
});

/** Whether the call's file may be read to this caller without asking: a message that quotes it says no less (row G10). */
function mayRead(call: Asked, facts: Facts, world: World, answering: Answering): boolean {
  const read: Asked = { ...call, name: 'file_read', args: { path: facts.paths[0] ?? '' } };
  const seen = { ...facts, plan: null, fault: null };
  const answer = soFar(call, world, answering);
  return (
    decide({ call: read, facts: seen, rules: world.rules(read), answer, flow: null, approval: null }).verdict === 'run'
  );
}

const unquoted = (facts: Facts): Fault => ({
  code: 'no-match',
  message: `old_text was not found in ${facts.paths[0] ?? 'the file'}. Nothing of the file is quoted here, since reading it needs the person’s word. Read it with file_read and copy the passage exactly.`,
});

/** Remembers what the person chose beside their yes. */
async function keep(offer: Offer | null, world: World): Promise<void> {
  if (offer?.is === 'remember') world.remember(offer.grant);
  if (offer?.is === 'server') await world.consent(offer.server, offer.choice);
}

function inWords(offer: Offer | null, server: string): string | null {
  if (offer?.is === 'remember') return grantWords(offer.grant);
  if (offer?.is === 'server' && offer.choice === 'all') {
    return `every tool of ${server} in this chat, except those set to Ask or Deny`;
  }
  return null;
}

/** Arguments that are no JSON object, or do not fit the schema: an error result, without a card (row V8, case 40). */
async function unreadable(call: Asked, tool: Tool, world: World): Promise<ReturnType<typeof fail> | null> {
  if (call.args === null) {
    return fail(
      'bad-arguments',
      `The arguments are not one JSON object, so the call did not run. They may have been cut off. Send the whole call again. They ended with: ${JSON.stringify(call.raw.slice(-80))}`,
    );
  }
  const misfit = await world.misfit(tool, call.args);
  return misfit === null
    ? null
    : fail('bad-arguments', `The arguments do not fit the tool, so the call did not run. ${misfit}`);
}

const soFar = (call: Asked, world: World, answering: Answering): AnswerFacts => ({
  counted: answering.counted(call),
  ceiling: world.budget().ceiling,
  stopped: pauseOf(world, call.answer) === 'stopped',
  declined: answering.declined,
});
