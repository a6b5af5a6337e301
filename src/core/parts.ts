/** The parts of a running round, seen from outside it. */
import { sameModel, type ModelRef } from './ids.ts';
import type { makeStop } from './stop.ts';

/** The parts of a round that run now, so that one model can be stopped alone (row F2). One for each running answer. */
export interface Parts {
  readonly running: { readonly model: ModelRef; readonly stop: ReturnType<typeof makeStop> }[];
}
export const makeParts = (): Parts => ({ running: [] });

/** Stops one model alone; false where it does not run. What it said so far is kept, and the round goes on (row F2). */
export function stopModel(parts: Parts, model: ModelRef): boolean {
  const found = parts.running.filter((part) => sameModel(part.model, model));
  for (const part of found) part.stop.request();
  return found.length > 0;
}
