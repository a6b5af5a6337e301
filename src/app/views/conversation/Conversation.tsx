import type { JSX } from 'preact';
import type { ChatState } from '../../state/contract.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { Announcer } from './Announcer.tsx';
import { NewChat } from './NewChat.tsx';
import { Thread } from './Thread.tsx';
import './Conversation.css';

/** The messages and answers of a chat, or what to do in one that has none (rows U1, U3, V4). */
export function Conversation({ chat }: { readonly chat: ChatState }): JSX.Element {
  const empty = chat.conversation.value.entries.length === 0;
  return (
    <div class="conversation">
      {!empty ? (
        <Thread chat={chat} />
      ) : chat.loading.value ? (
        <div class="loading">
          <Spinner label="Opening the chat" />
        </div>
      ) : (
        <NewChat chat={chat} />
      )}
      <Announcer key="announcer" chat={chat} />
    </div>
  );
}
