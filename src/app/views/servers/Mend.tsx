import type { JSX } from 'preact';
import { shown } from '../../../core/visible.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { Explanation } from './Explanation.tsx';
import { Handing } from './Handing.tsx';
import type { SigningIn } from './useSignIn.ts';
import { wantsSignIn } from './words.ts';

interface Mending {
  readonly view: ServerView;
  readonly signingIn: SigningIn;
  /** All that is to be changed stands open. */
  readonly open?: boolean | undefined;
  /** Something was asked of the server whose end should be read out. */
  readonly onActed?: (() => void) | undefined;
}

function Waiting({ view: { record } }: Mending): JSX.Element {
  const app = useApp();
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
}

function WaysOut({ view, signingIn, onActed }: Mending): JSX.Element {
  const app = useApp();
  const { record } = view;
  const name = shown(record.name);
  return (
    <>
      {signingIn.fault === null ? null : (
        <p class="explained" role="alert">
          {shown(signingIn.fault.message)}
        </p>
      )}
      {wantsSignIn(view) ? (
        <Button
          kind="primary"
          small
          onClick={() => {
            onActed?.();
            signingIn.begin();
          }}
        >
          Sign in<span class="visually-hidden"> to {name}</span>
        </Button>
      ) : null}
      <Button
        small
        icon="retry"
        onClick={() => {
          onActed?.();
          void app.servers.refresh(record.id);
        }}
      >
        Try again<span class="visually-hidden"> to connect to {name}</span>
      </Button>
    </>
  );
}

/**
 * What is the matter with a server and the ways out: why it failed, or that a sign-in is under way. Each is a click, as the
 * browser may want to ask (rows M5, M6). Nothing where all is well.
 */
export function Mend(mending: Mending): JSX.Element | null {
  const { view, signingIn, open } = mending;
  const { connection } = view.state;
  if (!view.record.enabled) return null;
  if (connection.at === 'signing-in')
    return (
      <Handing key="waiting">
        <Waiting {...mending} />
      </Handing>
    );
  if (connection.at !== 'failed') return signingIn.fault === null ? null : <FaultNote fault={signingIn.fault} />;
  return (
    <Handing key="failed">
      <Explanation why={connection.why} open={open}>
        <WaysOut {...mending} />
      </Explanation>
    </Handing>
  );
}
