import type { JSX } from 'preact';
import type { AnswerEntry } from '../../../../core/conversation.ts';
import type { Card, ChatState } from '../../../state/contract.ts';
import { lazyPart } from '../../lazyPart.tsx';
import { Parts } from '../parts.tsx';
import { answerParts } from './reading.ts';

export interface RoundProps {
  readonly entry: AnswerEntry;
  readonly chat: ChatState;
  /** The waiting cards of this answer. */
  readonly cards: readonly Card[];
}

/** A round from its own chunk: most chats have one model. Until it is here the one answer stands by itself. */
export const RoundPart = lazyPart<RoundProps>(
  'The answers side by side',
  async () => (await import('./RoundAnswer.tsx')).RoundAnswer,
  ({ entry, chat }): JSX.Element => (
    <Parts parts={answerParts(entry)} running={entry.state === 'running'} chat={chat} />
  ),
);
