import { complement, pairsOf, propertySet, setOf, without, type CodeSet } from './codeset.ts';
import type { Member, Node } from './syntax.ts';

/** What a text given to the engine is like, so that the same tree can be written for it. */
export interface Kind {
  /** Only ASCII: classes then need no Unicode tables. */
  readonly ascii: boolean;
  /** Every position carries one of `marks`, since the engine's own `\b` knows ASCII words only. */
  readonly marked: boolean;
  /** Two edges may stand at one place (meets.ts), so that a mark may have been taken by the one before. */
  readonly meets: boolean;
  /** Whether the line's true begin and end are in the text; in a piece of a very long line they are not. */
  readonly begins: boolean;
  readonly ends: boolean;
}

/** Two code points that are never characters: at a word's edge, and elsewhere. */
export const marks = { edge: '\ufdd0', inside: '\ufdd1' } as const;
const markSet: CodeSet = [0xfdd0, 0xfdd1];
const step = '[\\x{fdd0}\\x{fdd1}]?';
const nothing = '[^\\x00-\\x{10ffff}]';

const hex = (code: number): string => `\\x{${code.toString(16)}}`;

/** Write a tree in RE2's syntax for one kind of text. The engine reads `^` and `$` as the text's own begin and end. */
export function emit(node: Node, kind: Kind): string {
  switch (node.is) {
    case 'char':
      return one(folded(hex(node.code), node.fold), kind);
    case 'set':
      return one(folded(set(node, kind), node.fold), kind);
    case 'any':
      return one(
        kind.marked ? `[^${node.newline ? '' : '\\n'}\\x{fdd0}\\x{fdd1}]` : node.newline ? '(?s:.)' : '.',
        kind,
      );
    case 'edge':
      return edge(node.at, kind);
    case 'cat':
      return node.parts.map((part) => (part.is === 'alt' ? `(?:${emit(part, kind)})` : emit(part, kind))).join('');
    case 'alt':
      return node.parts.map((part) => emit(part, kind)).join('|');
    case 'repeat':
      break;
  }
  return `(?:${emit(node.of, kind)})${times(node.least, node.most)}`;
}

const one = (text: string, kind: Kind): string => (kind.marked ? step + text : text);
const folded = (text: string, fold: boolean): string => (fold ? `(?i:${text})` : text);

function times(least: number, most: number | null): string {
  if (least === 0 && most === null) return '*';
  if (least === 1 && most === null) return '+';
  if (least === 0 && most === 1) return '?';
  return most === null ? `{${least},}` : `{${least},${most}}`;
}

function edge(at: 'begin' | 'end' | 'word' | 'inside', kind: Kind): string {
  if (at === 'begin') {
    if (!kind.begins) return nothing;
    return kind.marked && kind.meets ? '(?:^|(?<=^[\\x{fdd0}\\x{fdd1}]))' : '^';
  }
  if (at === 'end') return kind.ends ? (kind.marked ? `${step}$` : '$') : nothing;
  if (!kind.marked) return at === 'word' ? '\\b' : '\\B';
  const mark = at === 'word' ? '\\x{fdd0}' : '\\x{fdd1}';
  return kind.meets ? `(?:${mark}|(?<=${mark}))` : mark;
}

function membersOf(members: readonly Member[], ascii: boolean): CodeSet {
  return setOf(
    members.flatMap((member) => {
      if (member.is === 'range') return [[member.low, member.high] as const];
      const found = propertySet(member.source, ascii);
      return pairsOf(member.negated ? complement(found) : found);
    }),
  );
}

/** Negation stays outside the list: with `i`, `[^a]` must leave out `A` too. */
function set(node: Extract<Node, { is: 'set' }>, kind: Kind): string {
  const members = membersOf(node.members, kind.ascii);
  const listed = kind.marked
    ? node.negated
      ? setOf([...pairsOf(members), ...pairsOf(markSet)])
      : without(members, markSet)
    : members;
  if (listed.length === 0) return node.negated ? '(?s:.)' : nothing;
  const text = pairsOf(listed).map(([low, high]) => (low === high ? hex(low) : `${hex(low)}-${hex(high)}`));
  return `[${node.negated ? '^' : ''}${text.join('')}]`;
}

/** Whether a tree asks for a word's edge anywhere. */
export function hasWordEdge(node: Node): boolean {
  if (node.is === 'cat' || node.is === 'alt') return node.parts.some(hasWordEdge);
  if (node.is === 'repeat') return hasWordEdge(node.of);
  return node.is === 'edge' && (node.at === 'word' || node.at === 'inside');
}

const word = /[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_C}]/u;

/** Writes a mark at each position of a text, for a tree with word edges (row P10: `\b` as ripgrep reads it). */
export function mark(text: string): string {
  const out: string[] = [];
  let before = false;
  for (const character of text) {
    const now = word.test(character);
    out.push(now === before ? marks.inside : marks.edge, character);
    before = now;
  }
  out.push(before ? marks.edge : marks.inside);
  return out.join('');
}
