import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AskedEntry } from '../../../core/conversation.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { memo } from '../../ui/memo.tsx';
import { Files } from '../attached/Files.tsx';
import { useGrow } from '../composer/useGrow.ts';
import { VersionSwitch } from './VersionSwitch.tsx';

function Editor({
  text,
  onSend,
  onCancel,
}: {
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const [draft, setDraft] = useState(text);
  const field = useRef<HTMLTextAreaElement>(null);
  useGrow(field, draft);
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(text.length, text.length);
  }, []);
  const send = (): void => {
    if (draft.trim() !== '') onSend(draft);
  };
  return (
    <div class="editor">
      <textarea
        ref={field}
        aria-label="Edit message"
        rows={1}
        value={draft}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.stopPropagation();
            onCancel();
          } else if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
            event.preventDefault();
            send();
          }
        }}
      />
      <p class="faint">The conversation goes on from here; what followed is kept as another version.</p>
      <div class="do">
        <Button small kbd="Esc" onClick={onCancel}>
          Cancel
        </Button>
        <Button small kind="primary" kbd="↵" onClick={send}>
          Send
        </Button>
      </div>
    </div>
  );
}

/** A message of the person; it can be edited in place and sent anew (row U5). */
export const Asked = memo(({ entry, chat }: { readonly entry: AskedEntry; readonly chat: ChatState }): JSX.Element => {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLSpanElement>(null);
  const busy = chat.running.value !== null;
  const leave = (): void => {
    setEditing(false);
    // The button is drawn again only then; focus must not fall to the page.
    requestAnimationFrame(() => edit.current?.querySelector('button')?.focus());
  };
  if (editing) {
    return (
      <article class="asked" aria-label="Your message, being edited">
        <Editor
          text={entry.text}
          onCancel={leave}
          onSend={(text) => {
            leave();
            chat.resend(entry.id, text);
          }}
        />
      </article>
    );
  }
  return (
    <article class="asked" aria-label="Your message">
      <Files files={entry.attached} chat={chat} />
      {entry.text === '' ? null : (
        <div class="bubble" dir="auto">
          {shown(entry.text)}
        </div>
      )}
      <div class="actions">
        <VersionSwitch versions={entry.versions} of="message" disabled={busy} onChoose={(leaf) => chat.choose(leaf)} />
        <CopyButton text={() => entry.text} />
        <span ref={edit}>
          <Button
            kind="quiet"
            small
            icon="pencil"
            aria-disabled={busy}
            title={busy ? 'Stop the answer first' : 'Edit and send again'}
            onClick={() => !busy && setEditing(true)}
          >
            Edit
          </Button>
        </span>
      </div>
    </article>
  );
});
