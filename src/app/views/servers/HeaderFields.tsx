import type { JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Field.tsx';
import type { HeaderLine } from './form.ts';

function Line({
  header,
  at,
  error,
  onChange,
  onRemove,
}: {
  readonly header: HeaderLine;
  /** Its place, from 1: names its fields for readers. */
  readonly at: number;
  readonly error: string | null;
  readonly onChange: (part: Partial<HeaderLine>) => void;
  readonly onRemove: () => void;
}): JSX.Element {
  const id = useId();
  const name = header.name.trim();
  const wrong = {
    spellcheck: false,
    'aria-invalid': error !== null,
    'aria-describedby': error === null ? undefined : `${id}-error`,
  };
  const value = {
    ...wrong,
    'aria-label': `Value of header ${at}`,
    placeholder: header.stored ? 'Stored; type to replace' : 'Value',
    value: header.value,
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => onChange({ value: event.currentTarget.value }),
  };
  return (
    <li class="header-line">
      <div class="field">
        <input
          type="text"
          autocomplete="off"
          aria-label={`Name of header ${at}`}
          placeholder="X-Api-Key"
          value={header.stored ? shown(header.name) : header.name}
          readOnly={header.stored}
          title={header.stored ? 'A stored header keeps its name; remove it and add another.' : undefined}
          onInput={(event) => onChange({ name: event.currentTarget.value })}
          {...wrong}
        />
      </div>
      <div class="field">
        {header.secret ? (
          <input type="password" autocomplete="new-password" {...value} />
        ) : (
          <input type="text" autocomplete="off" {...value} />
        )}
      </div>
      <Checkbox checked={header.secret} onCheck={(secret) => onChange({ secret })}>
        Secret<span class="visually-hidden"> value of header {at}</span>
      </Checkbox>
      <Button
        kind="quiet"
        icon="trash"
        label={name === '' ? `Remove header ${at}` : `Remove header ${shown(name)}`}
        onClick={onRemove}
      />
      {error === null ? null : (
        <p id={`${id}-error`} class="error" role="alert">
          {error}
        </p>
      )}
    </li>
  );
}

/** Headers sent with every request besides the token (row M2). Values are sealed on this device and not shown again. */
export function HeaderFields({
  headers,
  faults,
  onChange,
}: {
  readonly headers: readonly HeaderLine[];
  readonly faults: ReadonlyMap<number, string> | null;
  readonly onChange: (headers: readonly HeaderLine[]) => void;
}): JSX.Element {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = (): void => {
    const line = Math.max(-1, ...headers.map((header) => header.line)) + 1;
    onChange([...headers, { line, name: '', value: '', secret: true, stored: false }]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <fieldset class="header-fields">
      <legend>Other headers</legend>
      <ul ref={list} class="header-lines">
        {headers.map((header, index) => (
          <Line
            key={header.line}
            header={header}
            at={index + 1}
            error={faults?.get(header.line) ?? null}
            onChange={(part) => onChange(headers.map((one) => (one.line === header.line ? { ...one, ...part } : one)))}
            onRemove={() => {
              onChange(headers.filter((one) => one.line !== header.line));
              // The button that was pressed is gone.
              document.getElementById(id)?.focus();
            }}
          />
        ))}
      </ul>
      <div class="do">
        <Button id={id} small icon="plus" aria-describedby={`${id}-hint`} onClick={add}>
          Add a header
        </Button>
      </div>
      <p id={`${id}-hint`} class="hint">
        Sent with every request. A secret one is left out of exports.
      </p>
    </fieldset>
  );
}
