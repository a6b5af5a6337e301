import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';

/** Something long behind its summary: drawn when it is first opened, so that hundreds of them cost little. */
export function Folded({
  summary,
  children,
}: {
  readonly summary: ComponentChildren;
  readonly children: () => ComponentChildren;
}): JSX.Element {
  const [open, setOpen] = useState(false);
  return (
    <details class="folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {open ? <div class="unfolded">{children()}</div> : null}
    </details>
  );
}
