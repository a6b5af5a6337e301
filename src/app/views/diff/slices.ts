import { groupsOf, type Group, type Row } from './rows.ts';

/** A few lines that are drawn in one go, in drawing order. */
export interface Slice {
  readonly header: string | null;
  readonly rows: readonly Row[];
}

export type Layout = 'line-by-line' | 'side-by-side';

/** Lines drawn in one go: few enough to stay far below a 50 ms task (row D3). */
const sliceRows = 40;

function* pieces(group: Group, layout: Layout): Generator<readonly Row[], undefined> {
  for (let at = 0; at < group.same.length; at += sliceRows) yield group.same.slice(at, at + sliceRows);
  const { removed, added } = group;
  const most = Math.max(removed.length, added.length);
  if (layout === 'side-by-side') {
    // What stands side by side must be drawn together.
    for (let at = 0; at < most; at += sliceRows / 2) {
      const end = at + sliceRows / 2;
      yield [...removed.slice(at, end), ...added.slice(at, end)];
    }
  } else if (removed.length + added.length <= sliceRows) {
    if (most > 0) yield [...removed, ...added];
  } else {
    for (let at = 0; at < removed.length; at += sliceRows) yield removed.slice(at, at + sliceRows);
    for (let at = 0; at < added.length; at += sliceRows) yield added.slice(at, at + sliceRows);
  }
  return undefined;
}

/** A patch cut into slices of one hunk each, read only as far as they are asked for. */
export function* slicesOf(unified: string, layout: Layout): Generator<Slice, undefined> {
  let header: string | null = null;
  let rows: Row[] = [];
  const take = (): Slice => {
    const slice = { header, rows };
    header = null;
    rows = [];
    return slice;
  };
  for (const group of groupsOf(unified)) {
    if (group.header !== null) {
      if (rows.length > 0) yield take();
      header = group.header;
    }
    for (const piece of pieces(group, layout)) {
      if (rows.length > 0 && rows.length + piece.length > sliceRows) yield take();
      rows.push(...piece);
    }
  }
  if (rows.length > 0) yield take();
  return undefined;
}
