import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef } from 'preact/hooks';
import { Button } from './Button.tsx';
import { useModal } from './useModal.ts';
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
  // The browser would choose ✕, which stands first; the person came for what is inside.
  useModal(dialog, onClose, '.body :is(input, textarea, select, button, a), footer button');
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
