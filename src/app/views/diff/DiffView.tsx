import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Patch, Preview } from '../../../core/ports.ts';
import { shown } from '../../../core/visible.ts';
import { useApp } from '../../state/context.ts';
import { FaultNote } from '../../ui/Fault.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Lines } from './Lines.tsx';
import type { Layout } from './slices.ts';
import { tell } from './words.ts';
import './DiffView.css';

const layouts: readonly { readonly value: Layout; readonly label: string }[] = [
  { value: 'line-by-line', label: 'Unified' },
  { value: 'side-by-side', label: 'Side by side' },
];

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

function useTexts(
  path: string,
  texts: { readonly before: string | null; readonly after: string | null } | null,
): Patch | 'failed' | null {
  const app = useApp();
  const [patch, setPatch] = useState<Patch | 'failed' | null>(null);
  useEffect(() => {
    let wanted = true;
    setPatch(null);
    if (texts !== null) {
      app.patch({ path, ...texts }).then(
        (made) => wanted && setPatch(made),
        () => wanted && setPatch('failed'),
      );
    }
    return () => {
      wanted = false;
    };
  }, [app, path, texts]);
  return patch;
}

/** The exact effect of one change: words, then lines; one click changes between unified and side by side (rows D1–D4). */
export function DiffView({ preview }: { readonly preview: Preview }): JSX.Element {
  const app = useApp();
  const told = useMemo(() => tell(preview), [preview]);
  const { plan } = preview;
  const patch = useTexts(plan.path, told.texts);
  const layout: Layout = app.settings.value.sideBySide ? 'side-by-side' : 'line-by-line';
  return (
    <section class="diffview" aria-label={`Changes in ${shown(plan.path)}`}>
      {plan.kind === 'rename' ? <Renamed from={plan.path} to={plan.to ?? ''} /> : null}
      {told.notes.map((note) => (
        <p key={note} class="said">
          {note}
        </p>
      ))}
      {told.texts === null ? null : patch === null ? (
        <Spinner label="Comparing the two texts" />
      ) : patch === 'failed' ? (
        <FaultNote
          fault={{
            code: 'bug',
            message: 'The two texts could not be compared: the diff worker stopped. Close the diff and open it again.',
          }}
        />
      ) : (
        <>
          <div class="bar">
            <span class="counts">
              <span class="plus">+{patch.added}</span> <span class="minus">−{patch.removed}</span>
            </span>
            <Segmented
              label="Layout of the diff"
              segments={layouts}
              value={layout}
              onChange={(chosen) => app.setSettings({ sideBySide: chosen === 'side-by-side' })}
            />
          </div>
          <Lines patch={patch} layout={layout} endings={told.endings} />
        </>
      )}
    </section>
  );
}
