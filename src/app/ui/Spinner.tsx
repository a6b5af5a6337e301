import type { JSX } from 'preact';
import './Spinner.css';

/** Something is under way; `label` says what, for readers. */
export function Spinner({ label }: { readonly label: string }): JSX.Element {
  return (
    <output class="spinner">
      <span class="visually-hidden">{label}</span>
    </output>
  );
}

/** How far something is; `total` null while nobody knows (row U4). */
export function Progress({
  label,
  done,
  total,
}: {
  readonly label: string;
  readonly done: number;
  readonly total: number | null;
}): JSX.Element {
  return total === null || total <= 0 ? (
    <progress class="progress" aria-label={label} />
  ) : (
    <progress class="progress" aria-label={label} value={Math.min(done, total)} max={total} />
  );
}
