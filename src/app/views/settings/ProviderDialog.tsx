import type { JSX } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Outcome } from '../../../core/outcome.ts';
import type { ProviderRecord } from '../../../core/records.ts';
import { shown } from '../../../core/visible.ts';
import type { Preset } from '../../state/contract.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { Checkbox, TextField } from '../../ui/Field.tsx';
import { Address } from './Address.tsx';
import { draftOf, formOf, freshName, urlFault, withOffered, type ProviderForm } from './draft.ts';
import { ModelPicks } from './ModelPicks.tsx';

/** One provider entry: address, key (write-only), models, and a test that explains what is wrong (row V1). */
export function ProviderDialog({
  from,
  onClose,
}: {
  readonly from: ProviderRecord | Preset | 'custom';
  readonly onClose: () => void;
}): JSX.Element {
  const app = useApp();
  const [form, setForm] = useState<ProviderForm>(() => {
    const first = formOf(from);
    const taken = from !== 'custom' && 'id' in from ? [] : app.providers.value.map(({ name }) => name);
    return { ...first, name: first.name === '' ? '' : freshName(first.name, taken) };
  });
  const [busy, setBusy] = useState<'list' | 'test' | 'save' | null>(null);
  const [told, setTold] = useState<Outcome<string> | null>(null);
  const [checked, setChecked] = useState(false);
  const stored = from !== 'custom' && 'id' in from && from.key !== null;
  const change = (part: Partial<ProviderForm>): void => setForm((now) => ({ ...now, ...part }));
  const draft = draftOf(form, from);
  const preset = app.presets.find(({ kind, baseUrl }) => kind === draft.kind && baseUrl === draft.baseUrl);
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
    const offered = withOffered(form, found.value);
    setForm((now) => withOffered(now, found.value));
    const many = `The endpoint offers ${found.value.length.toLocaleString('en')} ${found.value.length === 1 ? 'model' : 'models'}.`;
    return { ok: true, value: offered.chosen.length === 0 ? `${many} Tick those you want to use.` : many };
  };
  const test = async (model = draft.models[0]): Promise<Outcome<string>> => {
    if (model !== undefined) return app.testModel(draft, model);
    return {
      ok: false,
      fault: { code: 'unknown-model', message: 'No model is ticked yet: fetch the list or type a model’s id first.' },
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
  const end = useRef<HTMLDivElement>(null);
  // On a phone the form is longer than the window, and what was found stands at its end.
  useEffect(() => {
    if (told !== null) end.current?.scrollIntoView({ block: 'nearest' });
  }, [told]);
  return (
    <Dialog
      title={from !== 'custom' && 'id' in from ? `Edit ${shown(from.name)}` : 'Add a provider'}
      onClose={onClose}
      footer={
        <>
          <Button aria-disabled={busy !== null} onClick={() => void run('test', () => test())}>
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
            <Address
              value={form.baseUrl}
              onText={(baseUrl) => change({ baseUrl })}
              error={checked ? wrong : null}
              hint={preset?.needsKey === true ? undefined : preset?.hint}
              usual={
                app.presets.find(({ kind }) => kind === draft.kind && kind !== 'openai-compatible')?.baseUrl ?? null
              }
            />
            <TextField
              label="API key"
              secret
              placeholder={stored ? 'A key is stored; type to replace it' : 'None'}
              hint={`${preset?.needsKey === true ? `${preset.hint} ` : ''}Encrypted on this device; it cannot be read back here.`}
              value={form.key}
              onText={(key) => change({ key, dropKey: false })}
            />
          </>
        ) : (
          <p class="sub">{preset?.hint}</p>
        )}
        {stored ? (
          <Checkbox checked={form.dropKey} onCheck={(dropKey) => change({ dropKey, key: '' })}>
            Forget the stored key
          </Checkbox>
        ) : null}
        <ModelPicks
          form={form}
          onForm={setForm}
          busy={busy}
          onFetch={() => void run('list', list)}
          onTest={(model) => void run('test', () => test(model))}
        />
        <div ref={end}>
          {told === null ? null : told.ok ? (
            <Note tone="ok" alert>
              {shown(told.value)}
            </Note>
          ) : (
            <FaultNote fault={told.fault} />
          )}
        </div>
      </form>
    </Dialog>
  );
}
