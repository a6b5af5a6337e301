import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { shown } from '../../../core/visible.ts';
import { Checkbox, Field, Select, TextField } from '../../ui/Field.tsx';
import { oneLine } from '../oneline.ts';
import type { Choice, Entry, Kind, Wish } from './fields.ts';

const aboutChars = 600;

const amount = (least: number | null, most: number | null): string =>
  least !== null && most !== null
    ? `${least} to ${most}`
    : least !== null
      ? `at least ${least}`
      : most !== null
        ? `at most ${most}`
        : '';

function rangeOf(kind: Kind): string {
  if (kind.is === 'flag' || kind.is === 'one') return '';
  const range = amount(kind.least, kind.most);
  return range !== '' && kind.is === 'text' ? `${range} characters` : range;
}

function hintOf({ about, kind }: Wish): string | undefined {
  const said = shown(about.length > aboutChars ? `${about.slice(0, aboutChars)}…` : about);
  const range = rangeOf(kind);
  const hint = range === '' ? said : `${said} (${range})`.trim();
  return hint === '' ? undefined : hint;
}

function Several({
  legend,
  hint,
  error,
  choices,
  chosen,
  onChosen,
}: {
  readonly legend: string;
  readonly hint: string | undefined;
  readonly error: string | null;
  readonly choices: readonly Choice[];
  readonly chosen: readonly string[];
  readonly onChosen: (chosen: readonly string[]) => void;
}): JSX.Element {
  const id = useId();
  return (
    <fieldset class="several" aria-describedby={error === null ? undefined : id}>
      <legend>{legend}</legend>
      {hint === undefined ? null : <p class="faint">{hint}</p>}
      {choices.map(({ value, title }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onCheck={(on) =>
            // In the order they were offered in.
            onChosen(choices.map((one) => one.value).filter((one) => (one === value ? on : chosen.includes(one))))
          }
        >
          {oneLine(title, 200)}
        </Checkbox>
      ))}
      {error === null ? null : (
        <p id={id} class="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The browser's own control for a kind of text; what it gives is checked again. */
function Typed({
  format,
  ...all
}: {
  readonly format: 'email' | 'uri' | 'date' | 'date-time';
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': boolean;
  readonly value: string;
  readonly onInput: (event: { readonly currentTarget: HTMLInputElement }) => void;
}): JSX.Element {
  const plain = { ...all, spellcheck: false };
  if (format === 'email') return <input type="email" autocomplete="off" {...plain} />;
  if (format === 'uri') return <input type="url" autocomplete="off" {...plain} />;
  if (format === 'date') return <input type="date" autocomplete="off" {...plain} />;
  return <input type="datetime-local" autocomplete="off" step={1} {...plain} />;
}

/** What a picker of days and times can hold; another default is entered as text. */
const picked = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?)?$/u;

/** One thing a server asks for, with its label, limits and what is wrong with the entry. */
export function WishField({
  wish,
  entry,
  error,
  onEntry,
}: {
  readonly wish: Wish;
  readonly entry: Entry;
  readonly error: string | null;
  readonly onEntry: (entry: Entry) => void;
}): JSX.Element {
  const { kind } = wish;
  const title = oneLine(wish.title, 120);
  const label = wish.required ? `${title} (needed)` : title;
  const hint = hintOf(wish);
  const text = typeof entry === 'string' ? entry : '';
  if (kind.is === 'some')
    return (
      <Several
        legend={label}
        hint={hint}
        error={error}
        choices={kind.choices}
        chosen={typeof entry === 'string' ? [] : entry}
        onChosen={onEntry}
      />
    );
  if (kind.is === 'flag')
    return (
      <Checkbox checked={text === 'true'} onCheck={(on) => onEntry(String(on))}>
        {title}
        {hint === undefined ? null : <span class="faint"> {hint}</span>}
      </Checkbox>
    );
  const all = { label, hint, error, value: text, onText: onEntry };
  if (kind.is === 'one')
    return (
      <Select
        {...all}
        options={[
          { value: '', label: 'not set' },
          ...kind.choices.map((choice) => ({ value: choice.value, label: oneLine(choice.title, 200) })),
        ]}
      />
    );
  const initial = typeof wish.initial === 'string' ? wish.initial : '';
  const picks = kind.is === 'text' && (kind.format === 'date' || kind.format === 'date-time');
  if (kind.is !== 'text' || kind.format === null || (picks && initial !== '' && !picked.test(initial)))
    return <TextField {...all} />;
  const { format } = kind;
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => (
        <Typed {...wiring} format={format} value={text} onInput={(event) => onEntry(event.currentTarget.value)} />
      )}
    </Field>
  );
}
