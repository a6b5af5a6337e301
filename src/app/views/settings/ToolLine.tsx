import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import type { Setting } from '../../../core/gate.ts';
import type { AppState, ToolRow } from '../../state/contract.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented, type Segment } from '../../ui/Segmented.tsx';
import { oneLine } from '../oneline.ts';

const choices: readonly Segment<Setting>[] = [
  { value: 'always', label: 'Always', tone: 'ok' },
  { value: 'ask', label: 'Ask', tone: 'warn' },
  { value: 'deny', label: 'Deny', tone: 'bad' },
];

interface Props {
  readonly row: ToolRow;
  readonly app: AppState;
  /** Set before the label for readers where another tool has the same one. */
  readonly of: string | null;
  readonly onChanged: (row: ToolRow) => void;
}

const same = (a: Props, b: Props): boolean =>
  a.app === b.app &&
  a.of === b.of &&
  a.row.tool === b.row.tool &&
  a.row.setting === b.row.setting &&
  a.row.own === b.row.own &&
  a.row.note === b.row.note &&
  a.row.changed === b.row.changed;

/** One tool with what it may do without asking (row T2). Drawn anew only when it changes: there may be thousands. */
export const ToolLine = memo(function ToolLine({ row, app, of, onChanged }: Props): JSX.Element {
  const { tool } = row;
  const label = oneLine(tool.label);
  const name = of === null ? label : `${label} of ${of}`;
  return (
    <div class="line tool" data-tool={tool.key}>
      <div class="what">
        <b>{label}</b>
        {tool.name === tool.label ? null : <small>{oneLine(tool.name)}</small>}
        {row.note === null ? null : <small>{row.note}</small>}
        {row.changed ? (
          <>
            <small class="warned">changed since you approved it</small>
            <button type="button" class="chip" onClick={() => onChanged(row)}>
              See what changed<span class="visually-hidden"> in {name}</span>
            </button>
          </>
        ) : null}
      </div>
      <div class="how">
        {row.own ? (
          <Button
            kind="quiet"
            small
            onClick={(event) => {
              // The button goes away with the setting; focus stays in the row.
              const line = event.currentTarget.closest('.line');
              app.setTool(tool, null);
              requestAnimationFrame(() => line?.querySelector<HTMLElement>('input:checked')?.focus());
            }}
          >
            Reset<span class="visually-hidden"> {name} to its default</span>
          </Button>
        ) : null}
        <Segmented
          label={`Approval of ${name}`}
          segments={choices}
          value={row.setting}
          // A default that is chosen becomes the tool's own, and so stronger than its server's policy (row S5).
          again={!row.own}
          onChange={(setting) => app.setTool(tool, setting)}
        />
      </div>
    </div>
  );
}, same);
