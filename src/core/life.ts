/** One call from `proposed` to its end: survey → decide → ask → run, until nothing is left to decide. */
import { decide, fingerprint, samePlan } from './decide.ts';
import type { AnswerFacts, Approval, Asked, Decision, Offer, Why } from './gate.ts';
import { grantWords } from './grants.ts';
import { fail, type Fault, type Outcome } from './outcome.ts';
import type { Facts, Plan } from './ports.ts';
import type { Tool, ToolResult } from './tool.ts';
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

export async function live(first: Asked, world: World, answering: Answering): Promise<void> {
  let call = first;
  let approval: { readonly yes: Approval; readonly offer: Offer } | null = null;
  let shown: { readonly why: Why; readonly plan: Plan | null } | null = null;
  let replans = 0;
  const own = world.stopOf(call.id);
  const halted = (): boolean => answering.stop.requested || own.requested;
  const log = (happening: Parameters<World['append']>[0]) => world.append(happening, answering.stamp);
  const drop = (ran: 'no' | 'unknown', fault: Fault) => log({ kind: 'dropped', call: call.id, ran, fault });
  const end = (outcome: Outcome<ToolResult>, ms: number) => log({ kind: 'ended', call: call.id, outcome, ms });

  for (;;) {
    if (halted()) return void (await drop('no', stopped));
    const tool = world.rules(call).tool;
    const badArguments = tool === null ? null : await unreadable(call, tool, world);

    const surveyed: Outcome<Facts | null> =
      tool === null || badArguments !== null || tool.source.from !== 'files'
        ? { ok: true, value: null }
        : await world.survey(call, tool);
    if (!surveyed.ok && surveyed.fault.code === 'reconnect') {
      await log({ kind: 'held', call: call.id, for: 'folder' });
      if ((await world.reconnected(call)) === 'stop') return void (await drop('no', stopped));
      continue;
    }
    if (halted()) return void (await drop('no', stopped));
    if (badArguments !== null && world.rules(call).notOffered === null) return void (await end(badArguments, 0));
    if (!surveyed.ok) return void (await end(surveyed, 0));
    const facts = surveyed.value;

    const judge = (): Decision =>
      decide({
        call,
        facts,
        rules: world.rules(call),
        answer: soFar(call, world, answering),
        flow: null,
        approval: approval?.yes ?? null,
      });
    const decision = judge();
    if (decision.verdict === 'reject') {
      return void (await log({ kind: 'decided', call: call.id, verdict: 'no', by: 'rule', why: decision.why }));
    }
    if (facts?.fault != null) return void (await end({ ok: false, fault: facts.fault }, 0));

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
      const said: Said = await world.ask(call, tool as Tool, decision, facts);
      if (said.is === 'stop') return void (await drop('no', stopped));
      if (said.is === 'no') {
        answering.declined.push(fingerprint(tool, call.name, call.args));
        const server = world.rules(call).server;
        if (decision.why.row === 'G7' && server !== null && decision.offers.some((offer) => offer.is === 'server')) {
          await world.consent(server.id, 'no');
        }
        return void (await log({
          kind: 'decided',
          call: call.id,
          verdict: 'no',
          by: 'person',
          why: decision.why,
          reason: said.reason,
        }));
      }
      if (said.is === 'edit') {
        if ((await world.misfit(tool as Tool, said.args)) !== null) continue;
        await log({
          kind: 'decided',
          call: call.id,
          verdict: 'edit',
          by: 'person',
          why: decision.why,
          edited: said.args,
        });
        call = { ...call, args: said.args };
        shown = null;
      }
      if (said.is === 'yes' && decision.offers.some((offer) => same(offer, said.offer))) {
        const yes = {
          call: call.id,
          fingerprint: fingerprint(tool, call.name, call.args),
          row: decision.why.row,
          plan,
        };
        approval = { yes, offer: said.offer };
      }
      continue;
    }

    const { allowed } = decision;
    const remembered = approval?.offer.is === 'remember' ? grantWords(approval.offer.grant) : null;
    await log({ kind: 'decided', call: call.id, verdict: 'yes', by: allowed.by, why: allowed.why, remembered });
    if (approval?.offer.is === 'remember') world.remember(approval.offer.grant);
    if (approval?.offer.is === 'server') await world.consent(approval.offer.server, approval.offer.choice);
    await log({ kind: 'started', call: call.id, plan: allowed.plan });

    // The rules may have changed while the log was written: what would not run now does not run (row T4).
    const last = judge();
    if (last.verdict !== 'run' || halted()) {
      shown = null;
      continue;
    }
    const began = world.now();
    void Promise.race([answering.stop.wait, own.wait]).then(() => world.cancel(call.id));
    const outcome = await world.perform({ ...call, at: 'running', allowed: last.allowed }, tool as Tool);
    const ms = world.now() - began;
    if (!outcome.ok && outcome.fault.code === 'cancelled') {
      return void (await drop((tool as Tool).source.from === 'files' ? 'no' : 'unknown', outcome.fault));
    }
    if (
      !outcome.ok &&
      (outcome.fault.code === 'reconnect' || (outcome.fault.code === 'changed' && allowed.plan !== null)) &&
      replans < mostReplans
    ) {
      replans += 1;
      shown = null;
      approval = null;
      continue;
    }
    return void (await end(outcome, ms));
  }
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
  ceiling: world.ceiling(),
  declined: answering.declined,
});

/** A person can only take what was offered. */
const same = (a: Offer, b: Offer): boolean => JSON.stringify(a) === JSON.stringify(b);
