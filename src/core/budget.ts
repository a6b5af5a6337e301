/** The tool budget of one answer (rows B1–B3): how many calls, over all its models, until it asks and until it stops. */
import { limits, type BudgetPreset } from './limits.ts';

/** Calls until the check-in, and calls at which tools stop outright. */
export interface Budget {
  readonly soft: number;
  readonly ceiling: number;
}

/** A preset's numbers (row B1). */
export const budgetOf = (preset: BudgetPreset): Budget => limits.budget[preset];

/** Where the soft check-in of an answer stands: not reached, asked and not answered, or answered with Continue or Stop (row B2). */
export type Pause = 'none' | 'asking' | 'released' | 'stopped';

/** The person's answer to the check-in (row B2). */
export type CheckIn = 'continue' | 'stop';

/**
 * What the budget says of a call before which `counted` calls of its answer were made: `off` at the ceiling, or once the
 * person stopped; `hold` while the check-in waits for an answer, or from the soft number on as long as it was not asked
 * (rows B2, B3). Written so that a count that is no number stops.
 */
export function budgetSays(pause: Pause, counted: number, budget: Budget): 'go' | 'hold' | 'off' {
  if (!(counted < budget.ceiling) || pause === 'stopped') return 'off';
  if (pause === 'asking') return 'hold';
  return pause === 'none' && counted >= budget.soft ? 'hold' : 'go';
}
