import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import './Segmented.css';

/** One choice; `tone` colours it while it is chosen. */
export interface Segment<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly tone?: 'ok' | 'warn' | 'bad' | undefined;
  readonly disabled?: boolean | undefined;
}

/**
 * A row of choices of which one holds: native radio buttons, so that arrow keys, Tab and readers work as everywhere
 * (row U3). `value` null: none is chosen yet.
 */
export function Segmented<T extends string>({
  label,
  segments,
  value,
  again = false,
  onChange,
}: {
  /** Names the group for readers; not shown. */
  readonly label: string;
  readonly segments: readonly Segment<T>[];
  readonly value: T | null;
  /** What holds already may be chosen too: it says that it is meant, and not only a default. */
  readonly again?: boolean;
  readonly onChange: (value: T) => void;
}): JSX.Element {
  const group = useId();
  return (
    <div class="segmented" role="radiogroup" aria-label={label}>
      {segments.map((segment) => (
        <label
          key={segment.value}
          class={segment.value === value ? `on ${segment.tone ?? ''}` : ''}
          data-label={segment.label}
        >
          <input
            class="visually-hidden"
            type="radio"
            name={group}
            value={segment.value}
            checked={segment.value === value}
            disabled={segment.disabled ?? false}
            onChange={() => onChange(segment.value)}
            onClick={() => {
              if (again && segment.value === value) onChange(segment.value);
            }}
          />
          {segment.label}
        </label>
      ))}
    </div>
  );
}
