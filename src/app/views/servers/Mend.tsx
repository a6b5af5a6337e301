import type { JSX } from 'preact';
import { shown } from '../../../core/visible.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { Explanation } from './Explanation.tsx';
import type { SigningIn } from './useSignIn.ts';
import { wantsSignIn } from './words.ts';

/**
 * What is the matter with a server and the ways out: why it failed, or that a sign-in is under way. Each is a click, as the
 * browser may want to ask (rows M5, M6). Nothing where all is well.
 */
export function Mend({
  view,
  signingIn,
  open,
}: {
  readonly view: ServerView;
  readonly signingIn: SigningIn;
  /** All that is to be changed stands open. */
  readonly open?: boolean | undefined;
}): JSX.Element | null {
  const app = useApp();
  const { record, state } = view;
  const { fault } = signingIn;
  if (!record.enabled) return null;
  if (state.connection.at === 'signing-in')
    return (
      <Note tone="info">
        <p>Sign in in the window that has opened; it closes by itself. Is it gone, or behind another window?</p>
        <div class="do">
          <Button small onClick={() => app.servers.giveUpSignIn(record.id)}>
            Give up the sign-in<span class="visually-hidden"> to {shown(record.name)}</span>
          </Button>
        </div>
      </Note>
    );
  if (state.connection.at !== 'failed') return fault === null ? null : <FaultNote fault={fault} />;
  const name = shown(record.name);
  return (
    <Explanation why={state.connection.why} open={open}>
      {fault === null ? null : (
        <p class="explained" role="alert">
          {shown(fault.message)}
        </p>
      )}
      {wantsSignIn(view) ? (
        <Button kind="primary" small onClick={signingIn.begin}>
          Sign in<span class="visually-hidden"> to {name}</span>
        </Button>
      ) : null}
      <Button small icon="retry" onClick={() => void app.servers.refresh(record.id)}>
        Try again<span class="visually-hidden"> to connect to {name}</span>
      </Button>
    </Explanation>
  );
}
