import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { TextField } from '../../ui/Field.tsx';

/** Where an endpoint is. An address that all entries of a kind share is out of the way; a proxy of one's own is still possible (row V1). */
export function Address({
  value,
  onText,
  error,
  hint,
  usual,
}: {
  readonly value: string;
  readonly onText: (value: string) => void;
  readonly error: string | null;
  readonly hint: string | undefined;
  /** The one address of its kind; null where each entry has its own. */
  readonly usual: string | null;
}): JSX.Element {
  const [open, setOpen] = useState(value !== usual);
  const field = (
    <TextField
      label="Base URL"
      inputMode="url"
      placeholder="https://api.example.com/v1"
      hint={hint}
      value={value}
      onText={onText}
      error={error}
    />
  );
  if (usual === null) return field;
  return (
    <details class="address" open={open || error !== null} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Address</summary>
      {field}
    </details>
  );
}
