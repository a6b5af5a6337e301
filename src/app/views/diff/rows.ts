/** One line of a hunk. Its numbers count from 1; null on the side where the line does not stand. */
export interface Row {
  readonly sign: ' ' | '+' | '-';
  /** Without sign and line feed; a carriage return at its end stays. */
  readonly text: string;
  readonly old: number | null;
  readonly new: number | null;
  /** The last line of its file, without a line break. */
  readonly bare: boolean;
}

/** Lines that stand together: unchanged ones, or removed ones with the added ones in their place. */
export interface Group {
  /** The `@@` line before it, where a hunk begins with it. */
  readonly header: string | null;
  readonly same: readonly Row[];
  readonly removed: readonly Row[];
  readonly added: readonly Row[];
}

const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u;

/** A patch's lines, one at a time, so that a long one need not be split as a whole. */
function* linesOf(text: string): Generator<string, undefined> {
  let at = 0;
  while (at < text.length) {
    const end = text.indexOf('\n', at);
    if (end === -1) {
      yield text.slice(at);
      return undefined;
    }
    yield text.slice(at, end);
    at = end + 1;
  }
  return undefined;
}

/**
 * The groups of a unified patch, in order, read only as far as they are asked for. What a line is, its hunk's counts
 * say and not its looks: a removed line may begin with "--", an unchanged one with "\".
 */
export function* groupsOf(unified: string): Generator<Group, undefined> {
  let [oldLine, newLine, oldLeft, newLeft] = [0, 0, 0, 0];
  let header: string | null = null;
  let group: { same: Row[]; removed: Row[]; added: Row[] } = { same: [], removed: [], added: [] };
  let last: Row[] = [];

  const take = (): Group | null => {
    const taken = { header, ...group };
    group = { same: [], removed: [], added: [] };
    last = [];
    const empty = taken.same.length + taken.removed.length + taken.added.length === 0;
    if (empty) return null;
    header = null;
    return taken;
  };

  for (const line of linesOf(unified)) {
    const begins = oldLeft === 0 && newLeft === 0 ? hunk.exec(line) : null;
    if (begins) {
      const done = take();
      if (done) yield done;
      header = line;
      [oldLine, newLine] = [Number(begins[1]), Number(begins[3])];
      [oldLeft, newLeft] = [Number(begins[2] ?? 1), Number(begins[4] ?? 1)];
      continue;
    }
    const sign = line[0];
    if (sign === '\\') {
      const row = last.pop();
      if (row) last.push({ ...row, bare: true });
      continue;
    }
    if ((sign !== ' ' && sign !== '+' && sign !== '-') || oldLeft + newLeft === 0) continue;
    const [inOld, inNew] = [sign !== '+', sign !== '-'];
    const breaks =
      sign === ' '
        ? group.removed.length + group.added.length > 0
        : group.same.length > 0 || (sign === '-' && group.added.length > 0);
    const done = breaks ? take() : null;
    if (done) yield done;
    last = sign === ' ' ? group.same : sign === '-' ? group.removed : group.added;
    last.push({ sign, text: line.slice(1), old: inOld ? oldLine : null, new: inNew ? newLine : null, bare: false });
    if (inOld) [oldLine, oldLeft] = [oldLine + 1, oldLeft - 1];
    if (inNew) [newLine, newLeft] = [newLine + 1, newLeft - 1];
  }
  const done = take();
  if (done) yield done;
  return undefined;
}
