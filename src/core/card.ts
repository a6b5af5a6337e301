/** A call's card: shown, answered, and what the answer brings with it (rows A1–A7, S2). */
import { halted, judge, log, type Course, type Next } from './course.ts';
import { drop } from './course.ts';
import { fingerprint, samePlan } from './decide.ts';
import { shareKey } from './following.ts';
import type { Decision, Offer, Rules } from './gate.ts';
import { grantWords } from './grants.ts';
import { overBudget } from './held.ts';
import type { JsonObject } from './json.ts';
import { pinText } from './pin.ts';
import type { Facts } from './ports.ts';
import type { Tool } from './tool.ts';
import type { Said, World } from './world.ts';

type Ask = Extract<Decision, { verdict: 'ask' }>;

/** Shows the card and takes in the person's word. A yes is an input of the next decision, and no more. */
export async function askPerson(
  on: Course,
  tool: Tool,
  server: Rules['server'],
  decision: Ask,
  facts: Facts | null,
): Promise<Next> {
  const { world, answering, first, call } = on;
  const plan = facts?.plan ?? null;
  on.approval = null;
  if (on.shown === null || on.shown.why.row !== decision.why.row || !samePlan(on.shown.plan, plan)) {
    on.shown = { why: decision.why, plan };
    on.held = null;
    await log(on, { kind: 'waiting', call: call.id, why: decision.why, plan });
    // A rule may have changed, or the check-in come, while the log was written; nothing would wake this card for it.
    const still = judge(on, facts);
    if (still.verdict !== 'ask' || still.why.row !== decision.why.row || overBudget(on) || halted(on)) return 'again';
  }
  const said: Said = await Promise.race([
    world.ask(call, tool, decision, facts),
    on.halt.then((): Said => ({ is: 'stop' })),
  ]);
  if (said.is === 'stop') return drop(on);
  if (said.is === 'no') {
    // The model would repeat its own call, whatever the person made of it on the card.
    for (const args of [first.args, call.args]) answering.declined.push(fingerprint(tool, call.name, args));
    const { reason } = said;
    world.shares.end(call.id, { is: 'declined', why: decision.why, reason });
    if (server !== null && decision.offers.some((offer) => offer.is === 'server')) {
      await world.consent(server.id, 'no');
    }
    await log(on, { kind: 'decided', call: call.id, verdict: 'no', by: 'person', why: decision.why, reason });
    return 'over';
  }
  if (said.is === 'edit') return edited(on, tool, decision, said.args);
  if (said.is === 'yes') {
    const print = fingerprint(tool, call.name, call.args);
    const { row } = decision.why;
    on.approval = { call: call.id, fingerprint: print, row, offer: said.offer, shown: pinText(tool), plan };
  }
  return 'again';
}

/** The changed call is planned and decided again before it runs, and so is each call that shares it (row A6). */
async function edited(on: Course, tool: Tool, { why }: Ask, args: JsonObject): Promise<Next> {
  const misfit = await on.world.misfit(tool, args);
  if (misfit !== null) {
    const text = `The changed arguments do not fit ${tool.label}, so nothing was changed. ${misfit}`;
    await log(on, { kind: 'notice', text });
    return 'again';
  }
  await log(on, { kind: 'decided', call: on.first.id, verdict: 'edit', by: 'person', why, edited: args });
  on.world.shares.edited(on.first.id, shareKey(on, tool, args), { is: 'edited', why, args });
  on.call = { ...on.call, args };
  on.shown = null;
  return 'again';
}

/** Remembers what the person chose beside their yes. */
export async function keep(offer: Offer | null, world: World): Promise<void> {
  if (offer?.is === 'remember') world.remember(offer.grant);
  if (offer?.is === 'server') await world.consent(offer.server, offer.choice);
}

/** What was remembered, in words for the log; null for a plain yes. */
export function inWords(offer: Offer | null, server: string): string | null {
  if (offer?.is === 'remember') return grantWords(offer.grant);
  if (offer?.is === 'server' && offer.choice === 'all') {
    return `every tool of ${server} in this chat, except those set to Ask or Deny`;
  }
  return null;
}
