import type { Allow, AnswerFacts, Approval, Asked, Decision, FlowFacts, Offer, Rules, Setting, Why } from './gate.ts';
import { covers, grantFor, grantWords, pathArguments } from './grants.ts';
import { canonical, type JsonObject } from './json.ts';
import { normalise } from './path.ts';
import { pinText } from './pin.ts';
import type { Facts, Plan } from './ports.ts';
import { seenWhole, senseless } from './sense.ts';
import type { Tool } from './tool.ts';
import { knownPolicy } from './server.ts';
import { why } from './why.ts';

/** Everything one decision rests on. `facts` is null for tools that touch no files. */
export interface Case {
  readonly call: Asked;
  readonly facts: Facts | null;
  readonly rules: Rules;
  readonly answer: AnswerFacts;
  /** The flow that makes the call, or null for a direct one (rows L6, X1). */
  readonly flow: FlowFacts | null;
  /** The person's yes on this call's card, or null. It can turn an ask into a run, and nothing else. */
  readonly approval: Approval | null;
}

/** What a tool stands at while it has no setting of its own (row T2). */
export const defaultSetting = (tool: Tool): Setting =>
  tool.source.from === 'mcp'
    ? tool.readOnlyHint === true
      ? 'always'
      : 'ask'
    : tool.effect === 'read'
      ? 'always'
      : 'ask';

/** Names a call by what it does: tool and arguments, with paths in their normal form, so that `./a` is `a` (row G3). */
export function fingerprint(tool: Tool | null, name: string, args: JsonObject | null): string {
  if (tool === null || args === null) return canonical([name, args]);
  if (tool.source.from !== 'files') return canonical([tool.key, args]);
  const rest = Object.fromEntries(Object.entries(args).filter(([key]) => !['path', 'from', 'to'].includes(key)));
  const paths = pathArguments(tool.name, args).map((path) => {
    const normal = normalise(path, true);
    return normal.ok ? normal.value : path;
  });
  return canonical([tool.key, paths, rest]);
}

/** Whether two plans are the same change of the same bytes (row P8). */
export const samePlan = (a: Plan | null, b: Plan | null): boolean =>
  canonical(a === null ? null : essence(a)) === canonical(b === null ? null : essence(b));
const essence = (plan: Plan) => [
  plan.kind,
  plan.path,
  plan.to,
  plan.entry,
  plan.before?.hash ?? null,
  plan.after?.hash ?? null,
];

/**
 * The gate (SPEC, section G). Pure; the first hit wins:
 *  1. G1  unknown tool, or not offered to this caller          → reject
 *     G11 a rule that cannot be read, or facts that are missing → reject
 *  2. G2  outside the project, or named by `.agentblock`        → reject, in every mode
 *  3. G3  declined before in this answer                        → reject, in every mode
 *         set to Deny, or the chat's no to the server           → reject (skipped by mode bypass)
 *  4. G4  the budget's ceiling, or the person's Stop at its check-in → reject, in every mode
 *  5. G5  a secret: hard deny → reject; ask → ask, nothing to remember (both skipped by the bypass modes)
 *  6. G6  server policy `always`                                → ask, nothing to remember
 *  7. G7  policy unknown → ask, nothing to remember (reject in a flow, in every mode); `once` and not answered yet → ask
 *     T6  the tool changed since it was pinned                  → ask
 *  8. G8  Always; or policy `never` or a chat-wide yes, and no setting of its own → run
 *  9. G9  a grant                                               → run
 * 10. G10 otherwise                                             → ask
 * The check-in itself (row B2) and another model's same call (row A5) are no verdicts: what would ask or run is held for them.
 * In a flow nothing waits: what would ask runs where the flow was approved or the mode bypasses, and is rejected otherwise.
 */
export function decide(on: Case): Decision {
  const { call, facts, rules, answer, flow } = on;
  const { tool, server } = rules;
  const bypass = flow?.mode === 'bypass' || flow?.mode === 'bypass+';

  if (tool === null) return reject(why.unknownTool(call));
  if (rules.notOffered !== null) return reject(why.notOffered(call, rules.notOffered));
  const broken = rules.broken ?? senseless(tool, rules, flow);
  if (broken !== null) return reject(why.broken(broken));
  if (call.args === null) return reject(why.unreadable());
  if (!seenWhole(tool, facts, bypass)) return reject(why.unseen());

  if (facts !== null && facts.refused !== null) return reject(why.outside(facts.refused));
  if (facts !== null && facts.blockedBy !== null) return reject(why.agentblock(facts.blockedBy));

  const name = fingerprint(tool, call.name, call.args);
  if (answer.declined.includes(name)) return reject(why.declinedBefore());
  if (flow?.mode !== 'bypass') {
    if (rules.setting === 'deny') return reject(why.denied(rules));
    if (server?.consent === 'no') return reject(why.refusedServer(server.name));
  }

  // Written so that a count that is no number stops too.
  if (!(answer.counted < answer.ceiling)) return reject(why.ceiling(answer.ceiling));
  if (answer.stopped) return reject(why.stoppedTools());

  if (facts?.secret === 'deny' && !bypass) return reject(why.secretDeny(facts));
  const unknown =
    server === null || knownPolicy(server.policy) !== null
      ? null
      : why.serverUnknown(server.name, String(server.policy));
  if (flow !== null && unknown !== null) return reject(why.inFlow(unknown));
  if (flow !== null && bypass) return run(on, why.flowMode(flow.mode), 'rule');

  if (facts?.secret === 'ask') return ask(on, why.secretAsk(facts), [{ is: 'once' }]);
  if (server?.policy === 'always') return ask(on, why.serverAlways(server.name), [{ is: 'once' }]);
  if (unknown !== null) return ask(on, unknown, [{ is: 'once' }]);
  if (server !== null && server.policy !== 'never' && server.consent === 'none') {
    return ask(on, why.serverFirst(server.name), [
      { is: 'server', server: server.id, choice: 'met' },
      { is: 'server', server: server.id, choice: 'all' },
    ]);
  }
  const paths = facts?.paths ?? [];
  const grant = grantFor(tool, paths, rules.project, call.chat, facts?.kinds);
  const rememberable: readonly Offer[] = [{ is: 'once' }, { is: 'remember', grant }];
  if (rules.pin === 'changed') return ask(on, why.toolChanged(tool.label), rememberable);

  if (rules.setting === null && server?.policy === 'never') return run(on, why.serverNever(server.name), 'rule');
  if (rules.setting === null && server?.consent === 'all') return run(on, why.serverAll(server.name), 'rule');
  if ((rules.setting ?? defaultSetting(tool)) === 'always')
    return run(on, why.alwaysRuns(rules, rules.setting !== null), 'rule');

  const held = rules.grants.find((one) => covers(one, tool, paths, rules.project, call.chat, null));
  if (held !== undefined) return run(on, why.granted(grantWords(held)), 'rule');

  return ask(on, why.asks(rules, rules.setting !== null), rememberable);
}

const reject = (because: Why): Decision => ({ verdict: 'reject', why: because });

/** The only place where an `Allow` comes into being; the brand is a type, so nothing else can write one down. */
const run = (on: Case, because: Why, by: Allow['by']): Decision => ({
  verdict: 'run',
  allowed: { call: on.call.id, why: because, by, plan: on.facts?.plan ?? null } as Allow,
});

const sameOffer = (a: Offer, b: Offer): boolean => JSON.stringify(a) === JSON.stringify(b);

/** An ask becomes a run where the person approved just this: call, arguments, rule, an offer made, and the change shown. */
function ask(on: Case, because: Why, offers: readonly Offer[]): Decision {
  if (on.flow !== null)
    return on.flow.approved ? run(on, why.flowApproved(because), 'person') : reject(why.inFlow(because));
  const { approval, call, facts, rules } = on;
  const counts =
    approval !== null &&
    approval.call === call.id &&
    approval.row === because.row &&
    approval.fingerprint === fingerprint(rules.tool, call.name, call.args) &&
    rules.tool !== null &&
    approval.shown === pinText(rules.tool) &&
    offers.some((offer) => sameOffer(offer, approval.offer)) &&
    samePlan(approval.plan, facts?.plan ?? null);
  return counts ? run(on, because, 'person') : { verdict: 'ask', why: because, offers };
}
