import type { JSX } from 'preact';
import type { Why } from '../../../core/gate.ts';
import { shown } from '../../../core/visible.ts';

/** Why the gate answered so: which rule, set where, lasting until when (row G13). */
export function WhyText({ why }: { readonly why: Why }): JSX.Element {
  return (
    <p class="whytext">
      {shown(why.rule)} Set in: {shown(why.where)}. Lasts: {shown(why.until)}.{' '}
      <span class="faint">(rule {why.row})</span>
    </p>
  );
}
