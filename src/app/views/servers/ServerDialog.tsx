import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Fault } from '../../../core/outcome.ts';
import type { ServerRecord } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FaultNote } from '../../ui/Fault.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { faultsOf } from './faults.ts';
import { draftOf, formOf, reconnects, type ServerForm } from './form.ts';
import { Progress } from './Progress.tsx';
import { ServerFields } from './ServerFields.tsx';
import { useSignIn } from './useSignIn.ts';

/**
 * Adds a server or changes one (rows M2, M3). What was typed stays until the dialog is closed, whatever becomes of the
 * connection, so that a wrong address or token can be mended on the spot.
 */
export function ServerDialog({
  record,
  onClose,
}: {
  /** Null: a new one. */
  readonly record: ServerRecord | null;
  readonly onClose: () => void;
}): JSX.Element {
  const app = useApp();
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [now, setNow] = useState<ServerForm>(() => formOf(record));
  const [checked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  /** What was saved last from here, and the form as it was then. */
  const [saved, setSaved] = useState<{ readonly record: ServerRecord; readonly form: ServerForm } | null>(null);
  const view = app.servers.list.value.find((one) => one.record.id === saved?.record.id);
  const signingIn = useSignIn(saved?.record.id ?? '');
  const wrong = checked ? faultsOf(now) : null;
  const at = view?.state.connection.at;
  const outcome = useRef<HTMLDivElement>(null);
  const told = `${busy} ${fault?.message ?? ''} ${at ?? ''}`;
  // The form may be longer than the window; what became of it stands at its end.
  useEffect(() => {
    if (saved !== null || fault !== null) outcome.current?.scrollIntoView({ block: 'nearest' });
  }, [told]);
  // Between saving and connecting lies a moment in which it is idle: no news of that.
  const begun = useRef(false);
  if (at !== undefined && at !== 'idle') begun.current = true;
  const done = saved !== null && saved.form === now && view !== undefined;

  const save = async (): Promise<void> => {
    setChecked(true);
    if (faultsOf(now) !== null) {
      // After the faults are drawn: to the first of them.
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    setBusy(true);
    begun.current = false;
    setFault(null);
    // The URL is a server's identity (row M3): one that was just added under another is replaced by this.
    const same = record ?? (saved?.form.url.trim() === now.url.trim() ? saved.record : null);
    const kept = await app.servers.save(draftOf(now, same?.id ?? null));
    if (kept.ok && saved !== null && record === null && kept.value.id !== saved.record.id)
      await app.servers.remove(saved.record.id);
    setBusy(false);
    if (!kept.ok) setFault(kept.fault);
    else if (record !== null && !reconnects(formOf(record), now)) onClose();
    else setSaved({ record: kept.value, form: now });
  };
  return (
    <Dialog
      title={record === null ? 'Add a server' : `Edit ${shown(record.name)}`}
      onClose={onClose}
      footer={
        <>
          {done ? null : <Button onClick={onClose}>{saved === null ? 'Cancel' : 'Close'}</Button>}
          <Button kind="primary" type="submit" form={formId} aria-disabled={busy}>
            {busy ? 'Saving…' : done ? 'Done' : record === null && saved === null ? 'Add' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        ref={form}
        id={formId}
        class="fields"
        autocomplete="off"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (busy) return;
          if (done) onClose();
          else void save();
        }}
      >
        <ServerFields
          form={now}
          stored={record}
          faults={wrong}
          taken={fault?.code === 'exists' ? shown(fault.message) : null}
          onChange={(part) => {
            setNow((form) => ({ ...form, ...part }));
            setFault(null);
          }}
        />
      </form>
      <div ref={outcome} class="outcome" aria-live="polite">
        {busy ? (
          <p class="under-way">
            <Spinner label="Saving" />
            <span aria-hidden="true">Saving…</span>
          </p>
        ) : fault !== null && fault.code !== 'exists' ? (
          <FaultNote fault={fault} />
        ) : view === undefined ? null : (
          <Progress view={view} begun={begun.current} signingIn={signingIn} />
        )}
      </div>
    </Dialog>
  );
}
