import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { Icon, type IconName } from './Icon.tsx';
import { moveFocus } from './moveFocus.ts';
import { placeBelow } from './placeBelow.ts';
import './Menu.css';

/** One line of a menu. `checked` makes it one of several choices, marked where it holds. */
export interface MenuItem {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly icon?: IconName | undefined;
  readonly danger?: boolean | undefined;
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  /** A line above this item. */
  readonly divided?: boolean | undefined;
  readonly onSelect: () => void;
}

/**
 * A button that opens a list of actions: popover for the layer and light dismissal, roving focus for the keys
 * (arrows, Home, End, typing part of a label). Focus goes back to the button.
 */
export function Menu({
  label,
  children,
  items,
  class: extra = 'button quiet bare',
  empty = 'Nothing here',
}: {
  /** The button's name; also its tooltip. */
  readonly label: string;
  readonly children: ComponentChildren;
  readonly items: readonly MenuItem[];
  readonly class?: string | undefined;
  readonly empty?: string | undefined;
}): JSX.Element {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        class={extra}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => list.current?.togglePopover()}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || open) return;
          event.preventDefault();
          list.current?.showPopover();
        }}
      >
        {children}
      </button>
      <div
        ref={list}
        id={id}
        class="menu"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        popover="auto"
        onToggle={(event) => {
          const opened = event.newState === 'open';
          setOpen(opened);
          if (!opened || !button.current || !list.current) return;
          placeBelow(list.current, button.current);
          moveFocus(list.current, 'first');
        }}
        onKeyDown={(event) => {
          if (event.key === 'Tab') list.current?.hidePopover();
          // Escape closes the menu and nothing behind it.
          if (event.key === 'Escape') event.stopPropagation();
          if (list.current && moveFocus(list.current, event.key)) event.preventDefault();
        }}
      >
        {items.length === 0 ? <p class="faint none">{empty}</p> : null}
        {items.map((item, at) => (
          <button
            key={`${at} ${item.label}`}
            type="button"
            class={`item${item.danger === true ? ' danger' : ''}${item.divided === true ? ' divided' : ''}`}
            tabIndex={-1}
            disabled={item.disabled ?? false}
            {...(item.checked === undefined
              ? { role: 'menuitem' }
              : { role: 'menuitemradio', 'aria-checked': item.checked })}
            onClick={() => {
              list.current?.hidePopover();
              item.onSelect();
            }}
          >
            {item.checked === undefined && item.icon === undefined ? null : (
              <span class="lead">
                {item.checked === true ? <Icon name="check" /> : item.icon ? <Icon name={item.icon} /> : null}
              </span>
            )}
            <span class="text">{item.label}</span>
            {item.hint === undefined ? null : <span class="hint">{item.hint}</span>}
          </button>
        ))}
      </div>
    </>
  );
}
