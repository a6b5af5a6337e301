import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './Button.tsx';
import './Dialog.css';

/**
 * A modal dialog while it is mounted: focus moves in, stays in, and goes back to where it was. Escape, ✕ and a click
 * beside it call `onClose`.
 */
export function Dialog({
  title,
  onClose,
  children,
  footer,
  wide,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly footer?: ComponentChildren;
  readonly wide?: boolean | undefined;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    const leave = new AbortController();
    const { signal } = leave;
    const asked = (event: Event): void => {
      event.preventDefault();
      close.current();
    };
    element.addEventListener('cancel', asked, { signal });
    element.addEventListener('click', (event) => event.target === element && close.current(), { signal });
    element.showModal();
    // The browser would choose ✕, which stands first; the person came for what is inside.
    element.querySelector<HTMLElement>('.body :is(input, textarea, select, button, a)')?.focus();
    return () => {
      leave.abort();
      element.close();
      // An element that is removed while open does not give the focus back by itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog ref={dialog} class={wide === true ? 'dialog wide' : 'dialog'} aria-labelledby={heading}>
      <div class="inside">
        <header>
          <h2 id={heading}>{title}</h2>
          <Button kind="quiet" icon="close" label="Close" onClick={onClose} />
        </header>
        <div class="body">{children}</div>
        {footer === undefined ? null : <footer>{footer}</footer>}
      </div>
    </dialog>
  );
}
