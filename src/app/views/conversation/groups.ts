import type { AnswerEntry, AnswerPart, CallView } from '../../../core/conversation.ts';
import { answerParts } from './round/reading.ts';

/** What an answer is drawn from: calls that follow each other share one frame. */
export type Group =
  | { readonly is: 'calls'; readonly id: string; readonly views: readonly CallView[] }
  | { readonly is: 'part'; readonly id: string; readonly part: Exclude<AnswerPart, { is: 'call' }> };

/** Parts in their order, runs of calls gathered, text that says nothing left out. */
export function grouped(parts: readonly AnswerPart[]): readonly Group[] {
  const groups: Group[] = [];
  for (const part of parts) {
    if (part.is === 'call') {
      const last = groups.at(-1);
      if (last?.is === 'calls') groups[groups.length - 1] = { ...last, views: [...last.views, part.view] };
      else groups.push({ is: 'calls', id: part.id, views: [part.view] });
    } else if (part.is === 'notice' || /\S/u.test(part.text)) {
      groups.push({ is: 'part', id: part.id, part });
    }
  }
  return groups;
}

/** An answer's words, for copying and for readers; of a round the words of the one answer. */
export const wordsOf = (entry: AnswerEntry): string =>
  answerParts(entry)
    .filter((part) => part.is === 'text')
    .map((part) => part.text.trim())
    .filter((text) => text !== '')
    .join('\n\n');

/** The calls of an answer whose changes are still in place and can be put back (row P9). */
export const changesOf = (entry: AnswerEntry): readonly CallView[] =>
  entry.parts.flatMap((part) => {
    if (part.is !== 'call' || part.view.reverted !== null) return [];
    const { call } = part.view;
    return call.at === 'done' && call.outcome.ok && call.outcome.value.kept === true ? [part.view] : [];
  });
