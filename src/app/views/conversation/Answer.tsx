import type { JSX } from 'preact';
import type { AnswerEntry } from '../../../core/conversation.ts';
import { shown } from '../../../core/visible.ts';
import type { Card, ChatState } from '../../state/contract.ts';
import { memo } from '../../ui/memo.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { ApprovalCard } from '../card/ApprovalCard.tsx';
import { AnswerEnd } from './AnswerEnd.tsx';
import { Parts } from './parts.tsx';
import { answerParts, isRound, synthesisOf } from './round/reading.ts';
import { RoundPart } from './round/RoundPart.tsx';
import { SummaryDivider } from './SummaryDivider.tsx';

/** Something is on its way, but nothing that shows: no text grows, no call runs or waits. */
function silent(entry: AnswerEntry, cards: readonly Card[]): boolean {
  if (entry.state !== 'running' || cards.length > 0 || entry.pause === 'asking') return false;
  // While several answer, each column says how it stands.
  if (isRound(entry) && synthesisOf(entry) === null) return entry.traces.every((trace) => trace.state !== 'running');
  const last = answerParts(entry).at(-1);
  if (last === undefined || last.is === 'notice') return true;
  if (last.is === 'call') return ['done', 'rejected', 'stopped'].includes(last.view.call.at);
  return last.is === 'reasoning' || last.done;
}

function whoOf(entry: AnswerEntry): string {
  if (entry.to === null) return 'You';
  return entry.model === null ? 'Model' : shown(entry.model.name);
}

function saidBeside(entry: AnswerEntry): string {
  if (entry.to === null) return 'from the tool console; not sent to a model';
  const count = entry.peers.length;
  return count === 0 ? '' : `and ${count} ${count === 1 ? 'peer' : 'peers'}`;
}

/** All that happened between a message and its final text: words, calls and cards in their order. */
export const Answer = memo(
  ({
    entry,
    chat,
    cards,
  }: {
    readonly entry: AnswerEntry;
    readonly chat: ChatState;
    /** The waiting cards of this answer. */
    readonly cards: readonly Card[];
  }): JSX.Element => {
    const running = entry.state === 'running';
    const who = whoOf(entry);
    return (
      <>
        <article class="answer" aria-label={`Answer of ${who}`} aria-busy={running}>
          <h2 class="who">
            <b>{who}</b> {saidBeside(entry)}
          </h2>
          {isRound(entry) ? (
            <RoundPart entry={entry} chat={chat} cards={cards} />
          ) : (
            <Parts parts={entry.parts} running={running} chat={chat} />
          )}
          {cards.map((card) => (
            <ApprovalCard key={card.view.call.id} card={card} chat={chat} />
          ))}
          {silent(entry, cards) ? (
            <p class="working">
              <Spinner label="Working" /> Working…
            </p>
          ) : null}
          <AnswerEnd entry={entry} chat={chat} />
        </article>
        {entry.summary === null ? null : <SummaryDivider summary={entry.summary} />}
      </>
    );
  },
);
