/** An answer cut by model and phase, as the inspector shows it (row I1). */
import type { AnswerEntry, AnswerPart, CallView, Trace } from '../../../../core/conversation.ts';
import { sameModel, type ModelRef } from '../../../../core/ids.ts';

/** One card of the inspector. `trace` is null for the person's own console run. */
export interface Share {
  readonly key: string;
  readonly model: ModelRef | null;
  readonly trace: Trace | null;
  readonly answer: string;
  readonly reasoning: string;
  readonly calls: readonly CallView[];
  readonly notices: readonly string[];
}

const words = (parts: readonly AnswerPart[], is: 'text' | 'reasoning'): string =>
  parts
    .flatMap((part) => (part.is === is ? [part.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n\n');

function share(key: string, model: ModelRef | null, trace: Trace | null, parts: readonly AnswerPart[]): Share {
  return {
    key,
    model,
    trace,
    answer: words(parts, 'text'),
    reasoning: words(parts, 'reasoning'),
    calls: parts.flatMap((part) => (part.is === 'call' ? [part.view] : [])),
    notices: parts.flatMap((part) => (part.is === 'notice' ? [part.text] : [])),
  };
}

/** The cards of an answer in the order their models began; what belongs to no model's part comes last. */
export function sharesOf(entry: AnswerEntry): readonly Share[] {
  const left = new Set(entry.parts);
  const cards = entry.traces.map((trace) => {
    const own = entry.parts.filter(
      ({ phase, model }) =>
        phase === trace.phase &&
        (phase === 'solo' || sameModel(model, trace.model) || (model === null && phase === 'synthesis')),
    );
    for (const part of own) left.delete(part);
    return share(`${trace.phase} ${trace.model.provider} ${trace.model.model}`, trace.model, trace, own);
  });
  const rest = [...left];
  if (rest.length === 0 && cards.length > 0) return cards;
  return rest.length === 0 && entry.to !== null ? cards : [...cards, share('rest', entry.model, null, rest)];
}
