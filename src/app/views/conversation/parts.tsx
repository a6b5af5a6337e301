import type { JSX } from 'preact';
import type { AnswerPart, CallView } from '../../../core/conversation.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Note } from '../../ui/Fault.tsx';
import { memo } from '../../ui/memo.tsx';
import { CallRow } from '../call/CallRow.tsx';
import { grouped } from './groups.ts';
import { MarkdownPart } from './MarkdownPart.tsx';
import { Reasoning } from './Reasoning.tsx';

const Calls = memo(({ views, chat }: { readonly views: readonly CallView[]; readonly chat: ChatState }) => (
  <div class="calls" role="group" aria-label="Tool calls">
    {views.map((view) => (
      <CallRow key={view.call.id} view={view} chat={chat} />
    ))}
  </div>
));

const Words = memo(
  ({ part, running }: { readonly part: Exclude<AnswerPart, { is: 'call' }>; readonly running: boolean }) => {
    if (part.is === 'notice') return <Note tone="info">{shown(part.text)}</Note>;
    const growing = running && !part.done;
    return part.is === 'reasoning' ? (
      <Reasoning text={part.text} growing={growing} />
    ) : (
      <MarkdownPart text={part.text} growing={growing} />
    );
  },
);

/** Words, thoughts, notices and calls in their order; only what changed is drawn anew. */
export function Parts({
  parts,
  running,
  chat,
}: {
  readonly parts: readonly AnswerPart[];
  readonly running: boolean;
  readonly chat: ChatState;
}): JSX.Element {
  return (
    <>
      {grouped(parts).map((group) =>
        group.is === 'calls' ? (
          <Calls key={group.id} views={group.views} chat={chat} />
        ) : (
          <Words key={group.id} part={group.part} running={running} />
        ),
      )}
    </>
  );
}
