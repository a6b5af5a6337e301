import type { JSX } from 'preact';
import type { ChatState } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Mark } from '../../ui/Icon.tsx';
import { NoProject } from './NoProject.tsx';

interface Suggestion {
  readonly label: string;
  readonly text: string;
}

/** The demo model's words (row V4): any message starts the tour, these run one step. */
const tour: readonly Suggestion[] = [
  { label: 'Take the tour', text: 'Show me around.' },
  { label: 'Search', text: 'search' },
  { label: 'Read a file', text: 'read' },
  { label: 'Edit a file', text: 'edit' },
  { label: 'Rename a file', text: 'rename' },
];
const openers: readonly Suggestion[] = [
  { label: 'Explain this project', text: 'Explain how this project is laid out, and where to start reading.' },
  { label: 'Find a bug', text: 'Look for a bug in this project. Show me where it is before you change anything.' },
  { label: 'List the TODOs', text: 'List the TODO and FIXME comments of this project, with file and line.' },
];

/** A chat without messages: what one can do here, by one click (rows U1, V4). */
export function NewChat({ chat }: { readonly chat: ChatState }): JSX.Element {
  const app = useApp();
  const { model, project } = chat.record.value;
  const demo = app.providers.value.find((one) => one.id === model?.provider)?.kind === 'demo';
  const suggestions = demo ? tour : project === null ? [] : openers;
  const start = ({ text }: Suggestion): void => {
    if (demo) {
      chat.send(text);
      return;
    }
    // A real model costs money: the person sends it, and may change it before.
    chat.draft.value = text;
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };
  return (
    <div class="scroll">
      <Empty
        title="What shall we work on?"
        mark={<Mark size={30} />}
        actions={suggestions.map((one, at) => (
          <Button
            key={one.label}
            kind={demo && at === 0 ? 'primary' : 'plain'}
            onClick={(event) => {
              // The second click of a double click comes before the chat is drawn, and would queue the same again.
              if (event.detail < 2) start(one);
            }}
          >
            {one.label}
          </Button>
        ))}
      >
        {model === null ? (
          <>
            <p>Choose a model below, or add one first: your own key, or a model on this machine.</p>
            <p>
              <Button small onClick={() => app.go({ at: 'settings', page: 'models' })}>
                Add a model
              </Button>
            </p>
          </>
        ) : demo ? (
          <p>
            The demo model is a script: it needs no key and sends nothing anywhere. It calls real tools on the open
            project, and each change waits for your yes.
          </p>
        ) : (
          <p>
            Models act through tools. Reading runs by itself; each change shows its exact effect and waits for your yes.
          </p>
        )}
      </Empty>
      {project === null ? <NoProject chat={chat} /> : null}
    </div>
  );
}
