import { contextLines, noNewline, type Hunk } from './hunk.ts';

/** Lines without their "\n", and whether the last one had it. */
interface Lines {
  readonly lines: readonly string[];
  readonly ended: boolean;
}

function split(text: string): Lines {
  if (text === '') return { lines: [], ended: true };
  const ended = text.endsWith('\n');
  return { lines: (ended ? text.slice(0, -1) : text).split('\n'), ended };
}

/** Whether line `i` of one text and line `j` of the other are the same, their line break included. */
function same(a: Lines, i: number, b: Lines, j: number): boolean {
  const aBroken = a.ended || i < a.lines.length - 1;
  const bBroken = b.ended || j < b.lines.length - 1;
  return a.lines[i] === b.lines[j] && aBroken === bBroken;
}

/** Everything from the first to the last changed line as one hunk, in linear time: what stands where comparing took too long. */
export function replacedWhole(before: string, after: string): Hunk {
  const a = split(before);
  const b = split(after);
  const shorter = Math.min(a.lines.length, b.lines.length);
  let head = 0;
  while (head < shorter && same(a, head, b, head)) head += 1;
  let tail = 0;
  while (tail < shorter - head && same(a, a.lines.length - 1 - tail, b, b.lines.length - 1 - tail)) tail += 1;

  const lead = Math.min(head, contextLines);
  const trail = Math.min(tail, contextLines);
  const lines: string[] = [];
  const put = (sign: string, from: Lines, start: number, end: number): void => {
    for (let at = start; at < end; at += 1) {
      lines.push(sign + (from.lines[at] ?? ''));
      if (!from.ended && at === from.lines.length - 1) lines.push(noNewline);
    }
  };
  put(' ', a, head - lead, head);
  put('-', a, head, a.lines.length - tail);
  put('+', b, head, b.lines.length - tail);
  put(' ', a, a.lines.length - tail, a.lines.length - tail + trail);
  const start = head - lead + 1;
  return {
    oldStart: start,
    oldLines: lead + (a.lines.length - tail - head) + trail,
    newStart: start,
    newLines: lead + (b.lines.length - tail - head) + trail,
    lines,
  };
}
