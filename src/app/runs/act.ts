/** One answer under way, as a chat holds it; what carries it out is loaded when the first one begins (`answering.ts`). */
import { sameModel, type AnswerId, type ModelRef } from '../../core/ids.ts';
import { makeParts, type Parts } from '../../core/parts.ts';
import type { InFlight } from '../../core/meter.ts';
import { makeStop } from '../../core/stop.ts';
import type { Stamp } from '../../core/world.ts';

/** Of what belongs to no answer: a message, a choice. */
export const noAnswer: Stamp = { answer: null, model: null, phase: 'solo', turn: 0 };
/** Nothing is outstanding. */
export const noFlight: InFlight = new Map();

/** One answer under way: what can be done to it from outside, and what of it is outstanding. */
export interface Act {
  readonly answer: AnswerId;
  readonly stop: ReturnType<typeof makeStop>;
  /** Its models that run now, where several answer (row F2). */
  readonly parts: Parts;
  /** Estimated tokens of requests that are not reported yet, by `modelKey` (row B5). */
  readonly flight: Map<string, number>;
}

export const makeAct = (answer: AnswerId): Act => ({
  answer,
  stop: makeStop(),
  parts: makeParts(),
  flight: new Map(),
});

/** The peers a chat's next round asks: each once, and never the primary (row F1). */
export const peersOf = (peers: readonly ModelRef[] | undefined, primary: ModelRef | null): readonly ModelRef[] =>
  (peers ?? []).filter(
    (peer, at, all) => !sameModel(peer, primary) && all.findIndex((one) => sameModel(one, peer)) === at,
  );
