import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Fault.tsx';
import { NewProject } from '../sidebar/NewProject.tsx';

/** A chat without a project: the file tools are not offered (row T1), and how to get one. */
export function NoProject({ chat }: { readonly chat: ChatState }): JSX.Element {
  const app = useApp();
  const [making, setMaking] = useState(false);
  return (
    <div class="no-project">
      <Note tone="info">
        <span>
          This chat has no project, so its models are offered no file tools. Open one to let them read and change files.
        </span>
        <span class="do">
          {app.projects.value.slice(0, 3).map(({ record }) => (
            <Button key={record.id} small onClick={() => chat.setProject(record.id)}>
              {shown(record.name)}
            </Button>
          ))}
          {app.canPickFolder ? (
            <Button small icon="folder" onClick={() => void app.grantFolder()}>
              Grant folder…
            </Button>
          ) : null}
          <Button small icon="browser" onClick={() => setMaking(true)}>
            New project in the browser…
          </Button>
        </span>
      </Note>
      {making ? <NewProject onClose={() => setMaking(false)} /> : null}
    </div>
  );
}
