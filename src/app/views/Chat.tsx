import type { ComponentChildren, JSX } from 'preact';
import { useApp } from '../state/context.ts';
import { Button } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Mark } from '../ui/Icon.tsx';
import { CheckInPart } from './banner/CheckInPart.tsx';
import { Composer } from './composer/Composer.tsx';
import { ChatHeader } from './conversation/ChatHeader.tsx';
import { Conversation } from './conversation/Conversation.tsx';

/** The open chat: header, conversation, composer; or what to do where none is open. */
export function Chat({ menu }: { readonly menu: ComponentChildren }): JSX.Element {
  const app = useApp();
  const chat = app.chat.value;
  if (chat === null) {
    return (
      <>
        <header class="bar-top">
          {menu}
          <h1>Sluice</h1>
        </header>
        <Empty
          title="No chat is open"
          mark={<Mark size={32} />}
          actions={
            <Button kind="primary" onClick={() => app.newChat()}>
              New chat
            </Button>
          }
        >
          <p>Start one, or choose one from the sidebar.</p>
        </Empty>
      </>
    );
  }
  const { id } = chat.record.value;
  return (
    <>
      <ChatHeader chat={chat} menu={menu} />
      <CheckInPart key={`check-in ${id}`} chat={chat} />
      <Conversation key={`chat ${id}`} chat={chat} />
      <Composer key={`composer ${id}`} chat={chat} />
    </>
  );
}
