import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { pinText } from '../../../core/pin.ts';
import type { ToolRow } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Note } from '../../ui/Fault.tsx';
import { ToolChange } from '../diff/ToolChange.tsx';
import { oneLine } from '../oneline.ts';

/**
 * What a server made of its tool, and the way to approve it (row T6). It stays with the tool that was seen when it was
 * opened: another change meanwhile is not approved by it.
 */
export function ChangeDialog({ row, onClose }: { readonly row: ToolRow; readonly onClose: () => void }): JSX.Element {
  const app = useApp();
  const { tool } = row;
  const change = useMemo(() => app.servers.changeOf(tool), [tool]);
  const now = app.tools.value.find((one) => one.tool.key === tool.key);
  const moved = now === undefined || (now.tool !== tool && pinText(now.tool) !== pinText(tool));
  const label = oneLine(tool.label);
  const server = row.server === null ? 'Its server' : `“${oneLine(row.server)}”`;
  return (
    <Dialog
      title={`What changed in ${label}`}
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind="primary"
            disabled={change === null || moved}
            onClick={() => {
              onClose();
              app.servers.acceptChange(tool);
              // The button that opened this is gone with the change.
              requestAnimationFrame(() =>
                document.querySelector<HTMLElement>(`[data-tool="${CSS.escape(tool.key)}"] input:checked`)?.focus(),
              );
            }}
          >
            Approve the change
          </Button>
        </>
      }
    >
      <p class="soft">
        {server} changed this tool since you approved it. Until you approve the change, every call asks.
      </p>
      {moved ? (
        <Note tone="warn" alert>
          The tool changed again, or is gone. Close this and look once more.
        </Note>
      ) : null}
      {change === null ? <p>Nothing differs any more.</p> : <ToolChange change={change} label={label} />}
    </Dialog>
  );
}
