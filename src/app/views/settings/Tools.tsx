import type { JSX } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { ToolRow } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { oneLine } from '../oneline.ts';
import { Approvals } from './Approvals.tsx';
import { Budget } from './Budget.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { Consents } from './Consents.tsx';
import { ToolLine } from './ToolLine.tsx';
import { filtered, groupsOf, type ToolGroup } from './toolgroups.ts';

/** With more tools than this there is a field to find one by. */
const manyTools = 20;
/** Tools of one group that are drawn at first. */
const mostLines = 100;

function Group({
  group,
  twice,
  onChanged,
}: {
  readonly group: ToolGroup;
  /** Labels that more than one tool has. */
  readonly twice: ReadonlySet<string>;
  readonly onChanged: (row: ToolRow) => void;
}): JSX.Element {
  const app = useApp();
  const [most, setMost] = useState(mostLines);
  const left = group.rows.length - most;
  return (
    <section>
      <h3>{group.name}</h3>
      {group.rows.slice(0, most).map((row) => (
        <ToolLine
          key={row.tool.key}
          row={row}
          app={app}
          of={twice.has(oneLine(row.tool.label)) && row.server !== null ? group.name : null}
          onChanged={onChanged}
        />
      ))}
      {left > 0 ? (
        <p>
          <Button small onClick={() => setMost(most + 5 * mostLines)}>
            Show {left.toLocaleString('en')} more
          </Button>
        </p>
      ) : null}
    </section>
  );
}

function labelsTwice(rows: readonly ToolRow[]): ReadonlySet<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { tool } of rows) {
    const label = oneLine(tool.label);
    (once.has(label) ? twice : once).add(label);
  }
  return twice;
}

const countWords = (found: number, all: number): string =>
  `${found === all ? '' : `${found.toLocaleString('en')} of `}${all.toLocaleString('en')} tools`;

/** Settings → Tools: what each tool may do without asking, and what has been remembered (rows T2, T3). */
export function Tools(): JSX.Element {
  const app = useApp();
  const [typed, setTyped] = useState('');
  const [changed, setChanged] = useState<ToolRow | null>(null);
  const onChanged = useCallback((row: ToolRow) => setChanged(row), []);
  const rows = app.tools.value;
  const twice = useMemo(() => labelsTwice(rows), [rows]);
  const found = filtered(rows, rows.length > manyTools ? typed : '');
  return (
    <>
      <p class="sub">Default approval per tool. Native and MCP-hosted tools share this surface.</p>
      {rows.length > manyTools ? (
        <TextField
          label="Find a tool"
          hint={<span role="status">{countWords(found.length, rows.length)}</span>}
          value={typed}
          onText={setTyped}
        />
      ) : null}
      {groupsOf(found, app.servers.list.value).map((group) => (
        <Group key={group.key} group={group} twice={twice} onChanged={onChanged} />
      ))}
      {found.length === 0 ? <p class="soft">No tool fits “{oneLine(typed)}”.</p> : null}
      <Budget />
      <Approvals />
      <Consents />
      {changed === null ? null : <ChangeDialog row={changed} onClose={() => setChanged(null)} />}
    </>
  );
}
