import type { JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import type { Fault } from '../../../core/outcome.ts';
import type { RegistryEntry, Wanted } from '../../../core/serverdraft.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { Button } from '../../ui/Button.tsx';
import { FaultNote, Note } from '../../ui/Fault.tsx';
import { Select, TextField } from '../../ui/Field.tsx';

const brief = (text: string): string => shown(text.length > 300 ? `${text.slice(0, 300)}…` : text);

function WantedField({
  wanted,
  value,
  onText,
  error,
}: {
  readonly wanted: Wanted;
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly error: string | null;
}): JSX.Element {
  const label = `${brief(wanted.name)}${wanted.required ? '' : ' (optional)'}`;
  const about =
    wanted.about === '' ? (wanted.of === 'url' ? 'Part of the address.' : 'Sent as a header.') : brief(wanted.about);
  const open =
    wanted.of === 'url' && wanted.secret ? ' It becomes part of the address, which is kept and shown openly.' : '';
  const all = { label, hint: `${about}${open}`, error, value, onText };
  return wanted.choices.length > 0 ? (
    <Select
      {...all}
      options={[
        ...(wanted.initial === '' ? [{ value: '', label: wanted.required ? 'Choose…' : 'None' }] : []),
        ...wanted.choices.map((choice) => ({ value: choice, label: brief(choice) })),
      ]}
    />
  ) : (
    <TextField {...all} secret={wanted.secret} />
  );
}

/** The values an entry wants, the address that comes of them, and the decision to add it (row M2). */
export function AddEntry({
  entry,
  onBack,
  onAdded,
}: {
  readonly entry: RegistryEntry;
  readonly onBack: () => void;
  readonly onAdded: (url: string) => void;
}): JSX.Element {
  const { servers } = useApp();
  const [remote, setRemote] = useState(0);
  const [values, setValues] = useState<ReadonlyMap<Wanted, string>>(new Map());
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Fault | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const id = useId();
  const chosen = entry.remotes[remote];
  const draft = servers.drafted(entry, remote, values);
  const valueOf = (wanted: Wanted): string => values.get(wanted) ?? wanted.initial;
  // The address as far as it is known, until it can be made.
  const soFar = (chosen?.wanted ?? [])
    .filter((wanted) => wanted.of === 'url' && valueOf(wanted).trim() !== '')
    .reduce((url, wanted) => url.replaceAll(`{${wanted.name}}`, () => valueOf(wanted).trim()), chosen?.url ?? '');
  const emptyFault = (wanted: Wanted): string | null =>
    tried && wanted.required && valueOf(wanted).trim() === '' ? 'This needs a value.' : null;
  const add = async (): Promise<void> => {
    setTried(true);
    setFault(null);
    if (!draft.ok) {
      const at = chosen?.wanted.findIndex((wanted) => wanted.required && valueOf(wanted).trim() === '') ?? -1;
      if (at < 0) setFault(draft.fault);
      else form.current?.querySelectorAll<HTMLElement>('.wanted input, .wanted select')[at]?.focus();
      return;
    }
    setBusy(true);
    const saved = await servers.save(draft.value);
    setBusy(false);
    if (saved.ok) onAdded(saved.value.url);
    else setFault(saved.fault);
  };
  return (
    <form
      ref={form}
      class="fields"
      autocomplete="off"
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void add();
      }}
    >
      <h3 id={id}>Add {brief(entry.title)}</h3>
      {entry.state === 'deprecated' ? (
        <Note tone="warn">Its makers marked it as deprecated: it may stop working.</Note>
      ) : null}
      {entry.remotes.length > 1 ? (
        <Select
          label="Address"
          hint="It is reached in more than one way."
          value={String(remote)}
          onText={(value) => setRemote(Number(value))}
          options={entry.remotes.map(({ url }, at) => ({ value: String(at), label: brief(url) }))}
        />
      ) : null}
      <div class="fields wanted">
        {chosen?.wanted.map((wanted) => (
          <WantedField
            key={`${wanted.of} ${wanted.name}`}
            wanted={wanted}
            value={valueOf(wanted)}
            error={emptyFault(wanted)}
            onText={(value) => setValues((before) => new Map(before).set(wanted, value))}
          />
        ))}
      </div>
      <dl class="final">
        <dt>Requests will go to</dt>
        <dd class="mono">{shown(draft.ok ? draft.value.url : soFar)}</dd>
        {draft.ok && draft.value.headers.length > 0 ? (
          <>
            <dt>With the headers</dt>
            <dd class="mono">{draft.value.headers.map(({ name }) => shown(name)).join(', ')}</dd>
          </>
        ) : null}
      </dl>
      <p class="faint">
        Nobody has checked this server: add it only if you trust its makers. Its tools ask once per chat until you set
        otherwise, and are offered to the primary model only.
      </p>
      {fault === null ? null : <FaultNote fault={fault} />}
      <div class="do">
        <Button icon="left" onClick={onBack}>
          Back
        </Button>
        <Button kind="primary" type="submit" aria-disabled={busy}>
          {busy ? 'Adding…' : 'Add server'}
        </Button>
      </div>
    </form>
  );
}
