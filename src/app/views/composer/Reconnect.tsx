import type { JSX } from 'preact';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Fault.tsx';

/** The chat's folder needs a click before it can be used again, or is gone (row P1). */
export function Reconnect({ chat }: { readonly chat: ChatState }): JSX.Element | null {
  const app = useApp();
  const project = app.projects.value.find((one) => one.record.id === chat.record.value.project);
  if (project === undefined || project.state === 'ready') return null;
  const name = shown(project.record.name);
  if (project.state === 'missing') {
    return (
      <Note tone="bad">
        <span>
          The folder of {name} cannot be found any more: it was moved, renamed or deleted. Grant it again from where it
          is now.
        </span>
        {app.canPickFolder ? (
          <span class="do">
            <Button small icon="folder" onClick={() => void app.grantFolder()}>
              Grant folder…
            </Button>
          </span>
        ) : null}
      </Note>
    );
  }
  return (
    <Note tone="warn">
      <span>
        After a reload the browser wants one click before {name} can be used again. Calls that need it wait for that
        click.
      </span>
      <span class="do">
        <Button small kind="primary" onClick={() => void app.reconnect(project.record.id)}>
          Reconnect {name}
        </Button>
      </span>
    </Note>
  );
}
