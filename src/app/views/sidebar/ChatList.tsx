import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ChatRecord } from '../../../core/records.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { ago } from '../ago.ts';

function Rename({ chat, onClose }: { readonly chat: ChatRecord; readonly onClose: () => void }): JSX.Element {
  const app = useApp();
  const [title, setTitle] = useState(chat.title);
  return (
    <Dialog title="Rename chat" onClose={onClose}>
      <form
        class="one-line"
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() === '') return;
          onClose();
          app.renameChat(chat.id, title.trim());
        }}
      >
        <TextField label="Title" value={title} onText={setTitle} />
        <Button type="submit" kind="primary">
          Rename
        </Button>
      </form>
    </Dialog>
  );
}

function Row({ chat, onDone }: { readonly chat: ChatRecord; readonly onDone: () => void }): JSX.Element {
  const app = useApp();
  const [dialog, setDialog] = useState<'rename' | 'remove' | null>(null);
  const on = app.route.value.at === 'chat' && app.chat.value?.record.value.id === chat.id;
  const mark = app.marks.value.get(chat.id);
  const title = chat.title === '' ? 'New chat' : shown(chat.title);
  return (
    <li class={on ? 'row on' : 'row'}>
      <a
        class="open"
        href={`#/chat/${chat.id}`}
        aria-current={on ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          app.openChat(chat.id);
          onDone();
        }}
      >
        <span class="name">{title}</span>
        {mark === 'waiting' ? (
          <span class="n warn">needs you</span>
        ) : mark === 'running' ? (
          <>
            <span class="dot run" />
            <span class="visually-hidden">answer is running</span>
          </>
        ) : (
          <span class="n">{ago(chat.touched, Date.now())}</span>
        )}
      </a>
      <Menu
        label={`Actions for ${title}`}
        items={[
          { label: 'Rename…', icon: 'pencil', onSelect: () => setDialog('rename') },
          { label: 'Remove…', icon: 'trash', danger: true, divided: true, onSelect: () => setDialog('remove') },
        ]}
      >
        <Icon name="more" />
      </Menu>
      {dialog === 'rename' ? <Rename chat={chat} onClose={() => setDialog(null)} /> : null}
      {dialog === 'remove' ? (
        <Confirm
          title="Remove this chat?"
          verb="Remove"
          onYes={() => void app.removeChat(chat.id)}
          onClose={() => setDialog(null)}
        >
          <p>
            “{title}” and the record of its calls will be deleted from this browser. Changes it made to files stay, and
            can no longer be reverted from here.
          </p>
        </Confirm>
      ) : null}
    </li>
  );
}

/** The chats, newest first, marked where an answer runs or a card waits (row A4). */
export function ChatList({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const app = useApp();
  const chats = app.chats.value;
  return (
    <section aria-labelledby="sidebar-chats">
      <div class="group">
        <h2 id="sidebar-chats">Chats</h2>
      </div>
      {chats.length === 0 ? (
        <p class="none">None yet.</p>
      ) : (
        <ul>
          {chats.map((chat) => (
            <Row key={chat.id} chat={chat} onDone={onDone} />
          ))}
        </ul>
      )}
    </section>
  );
}
