import type { JSX } from 'preact';
import { shown } from '../../../core/visible.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { Note } from '../../ui/Fault.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Mend } from './Mend.tsx';
import type { SigningIn } from './useSignIn.ts';
import { count, policyLine } from './words.ts';

/** How the connection of a server that was just saved goes: under way, ready with its tools, or why not (rows M2, M6). */
export function Progress({
  view,
  begun,
  signingIn,
}: {
  readonly view: ServerView;
  /** It has begun to connect since it was saved. */
  readonly begun: boolean;
  readonly signingIn: SigningIn;
}): JSX.Element | null {
  const { record, state } = view;
  const name = shown(record.name);
  const under = (words: string): JSX.Element => (
    <p class="under-way">
      <Spinner label={words} />
      <span aria-hidden="true">{words}</span>
    </p>
  );
  if (!record.enabled) return <Note tone="info">Saved. {name} is disabled: enable it to connect.</Note>;
  const connecting = `Connecting to ${name}…`;
  switch (state.connection.at) {
    case 'connecting':
      return under(connecting);
    case 'ready': {
      const tools = state.roster?.tools.length ?? 0;
      const left = state.roster?.left.length ?? 0;
      return (
        <Note tone="ok">
          Connected: {count(tools, 'tool')}. It {policyLine(record)}.
          {left === 0 ? null : ` ${left.toLocaleString('en')} left out: its details say why.`}
        </Note>
      );
    }
    case 'signing-in':
    case 'failed':
      return <Mend view={view} signingIn={signingIn} open />;
    case 'idle':
    case 'off':
      return begun ? (
        <Note tone="info">Saved. It connects with the first answer, or by Refresh.</Note>
      ) : (
        under(connecting)
      );
  }
}
