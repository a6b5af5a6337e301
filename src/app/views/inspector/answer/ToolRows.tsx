import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { CallView } from '../../../../core/conversation.ts';
import type { CallId } from '../../../../core/ids.ts';
import type { ChatState } from '../../../state/contract.ts';
import { Button } from '../../../ui/Button.tsx';
import { Details } from '../../call/Details.tsx';
import { statusOf, targetOf } from '../../call/status.ts';
import { oneLine } from '../../oneline.ts';
import { callStatus } from './words.ts';

/** Rows drawn at first and with each further step: an answer may make 600 calls. */
const step = 60;

function Row({
  view,
  chat,
  wanted,
}: {
  readonly view: CallView;
  readonly chat: ChatState;
  readonly wanted: boolean;
}): JSX.Element {
  const [open, setOpen] = useState(wanted);
  const line = useRef<HTMLButtonElement>(null);
  const details = useId();
  useEffect(() => {
    if (!wanted) return;
    setOpen(true);
    line.current?.focus({ preventScroll: true });
    line.current?.scrollIntoView({ block: 'center' });
  }, [wanted]);
  const { call } = view;
  const { mark } = statusOf(view, undefined);
  const server = view.server ?? null;
  return (
    <li class={`callrow ${mark}${call.parent === null ? '' : ' nested'}`} data-call={call.id}>
      <button
        ref={line}
        type="button"
        class="trace-call"
        aria-expanded={open}
        aria-controls={details}
        onClick={() => setOpen(!open)}
      >
        <span class="tool">
          {oneLine(view.label)}
          {server === null ? null : <span class="faint"> {oneLine(server, 40)}</span>}
        </span>
        <span class="target mono">{oneLine(targetOf(view), 300)}</span>
        <span class="said">{callStatus(view)}</span>
      </button>
      <div id={details}>{open ? <Details view={view} chat={chat} /> : null}</div>
    </li>
  );
}

/** **TOOLS (N)**: each call's tool, target and one status; a row opens to all that is known (rows I1, G13). */
export function ToolRows({
  calls,
  chat,
  call,
  of,
}: {
  readonly calls: readonly CallView[];
  readonly chat: ChatState;
  /** The row that stands open. */
  readonly call: CallId | null;
  /** Whose calls these are, for readers. */
  readonly of: string;
}): JSX.Element | null {
  const at = call === null ? -1 : calls.findIndex((view) => view.call.id === call);
  const [most, setMost] = useState(step);
  const [open, setOpen] = useState(true);
  useEffect(() => {
    if (at >= 0) setOpen(true);
  }, [at]);
  if (calls.length === 0) return null;
  const drawn = Math.max(most, at + 1);
  return (
    <details class="trace-tools" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Tools ({calls.length.toLocaleString('en')})<span class="visually-hidden"> of {of}</span>
      </summary>
      <ul>
        {calls.slice(0, drawn).map((view) => (
          <Row key={view.call.id} view={view} chat={chat} wanted={view.call.id === call} />
        ))}
      </ul>
      {calls.length > drawn ? (
        <Button small onClick={() => setMost(drawn + step)}>
          Show {Math.min(step, calls.length - drawn)} more of {(calls.length - drawn).toLocaleString('en')}
        </Button>
      ) : null}
    </details>
  );
}
