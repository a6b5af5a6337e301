import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import type { ProjectView } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { NewProject } from './NewProject.tsx';
import { kindWords, stateDot } from './words.ts';

function Row({ project, onDone }: { readonly project: ProjectView; readonly onDone: () => void }): JSX.Element {
  const app = useApp();
  const [asking, setAsking] = useState(false);
  const { record, state } = project;
  const on = app.route.value.at === 'chat' && app.chat.value?.record.value.project === record.id;
  const name = shown(record.name);
  const choose = (): void => {
    const chat = app.chat.value;
    // An empty chat changes its folder; one with a history keeps the folder it speaks of.
    if (chat !== null && chat.conversation.value.entries.length === 0) chat.setProject(record.id);
    else app.newChat(record.id);
    app.go({ at: 'chat' });
    onDone();
  };
  const inBrowser = record.kind !== 'folder';
  return (
    <li class={`row${on ? ' on' : ''}${state === 'reconnect' ? ' asks' : ''}`}>
      <button
        type="button"
        class="open"
        aria-current={on ? 'true' : undefined}
        title={`Chat in ${name}`}
        onClick={choose}
      >
        <span class={`dot ${stateDot(state)}`} />
        <span class="name">{name}</span>
        {state === 'reconnect' ? null : <span class="n">{kindWords(project)}</span>}
      </button>
      {state === 'reconnect' ? (
        <Button small title={`Reconnect ${name}`} onClick={() => void app.reconnect(record.id)}>
          Reconnect<span class="visually-hidden"> {name}</span>
        </Button>
      ) : null}
      <Menu
        label={`Actions for ${name}`}
        items={[
          { label: 'New chat here', icon: 'plus', onSelect: () => (app.newChat(record.id), onDone()) },
          ...(inBrowser
            ? [
                {
                  label: 'Download as zip',
                  icon: 'download' as const,
                  onSelect: () => void app.downloadProject(record.id),
                },
              ]
            : []),
          { label: 'Remove…', icon: 'trash', danger: true, divided: true, onSelect: () => setAsking(true) },
        ]}
      >
        <Icon name="more" />
      </Menu>
      {asking ? (
        <Confirm
          title={`Remove ${name}?`}
          verb="Remove"
          onYes={() => void app.removeProject(record.id)}
          onClose={() => setAsking(false)}
        >
          <p>
            {inBrowser
              ? 'Its files are kept inside this browser only and will be deleted. Download them first if you need them.'
              : 'Sluice forgets the folder. The files on your disk stay as they are.'}
          </p>
        </Confirm>
      ) : null}
    </li>
  );
}

/** The granted folders and the projects kept in the browser, each with its kind and state (rows P1, P2). */
export function ProjectList({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const app = useApp();
  const [making, setMaking] = useState(false);
  const projects = app.projects.value;
  return (
    <section aria-labelledby="sidebar-projects">
      <div class="group">
        <h2 id="sidebar-projects">Projects</h2>
        <Menu
          label="Add a project"
          items={[
            {
              label: 'Grant folder…',
              icon: 'folder',
              hint: app.canPickFolder ? undefined : 'not in this browser',
              disabled: !app.canPickFolder,
              onSelect: () => void app.grantFolder(),
            },
            { label: 'New project in the browser…', icon: 'browser', onSelect: () => setMaking(true) },
          ]}
        >
          <Icon name="plus" />
        </Menu>
      </div>
      {projects.length === 0 ? (
        <p class="none">None yet. Add one with +, or drop a folder here.</p>
      ) : (
        <ul>
          {projects.map((project) => (
            <Row key={project.record.id} project={project} onDone={onDone} />
          ))}
        </ul>
      )}
      {making ? <NewProject onClose={() => setMaking(false)} /> : null}
    </section>
  );
}
