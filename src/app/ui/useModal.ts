import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RefObject } from 'preact';

/**
 * Opens a `<dialog>` over everything while its component is mounted: focus moves in (to `first`, else where the browser
 * puts it), stays in, and goes back. Escape and a click beside it call `onClose`.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, onClose: () => void, first: string): void {
  const close = useRef(onClose);
  close.current = onClose;
  // A passive effect would be cleaned up after the page is drawn without the dialog, with the focus lost meanwhile.
  useLayoutEffect(() => {
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
    element.querySelector<HTMLElement>(first)?.focus();
    return () => {
      leave.abort();
      element.close();
      // An element that is removed while open does not give the focus back by itself.
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
}
