import type { ComponentChildren, JSX } from 'preact';
import './Chip.css';

/** A small label; `tone` colours it, `dot` puts a state before it. */
export function Chip({
  children,
  tone = 'plain',
  dot,
  title,
}: {
  readonly children: ComponentChildren;
  readonly tone?: 'plain' | 'accent' | 'warn' | 'bad' | undefined;
  readonly dot?: 'ok' | 'warn' | 'bad' | 'off' | 'run' | undefined;
  readonly title?: string | undefined;
}): JSX.Element {
  return (
    <span class={`chip ${tone}`} title={title}>
      {dot === undefined ? null : <span class={`dot ${dot}`} />}
      {children}
    </span>
  );
}
