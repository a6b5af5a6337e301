import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Menu } from '../../ui/Menu.tsx';
import { NewProject } from '../sidebar/NewProject.tsx';
import { kindWords, stateDot } from '../sidebar/words.ts';

/** Which project the chat works in, or none (row P1). */
export function ProjectPicker({ chat }: { readonly chat: ChatState }): JSX.Element {
  const app = useApp();
  const [making, setMaking] = useState(false);
  const chosen = chat.record.value.project;
  const project = app.projects.value.find((one) => one.record.id === chosen) ?? null;
  return (
    <>
      <Menu
        class="chip"
        label={`Project: ${project === null ? 'none' : shown(project.record.name)}`}
        items={[
          ...app.projects.value.map((one) => ({
            label: shown(one.record.name),
            hint: kindWords(one),
            checked: one.record.id === chosen,
            onSelect: () => chat.setProject(one.record.id),
          })),
          {
            label: 'No project',
            hint: 'no file tools',
            checked: chosen === null,
            onSelect: () => chat.setProject(null),
          },
          {
            label: 'Grant folder…',
            icon: 'folder',
            divided: true,
            disabled: !app.canPickFolder,
            hint: app.canPickFolder ? undefined : 'not in this browser',
            onSelect: () => void app.grantFolder(),
          },
          { label: 'New project in the browser…', icon: 'browser', onSelect: () => setMaking(true) },
        ]}
      >
        {project === null ? null : <span class={`dot ${stateDot(project.state)}`} />}
        <span class="clip">{project === null ? 'No project' : shown(project.record.name)}</span>
      </Menu>
      {making ? <NewProject onClose={() => setMaking(false)} /> : null}
    </>
  );
}
