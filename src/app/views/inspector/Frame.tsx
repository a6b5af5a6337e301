import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../../ui/Button.tsx';
import { Drawer } from '../../ui/Drawer.tsx';
import './Inspector.css';

interface Framed {
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

function Inside({ onClose, children }: Framed): JSX.Element {
  return (
    <div class="inspector">
      <header>
        <h2 tabIndex={-1} data-first>
          Inspector
        </h2>
        <Button kind="quiet" icon="close" label="Close the inspector" onClick={onClose} />
      </header>
      <div class="parts">{children}</div>
    </div>
  );
}

/** A column beside the page: the focus moves in when it opens, and back where it was when it closes. */
function Column({ onClose, children }: Framed): JSX.Element {
  const column = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = column.current;
    if (element === null) return undefined;
    const before = document.activeElement;
    const leave = new AbortController();
    // Escape here closes the panel, and stops no answer beside it.
    element.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        close.current();
      },
      { signal: leave.signal },
    );
    element.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      leave.abort();
      const here = element.contains(document.activeElement) || document.activeElement === document.body;
      if (here && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <aside ref={column} class="inspect" aria-label="Inspector">
      <Inside onClose={onClose}>{children}</Inside>
    </aside>
  );
}

/** Where the inspector stands: beside the page where there is room, else a sheet over it (row U1). */
export function Frame({ narrow, ...framed }: Framed & { readonly narrow: boolean }): JSX.Element {
  return narrow ? (
    <Drawer label="Inspector" side="right" onClose={framed.onClose}>
      <Inside {...framed} />
    </Drawer>
  ) : (
    <Column {...framed} />
  );
}

/** One part of the inspector: a heading and what it says. */
export function Part({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="part">
      <h4>{title}</h4>
      {children}
    </section>
  );
}
