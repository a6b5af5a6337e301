import type { ComponentChildren, JSX } from 'preact';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Chip } from '../../ui/Chip.tsx';
import { kindWords, stateDot } from '../sidebar/words.ts';
import { ServersChip } from './ServersChip.tsx';

/** Which chat this is, in which project, and which model answers. */
export function ChatHeader({
  chat,
  menu,
}: {
  readonly chat: ChatState;
  readonly menu: ComponentChildren;
}): JSX.Element {
  const app = useApp();
  const record = chat.record.value;
  const project = app.projects.value.find((one) => one.record.id === record.project) ?? null;
  return (
    <header class="bar-top">
      {menu}
      <h1>{record.title === '' ? 'New chat' : shown(record.title)}</h1>
      {project === null ? null : (
        <Chip dot={stateDot(project.state)} title={`${project.record.name}: ${kindWords(project)}`}>
          <span class="clip">{shown(project.record.name)}</span>
        </Chip>
      )}
      <ServersChip chat={chat} />
      <div class="right of-model">
        {record.model === null ? null : (
          <Chip title="The model that answers">
            <span class="clip">{shown(record.model.name)}</span>
          </Chip>
        )}
      </div>
    </header>
  );
}
