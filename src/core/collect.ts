/** What the models of a round have to show for it (row F1): read from the log alone. */
import type { AnswerEntry, AnswerPart, CallView, Trace } from './conversation.ts';
import { sameModel, type ModelRef } from './ids.ts';

type Round = Pick<AnswerEntry, 'parts' | 'traces' | 'peers' | 'model'>;

/** A model whose part has text: its answer goes into the synthesis, marked where it is not whole. */
export interface Given {
  /** `A`, `B` … in the order of primary and peers, among the models that are given. */
  readonly label: string;
  readonly model: ModelRef;
  readonly state: Trace['state'];
  readonly text: string;
  /** `A1` is the first of A's. */
  readonly calls: readonly CallView[];
}

/** A model that has nothing to give. */
export interface Missing {
  readonly model: ModelRef;
  /** Null where it never began. */
  readonly trace: Trace | null;
}

export interface Collected {
  readonly given: readonly Given[];
  readonly missing: readonly Missing[];
}

/** The models of a round, the primary first. */
export const modelsOf = ({ model, peers }: Pick<Round, 'model' | 'peers'>): readonly ModelRef[] =>
  model === null ? peers : [model, ...peers.filter((peer) => !sameModel(peer, model))];

/** One model's parts of one phase, in the order they came. */
export const partsOf = (
  answer: Pick<Round, 'parts'>,
  phase: AnswerPart['phase'],
  model: ModelRef,
): readonly AnswerPart[] => answer.parts.filter((part) => part.phase === phase && sameModel(part.model, model));

/** One model's trace in a phase. */
export const traceOf = (answer: Pick<Round, 'traces'>, phase: Trace['phase'], model: ModelRef): Trace | null =>
  answer.traces.find((trace) => trace.phase === phase && sameModel(trace.model, model)) ?? null;

/** Everything a model said in a phase, without its reasoning. */
export const textOf = (answer: Pick<Round, 'parts'>, phase: AnswerPart['phase'], model: ModelRef): string =>
  partsOf(answer, phase, model)
    .flatMap((part) => (part.is === 'text' && part.text.trim() !== '' ? [part.text.trim()] : []))
    .join('\n\n');

/** `A` … `Z`, `AA` … */
export const labelAt = (index: number): string =>
  (index < 26 ? '' : labelAt(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Which models answered and which did not. Whoever has text counts, however its part ended (row F1). */
export function collected(answer: Round): Collected {
  const given: Given[] = [];
  const missing: Missing[] = [];
  for (const model of modelsOf(answer)) {
    const trace = traceOf(answer, 'dispatch', model);
    const text = textOf(answer, 'dispatch', model);
    if (trace === null || text === '') {
      missing.push({ model, trace });
      continue;
    }
    const calls = partsOf(answer, 'dispatch', model).flatMap((part) =>
      part.is === 'call' && part.view.call.parent === null ? [part.view] : [],
    );
    given.push({ label: labelAt(given.length), model, state: trace.state, text, calls });
  }
  return { given, missing };
}

const ends: Readonly<Record<Trace['state'], string>> = {
  running: 'it has not ended',
  done: 'it ended without saying anything',
  stopped: 'the person stopped it',
  failed: 'it failed',
  'timed-out': 'it took too long',
  interrupted: 'it was interrupted',
};

/** Why a model has nothing to give, in a sentence's end. */
export const whyMissing = ({ trace }: Missing): string =>
  trace === null
    ? 'it never began'
    : trace.fault === null
      ? ends[trace.state]
      : `${ends[trace.state]}: ${trace.fault.message}`;
