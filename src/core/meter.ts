/** The live meter of a running answer (row B5). */
import type { Budget } from './budget.ts';
import type { AnswerEntry } from './conversation.ts';
import { costOf, type ModelFacts } from './facts.ts';
import type { ModelRef } from './ids.ts';

export interface Meter {
  readonly calls: number;
  readonly budget: Budget;
  readonly input: number;
  readonly output: number;
  /** True while some tokens are estimates: a request that runs has not been reported yet. */
  readonly estimated: boolean;
  /** US dollars of the models whose prices are known; null where none is. */
  readonly cost: number | null;
  /** True where some model's price is not known, so that `cost` is not all. */
  readonly partial: boolean;
}

/** What an answer has used so far, from its traces. */
export function meterOf(answer: AnswerEntry, budget: Budget, factsOf: (model: ModelRef) => ModelFacts): Meter {
  const used = answer.traces.filter(({ usage }) => usage.input !== null || usage.output !== null);
  const costs = used.map(({ usage, model }) => costOf(usage, factsOf(model)));
  const known = costs.filter((cost) => cost !== null);
  return {
    calls: answer.counted,
    budget,
    input: used.reduce((all, { usage }) => all + (usage.input ?? 0), 0),
    output: used.reduce((all, { usage }) => all + (usage.output ?? 0), 0),
    estimated: answer.traces.some(({ state }) => state === 'running'),
    cost: known.length === 0 ? null : known.reduce((all, cost) => all + cost, 0),
    partial: known.length < costs.length,
  };
}
