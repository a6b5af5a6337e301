/** What a round is drawn from: who answered, what each said, and where the one answer stands (rows F1, F5). */
import { labelAt } from '../../../../core/collect.ts';
import type { AnswerEntry, AnswerPart, CallView, Trace } from '../../../../core/conversation.ts';
import { sameModel, type ModelRef } from '../../../../core/ids.ts';
import { oneLine } from '../../oneline.ts';

/** One model's column. `label`: the letter its answer is cited by; null where it gave none. */
export interface Column {
  readonly key: string;
  readonly model: ModelRef;
  /** Another model of the round goes by the same short name: it takes more to tell them apart. */
  readonly alike: boolean;
  readonly role: 'primary' | 'peer';
  readonly label: string | null;
  /** Null before it has begun. */
  readonly trace: Trace | null;
  readonly parts: readonly AnswerPart[];
}

export const keyOf = (model: ModelRef): string => `${model.provider}/${model.model}`;

/** Whether several models answer; a solo answer and a console run have no columns. */
export const isRound = (entry: AnswerEntry): boolean => entry.peers.length > 0;

/** The primary's part that writes the one answer; null before it has begun. */
export const synthesisOf = (entry: AnswerEntry): Trace | null =>
  entry.traces.findLast((trace) => trace.phase === 'synthesis') ?? null;

const speaks = (part: AnswerPart): boolean => part.is === 'text' && /\S/u.test(part.text);

/** The columns of a round, the primary first; answers are labelled A, B, C … in that order (row F5). */
export function columnsOf(entry: AnswerEntry): readonly Column[] {
  const models = entry.model === null ? entry.peers : [entry.model, ...entry.peers];
  let labels = 0;
  return models.map((model, at) => {
    const own = (one: { readonly model: ModelRef | null; readonly phase: string }): boolean =>
      one.phase === 'dispatch' && sameModel(one.model, model);
    const parts = entry.parts.filter(own);
    const label = parts.some(speaks) ? labelAt(labels++) : null;
    const trace = entry.traces.find((one) => own(one)) ?? null;
    return {
      key: keyOf(model),
      model,
      alike: models.filter((one) => citedAs(one).toLowerCase() === citedAs(model).toLowerCase()).length > 1,
      role: at === 0 && entry.model !== null ? 'primary' : 'peer',
      label,
      trace,
      parts,
    };
  });
}

/** The parts of the one answer: the synthesis, and where it rests on the primary's own text, that before it (row F2). */
export function answerParts(entry: AnswerEntry): readonly AnswerPart[] {
  if (!isRound(entry)) return entry.parts;
  const synthesis = synthesisOf(entry);
  const own = synthesis === null || synthesis.basis === 'own';
  return entry.parts.filter(
    (part) => part.phase === 'synthesis' || (own && part.phase === 'dispatch' && sameModel(part.model, entry.model)),
  );
}

/** The calls of an answer in the order they were made: `A1` is the first one of answer A. Nested calls are not counted. */
export const callsOf = (column: Column): readonly CallView[] =>
  column.parts.flatMap((part) => (part.is === 'call' && part.view.call.parent === null ? [part.view] : []));

/** "Opus" of "Anthropic · Opus": enough beside others of the same round. */
export const shortName = (model: ModelRef): string => model.name.split(' · ').at(-1)?.trim() || model.name;

/** A model as a citation names it, which has little room. */
export const citedAs = (model: ModelRef): string => oneLine(shortName(model), 24);
