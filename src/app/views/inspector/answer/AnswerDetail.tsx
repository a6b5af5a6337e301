import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { budgetOf } from '../../../../core/budget.ts';
import type { AnswerEntry } from '../../../../core/conversation.ts';
import type { AnswerId, CallId } from '../../../../core/ids.ts';
import { meterOf } from '../../../../core/meter.ts';
import type { ChatState } from '../../../state/contract.ts';
import { useApp } from '../../../state/context.ts';
import { Button } from '../../../ui/Button.tsx';
import { FaultNote } from '../../../ui/Fault.tsx';
import { short } from '../../ago.ts';
import { moment } from '../moment.ts';
import { sharesOf } from './parts.ts';
import { TraceCard } from './TraceCard.tsx';
import { answerState, money, pauseWords } from './words.ts';
import './Answer.css';

function Totals({ entry }: { readonly entry: AnswerEntry }): JSX.Element {
  const app = useApp();
  const budget = budgetOf(app.settings.value.budget);
  const meter = meterOf(entry, budget, (model) => app.modelFacts(model).facts);
  const live = entry.state === 'running';
  const tokens = meter.input + meter.output;
  const count = entry.counted.toLocaleString('en');
  return (
    <>
      <p class="nums">
        <span>
          <b>{count}</b> {live ? `of ${budget.ceiling} calls` : entry.counted === 1 ? 'call' : 'calls'}
        </span>
        {tokens === 0 ? null : (
          <span>
            <b>
              {live ? '~' : ''}
              {short(tokens)}
            </b>{' '}
            tokens
          </span>
        )}
        {meter.cost === null ? null : (
          <span>
            {meter.partial ? 'at least ' : ''}
            <b>{money(meter.cost)}</b>
          </span>
        )}
      </p>
      {live ? <progress aria-label="Tool calls of this answer" max={budget.ceiling} value={entry.counted} /> : null}
    </>
  );
}

function Export({ chat }: { readonly chat: ChatState }): JSX.Element {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      small
      icon="download"
      title="The chat’s whole log as JSON; it holds no keys"
      aria-disabled={busy}
      onClick={() => {
        if (busy) return;
        setBusy(true);
        void chat.exportLog().finally(() => setBusy(false));
      }}
    >
      {busy ? 'Exporting…' : 'Export log'}
    </Button>
  );
}

/** One answer in detail, from the log the conversation is drawn from: totals, then a card a model (rows I1, I2). */
export function AnswerDetail({
  answer,
  call,
}: {
  readonly answer: AnswerId;
  readonly call: CallId | null;
}): JSX.Element {
  const app = useApp();
  const chat = app.chat.value;
  const entry = chat?.conversation.value.entries.find((one) => one.is === 'answer' && one.id === answer);
  if (chat === null || entry?.is !== 'answer') {
    return <p class="part faint">This answer is in another chat, or in another version of this one.</p>;
  }
  const paused = pauseWords(entry);
  return (
    <>
      <section class="part">
        <div class="top">
          <h3>This answer</h3>
          <span class="trace-state">
            {answerState[entry.state]} · {moment(entry.at)}
          </span>
        </div>
        <Totals entry={entry} />
        {paused === null ? null : <p class="soft">{paused}</p>}
        {entry.fault === null ? null : <FaultNote fault={entry.fault} />}
        <div>
          <Export chat={chat} />
        </div>
      </section>
      {sharesOf(entry).map((share) => (
        <TraceCard key={share.key} share={share} chat={chat} call={call} />
      ))}
    </>
  );
}
