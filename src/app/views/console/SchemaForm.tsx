import type { JSX } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../../../core/json.ts';
import type { Schema } from '../../../core/tool.ts';
import { shown } from '../../../core/visible.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../ui/Field.tsx';
import { oneLine } from '../oneline.ts';
import { argsOf, enteredOf, fieldsOf, type Control, type FormField } from './schemaForm.ts';
import './SchemaForm.css';

const nothing: JsonObject = {};
const aboutChars = 1_000;
const bounded = (text: string): string => (text.length > aboutChars ? `${text.slice(0, aboutChars)}…` : text);

function numberHint(hint: string | undefined, { min, max }: Extract<Control, { is: 'number' }>): string | undefined {
  const range =
    min !== null && max !== null
      ? `${min} to ${max}`
      : min !== null
        ? `at least ${min}`
        : max !== null
          ? `at most ${max}`
          : '';
  return range === '' ? hint : `${hint ?? ''} (${range})`.trim();
}

function Entry({
  field,
  text,
  error,
  onText,
}: {
  readonly field: FormField;
  readonly text: string | undefined;
  readonly error: string | undefined;
  readonly onText: (text: string) => void;
}): JSX.Element {
  const { control } = field;
  const name = oneLine(field.name);
  const hint = field.about === '' ? undefined : shown(bounded(field.about));
  const all = {
    label: field.required ? `${name} (needed)` : name,
    hint,
    error: error ?? null,
    value: text ?? '',
    onText,
  };
  switch (control.is) {
    case 'flag':
      return (
        <Checkbox checked={text === 'true'} onCheck={(on) => onText(String(on))}>
          {name}
          {hint === undefined ? null : <span class="faint"> {hint}</span>}
        </Checkbox>
      );
    case 'choice':
      return (
        <Select
          {...all}
          options={[
            { value: '', label: 'not set' },
            ...control.values.map((value) => ({ value, label: oneLine(value, 200) })),
          ]}
        />
      );
    case 'json':
      return <TextArea {...all} rows={3} placeholder={control.wants === 'array' ? '["…"]' : '{ }'} />;
    case 'text':
      return control.lines ? <TextArea {...all} rows={5} /> : <TextField {...all} />;
    case 'number':
    default:
      return <TextField {...all} hint={numberHint(hint, control)} />;
  }
}

/** A tool's arguments as a form (rows V4, A6). Return in a line submits it; what is wrong is said beside its field. */
export function SchemaForm({
  schema,
  now = nothing,
  submit,
  cancel,
  focus = false,
  onArgs,
  onCancel,
}: {
  readonly schema: Schema;
  /** The arguments to start from. */
  readonly now?: JsonObject;
  readonly submit: string;
  readonly cancel: string;
  /** Whether the first field takes the focus when the form opens. */
  readonly focus?: boolean;
  readonly onArgs: (args: JsonObject) => void;
  readonly onCancel: () => void;
}): JSX.Element {
  const fields = useMemo(() => fieldsOf(schema, now), [schema, now]);
  const [entered, setEntered] = useState(() => enteredOf(fields, now));
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (focus) form.current?.querySelector<HTMLElement>('input, textarea, select, [type=submit]')?.focus();
  }, []);
  const run = (event: Event): void => {
    event.preventDefault();
    const read = argsOf(fields, entered, now);
    setErrors(read.ok ? {} : read.errors);
    if (read.ok) onArgs(read.args);
    else queueMicrotask(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- takes Escape on its way up from the fields
    <form
      ref={form}
      class="schemaform"
      onSubmit={run}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        // Escape leaves the form, and nothing around it.
        event.stopPropagation();
        onCancel();
      }}
    >
      {fields.length === 0 ? <p class="soft">This tool takes no arguments.</p> : null}
      {fields.map((field) => (
        <Entry
          key={field.name}
          field={field}
          text={Object.hasOwn(entered, field.name) ? entered[field.name] : undefined}
          error={Object.hasOwn(errors, field.name) ? errors[field.name] : undefined}
          onText={(text) => setEntered((before) => ({ ...before, [field.name]: text }))}
        />
      ))}
      <div class="do">
        <Button kind="quiet" onClick={onCancel}>
          {cancel}
        </Button>
        <Button kind="primary" type="submit">
          {submit}
        </Button>
      </div>
    </form>
  );
}
