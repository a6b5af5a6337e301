import type { JSX } from 'preact';
import { memo } from 'preact/compat';
import { useState } from 'preact/hooks';
import type { Patch } from '../../../core/ports.ts';
import { Button } from '../../ui/Button.tsx';
import { Note } from '../../ui/Fault.tsx';
import type { Layout } from './slices.ts';
import { useSlices, type Piece } from './useSlices.ts';

/** One drawn slice. It never changes, so Preact need not look into it again. */
const Drawn = memo(function Drawn({ piece }: { readonly piece: Piece }): JSX.Element {
  return <div class="piece" dangerouslySetInnerHTML={{ __html: piece.html }} />;
});

function lastNumber(patch: Patch): number {
  // Widest number a hunk can hold: its start plus its lines, of the last hunk.
  const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/mu.exec(
    patch.unified.slice(patch.unified.lastIndexOf('\n@@ ') + 1),
  );
  if (!found) return 1;
  return Math.max(Number(found[1]) + Number(found[2] ?? 1), Number(found[3]) + Number(found[4] ?? 1));
}

const lines = (count: number): string => `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`;

/** The lines of a patch (rows D1, D3): hunks, word marks, and what is cut or hidden said above them. */
export function Lines({
  patch,
  layout,
  endings,
  startWhole = false,
}: {
  readonly patch: Patch;
  readonly layout: Layout;
  readonly endings: boolean;
  /** Long lines are not cut at first. */
  readonly startWhole?: boolean;
}): JSX.Element {
  const [whole, setWhole] = useState(startWhole);
  const drawn = useSlices(patch.unified, layout, whole, endings);
  const digits = String(lastNumber(patch)).length;
  return (
    <>
      {patch.whole ? (
        <Note tone="info">
          Too much has changed to compare it line by line in a second: all from the first to the last changed line is
          shown as removed and added.
        </Note>
      ) : null}
      {drawn.hidden ? (
        <Note tone="warn">
          There are invisible or direction-changing characters in these lines. They are shown by their code, like
          ⟨U+202E⟩.
        </Note>
      ) : null}
      {drawn.cut > 0 ? (
        <p class="said">
          {drawn.cut === 1 ? 'One long line is' : `${lines(drawn.cut).replace(' lines', ' long lines')} are`} cut at ⋯{' '}
          <Button small onClick={() => setWhole(true)}>
            Show long lines whole
          </Button>
        </p>
      ) : null}
      <div class={`diff ${layout}`} style={{ '--digits': `${digits}ch` }} aria-busy={drawn.state === 'drawing'}>
        {drawn.pieces.map((piece) => (
          <Drawn key={piece.id} piece={piece} />
        ))}
      </div>
      {drawn.state === 'paused' ? (
        <p class="said">
          The first {lines(drawn.rows)} are shown.{' '}
          <Button small onClick={drawn.more}>
            Show more
          </Button>
        </p>
      ) : null}
    </>
  );
}
