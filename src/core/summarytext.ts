/** How a summary of earlier turns stands in what is sent (row V5). */
import type { Entry, Summary } from './conversation.ts';
import type { AnswerId } from './ids.ts';
import type { UserPart } from './model.ts';
import { wellFormed } from './told.ts';

const head = '[Earlier turns of this conversation, summarised by a model:]';
const foot = '[End of the summary. What follows was said after it.]';

/** The part of a user message that stands for all that was said before. */
export const summaryPart = (summary: Summary): UserPart => ({
  is: 'text',
  text: `${head}\n${wellFormed(summary.text.trim())}\n${foot}`,
});

export const isSummary = (part: UserPart): boolean => part.is === 'text' && part.text.startsWith(head);

/**
 * The newest summary on the way to the last entry, and what was said after it. One that stands on the answer which is being
 * given (`running`) covers that answer too, so it is none for it; one on another branch is not on the way at all (row U5).
 */
export function sinceSummary(
  entries: readonly Entry[],
  running: AnswerId | null,
): { readonly summary: Summary | null; readonly entries: readonly Entry[] } {
  const at = entries.findLastIndex((one) => one.is === 'answer' && one.summary !== null && one.id !== running);
  const found = entries[at];
  return found?.is === 'answer'
    ? { summary: found.summary, entries: entries.slice(at + 1) }
    : { summary: null, entries };
}
