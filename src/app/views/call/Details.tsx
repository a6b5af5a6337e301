import type { JSX } from 'preact';
import type { CallView } from '../../../core/conversation.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { ArgumentTree } from './ArgumentTree.tsx';
import { Change } from './Change.tsx';
import { LongText } from './LongText.tsx';
import { Part } from './Part.tsx';
import { Result } from './Result.tsx';
import { WhyText } from './WhyText.tsx';

function decided(view: CallView): string | null {
  const { call, by, remembered } = view;
  if (call.at === 'rejected') return call.by === 'person' ? 'Declined by you' : 'Rejected by a rule';
  if (by === null) return null;
  const kept = remembered === null ? '' : `, remembered: ${shown(remembered)}`;
  return by === 'person' ? `Approved by you${kept}` : 'Run by a rule';
}

/** The change may have been made although its end is not known: its old bytes are still kept then (row P9). */
function uncertain({ call, plan }: CallView): boolean {
  if (plan === null) return false;
  if (call.at === 'stopped') return call.ran === 'unknown';
  return call.at === 'done' && !call.outcome.ok && ['storage', 'timed-out'].includes(call.outcome.fault.code);
}

/** All there is to know about one call: what was asked, by whom it was decided and why, and the whole result (rows P11, G13, D4). */
export function Details({ view, chat }: { readonly view: CallView; readonly chat: ChatState }): JSX.Element {
  const { call, why, original } = view;
  const words = decided(view);
  const reason = call.at === 'rejected' ? call.reason : undefined;
  return (
    <div class="details">
      {original === null ? (
        <Part name="Arguments">
          {call.args === null ? (
            <LongText text={call.raw} label="Unreadable arguments" />
          ) : (
            <ArgumentTree value={call.args} />
          )}
        </Part>
      ) : (
        <>
          <Part name="Arguments you put in place">
            <ArgumentTree value={call.args ?? {}} />
          </Part>
          <Part name="The model’s own arguments">
            <ArgumentTree value={original} />
          </Part>
        </>
      )}
      {why === null && words === null ? null : (
        <Part name="Decision">
          {words === null ? null : <p>{words}.</p>}
          {reason === undefined || reason === '' ? null : <p>Your reason: {shown(reason)}</p>}
          {why === null ? null : <WhyText why={why} />}
        </Part>
      )}
      <Result view={view} chat={chat} />
      {uncertain(view) ? (
        <Part name="Change">
          <p class="soft">It may have been made, in whole or in part. What stood there before is kept.</p>
          <Change view={view} chat={chat} />
        </Part>
      ) : null}
      {call.phase === 'console' && call.at === 'done' ? (
        <div>
          <Button small onClick={() => chat.addToMessage(call.id)}>
            Add to message
          </Button>
        </div>
      ) : null}
    </div>
  );
}
