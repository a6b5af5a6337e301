import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import type { Preview } from '../../../core/ports.ts';
import { shown } from '../../../core/visible.ts';
import { Compared } from './Compared.tsx';
import { tell } from './words.ts';
import './DiffView.css';

/** Where a rename leads (row D1). */
function Renamed({ from, to }: { readonly from: string; readonly to: string }): JSX.Element {
  return (
    <dl class="renamed">
      <dt>From:</dt>
      <dd class="mono">{shown(from)}</dd>
      <dt>To:</dt>
      <dd class="mono">{shown(to)}</dd>
    </dl>
  );
}

/** The exact effect of one change: words, then lines (rows D1–D4). */
export function DiffView({ preview }: { readonly preview: Preview }): JSX.Element {
  const told = useMemo(() => tell(preview), [preview]);
  const { plan } = preview;
  return (
    <section class="diffview" aria-label={`Changes in ${shown(plan.path)}`}>
      {plan.kind === 'rename' ? <Renamed from={plan.path} to={plan.to ?? ''} /> : null}
      {told.notes.map((note) => (
        <p key={note} class="said">
          {note}
        </p>
      ))}
      {told.texts === null ? null : <Compared path={plan.path} texts={told.texts} endings={told.endings} />}
    </section>
  );
}
