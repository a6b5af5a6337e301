import type { JSX } from 'preact';
import { shown } from '../../../core/visible.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { FaultNote } from '../../ui/Fault.tsx';
import { Explanation } from './Explanation.tsx';
import type { SigningIn } from './useSignIn.ts';
import { wantsSignIn } from './words.ts';

/** A failed server: why, and the ways out. Each is a click, as the browser may want to ask (rows M5, M6); else nothing. */
export function Mend({
  view,
  signingIn,
}: {
  readonly view: ServerView;
  readonly signingIn: SigningIn;
}): JSX.Element | null {
  const app = useApp();
  const { record, state } = view;
  const { fault } = signingIn;
  if (!record.enabled) return null;
  if (state.connection.at !== 'failed') return fault === null ? null : <FaultNote fault={fault} />;
  const name = shown(record.name);
  return (
    <Explanation why={state.connection.why}>
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
