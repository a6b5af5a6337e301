import type { ComponentChildren, JSX } from 'preact';
import type { Fault } from '../../core/outcome.ts';
import { shown } from '../../core/visible.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import './Fault.css';

/** A failure in place: what happened, why, what to do, and the buttons that do it (row U6). */
export function FaultNote({
  fault,
  children,
}: {
  readonly fault: Fault;
  readonly children?: ComponentChildren;
}): JSX.Element {
  return (
    <Note tone="bad" alert>
      <span>{shown(fault.message)}</span>
      {children === undefined || children === null ? null : <span class="do">{children}</span>}
    </Note>
  );
}

/** Something to read before going on; `alert` has it read out at once. */
export function Note({
  tone,
  alert,
  children,
}: {
  readonly tone: 'info' | 'warn' | 'bad' | 'ok';
  readonly alert?: boolean | undefined;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div class={`note ${tone}`} {...(alert === true ? { role: 'alert' as const } : {})}>
      <Icon name={tone === 'ok' ? 'check' : tone === 'info' ? 'info' : 'warn'} />
      <div class="words">{children}</div>
    </div>
  );
}

/** Failures that belong to no chat; each stays until it is dismissed. */
export function Toasts({
  faults,
  onDismiss,
}: {
  readonly faults: readonly { readonly id: string; readonly fault: Fault }[];
  readonly onDismiss: (id: string) => void;
}): JSX.Element {
  return (
    <section class="toasts" aria-label="Messages" aria-live="assertive">
      {faults.map(({ id, fault }) => (
        <div key={id} class="toast">
          <Icon name="warn" />
          <p>{shown(fault.message)}</p>
          <Button kind="quiet" small icon="close" label="Dismiss" onClick={() => onDismiss(id)} />
        </div>
      ))}
    </section>
  );
}
