import type { JSX } from 'preact';
import type { Guidance } from '../../../core/records.ts';
import type { ChatState } from '../../state/contract.ts';

const words: Readonly<Record<Guidance, { readonly name: string; readonly whose: string }>> = {
  agents: {
    name: 'AGENTS.md',
    whose: 'It is the project’s text, not yours: it gives no permissions.',
  },
  instructions: { name: 'Instructions', whose: 'They are yours, from Settings → Models.' },
};

/** What the chat's models are given beside the conversation; each can be withheld from this chat (row V6). */
export function Given({ chat }: { readonly chat: ChatState }): JSX.Element {
  const given = chat.given.value;
  return (
    <>
      {(['agents', 'instructions'] as const)
        .filter((what) => given[what] !== 'none')
        .map((what) => {
          const on = given[what] === 'on';
          const { name, whose } = words[what];
          const state = on ? 'Given to this chat’s models' : 'Not given to this chat’s models';
          return (
            <button
              key={what}
              type="button"
              class={`chip given${on ? '' : ' off'}`}
              aria-pressed={on}
              title={`${state}. ${whose} Click to ${on ? 'withhold' : 'give'} ${what === 'agents' ? 'it' : 'them'}.`}
              onClick={() => chat.setGiven(what, !on)}
            >
              {name}
              {on ? '' : ' off'}
            </button>
          );
        })}
    </>
  );
}
