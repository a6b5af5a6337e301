import { useEffect, useState } from 'preact/hooks';
import { sliceHtml, trustedDiff } from './html.ts';
import { prepare } from './marks.ts';
import { slicesOf, type Layout } from './slices.ts';

/** Lines drawn at first, and with each "Show more". */
export const firstRows = 240;
export const moreRows = 1_000;
/** Work goes on this long before the page gets its turn: far below the 50 ms of row D3. */
const turnMs = 8;

export interface Piece {
  readonly id: number;
  readonly html: string;
}

export interface Drawn {
  readonly pieces: readonly Piece[];
  readonly rows: number;
  readonly cut: number;
  readonly hidden: boolean;
  readonly state: 'drawing' | 'paused' | 'done';
  readonly more: () => void;
}

const nothing = { pieces: [] as readonly Piece[], rows: 0, cut: 0, hidden: false };

/** Draws a patch slice by slice, letting the page breathe in between, and stops after some lines until asked on. */
export function useSlices(unified: string, layout: Layout, whole: boolean, endings: boolean): Drawn {
  const [drawn, setDrawn] = useState({ ...nothing, done: false, limit: firstRows, resume: (): void => undefined });
  useEffect(() => {
    const slices = slicesOf(unified, layout);
    let now = nothing;
    let limit = firstRows;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const turn = (): void => {
      const until = performance.now() + turnMs;
      const fresh: Piece[] = [];
      let [rows, cut, hidden, done] = [now.rows, now.cut, now.hidden, false];
      while (rows < limit && !done && (fresh.length === 0 || performance.now() < until)) {
        const next = slices.next();
        if (next.value === undefined) {
          done = true;
          break;
        }
        const prepared = prepare(next.value.rows, whole, endings);
        fresh.push({
          id: now.pieces.length + fresh.length,
          html: trustedDiff(sliceHtml(next.value.header, prepared, layout)),
        });
        rows += prepared.length;
        cut += prepared.filter((line) => line.cut).length;
        hidden ||= prepared.some((line) => line.hidden);
      }
      now = { pieces: [...now.pieces, ...fresh], rows, cut, hidden };
      setDrawn({ ...now, done, limit, resume });
      if (!done && rows < limit) timer = setTimeout(turn);
    };
    const resume = (): void => {
      limit += moreRows;
      clearTimeout(timer);
      turn();
    };
    timer = setTimeout(turn);
    setDrawn({ ...nothing, done: false, limit, resume });
    return () => clearTimeout(timer);
  }, [unified, layout, whole, endings]);
  const { pieces, rows, cut, hidden, done, limit, resume } = drawn;
  return { pieces, rows, cut, hidden, state: done ? 'done' : rows < limit ? 'drawing' : 'paused', more: resume };
}
