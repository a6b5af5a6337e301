import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { limits } from '../../../core/limits.ts';
import { fail, type Outcome } from '../../../core/outcome.ts';
import type { ImportPreview } from '../../../core/serverdraft.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { askedFor, filled, toSave } from './fill.ts';
import { ImportRows } from './ImportRows.tsx';
import './Exchange.css';

const counted = (count: number): string => (count === 1 ? '1 server' : `${count} servers`);

/** Reads the text again as it changes; the newest text wins. */
function usePreview(text: string): Outcome<ImportPreview> | null {
  const { servers } = useApp();
  const [preview, setPreview] = useState<Outcome<ImportPreview> | null>(null);
  useEffect(() => {
    setPreview(null);
    if (text.trim() === '') return undefined;
    let newest = true;
    const timer = setTimeout(() => {
      void servers.readImport(text).then((read) => newest && setPreview(read));
    }, limits.registry.debounceMs);
    return () => {
      newest = false;
      clearTimeout(timer);
    };
  }, [text]);
  return preview;
}

function Source({
  text,
  onText,
  onFault,
}: {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onFault: (fault: Outcome<string> | null) => void;
}): JSX.Element {
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File): Promise<void> => {
    onFault(null);
    if (file.size > 4 * limits.exchange.chars)
      return onFault(fail('too-large', `“${shown(file.name)}” is too long to be a list of servers.`));
    try {
      return onText(await file.text());
    } catch {
      return onFault(fail('not-found', `“${shown(file.name)}” could not be read. Choose it again, or paste its text.`));
    }
  };
  return (
    <>
      <TextArea
        label="Servers"
        rows={8}
        value={text}
        onText={onText}
        placeholder={'{ "mcpServers": { … } }'}
        hint="JSON or YAML of 5ire, Claude Desktop, VS Code, Cursor or Sluice. Nothing is saved before you press Import."
      />
      <div class="do">
        <Button icon="file" onClick={() => input.current?.click()}>
          Choose a file…
        </Button>
        <input
          ref={input}
          class="visually-hidden"
          type="file"
          tabIndex={-1}
          aria-label="File to import"
          accept=".json,.jsonc,.yaml,.yml,.txt,application/json"
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            if (file !== undefined) void read(file);
            event.currentTarget.value = '';
          }}
        />
      </div>
    </>
  );
}

/** Import (row M8): a text or a file, what it would do and why, then the doing. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const { servers } = useApp();
  const [text, setText] = useState('');
  const [values, setValues] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState(false);
  const [told, setTold] = useState<Outcome<string> | null>(null);
  const preview = usePreview(text);
  const whole = preview?.ok === true ? preview.value : null;
  const ready = whole === null ? null : filled(whole, values);
  const count = ready === null ? 0 : toSave(ready);
  const asked = whole === null ? [] : askedFor(whole);
  const run = async (): Promise<void> => {
    if (busy || ready === null || count === 0) return;
    setBusy(true);
    const outcome = await servers.importAll(ready);
    setBusy(false);
    setTold(outcome);
    // What is saved is sealed: it need not stand here any longer.
    if (outcome.ok) setText('');
    if (outcome.ok) setValues(new Map());
  };
  return (
    <Dialog
      title="Import servers"
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{told?.ok === true ? 'Close' : 'Cancel'}</Button>
          <Button kind="primary" aria-disabled={busy || count === 0} onClick={() => void run()}>
            {busy ? 'Importing…' : count === 0 ? 'Import' : `Import ${counted(count)}`}
          </Button>
        </>
      }
    >
      <div class="exchange">
        {told === null ? null : told.ok ? (
          <Note tone="ok" alert>
            {shown(told.value)}
          </Note>
        ) : (
          <FaultNote fault={told.fault} />
        )}
        <Source
          text={text}
          onFault={setTold}
          onText={(next) => {
            setTold(null);
            setText(next);
          }}
        />
        {preview !== null && !preview.ok ? <FaultNote fault={preview.fault} /> : null}
        {whole === null || ready === null ? null : (
          <>
            <p class="faint" aria-live="polite">
              Read as {shown(whole.format)}: {count} of {counted(whole.rows.length)} to import.
            </p>
            <ImportRows preview={ready} />
            {asked.map(({ text: name, about, secret }) => (
              <TextField
                key={name}
                label={`Value for ${shown(name)}`}
                secret={secret}
                value={values.get(name) ?? ''}
                onText={(value) => setValues((before) => new Map(before).set(name, value))}
                hint={
                  about === ''
                    ? 'The file leaves it to you. Without it the header stays empty until you edit the server.'
                    : shown(about)
                }
              />
            ))}
          </>
        )}
      </div>
    </Dialog>
  );
}
