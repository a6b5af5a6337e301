import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import type { Policy } from '../../../core/gate.ts';
import { policyWords } from '../../../core/server.ts';

/** Section S in one line each; labels never say just "Always". */
const choices: readonly { readonly policy: Policy; readonly means: string }[] = [
  { policy: 'always', means: 'Each call waits for your yes; nothing is remembered.' },
  { policy: 'once', means: 'The first call in a chat asks; your answer holds for that chat.' },
  { policy: 'never', means: 'Its tools run unasked, except those you set to Ask or Deny.' },
];

/** The three approval policies as labelled choices (row S). `value` null: none is chosen yet. */
export function PolicyChoice({
  value,
  onChange,
  error,
  note,
}: {
  readonly value: Policy | null;
  readonly onChange: (policy: Policy) => void;
  readonly error: string | null;
  readonly note: string | null;
}): JSX.Element {
  const id = useId();
  return (
    <fieldset class="policies" aria-describedby={error === null ? undefined : `${id}-error`}>
      <legend>Approval policy</legend>
      {choices.map(({ policy, means }) => (
        <div key={policy} class="policy">
          <label>
            <input
              type="radio"
              name={id}
              value={policy}
              checked={policy === value}
              aria-describedby={`${id}-${policy}`}
              onChange={() => onChange(policy)}
            />
            <span>{policyWords[policy].label}</span>
          </label>
          <small id={`${id}-${policy}`}>{means}</small>
        </div>
      ))}
      {note === null ? null : <p class="hint">{note}</p>}
      {error === null ? null : (
        <p id={`${id}-error`} class="error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
