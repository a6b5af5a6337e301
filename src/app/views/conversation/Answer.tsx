import type { JSX } from 'preact';
import type { AnswerEntry } from '../../../core/conversation.ts';
import { shown } from '../../../core/visible.ts';
import type { Card, ChatState } from '../../state/contract.ts';
import { Note } from '../../ui/Fault.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { CallRow } from '../call/CallRow.tsx';
import { ApprovalCard } from '../card/ApprovalCard.tsx';
import { AnswerEnd } from './AnswerEnd.tsx';
import { grouped, type Group } from './groups.ts';
import { MarkdownPart } from './MarkdownPart.tsx';
import { Reasoning } from './Reasoning.tsx';

function Part({
  group,
  running,
  chat,
}: {
  readonly group: Group;
  readonly running: boolean;
  readonly chat: ChatState;
}): JSX.Element {
  if (group.is === 'calls') {
    return (
      <div class="calls" role="group" aria-label="Tool calls">
        {group.views.map((view) => (
          <CallRow key={view.call.id} view={view} chat={chat} />
        ))}
      </div>
    );
  }
  const { part } = group;
  if (part.is === 'notice') return <Note tone="info">{shown(part.text)}</Note>;
  const growing = running && !part.done;
  return part.is === 'reasoning' ? (
    <Reasoning text={part.text} growing={growing} />
  ) : (
    <MarkdownPart text={part.text} growing={growing} />
  );
}

/** Something is on its way, but nothing that shows: no text grows, no call runs or waits. */
function silent(entry: AnswerEntry, cards: readonly Card[]): boolean {
  if (entry.state !== 'running' || cards.length > 0) return false;
  const last = entry.parts.at(-1);
  if (last === undefined || last.is === 'notice') return true;
  if (last.is === 'call') return ['done', 'rejected', 'stopped'].includes(last.view.call.at);
  return last.is === 'reasoning' || last.done;
}

/** All that happened between a message and its final text: words, calls and cards in their order. */
export function Answer({
  entry,
  chat,
  cards,
}: {
  readonly entry: AnswerEntry;
  readonly chat: ChatState;
  /** The waiting cards of this answer. */
  readonly cards: readonly Card[];
}): JSX.Element {
  const running = entry.state === 'running';
  const who = entry.to === null ? 'You' : entry.model === null ? 'Model' : shown(entry.model.name);
  return (
    <article class="answer" aria-label={`Answer of ${who}`} aria-busy={running}>
      <h2 class="who">
        <b>{who}</b> {entry.to === null ? 'from the tool console; not sent to a model' : ''}
      </h2>
      {grouped(entry.parts).map((group) => (
        <Part key={group.id} group={group} running={running} chat={chat} />
      ))}
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
  );
}
