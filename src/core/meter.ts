/** The live meter of a running answer (row B5). */
import type { Budget } from './budget.ts';
import type { AnswerEntry, Trace } from './conversation.ts';
import { costOf, type ModelFacts } from './facts.ts';
import { sameModel, type ModelRef } from './ids.ts';
import type { Usage } from './model.ts';
import { modelKey } from './records.ts';
import { tokensOf } from './tokens.ts';

export interface Meter {
  readonly calls: number;
  readonly budget: Budget;
  readonly input: number;
  readonly output: number;
  /** True while some tokens are estimates: a request that runs has not been reported yet. */
  readonly estimated: boolean;
  /** US dollars of the models whose prices are known; null where none is. */
  readonly cost: number | null;
  /** True where some model's price or count is not known, so that `cost` is not all. */
  readonly partial: boolean;
}

/** Estimated tokens of the requests that were sent and are not reported yet, by `modelKey`. */
export type InFlight = ReadonlyMap<string, number>;

const nothing: InFlight = new Map();
const of = (usage: Usage): number => (usage.input ?? 0) + (usage.output ?? 0);

/** What the model has said in the request that runs: its turn is after those that ended. */
function sayingNow(answer: AnswerEntry, trace: Trace): number {
  let tokens = 0;
  // From the end: what is being said now is there, and nobody has to count the rest again at each drawing.
  for (let at = answer.parts.length - 1; at >= 0; at -= 1) {
    const part = answer.parts[at];
    if (part === undefined || part.phase !== trace.phase || !sameModel(part.model, trace.model)) continue;
    if (part.turn <= trace.turns) break;
    if (part.is === 'call') tokens += tokensOf(part.view.call.raw);
    else if (part.is !== 'notice') tokens += tokensOf(part.text);
  }
  return tokens;
}

interface Share extends Usage {
  readonly model: ModelRef;
  readonly estimated: boolean;
}

function shareOf(answer: AnswerEntry, trace: Trace, flight: InFlight): Share | null {
  const { usage, model } = trace;
  const sent = trace.state === 'running' ? (flight.get(modelKey(model)) ?? 0) : 0;
  if (sent === 0) return trace.turns === 0 && of(usage) === 0 ? null : { ...usage, model, estimated: false };
  const output = (usage.output ?? 0) + sayingNow(answer, trace);
  return { input: (usage.input ?? 0) + sent, output, model, estimated: true };
}

/** What was used outside every part, by the primary: summaries of earlier turns (row V5). */
function besides(answer: AnswerEntry): Share[] {
  const parts = answer.traces.map(({ usage }) => usage);
  const input = (answer.usage.input ?? 0) - parts.reduce((all, one) => all + (one.input ?? 0), 0);
  const output = (answer.usage.output ?? 0) - parts.reduce((all, one) => all + (one.output ?? 0), 0);
  return answer.model === null || input + output <= 0 ? [] : [{ input, output, model: answer.model, estimated: false }];
}

/** What an answer has used so far, from its traces; what is on its way is estimated (`flight`). */
export function meterOf(
  answer: AnswerEntry,
  budget: Budget,
  factsOf: (model: ModelRef) => ModelFacts,
  flight: InFlight = nothing,
): Meter {
  const shares = [
    ...answer.traces.map((trace) => shareOf(answer, trace, flight)).filter((share) => share !== null),
    ...besides(answer),
  ];
  const costs = shares.map((share) => {
    const facts = factsOf(share.model);
    return facts.inputPrice === 0 && facts.outputPrice === 0 ? 0 : costOf(share, facts);
  });
  const known = costs.filter((cost) => cost !== null);
  return {
    calls: answer.counted,
    budget,
    input: shares.reduce((all, { input }) => all + (input ?? 0), 0),
    output: shares.reduce((all, { output }) => all + (output ?? 0), 0),
    estimated: shares.some(({ estimated }) => estimated),
    cost: known.length === 0 ? null : known.reduce((all, cost) => all + cost, 0),
    partial: known.length < costs.length,
  };
}
