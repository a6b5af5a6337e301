import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Patch } from '../../../core/ports.ts';
import { useApp } from '../../state/context.ts';
import { FaultNote } from '../../ui/Fault.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Lines } from './Lines.tsx';
import type { Layout } from './slices.ts';
import './DiffView.css';

const layouts: readonly { readonly value: Layout; readonly label: string }[] = [
  { value: 'line-by-line', label: 'Unified' },
  { value: 'side-by-side', label: 'Side by side' },
];

/** Two texts to compare; null: there is none. */
export interface Texts {
  readonly before: string | null;
  readonly after: string | null;
}

function usePatch(path: string, { before, after }: Texts): Patch | 'failed' | null {
  const app = useApp();
  const [patch, setPatch] = useState<Patch | 'failed' | null>(null);
  useEffect(() => {
    let wanted = true;
    setPatch(null);
    app.patch({ path, before, after }).then(
      (made) => wanted && setPatch(made),
      () => wanted && setPatch('failed'),
    );
    return () => {
      wanted = false;
    };
  }, [app, path, before, after]);
  return patch;
}

/** Two texts line by line; one click changes between unified and side by side (rows D1, T6). */
export function Compared({
  path,
  texts,
  endings = false,
  whole = false,
}: {
  readonly path: string;
  readonly texts: Texts;
  /** Carriage returns at line ends matter here and are shown. */
  readonly endings?: boolean;
  /** Long lines are shown whole from the start. */
  readonly whole?: boolean;
}): JSX.Element {
  const app = useApp();
  const patch = usePatch(path, texts);
  const layout: Layout = app.settings.value.sideBySide ? 'side-by-side' : 'line-by-line';
  if (patch === null) return <Spinner label="Comparing the two texts" />;
  if (patch === 'failed') {
    return (
      <FaultNote
        fault={{
          code: 'bug',
          message: 'The two texts could not be compared: the diff worker stopped. Close the diff and open it again.',
        }}
      />
    );
  }
  return (
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
      <Lines patch={patch} layout={layout} endings={endings} startWhole={whole} />
    </>
  );
}
