import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';
import './Field.css';

interface Labelled {
  readonly label: string;
  /** One line under the field: what it is for. */
  readonly hint?: ComponentChildren;
  /** Why the present value cannot be used. */
  readonly error?: string | null | undefined;
}

interface Wiring {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
}

/** A label, a control and what is said about it, tied together for readers. */
export function Field({
  label,
  hint,
  error,
  children,
}: Labelled & { readonly children: (wiring: Wiring) => ComponentChildren }): JSX.Element {
  const id = useId();
  const wrong = error !== undefined && error !== null;
  const said = [hint === undefined ? '' : `${id}-hint`, wrong ? `${id}-error` : '']
    .filter((name) => name !== '')
    .join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': said === '' ? undefined : said, 'aria-invalid': wrong })}
      {hint === undefined ? null : (
        <p id={`${id}-hint`} class="hint">
          {hint}
        </p>
      )}
      {wrong ? (
        <p id={`${id}-error`} class="error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}

type Told = Labelled & { readonly value: string; readonly onText: (value: string) => void };

/** One line of text; secrets are `secret`, so that browsers neither show nor remember them. */
export function TextField({
  label,
  hint,
  error,
  value,
  onText,
  secret = false,
  placeholder,
  inputMode,
  onReturn,
}: Told & {
  readonly secret?: boolean | undefined;
  /** What Return does here; true where it then does not send the form. */
  readonly onReturn?: (() => boolean) | undefined;
  readonly placeholder?: string | undefined;
  readonly inputMode?: 'url' | 'text' | 'numeric' | undefined;
}): JSX.Element {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => {
        const all = {
          ...wiring,
          spellcheck: false,
          placeholder,
          inputMode,
          value,
          onInput: (event: { readonly currentTarget: HTMLInputElement }) => onText(event.currentTarget.value),
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key === 'Enter' && !event.isComposing && onReturn?.() === true) event.preventDefault();
          },
        };
        return secret ? (
          <input type="password" autocomplete="new-password" {...all} />
        ) : (
          <input type="text" autocomplete="off" {...all} />
        );
      }}
    </Field>
  );
}

/** Several lines of text. */
export function TextArea({
  label,
  hint,
  error,
  value,
  onText,
  rows = 4,
  placeholder,
}: Told & { readonly rows?: number | undefined; readonly placeholder?: string | undefined }): JSX.Element {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <textarea
          {...wiring}
          rows={rows}
          placeholder={placeholder}
          value={value}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** One of a list of values. */
export function Select({
  label,
  hint,
  error,
  value,
  onText,
  options,
}: Told & { readonly options: readonly { readonly value: string; readonly label: string }[] }): JSX.Element {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <select {...wiring} value={value} onChange={(event) => onText(event.currentTarget.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A yes or no with its words beside it. */
export function Checkbox({
  checked,
  onCheck,
  children,
  disabled = false,
}: {
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
  readonly children: ComponentChildren;
  readonly disabled?: boolean | undefined;
}): JSX.Element {
  return (
    <label class="checkbox">
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onCheck(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </label>
  );
}
