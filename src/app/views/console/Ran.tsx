import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { CallView } from '../../../core/conversation.ts';
import type { CallId } from '../../../core/ids.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { CallRow } from '../call/CallRow.tsx';
import { Result } from '../call/Result.tsx';
import { WhyText } from '../call/WhyText.tsx';

function viewOf(chat: ChatState, call: CallId): CallView | null {
  for (const entry of chat.conversation.value.entries.toReversed()) {
    if (entry.is !== 'answer') continue;
    for (const part of entry.parts) if (part.is === 'call' && part.id === call) return part.view;
  }
  return null;
}

const toCard = (call: CallId): void =>
  document.querySelector<HTMLElement>(`[data-card="${CSS.escape(call)}"]`)?.focus();

/** A call the person made: its line, the way to its card while it waits, its result, and what to do with it (row V4). */
export function Ran({
  chat,
  call,
  onAgain,
  onOther,
  onClose,
}: {
  readonly chat: ChatState;
  readonly call: CallId;
  readonly onAgain: () => void;
  readonly onOther: () => void;
  readonly onClose: () => void;
}): JSX.Element {
  const view = viewOf(chat, call);
  const first = useRef<HTMLDivElement>(null);
  const done = view?.call.at === 'done' ? view.call.outcome : null;
  useEffect(() => first.current?.focus(), []);
  return (
    <div ref={first} class="ran" tabIndex={-1}>
      {view === null ? <Spinner label="Starting the call" /> : <CallRow view={view} chat={chat} />}
      {view?.call.at === 'waiting' ? (
        <p class="waits soft">
          Its card is in the conversation above.{' '}
          <Button small onClick={() => toCard(call)}>
            Go to its card
          </Button>
        </p>
      ) : null}
      {done === null || view === null ? null : <Result view={view} chat={chat} />}
      {view?.call.at === 'rejected' ? <WhyText why={view.call.why} /> : null}
      <div class="do">
        <Button kind="quiet" onClick={onOther}>
          Another tool
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          Change and run again
        </Button>
        {done === null ? null : (
          <Button
            kind="primary"
            onClick={() => {
              chat.addToMessage(call);
              onClose();
            }}
          >
            Add to message
          </Button>
        )}
      </div>
    </div>
  );
}
