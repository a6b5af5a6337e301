import { structuredPatch } from 'diff';
import type { Patch } from '../../core/ports.ts';
import { contextLines, type Hunk } from './hunk.ts';
import { replacedWhole } from './whole.ts';

/** Two texts to compare; null where there is no file on that side. Line endings and BOM are part of the text. */
export interface PatchRequest {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

const sectionChars = 80;

/** A line that begins a function, type or heading, as git's default finds it. */
const beginsSection = /^[\p{L}_$]/u;

/** For each hunk the nearest line before it that begins a section (what git prints after the second `@@`). */
function sections(before: string, hunks: readonly Hunk[]): readonly string[] {
  const lines = before === '' ? [] : before.split('\n');
  return hunks.map((hunk, index) => {
    const previous = hunks[index - 1];
    const floor = previous === undefined ? 0 : previous.oldStart - 1;
    for (let at = hunk.oldStart - 2; at >= floor; at -= 1) {
      const line = lines[at] ?? '';
      if (beginsSection.test(line)) return ` ${line.trimEnd().slice(0, sectionChars)}`;
    }
    return '';
  });
}

const range = (start: number, lines: number): string =>
  lines === 1 ? `${start}` : `${lines === 0 ? start - 1 : start},${lines}`;

function unify(request: PatchRequest, hunks: readonly Hunk[]): string {
  const names = sections(request.before ?? '', hunks);
  const out = [
    request.before === null ? '--- /dev/null' : `--- a/${request.path}`,
    request.after === null ? '+++ /dev/null' : `+++ b/${request.path}`,
  ];
  for (const [index, hunk] of hunks.entries()) {
    const old = range(hunk.oldStart, hunk.oldLines);
    out.push(`@@ -${old} +${range(hunk.newStart, hunk.newLines)} @@${names[index] ?? ''}`);
    for (const line of hunk.lines) out.push(line);
  }
  return `${out.join('\n')}\n`;
}

function count(hunks: readonly Hunk[], sign: '+' | '-'): number {
  let counted = 0;
  for (const hunk of hunks) for (const line of hunk.lines) if (line.startsWith(sign)) counted += 1;
  return counted;
}

/**
 * The unified patch of two texts (row D3), as git prints it. Past `limitMs` of comparing, all from the first to the
 * last changed line stands as one hunk, and `whole` says so.
 */
export function patchOf(request: PatchRequest, limitMs: number): Patch {
  const before = request.before ?? '';
  const after = request.after ?? '';
  if (before === after) return { unified: '', added: 0, removed: 0, whole: false };
  const found = structuredPatch('a', 'b', before, after, undefined, undefined, {
    context: contextLines,
    timeout: limitMs,
  });
  const hunks: readonly Hunk[] = found?.hunks ?? [replacedWhole(before, after)];
  return {
    unified: unify(request, hunks),
    added: count(hunks, '+'),
    removed: count(hunks, '-'),
    whole: found === undefined,
  };
}
