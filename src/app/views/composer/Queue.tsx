import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import type { ChatState, Queued } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { useGrow } from './useGrow.ts';

function Editing({
  one,
  chat,
  onDone,
}: {
  readonly one: Queued;
  readonly chat: ChatState;
  readonly onDone: () => void;
}): JSX.Element {
  const [text, setText] = useState(one.text);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrow(field, text);
  useEffect(() => field.current?.focus(), []);
  const keep = (): void => {
    if (text.trim() === '') chat.dropQueued(one.id);
    else chat.editQueued(one.id, text);
    onDone();
  };
  return (
    <>
      <textarea
        ref={field}
        aria-label="Edit queued message"
        rows={1}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onDone();
          } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            keep();
          }
        }}
      />
      <Button small kbd="↵" onClick={keep}>
        Keep
      </Button>
    </>
  );
}

/** Messages that wait for the running answer to end; each can be changed or taken back (row V8). */
export function Queue({ chat }: { readonly chat: ChatState }): JSX.Element | null {
  const [editing, setEditing] = useState<string | null>(null);
  const queue = chat.queue.value;
  const toComposer = (): void => document.querySelector<HTMLElement>('[data-composer]')?.focus();
  if (queue.length === 0) return null;
  return (
    <ul class="queue" aria-label="Messages to send when the answer ends">
      {queue.map((one) => (
        <li key={one.id}>
          {editing === one.id ? (
            <Editing one={one} chat={chat} onDone={() => (setEditing(null), toComposer())} />
          ) : (
            <>
              <span class="label">Queued</span>
              <span class="text">{shown(one.text)}</span>
              <Button kind="quiet" small icon="pencil" label="Edit queued message" onClick={() => setEditing(one.id)} />
              <Button
                kind="quiet"
                small
                icon="close"
                label="Remove queued message"
                onClick={() => (chat.dropQueued(one.id), toComposer())}
              />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
