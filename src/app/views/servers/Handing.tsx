import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Where the focus goes from a note that ends: its row's menu, its dialog's button, its panel's heading. */
const homes = '.server [aria-haspopup="menu"], .dialog footer .primary, .inspector [data-first]';

/** Buttons that go away when they are pressed: the focus does not go with them (row U3). */
export function Handing({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const around = root.current?.closest('.server, .dialog, .inspector');
    const note = root.current;
    return () => {
      if (note?.contains(document.activeElement) === true) around?.querySelector<HTMLElement>(homes)?.focus();
    };
  }, []);
  return <div ref={root}>{children}</div>;
}
