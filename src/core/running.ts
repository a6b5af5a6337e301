import type { Phase } from './gate.ts';
import type { Attachments } from './history.ts';
import type { AnswerId, ModelRef } from './ids.ts';
import type { Role } from './prompt.ts';
import type { Stamp, Stop } from './world.ts';

/** What one loop is about. */
export interface Running {
  readonly answer: AnswerId;
  readonly model: ModelRef;
  readonly phase: Phase;
  readonly system: string;
  /** As what it answers (row F1); a console run is the person's, who is bound by no role. */
  readonly role: Role;
  readonly files: Attachments;
  readonly stop: Stop;
  readonly declined: string[];
  /** It goes on from what it said already: an end without another word is no surprise. */
  readonly quiet?: true;
}

export const stampOf = (run: Running, turn: number): Stamp => ({
  answer: run.answer,
  model: run.model,
  phase: run.phase,
  turn,
});
