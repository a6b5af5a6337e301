import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { sameModel } from '../../../core/ids.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { AttachButton, pastedFiles } from '../attached/AttachButton.tsx';
import { Files } from '../attached/Files.tsx';
import { lazyPart } from '../lazyPart.tsx';
import { Given } from './Given.tsx';
import { Meter } from './Meter.tsx';
import { ModelPicker } from './ModelPicker.tsx';
import { ProjectPicker } from './ProjectPicker.tsx';
import { Queue } from './Queue.tsx';
import { Reconnect } from './Reconnect.tsx';
import { useGrow } from './useGrow.ts';
import './Composer.css';

const loadConsole = async () => (await import('../console/ToolConsole.tsx')).ToolConsole;
const ToolConsole = lazyPart<{ readonly chat: ChatState; onClose(): void }>('The tool console', loadConsole);

/** Where a message is written and sent; `/` as the first character opens the tool console (rows U1, V4, V8). */
export function Composer({ chat }: { readonly chat: ChatState }): JSX.Element {
  const app = useApp();
  const field = useRef<HTMLTextAreaElement>(null);
  const [tools, setTools] = useState(false);
  const draft = chat.draft.value;
  const running = chat.running.value !== null;
  const { model } = chat.record.value;
  const known = model !== null && app.models.value.some((choice) => sameModel(choice.ref, model));
  useGrow(field, draft);
  useEffect(() => {
    // On a phone the keyboard would cover the page, and a waiting card is what the person came for.
    if (!tools && matchMedia('(pointer: fine)').matches && chat.cards.value.length === 0) field.current?.focus();
  }, [tools]);
  useEffect(() => {
    // Who types "/re" quickly must find the console's field there; a failed fetch is explained when it is opened.
    const soon = setTimeout(() => void loadConsole().catch(() => undefined), 1_000);
    return () => clearTimeout(soon);
  }, []);
  const files = chat.attached.value;
  const blank = draft.trim() === '' && files.length === 0;
  const why = !known ? 'Choose a model first' : blank ? 'Write a message first' : null;
  const send = (): void => {
    if (why !== null) return;
    chat.send(draft);
    chat.draft.value = '';
    field.current?.focus();
  };
  if (tools) {
    return (
      <div class="composer">
        <ToolConsole chat={chat} onClose={() => setTools(false)} />
      </div>
    );
  }
  return (
    <div class="composer">
      <Reconnect chat={chat} />
      <Queue chat={chat} />
      <div class="box">
        <Files files={files} chat={chat} onRemove={(id) => chat.detach(id)} />
        <textarea
          ref={field}
          data-composer
          aria-label="Message"
          placeholder="Message, or / for a tool"
          rows={1}
          enterkeyhint="send"
          value={draft}
          onInput={(event) => {
            const text = event.currentTarget.value;
            if (text === '/' && draft === '') setTools(true);
            else chat.draft.value = text;
          }}
          onPaste={(event) => {
            const pasted = pastedFiles(event);
            if (pasted.length === 0) return;
            event.preventDefault();
            void chat.attach(pasted);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            send();
          }}
        />
        <div class="row">
          <AttachButton chat={chat} />
          <ProjectPicker chat={chat} />
          <ModelPicker chat={chat} known={known} />
          <Given chat={chat} />
          <div class="send">
            {running ? (
              <Button
                icon="stop"
                kbd={chat.cards.value.length === 0 && chat.checkIn.value === null ? 'Esc' : undefined}
                onClick={() => chat.stop()}
              >
                Stop
              </Button>
            ) : null}
            {running && blank ? null : (
              <Button
                kind="primary"
                aria-disabled={why !== null}
                title={why ?? (running ? 'Sent when the answer ends' : 'Send (Enter)')}
                onClick={send}
              >
                {running ? 'Queue' : 'Send'}
              </Button>
            )}
          </div>
        </div>
      </div>
      <Meter chat={chat} />
    </div>
  );
}
