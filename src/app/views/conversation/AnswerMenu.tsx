import type { JSX } from 'preact';
import type { AnswerEntry } from '../../../core/conversation.ts';
import { useApp } from '../../state/context.ts';
import type { ChatState } from '../../state/contract.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';

/** What else can be done with an answer: look at how it came about, or go on from it elsewhere (rows I1, U5). */
export function AnswerMenu({ entry, chat }: { readonly entry: AnswerEntry; readonly chat: ChatState }): JSX.Element {
  const app = useApp();
  return (
    <Menu
      label="More for this answer"
      items={[
        {
          label: 'Inspect',
          icon: 'search',
          onSelect: () => {
            app.inspecting.value = { at: 'answer', answer: entry.id, call: null };
          },
        },
        {
          label: 'Branch into a new chat',
          icon: 'right',
          onSelect: () => void app.branchChat(chat.record.value.id, entry.id),
        },
      ]}
    >
      <Icon name="more" />
    </Menu>
  );
}
