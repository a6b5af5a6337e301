import type { JSX } from 'preact';

/** A key as printed on the keyboard; a hint for the eye only, since the action it belongs to is named beside it. */
export function Kbd({ children }: { readonly children: string }): JSX.Element {
  return (
    <kbd class="kbd" aria-hidden="true">
      {children}
    </kbd>
  );
}
