/** A call that shares another model's card and result (row A5). */
import { drop, end, halted, log, type Course, type Next } from './course.ts';
import { fingerprint } from './decide.ts';
import type { Decision } from './gate.ts';
import { hold } from './held.ts';
import type { JsonObject } from './json.ts';
import { pinText } from './pin.ts';
import type { Facts } from './ports.ts';
import type { Tool } from './tool.ts';

/** Which calls are the same: of one answer, doing the same, on the same text of the same tool. */
export const shareKey = (on: Course, tool: Tool, args: JsonObject | null): string =>
  `${on.first.answer}\n${fingerprint(tool, on.first.name, args)}\n${pinText(tool)}`;

/** Models share within the dispatch of a round; changes of files are made by one model only, in its synthesis (row F3). */
const shareable = ({ first }: Course, facts: Facts | null): boolean =>
  first.phase === 'dispatch' && first.model !== null && first.parent === null && (facts?.plan ?? null) === null;

/** Takes in what became of the leader since: its arguments were changed, it was declined, or it ended for both. */
export async function hearLeader(on: Course): Promise<Next> {
  for (const news of on.world.shares.news(on.first.id)) {
    if (news.is === 'done') on.shared = news;
    else if (news.is === 'declined') return declined(on, news.why, news.reason);
    else {
      const { why, args: edited } = news;
      await log(on, { kind: 'decided', call: on.first.id, verdict: 'edit', by: 'person', why, edited });
      on.call = { ...on.call, args: edited };
      on.shown = null;
      on.held = null;
    }
  }
  return 'again';
}

async function declined(on: Course, why: Extract<Decision, { verdict: 'ask' }>['why'], reason: string): Promise<Next> {
  await log(on, { kind: 'decided', call: on.first.id, verdict: 'no', by: 'person', why, reason });
  return 'over';
}

/** A page that was closed between the leader's end and its followers': the log says whom a held call followed. */
export async function recall(on: Course): Promise<Next> {
  const parts = on.world.thread().answers.get(on.first.answer)?.parts ?? [];
  const find = (id: string) => parts.find((part) => part.is === 'call' && part.id === id);
  const own = find(on.first.id);
  const state = own?.is === 'call' ? own.view.call : null;
  if (state?.at !== 'held' || state.with === undefined) return 'again';
  const leader = find(state.with);
  if (leader?.is !== 'call') return 'again';
  const { call, why, by } = leader.view;
  if (call.at === 'rejected' && call.by === 'person') return declined(on, call.why, call.reason ?? '');
  if (call.at === 'done' && why !== null && by !== null) {
    on.shared = { is: 'done', from: call.from ?? call.id, why, by, outcome: call.outcome };
  }
  return 'again';
}

/**
 * A call that by itself would ask or run: where another model's same call waits or runs, it waits for that one, and takes
 * its end as its own. `alone`: it goes its own way, for others too where it leads.
 */
export async function follow(
  on: Course,
  tool: Tool,
  decision: Exclude<Decision, { verdict: 'reject' }>,
  facts: Facts | null,
): Promise<Next | 'alone'> {
  const { world, first, shared } = on;
  const { shares } = world;
  // The leader may have ended while this one was looked at and decided.
  if (shares.pending(first.id)) return 'again';
  if (shared !== null) {
    // What ran by a rule was no person's yes: where this one asks by now, it asks by itself.
    if (decision.verdict === 'run' || shared.by === 'person') {
      const { why, by, from, outcome } = shared;
      await log(on, { kind: 'decided', call: first.id, verdict: 'yes', by, why, remembered: null });
      return end(on, outcome, 0, from);
    }
    on.shared = null;
    shares.leave(first.id);
  }
  if (!shareable(on, facts)) return 'alone';
  const place = shares.join(on.call, shareKey(on, tool, on.call.args));
  if (place.is !== 'follower') return 'alone';
  on.approval = null;
  await hold(on, 'shared');
  if (halted(on)) return drop(on);
  await Promise.race([on.halt, shares.wait(first.id), world.woken(on.call)]);
  return 'again';
}
