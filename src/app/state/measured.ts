import { budgetOf } from '../../core/budget.ts';
import { meterOf, type Meter } from '../../core/meter.ts';
import type { ChatRun } from '../runs/chatrun.ts';
import type { Deps } from '../runs/deps.ts';
import type { CheckIn } from './contract.ts';

const alone = { index: 0, leaves: [] };

/** The check-in that the running answer waits at, after a reload too (row B2); null where none is asked. */
export function checkInOf(run: ChatRun, deps: Deps): CheckIn | null {
  const id = run.running();
  const answer = id === null ? undefined : run.ledger.thread().answers.get(id);
  if (answer?.pause !== 'asking') return null;
  // A preset that was raised since does not make more calls of it.
  return { answer: answer.id, calls: Math.min(budgetOf(deps.rulebook.now().settings.budget).soft, answer.counted) };
}

/** What the running answer has used so far (row B5); null where none runs. `before`, where nothing is new in it. */
export function meterNow(run: ChatRun, deps: Deps, before: Meter | null): Meter | null {
  const id = run.running();
  const answer = id === null ? undefined : run.ledger.thread().answers.get(id);
  if (answer === undefined) return null;
  const budget = budgetOf(deps.rulebook.now().settings.budget);
  const now = meterOf({ ...answer, versions: alone }, budget, deps.facts, run.flight());
  return before !== null && same(before, now) ? before : now;
}

const same = (a: Meter, b: Meter): boolean =>
  a.calls === b.calls &&
  a.budget === b.budget &&
  a.input === b.input &&
  a.output === b.output &&
  a.estimated === b.estimated &&
  a.cost === b.cost &&
  a.partial === b.partial;
