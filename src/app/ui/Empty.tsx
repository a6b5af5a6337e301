import type { ComponentChildren, JSX } from 'preact';
import './Empty.css';

/** Nothing here yet: says so, why, and what to do about it. */
export function Empty({
  title,
  children,
  actions,
  mark,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
  readonly mark?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="empty">
      {mark}
      <h2>{title}</h2>
      {children === undefined ? null : <div class="words">{children}</div>}
      {actions === undefined ? null : <div class="do">{actions}</div>}
    </div>
  );
}
