import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Outcome } from '../../../core/outcome.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { Checkbox, Field } from '../../ui/Field.tsx';
import './Exchange.css';

function download(text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = 'mcp-servers.json';
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Export (row M8): the servers as `mcpServers` JSON, with secrets only when asked for (row X5). */
export function ExportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { servers } = useApp();
  const [secrets, setSecrets] = useState(false);
  const [made, setMade] = useState<Outcome<string> | null>(null);
  useEffect(() => {
    setMade(null);
    let newest = true;
    void servers.exportAll(secrets).then((outcome) => newest && setMade(outcome));
    return () => {
      newest = false;
    };
  }, [secrets]);
  const text = made?.ok === true ? made.value : null;
  return (
    <Dialog
      title="Export servers"
      wide
      onClose={onClose}
      footer={
        <>
          {text === null ? null : <CopyButton text={() => text} />}
          <Button
            kind="primary"
            icon="download"
            aria-disabled={text === null}
            onClick={() => text !== null && download(text)}
          >
            Download
          </Button>
        </>
      }
    >
      <div class="exchange">
        <Checkbox checked={secrets} onCheck={setSecrets}>
          With secret header values
        </Checkbox>
        {secrets ? (
          <Note tone="warn" alert>
            Whoever has this text can use your accounts on these servers: it holds keys that are not encrypted. Keep it
            out of shared folders and chats.
          </Note>
        ) : (
          <p class="faint">Secret values are left out; a placeholder such as {'${AUTHORIZATION}'} stands for each.</p>
        )}
        {made !== null && !made.ok ? <FaultNote fault={made.fault} /> : null}
        <Field label="mcpServers, as JSON" hint="5ire, Cursor and Sluice read it.">
          {(wiring) => <textarea {...wiring} class="mono" rows={14} readOnly spellcheck={false} value={text ?? ''} />}
        </Field>
      </div>
    </Dialog>
  );
}
