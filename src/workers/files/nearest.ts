import { characterName, firstDifference, plainLook } from './likeness.ts';

/** Lines longer than this are compared by their start only, so that a minified file costs no more than its length. */
const compared = 400;
/** A line that occurs more often than this says nothing about the place. */
const common = 30;

/** What two lines have in common whatever their blanks, quotes and letter case. */
const keyOf = (line: string): string => plainLook(line.slice(0, compared)).replace(/\s+/gu, ' ').trim().toLowerCase();

const excerpt = (line: string): string => JSON.stringify(line.length > 160 ? `${line.slice(0, 160)}…` : line);

const blank = (text: string): boolean => /^\s*$/u.test(text);

/** How two lines differ, in words for the one who wrote `old_text`. */
function differenceOf(file: string, old: string): string {
  const where = firstDifference(file, old);
  if (where === null) return 'has the first line of old_text, but the lines around it differ';
  const column = `at column ${where.at + 1}`;
  if (blank(file.slice(where.at)) && blank(old.slice(where.at))) {
    return where.a === ''
      ? `ends there, but old_text has trailing blanks (${characterName(where.b)} ${column})`
      : `has trailing blanks that old_text lacks (${characterName(where.a)} ${column})`;
  }
  if (where.a !== '' && where.a.toLowerCase() === where.b.toLowerCase()) {
    return `differs in letter case ${column}: the file has ${characterName(where.a)}, old_text has ${characterName(where.b)}`;
  }
  const indent = /^\s*/u.exec(file)?.[0] ?? '';
  const place = where.at < indent.length ? `in its indentation, ${column}` : column;
  return `differs ${place}: the file has ${characterName(where.a)}, old_text has ${characterName(where.b)}`;
}

/** The start (in lines) that most of the wanted lines speak for, with how many do; null where none does. */
function bestStart(lines: readonly string[], wanted: readonly string[]): number | null {
  const places = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line);
    if (key === '') continue;
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else if (known.length <= common) known.push(index);
  }
  const votes = new Map<number, number>();
  for (const [offset, line] of wanted.entries()) {
    const found = places.get(keyOf(line));
    if (found === undefined || found.length > common) continue;
    for (const index of found) votes.set(index - offset, (votes.get(index - offset) ?? 0) + 1);
  }
  let best: number | null = null;
  for (const [start, count] of votes) {
    const leading = best === null ? 0 : (votes.get(best) ?? 0);
    if (count > leading || (count === leading && best !== null && start < best)) best = start;
  }
  return best;
}

/** The line that shares most of its beginning and end with the wanted one, or −1 where nothing comes near. */
function closest(lines: readonly string[], wanted: string): number {
  const want = keyOf(wanted);
  let best = -1;
  // Two fifths in common is where a person would still call two lines alike.
  let most = Math.max(3, want.length * 0.4);
  for (const [index, line] of lines.entries()) {
    const key = keyOf(line);
    const shorter = Math.min(key.length, want.length);
    let head = 0;
    while (head < shorter && key.charCodeAt(head) === want.charCodeAt(head)) head += 1;
    let tail = 0;
    while (tail < shorter - head && key.charCodeAt(key.length - 1 - tail) === want.charCodeAt(want.length - 1 - tail))
      tail += 1;
    // A text inside one long line is near too, though it shares neither end.
    const common = key.includes(want) && want !== '' ? want.length : head + tail;
    if (common > most) {
      most = common;
      best = index;
    }
  }
  return best;
}

/**
 * Why `old_text` was not found (row P7): the nearest line and, where it is one character, which. Both texts have LF
 * endings. Linear in their lengths.
 */
export function nearest(path: string, text: string, old: string): string {
  const lines = text.split('\n');
  const wanted = old.split('\n');
  const say = (rest: string): string => `old_text was not found in ${path}. ${rest}`;
  const again = 'Read the file again and copy the passage exactly.';
  const start = bestStart(lines, wanted);
  if (start !== null) {
    for (const [offset, line] of wanted.entries()) {
      const there = lines[start + offset];
      const edge = offset === 0 || offset === wanted.length - 1;
      if (there === undefined) {
        if (start + offset < 0) continue;
        return say(
          `It follows the file from line ${Math.max(1, start + 1)}, but the file ends at line ${lines.length}. ${again}`,
        );
      }
      // At its edges old_text may be a part of a line.
      if (there === line || (edge && line !== '' && there.includes(line)) || (edge && line === '')) continue;
      return say(
        `The nearest place is line ${start + offset + 1}, ${excerpt(there)}, which ${differenceOf(there, line)}. ${again}`,
      );
    }
  }
  const first = wanted.find((line) => !blank(line)) ?? old;
  const index = closest(lines, first);
  const line = lines[index];
  if (line === undefined) return say(`No line of it comes near ${excerpt(first)}. ${again}`);
  const inside = plainLook(line).toLowerCase().indexOf(plainLook(first).toLowerCase());
  // Cut out the part that looks the same, where folding has not moved anything.
  const part = inside > 0 && plainLook(line).length === line.length ? line.slice(inside, inside + first.length) : line;
  return say(`The nearest is line ${index + 1}, ${excerpt(line)}, which ${differenceOf(part, first)}. ${again}`);
}
