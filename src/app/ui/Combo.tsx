import type { ComponentChildren, JSX } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './Icon.tsx';
import { placeBelow } from './placeBelow.ts';
import './Menu.css';

/** One choice of a long list. */
export interface ComboOption {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** A button that opens a list one can narrow by typing: for choices too many for a menu. `action` stands below the list. */
export function Combo({
  label,
  children,
  options,
  value,
  values,
  onPick,
  onOpen,
  head,
  note,
  action,
  class: extra = 'button chip',
}: {
  readonly label: string;
  readonly children: ComponentChildren;
  readonly options: readonly ComboOption[];
  readonly value: string | null;
  /** Where several may be chosen: which ones are; picking one then leaves the list open. */
  readonly values?: readonly string[] | undefined;
  readonly onPick: (value: string) => void;
  readonly onOpen?: (() => void) | undefined;
  /** Stands above the field: what picking means. */
  readonly head?: ComponentChildren;
  /** Stands below the list, in a line. */
  readonly note?: string | undefined;
  readonly action: { readonly label: string; readonly onSelect: () => void };
  readonly class?: string | undefined;
}): JSX.Element {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState(false);
  const [filter, setFilter] = useState('');
  const [active, setActive] = useState(0);
  useLayoutEffect(() => {
    // Only now does the layer hold what it is measured by.
    if (!open || !layer.current || !button.current) return;
    placeBelow(layer.current, button.current);
    field.current?.focus();
  }, [open]);
  const words = filter.toLowerCase().split(/\s+/u);
  const found = options.filter((option) => {
    const text = `${option.label} ${option.hint ?? ''}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const at = Math.min(active, found.length - 1);
  const pick = (option: ComboOption | undefined): void => {
    if (values === undefined) layer.current?.hidePopover();
    if (option !== undefined) onPick(option.value);
  };
  const chosen = (option: ComboOption): boolean => values?.includes(option.value) ?? option.value === value;
  const move = (to: number): void => {
    setActive(to);
    document.getElementById(`${id}-${to}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={extra}
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => layer.current?.togglePopover()}
      >
        {children}
      </button>
      <div
        ref={layer}
        class="menu combo"
        role="dialog"
        aria-label={label}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === 'open') {
            setFilter('');
            onOpen?.();
            setActive(
              Math.max(
                0,
                options.findIndex((option) => option.value === value),
              ),
            );
          }
          setOpen(event.newState === 'open');
        }}
      >
        {open ? (
          <>
            {head}
            <input
              ref={field}
              role="combobox"
              aria-label="Filter"
              placeholder="Filter"
              aria-expanded="true"
              aria-controls={`${id}-list`}
              aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
              autocomplete="off"
              spellcheck={false}
              value={filter}
              onInput={(event) => {
                setFilter(event.currentTarget.value);
                setActive(0);
              }}
              onKeyDown={(event) => {
                if (event.key === 'ArrowDown') move(Math.min(found.length - 1, at + 1));
                else if (event.key === 'ArrowUp') move(Math.max(0, at - 1));
                else if (event.key === 'Enter') pick(found[at]);
                else return;
                event.preventDefault();
              }}
            />
            <div
              id={`${id}-list`}
              class="options"
              role="listbox"
              aria-label={label}
              aria-multiselectable={values !== undefined}
            >
              {found.map((option, index) => (
                // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the keys
                <div
                  key={option.value}
                  id={`${id}-${index}`}
                  class={index === at ? 'item active' : 'item'}
                  role="option"
                  aria-selected={chosen(option)}
                  onClick={() => pick(option)}
                >
                  <span class="lead">{chosen(option) ? <Icon name="check" /> : null}</span>
                  <span class="text">{option.label}</span>
                  {option.hint === undefined ? null : <span class="hint">{option.hint}</span>}
                </div>
              ))}
            </div>
            {found.length === 0 ? <p class="faint none">Nothing matches</p> : null}
            {note === undefined ? null : <p class="faint none">{note}</p>}
            <button
              type="button"
              class="item divided"
              onClick={() => {
                layer.current?.hidePopover();
                action.onSelect();
              }}
            >
              {action.label}
            </button>
          </>
        ) : null}
      </div>
    </>
  );
}
