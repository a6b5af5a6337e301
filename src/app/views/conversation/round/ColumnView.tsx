import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { ModelRef } from '../../../../core/ids.ts';
import type { ChatState } from '../../../state/contract.ts';
import { Button } from '../../../ui/Button.tsx';
import { FaultNote, Note } from '../../../ui/Fault.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { memo } from '../../../ui/memo.tsx';
import { oneLine } from '../../oneline.ts';
import { Parts } from '../parts.tsx';
import { shortName, type Column } from './reading.ts';
import { countsOf, isPartial, type Tone } from './words.ts';

/** All that is drawn of a column, one by one, so that a word in one of them leaves the others as they are. */
interface Drawn extends Column {
  readonly tone: Tone;
  readonly state: string;
  readonly open: boolean;
  readonly running: boolean;
  readonly chat: ChatState;
  readonly onFold: (key: string, open: boolean) => void;
  readonly onStop: (model: ModelRef) => void;
}

function Ended({ column }: { readonly column: Drawn }): JSX.Element | null {
  const { trace } = column;
  if (trace === null || trace.state === 'running' || trace.state === 'done') return null;
  if (trace.state === 'stopped') return <p class="closing">Stopped by you.</p>;
  if (trace.fault !== null && trace.state === 'failed') return <FaultNote fault={trace.fault} />;
  const why = trace.fault?.message ?? 'It was interrupted: the page was closed or reloaded while it answered.';
  return <Note tone="warn">{why}</Note>;
}

/**
 * One model's stream beside the others' (rows F1, F2): who it is, how it stands, what it says and does, and a button that
 * stops it alone. It folds to its first line.
 */
export const ColumnView = memo((column: Drawn): JSX.Element => {
  const { model, alike, role, label, trace, parts, tone, state, open, running, chat } = column;
  const body = useId();
  const name = oneLine(alike ? model.name : shortName(model), alike ? 80 : 40);
  const counts = countsOf(trace);
  const fault = trace?.state === 'failed' || trace?.state === 'timed-out' ? trace.fault : null;
  return (
    <section
      class={`column-of ${tone}${open ? ' open' : ''}`}
      // A chat has many rounds of the same models: regions of one name would be landmarks that nobody can tell apart.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- none of those elements may hold a header and an answer
      role="group"
      aria-label={`${oneLine(model.name)}, ${role}`}
      data-model={`${model.provider}/${model.model}`}
    >
      <header>
        <button
          type="button"
          class="fold"
          aria-expanded={open}
          aria-controls={body}
          title={oneLine(model.name)}
          onClick={() => column.onFold(`${model.provider}/${model.model}`, !open)}
        >
          <Icon name={open ? 'expand' : 'right'} />
          {label === null ? null : <span class="label">{label}</span>}
          <b>{name}</b>
          <span class="role">{role}</span>
          <span class="state">
            <span class={`dot ${tone}`} />
            {state}
            {!open && fault !== null ? `: ${oneLine(fault.message, 90)}` : ''}
          </span>
        </button>
        {running ? (
          <Button kind="quiet" small icon="stop" label={`Stop ${name}`} onClick={() => column.onStop(model)} />
        ) : null}
      </header>
      <div id={body} class="said" hidden={!open}>
        {open ? (
          <>
            <Parts parts={parts} running={running} chat={chat} />
            <Ended column={column} />
            {isPartial(column) ? <p class="faint small">Its answer is not whole; what came is kept.</p> : null}
            {counts === '' ? null : <p class="faint small">{counts}</p>}
          </>
        ) : null}
      </div>
    </section>
  );
});
