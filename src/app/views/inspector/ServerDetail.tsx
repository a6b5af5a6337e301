import type { JSX } from 'preact';
import type { ServerInfo } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import type { ServerView } from '../../state/serverscontract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { LongText } from '../call/LongText.tsx';
import { Explanation } from '../servers/Explanation.tsx';
import { Mend } from '../servers/Mend.tsx';
import { StatusDot } from '../servers/StatusDot.tsx';
import { useSignIn } from '../servers/useSignIn.ts';
import { connectionWords, policyLine } from '../servers/words.ts';
import { Folded } from './Folded.tsx';
import { Part } from './Frame.tsx';
import { moment } from './moment.ts';
import { Requests } from './Requests.tsx';
import { ToolList } from './ToolList.tsx';

/** What the server calls itself: its title or name, with the version; all of it from outside. */
function itself({ name, title, version }: ServerInfo): string {
  const called = title === null || title === name ? name : `${title} (${name})`;
  return shown(`${called} ${version}`.trim());
}

function Facts({ view: { record, state } }: { readonly view: ServerView }): JSX.Element {
  const info = state.connection.at === 'ready' ? state.connection.info : (state.roster?.info ?? null);
  return (
    <dl class="facts">
      <dt>URL</dt>
      <dd class="mono">{shown(record.url)}</dd>
      {info === null ? null : (
        <>
          <dt>Calls itself</dt>
          <dd>{itself(info)}</dd>
          <dt>Protocol</dt>
          <dd>{shown(info.protocol)}</dd>
        </>
      )}
      <dt>Policy</dt>
      <dd>{policyLine(record)}</dd>
      <dt>Offered to</dt>
      <dd>{record.audience === 'all' ? 'all models' : 'the primary model only'}</dd>
      <dt>Sign-in</dt>
      <dd>{state.signedIn ? 'signed in' : 'not signed in'}</dd>
      {state.roster === null ? null : (
        <>
          <dt>Tools listed</dt>
          <dd>{moment(state.roster.at)}</dd>
        </>
      )}
      {record.about === '' ? null : (
        <>
          <dt>About</dt>
          <dd>{shown(record.about)}</dd>
        </>
      )}
    </dl>
  );
}

/** One server in detail: state, what it is, its tools, its last error and the last requests to it (row I3). */
export function ServerDetail({ view }: { readonly view: ServerView }): JSX.Element {
  const app = useApp();
  const { record, state } = view;
  const signingIn = useSignIn(record.id);
  const instructions = (state.connection.at === 'ready' ? state.connection.info : state.roster?.info)?.instructions;
  const failing = record.enabled && state.connection.at === 'failed';
  return (
    <>
      <section class="part">
        <div class="title">
          <h3>{shown(record.name)}</h3>
          <Button
            kind="quiet"
            small
            icon="retry"
            aria-disabled={!record.enabled || state.connection.at === 'connecting'}
            onClick={() => {
              if (record.enabled && state.connection.at !== 'connecting') void app.servers.refresh(record.id);
            }}
          >
            Refresh
          </Button>
        </div>
        <p class="state" aria-live="polite">
          <StatusDot view={view} />
          {connectionWords(view)}
        </p>
        <Mend view={view} signingIn={signingIn} />
        <Facts view={view} />
        {instructions === null || instructions === undefined || instructions === '' ? null : (
          <Folded summary="Instructions to models">
            {() => <LongText text={instructions} label="Instructions to models" />}
          </Folded>
        )}
      </section>
      <ToolList roster={state.roster} />
      {state.lastFault === null || failing ? null : (
        <Part title={`Last error, ${moment(state.lastFault.at)}`}>
          <Explanation why={state.lastFault.why} />
        </Part>
      )}
      <Requests rows={state.requests} />
    </>
  );
}
