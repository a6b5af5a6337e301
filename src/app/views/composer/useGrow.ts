import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/** Makes a text field as high as its text; CSS sets where it ends and scrolls. */
export function useGrow(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
  }, [field, text]);
}
