import { useComputed } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { sameModel } from '../../../core/ids.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { kindWords, stateDot } from '../sidebar/words.ts';
import { oneLine } from '../oneline.ts';
import { shortName } from './round/reading.ts';
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
  const peers = (record.peers ?? []).filter((peer) => !sameModel(peer, record.model));
  // Not at every word of a stream.
  const last = useComputed(() => chat.conversation.value.leaf).value;
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
          <Chip title={peers.length === 0 ? 'The model that answers' : `The primary: ${oneLine(record.model.name)}`}>
            <span class="clip">
              {peers.length === 0 ? shown(record.model.name) : `Primary · ${oneLine(shortName(record.model), 40)}`}
            </span>
          </Chip>
        )}
        {peers.length === 0 ? null : (
          <Chip title={`Also asked: ${peers.map((peer) => oneLine(peer.name)).join(', ')}`}>
            +{peers.length} {peers.length === 1 ? 'peer' : 'peers'}
          </Chip>
        )}
        {last === null ? null : (
          <Button
            kind="quiet"
            small
            title="How the last answer came about: each model, its calls, what they cost"
            onClick={() => {
              app.inspecting.value = { at: 'answer', answer: last, call: null };
            }}
          >
            Inspector
          </Button>
        )}
      </div>
    </header>
  );
}
