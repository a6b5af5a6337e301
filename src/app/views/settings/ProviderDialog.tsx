import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { Outcome } from '../../../core/outcome.ts';
import type { ProviderRecord } from '../../../core/records.ts';
import { shown } from '../../../core/visible.ts';
import type { Preset } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { Checkbox, TextArea, TextField } from '../../ui/Field.tsx';
import { draftOf, formOf, urlFault, type ProviderForm } from './draft.ts';

/** One provider entry: address, key (write-only), models, and a test that explains what is wrong (row V1). */
export function ProviderDialog({
  from,
  onClose,
}: {
  readonly from: ProviderRecord | Preset | 'custom';
  readonly onClose: () => void;
}): JSX.Element {
  const app = useApp();
  const [form, setForm] = useState<ProviderForm>(() => formOf(from));
  const [busy, setBusy] = useState<'list' | 'test' | 'save' | null>(null);
  const [told, setTold] = useState<Outcome<string> | null>(null);
  const [checked, setChecked] = useState(false);
  const stored = from !== 'custom' && 'id' in from && from.key !== null;
  const hint = from !== 'custom' && 'hint' in from ? from.hint : undefined;
  const change = (part: Partial<ProviderForm>): void => setForm((now) => ({ ...now, ...part }));
  const draft = draftOf(form, from);
  const nameFault = draft.name === '' ? 'Give it a name.' : null;
  // The browser's own model has no address and no key.
  const remote = draft.kind !== 'browser';
  const wrong = remote ? urlFault(draft.baseUrl) : null;
  const run = async (what: 'list' | 'test' | 'save', work: () => Promise<Outcome<string>>): Promise<boolean> => {
    setChecked(true);
    if (busy !== null || wrong !== null || (what === 'save' && nameFault !== null)) return false;
    setBusy(what);
    setTold(null);
    const outcome = await work();
    setTold(outcome);
    setBusy(null);
    return outcome.ok;
  };
  const list = async (): Promise<Outcome<string>> => {
    const found = await app.listModels(draft);
    if (!found.ok) return found;
    change({ models: [...new Set([...draft.models, ...found.value])].join('\n') });
    return {
      ok: true,
      value: `The endpoint offers ${found.value.length} ${found.value.length === 1 ? 'model' : 'models'}.`,
    };
  };
  const test = async (): Promise<Outcome<string>> => {
    const [model] = draft.models;
    if (model !== undefined) return app.testModel(draft, model);
    return {
      ok: false,
      fault: { code: 'unknown-model', message: 'No model is listed yet: fetch the list or type a model’s id first.' },
    };
  };
  const save = async (): Promise<void> => {
    const saved = await run('save', async () => {
      const outcome = await app.saveProvider(draft);
      return outcome.ok ? { ok: true, value: `${outcome.value.name} is saved.` } : outcome;
    });
    if (saved) onClose();
  };
  const formId = useId();
  return (
    <Dialog
      title={from !== 'custom' && 'id' in from ? `Edit ${shown(from.name)}` : 'Add a provider'}
      onClose={onClose}
      footer={
        <>
          <Button aria-disabled={busy !== null} onClick={() => void run('test', test)}>
            {busy === 'test' ? 'Testing…' : 'Test'}
          </Button>
          <Button kind="primary" type="submit" form={formId} aria-disabled={busy !== null}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        class="fields"
        autocomplete="off"
        onSubmit={(event) => {
          event.preventDefault();
          if (busy === null) void save();
        }}
      >
        <TextField
          label="Name"
          value={form.name}
          onText={(name) => change({ name })}
          error={checked ? nameFault : null}
        />
        {remote ? (
          <>
            <TextField
              label="Base URL"
              inputMode="url"
              placeholder="https://api.example.com/v1"
              hint={hint}
              value={form.baseUrl}
              onText={(baseUrl) => change({ baseUrl })}
              error={checked ? wrong : null}
            />
            <TextField
              label="API key"
              secret
              placeholder={stored ? 'A key is stored; type to replace it' : 'None'}
              hint="Encrypted on this device; it cannot be read back here."
              value={form.key}
              onText={(key) => change({ key, dropKey: false })}
            />
          </>
        ) : (
          <p class="sub">{hint}</p>
        )}
        {stored ? (
          <Checkbox checked={form.dropKey} onCheck={(dropKey) => change({ dropKey, key: '' })}>
            Forget the stored key
          </Checkbox>
        ) : null}
        <TextArea
          label="Models"
          hint="One model id a line; the first is tested."
          rows={4}
          value={form.models}
          onText={(models) => change({ models })}
        />
        <div class="do">
          <Button small icon="retry" aria-disabled={busy !== null} onClick={() => void run('list', list)}>
            {busy === 'list' ? 'Fetching…' : 'Fetch the list'}
          </Button>
        </div>
        {told === null ? null : told.ok ? (
          <Note tone="ok" alert>
            {shown(told.value)}
          </Note>
        ) : (
          <FaultNote fault={told.fault} />
        )}
      </form>
    </Dialog>
  );
}
