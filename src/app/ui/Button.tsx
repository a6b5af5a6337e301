import type { ComponentChildren, ComponentProps, JSX } from 'preact';
import { Icon, type IconName } from './Icon.tsx';
import { Kbd } from './Kbd.tsx';
import './Button.css';

const ariaKeys: Readonly<Record<string, string>> = { '↵': 'Enter', Esc: 'Escape' };

/** What a button takes besides the attributes of `<button>`. */
export interface ButtonProps extends Omit<ComponentProps<'button'>, 'class' | 'label' | 'icon' | 'size'> {
  /** `primary` once a view; `quiet` without a border; `danger` for what cannot be undone. */
  readonly kind?: 'plain' | 'primary' | 'quiet' | 'danger' | undefined;
  readonly icon?: IconName | undefined;
  /** The name of a button that shows only an icon; also its tooltip. */
  readonly label?: string | undefined;
  /** The key that does the same, as printed: "Esc", "↵". */
  readonly kbd?: string | undefined;
  readonly small?: boolean | undefined;
  readonly class?: string | undefined;
  readonly children?: ComponentChildren;
}

/** A button that never submits a form unless told so, with an optional icon and key hint (row U3). */
export function Button({
  kind = 'plain',
  icon,
  label,
  kbd,
  small,
  class: extra,
  children,
  ...rest
}: ButtonProps): JSX.Element {
  const bare = children === undefined && icon !== undefined;
  const names = ['button', kind, bare ? 'bare' : '', small === true ? 'small' : '', extra ?? ''].filter(
    (name) => name !== '',
  );
  return (
    <button
      type="button"
      {...rest}
      class={names.join(' ')}
      {...(label === undefined ? {} : { 'aria-label': label, title: label })}
      {...(kbd === undefined ? {} : { 'aria-keyshortcuts': ariaKeys[kbd] ?? kbd })}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
      {kbd === undefined ? null : <Kbd>{kbd}</Kbd>}
    </button>
  );
}
