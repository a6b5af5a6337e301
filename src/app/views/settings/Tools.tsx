import type { JSX } from 'preact';
import type { Setting } from '../../../core/gate.ts';
import { shown } from '../../../core/visible.ts';
import type { ToolRow } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented, type Segment } from '../../ui/Segmented.tsx';
import { Approvals } from './Approvals.tsx';

const choices: readonly Segment<Setting>[] = [
  { value: 'always', label: 'Always', tone: 'ok' },
  { value: 'ask', label: 'Ask', tone: 'warn' },
  { value: 'deny', label: 'Deny', tone: 'bad' },
];

function Row({ row }: { readonly row: ToolRow }): JSX.Element {
  const app = useApp();
  const { tool } = row;
  const label = shown(tool.label);
  return (
    <div class="line">
      <div class="what">
        <b>{label}</b>
        {tool.name === tool.label ? null : <small>{shown(tool.name)}</small>}
        {row.note === null ? null : <small>{row.note}</small>}
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
            Reset<span class="visually-hidden"> {label} to its default</span>
          </Button>
        ) : null}
        <Segmented
          label={`Approval of ${label}`}
          segments={choices}
          value={row.setting}
          onChange={(setting) => app.setTool(tool, setting)}
        />
      </div>
    </div>
  );
}

/** Rows by where their tools come from, in the order of the catalogue. */
function groups(rows: readonly ToolRow[]): ReadonlyMap<string, readonly ToolRow[]> {
  const all = new Map<string, ToolRow[]>();
  for (const row of rows) {
    const { source } = row.tool;
    const name = source.from === 'files' ? 'Files' : source.from === 'app' ? 'Sluice' : `${source.server} · MCP`;
    const group = all.get(name);
    if (group) group.push(row);
    else all.set(name, [row]);
  }
  return all;
}

/** Settings → Tools: what each tool may do without asking, and what has been remembered (rows T2, T3). */
export function Tools(): JSX.Element {
  const app = useApp();
  return (
    <>
      <p class="sub">Default approval per tool. Native and MCP-hosted tools share this surface.</p>
      {[...groups(app.tools.value)].map(([name, rows]) => (
        <section key={name}>
          <h3>{name}</h3>
          {rows.map((row) => (
            <Row key={row.tool.key} row={row} />
          ))}
        </section>
      ))}
      <Approvals />
    </>
  );
}
