/** The form of a synthesis (row F5): what the primary is told of it, and how it is read back. Where it was not followed, the text is just text. */
import { outsideCode } from './outsidecode.ts';

/** Told to the primary with the answers. */
export const synthesisForm = `Write the one answer to the person’s message, in Markdown and in the person’s language. Judge the answers by their calls: what rests on a call counts for more than what rests on none, and where they contradict each other you may look for yourself with your tools. After each claim that you take from an answer, cite that one answer by its label in brackets, like [A]; cite none for what is your own. Do not write as if all agreed where they did not. Then add these two sections, each only where there is something to put under it, with their headings in English exactly as here:

### Where they agree
- one claim [A] (rests on A1, A3)

### Where they differ
- what they differ about
  - one side’s claim [A] (rests on A2)
  - the other side’s claim [B] (rests on no call)

A1 is the first call of answer A. Name calls only as they are listed above.`;

/** One call that a claim rests on: the answer's label, and which of its calls, from 1. */
export interface CallRef {
  readonly label: string;
  readonly call: number;
}

export interface Claim {
  /** Markdown, without its citation and what it rests on. */
  readonly text: string;
  /** The label of the one answer that it is taken from; null where none is named. */
  readonly cite: string | null;
  readonly rests: readonly CallRef[];
}

export interface Synthesis {
  /** Markdown, with its `[A]` marks in place (`citations` finds them). */
  readonly body: string;
  readonly agree: readonly Claim[];
  readonly differ: readonly { readonly about: string; readonly sides: readonly Claim[] }[];
}

/** One `[A]` in a text: where it stands, and the one label that counts. */
export interface Citation {
  readonly at: number;
  readonly end: number;
  readonly label: string;
}

const mark = /\[([A-Z]{1,2}(?:[ \t]{0,2}[,;&][ \t]{0,2}[A-Z]{1,2}){0,8})\](?!\()/gu;

/** The citations of a text outside its code, in order. Labels that no answer has are none; of several in one mark the first counts. */
export function citations(text: string, labels: readonly string[]): Citation[] {
  return [...outsideCode(text).matchAll(mark)].flatMap((found) => {
    const label = (found[1] ?? '').split(/[^A-Z]+/u).find((one) => labels.includes(one));
    return label === undefined ? [] : [{ at: found.index, end: found.index + found[0].length, label }];
  });
}

const headings: ReadonlyMap<string, 'agree' | 'differ'> = new Map([
  ['where they agree', 'agree'],
  ['points of agreement', 'agree'],
  ['agreement', 'agree'],
  ['where they differ', 'differ'],
  ['where they disagree', 'differ'],
  ['points of disagreement', 'differ'],
  ['disagreement', 'differ'],
]);

/** The words of a line that is a heading; null where it is none. */
function headingWords(line: string): string | null {
  if (!/^ {0,3}(?:#{1,6}(?:[ \t]|$)|\*\*|__)/u.test(line)) return null;
  return line
    .slice(0, 80)
    .replace(/[#*_:]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase();
}

/** A heading's section: `other` for one that is none of the two, null where the line is no heading. */
function headingOf(line: string): 'agree' | 'differ' | 'other' | null {
  const words = headingWords(line);
  if (words === null) return null;
  return headings.get(words) ?? (/^ {0,3}#/u.test(line) ? 'other' : null);
}

/** A last line that may still become one of the two headings is not shown as text meanwhile. */
function becoming(line: string): boolean {
  const words = headingWords(line);
  return words !== null && [...headings.keys()].some((heading) => heading.startsWith(words));
}

const bullet = /^([ \t]*)(?:[-*+•]|\d{1,3}[.)])[ \t]+/u;

interface Item {
  readonly indent: number;
  text: string;
}

/** A section's bullets; a line that is none goes on with the one before it. */
function itemsOf(lines: readonly string[]): Item[] {
  const items: Item[] = [];
  let apart = true;
  for (const line of lines) {
    const found = bullet.exec(line);
    const last = items.at(-1);
    if (line.trim() === '') apart = true;
    else if (found !== null) {
      items.push({
        indent: (found[1] ?? '').replaceAll('\t', '    ').length,
        text: line.slice(found[0].length).trim(),
      });
      apart = false;
    } else if (last === undefined || (apart && !/^[ \t]/u.test(line))) {
      items.push({ indent: 0, text: line.trim() });
      apart = false;
    } else {
      last.text += ` ${line.trim()}`;
      apart = false;
    }
  }
  return items;
}

const restsOn = /\((?:it |this )?rests on\b/iu;

function claimOf(text: string, labels: readonly string[]): Claim {
  const from = restsOn.exec(text);
  const close = from === null ? -1 : text.indexOf(')', from.index);
  const inside = from === null ? '' : text.slice(from.index, close < 0 ? text.length : close + 1);
  const rests = [...inside.matchAll(/\b([A-Z]{1,2})([1-9]\d{0,3})\b/gu)].flatMap(([, label = '', call = '']) =>
    labels.includes(label) ? [{ label, call: Number(call) }] : [],
  );
  const bare = from === null ? text : text.slice(0, from.index) + text.slice(from.index + inside.length);
  const cited = citations(bare, labels);
  let said = '';
  let done = 0;
  for (const { at, end } of cited) {
    said += bare.slice(done, at);
    done = end;
  }
  said += bare.slice(done);
  const tidy = said
    .replaceAll('****', '')
    .replace(/[ \t]{2,}/gu, ' ')
    .replace(/ (?=[.,;:!?](?:\s|$))/gu, '')
    .replace(/^[ \t]*[:,–—-][ \t]+/u, '')
    .trim();
  return { text: tidy, cite: cited[0]?.label ?? null, rests };
}

/** Bullets with others under them, or without a citation, say what it is about; the others are its sides. */
function differences(items: readonly Item[], labels: readonly string[]): { about: string; sides: Claim[] }[] {
  const all: { about: string; sides: Claim[] }[] = [];
  const outer = items.reduce((least, { indent }) => Math.min(least, indent), Infinity);
  items.forEach((item, at) => {
    const claim = claimOf(item.text, labels);
    const under = (items[at + 1]?.indent ?? 0) > item.indent;
    const heads = item.indent <= outer + 1 && (under || claim.cite === null);
    if (heads) all.push({ about: item.text.replace(/:$/u, ''), sides: [] });
    else if (all.at(-1) === undefined) all.push({ about: '', sides: [claim] });
    else all.at(-1)?.sides.push(claim);
  });
  return all;
}

/**
 * Reads a synthesis, finished or still streaming. Null where the form was not followed: no citation of an answer and
 * neither section. Headings of any level or bold, other bullets, more citations and unknown labels are taken as they come.
 */
export function readSynthesis(text: string, labels: readonly string[]): Synthesis | null {
  const lines = text.split('\n');
  const prose = outsideCode(text).split('\n');
  const body: string[] = [];
  const sections = { agree: [] as string[], differ: [] as string[] };
  let into: 'agree' | 'differ' | null = null;
  let found = false;
  lines.forEach((line, at) => {
    const heading = headingOf(prose[at] ?? '');
    if (heading === 'agree' || heading === 'differ') {
      into = heading;
      found = true;
      return;
    }
    if (at === lines.length - 1 && becoming(prose[at] ?? '')) return;
    if (heading === 'other') into = null;
    if (into === null) body.push(line);
    else sections[into].push(line);
  });
  if (!found && citations(text, labels).length === 0) return null;
  return {
    body: body.join('\n').trim(),
    agree: itemsOf(sections.agree).map(({ text: one }) => claimOf(one, labels)),
    differ: differences(itemsOf(sections.differ), labels),
  };
}
