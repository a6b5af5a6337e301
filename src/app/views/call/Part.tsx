import type { ComponentChildren, JSX } from 'preact';

/** One named part of a call's details. */
export function Part({ name, children }: { readonly name: string; readonly children: ComponentChildren }): JSX.Element {
  return (
    <section class="part">
      <h3>{name}</h3>
      {children}
    </section>
  );
}
