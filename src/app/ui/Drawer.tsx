import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { useModal } from './useModal.ts';
import './Dialog.css';

/** A sheet from the left or right edge, for what stands beside the page where there is room. */
export function Drawer({
  label,
  onClose,
  children,
  side = 'left',
}: {
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly side?: 'left' | 'right' | undefined;
}): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useModal(dialog, onClose, '[data-first]');
  return (
    <dialog ref={dialog} class={`drawer ${side}`} aria-label={label}>
      {children}
    </dialog>
  );
}
