import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';

/** A reason to deny with, which the model receives (row A7). Return denies, Escape goes back. */
export function Refusal({
  deny,
  onDeny,
  onBack,
}: {
  /** What the button is called: "Deny", or "Deny server" (row S2). */
  readonly deny: string;
  readonly onDeny: (reason: string) => void;
  readonly onBack: () => void;
}): JSX.Element {
  const [reason, setReason] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- takes Escape on its way up from the fields
    <form
      ref={form}
      class="refusal"
      onSubmit={(event) => {
        event.preventDefault();
        onDeny(reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.stopPropagation();
        onBack();
      }}
    >
      <TextField label="Why not? The model will read this." value={reason} onText={setReason} />
      <div class="do">
        <Button kind="quiet" onClick={onBack}>
          Back
        </Button>
        <Button kind="danger" type="submit">
          {deny}
        </Button>
      </div>
    </form>
  );
}
