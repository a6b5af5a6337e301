/** What is known of a model besides its name: from a dated table that the person can edit (rows V5, B5). */
import type { Usage } from './model.ts';

export interface ModelFacts {
  /** Tokens a request and its answer may have together; null where nobody knows. */
  readonly context: number | null;
  /** US dollars for a million tokens; null where nobody knows, 0 where it runs on this machine. */
  readonly inputPrice: number | null;
  readonly outputPrice: number | null;
}

export const unknownModel: ModelFacts = { context: null, inputPrice: null, outputPrice: null };

/** US dollars; null where a price or a count is not known. */
export function costOf(usage: Usage, facts: ModelFacts): number | null {
  const { inputPrice, outputPrice } = facts;
  if (inputPrice === null || outputPrice === null || usage.input === null || usage.output === null) return null;
  return (usage.input * inputPrice + usage.output * outputPrice) / 1_000_000;
}
