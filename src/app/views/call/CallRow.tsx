import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { CallView } from '../../../core/conversation.ts';
import { shown } from '../../../core/visible.ts';
import type { ChatState } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Progress } from '../../ui/Spinner.tsx';
import { oneLine } from '../oneline.ts';
import { Details } from './Details.tsx';
import { statusOf, targetOf, type Mark } from './status.ts';
import { Timer } from './Timer.tsx';
import './CallRow.css';

const signs: Readonly<Record<Mark, string>> = { ok: '✓', run: '◔', wait: '◔', bad: '✕', off: '–' };

/** One call's line: state, tool, target and outcome; it opens to all that is known about the call. */
export function CallRow({ view, chat }: { readonly view: CallView; readonly chat: ChatState }): JSX.Element {
  const [open, setOpen] = useState(false);
  const details = useId();
  const { call } = view;
  const progress = chat.progress.value.get(call.id);
  const { mark, text } = statusOf(view, progress);
  const running = call.at === 'running';
  const server = view.server ?? null;
  return (
    <div class={`callrow ${mark}${server === null ? '' : ' served'}`} data-call={call.id} data-at={call.at}>
      <div class="line">
        <button type="button" class="call" aria-expanded={open} aria-controls={details} onClick={() => setOpen(!open)}>
          <span class="sign" aria-hidden="true">
            {signs[mark]}
          </span>
          <span class="tool">
            {oneLine(view.label)}
            {server === null ? null : <span class="of faint"> {oneLine(server, 40)}</span>}
          </span>
          <span class="target mono">{oneLine(targetOf(view), 400)}</span>
          <span class="said">{shown(text)}</span>
        </button>
        {running ? (
          <Button small kind="quiet" onClick={() => chat.cancel(call.id)}>
            {server === null ? 'Cancel' : 'Stop'}
            <span class="visually-hidden"> {oneLine(view.label)}</span>
          </Button>
        ) : null}
      </div>
      {running && progress !== undefined ? (
        <>
          <Progress label={oneLine(progress.doing)} done={progress.done} total={progress.total} />
          <Timer progress={progress} />
        </>
      ) : null}
      <div id={details}>{open ? <Details view={view} chat={chat} /> : null}</div>
    </div>
  );
}
