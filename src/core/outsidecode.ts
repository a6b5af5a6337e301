/** Where a Markdown text is prose: code is blanked out, so that nothing in it is taken for a mark. In linear time. */

const blank = (text: string): string => text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length));
const opening = /^ {0,3}(`{3,}|~{3,})/u;

/** The text with its fenced blocks and code spans as blanks; every other character stays where it was. */
export function outsideCode(text: string): string {
  let fence: string | null = null;
  const lines = text.split('\n').map((line) => {
    const mark = opening.exec(line)?.[1] ?? null;
    if (fence !== null) {
      const closes = mark !== null && mark.startsWith(fence) && line.trim() === mark;
      if (closes) fence = null;
      return blank(line);
    }
    if (mark === null) return line;
    fence = mark;
    return blank(line);
  });
  return withoutSpans(lines.join('\n'));
}

interface Run {
  readonly at: number;
  readonly length: number;
  /** Which paragraph it is in: a span ends where its paragraph does. */
  readonly block: number;
}

function runsOf(text: string): Run[] {
  const runs: Run[] = [];
  let block = 0;
  for (const found of text.matchAll(/`+|\n[ \t]*(?=\n)/gu)) {
    if (found[0].startsWith('\n')) block += 1;
    else runs.push({ at: found.index, length: found[0].length, block });
  }
  return runs;
}

function withoutSpans(text: string): string {
  const runs = runsOf(text);
  /** For each run the next one of the same length in the same paragraph. */
  const partner: (number | null)[] = [];
  const seen = new Map<string, number>();
  for (let at = runs.length - 1; at >= 0; at -= 1) {
    const run = runs[at];
    if (run === undefined) continue;
    const key = `${run.block}:${run.length}`;
    partner[at] = seen.get(key) ?? null;
    seen.set(key, at);
  }
  const pieces: string[] = [];
  let done = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const end = partner[at] ?? null;
    const [from, to] = [runs[at], end === null ? undefined : runs[end]];
    if (from === undefined || to === undefined || end === null) continue;
    const stop = to.at + to.length;
    pieces.push(text.slice(done, from.at), blank(text.slice(from.at, stop)));
    done = stop;
    at = end;
  }
  return pieces.join('') + text.slice(done);
}
