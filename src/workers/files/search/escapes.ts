import { propertySource } from './codeset.ts';
import { classes, invalid, unsupported, type Member, type Node } from './syntax.ts';

/** The characters of a pattern, read one code point at a time. */
export class Reader {
  readonly #characters: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#characters = Array.from(pattern);
  }

  get at(): number {
    return this.#at;
  }

  peek(ahead = 0): string {
    return this.#characters[this.#at + ahead] ?? '';
  }

  next(): string {
    const character = this.peek();
    this.#at += 1;
    return character;
  }

  get done(): boolean {
    return this.#at >= this.#characters.length;
  }

  /** Takes `text` if it stands here. */
  take(text: string): boolean {
    const { length } = text;
    if (this.#characters.slice(this.#at, this.#at + length).join('') !== text) return false;
    this.#at += length;
    return true;
  }

  /** Everything up to `end`, which is taken too; null (and nothing taken) where it never comes. */
  until(end: string): string | null {
    const found = this.#characters.indexOf(end, this.#at);
    if (found < 0) return null;
    const text = this.#characters.slice(this.#at, found).join('');
    this.#at = found + 1;
    return text;
  }

  back(to: number): void {
    this.#at = to;
  }
}

const controls: Readonly<Record<string, number>> = { t: 9, r: 13, f: 12, v: 11, a: 7, e: 27, '0': 0 };

function hex(reader: Reader, letter: string): number {
  const digits = reader.take('{')
    ? (reader.until('}') ?? '')
    : take(reader, letter === 'x' ? 2 : letter === 'u' ? 4 : 8);
  const code = /^[0-9a-f]{1,8}$/iu.test(digits) ? Number.parseInt(digits, 16) : Number.NaN;
  if (!(code <= 0x10ffff)) throw invalid(`"\\${letter}" is not followed by a character’s number`);
  return code;
}

const take = (reader: Reader, count: number): string => Array.from({ length: count }, () => reader.next()).join('');

function property(reader: Reader, letter: string): Member {
  const name = reader.take('{') ? (reader.until('}') ?? '') : reader.next();
  const source = propertySource(name.replace(/^\^/u, ''));
  if (source === null) throw invalid(`"\\${letter}{${name}}" is not a Unicode property`);
  return { is: 'class', source, negated: (letter === 'P') !== name.startsWith('^') };
}

const lineBreak = 'a search goes line by line, so "\\n" can never match; search for one of the lines';

/** An escape that stands for one character or a class, in or outside brackets; null where the letter has no meaning. */
function member(reader: Reader, letter: string): Member | null {
  const known = classes[letter];
  if (known !== undefined) return known;
  const one = (code: number): Member => ({ is: 'range', low: code, high: code });
  if (letter === 'n') throw unsupported(lineBreak);
  if (letter === 'x' || letter === 'u' || letter === 'U') return one(hex(reader, letter));
  if (letter === 'p' || letter === 'P') return property(reader, letter);
  const control = controls[letter];
  if (control !== undefined) return one(control);
  return /[\p{L}\p{N}]/u.test(letter) ? null : one(letter.codePointAt(0) ?? 0);
}

/** After a backslash within brackets, where `\b` is the backspace character. */
export function classEscape(reader: Reader): Member {
  const letter = reader.next();
  if (letter === '') throw invalid('it ends in a lone backslash');
  if (letter === 'b') return { is: 'range', low: 8, high: 8 };
  const found = member(reader, letter);
  if (found === null) throw invalid(`"\\${letter}" has no meaning in brackets`);
  return found;
}

const either = (character: string): Node => ({
  is: 'alt',
  parts: [
    { is: 'char', code: character.codePointAt(0) ?? 0, fold: false },
    { is: 'edge', at: 'word' },
  ],
});

/** After a backslash outside brackets. */
export function escape(reader: Reader, fold: boolean): Node {
  const letter = reader.next();
  if (letter === '') throw invalid('it ends in a lone backslash');
  if (letter === 'b') return { is: 'edge', at: 'word' };
  if (letter === 'B') return { is: 'edge', at: 'inside' };
  if (letter === 'A') return { is: 'edge', at: 'begin' };
  if (letter === 'z' || letter === 'Z') return { is: 'edge', at: 'end' };
  // Some tools mean a word's edge by `\<`, others the character; a line that fits either is wanted.
  if (letter === '<' || letter === '>') return either(letter);
  if (letter === 'Q') return quoted(reader, fold);
  if (/[1-9]/u.test(letter) || letter === 'k' || letter === 'g')
    throw unsupported('back-references are not possible in linear time');
  if ('RXKGC'.includes(letter)) throw unsupported(`"\\${letter}" is not supported`);
  const found = member(reader, letter);
  if (found === null) throw invalid(`"\\${letter}" has no meaning`);
  return found.is === 'range'
    ? { is: 'char', code: found.low, fold }
    : { is: 'set', members: [found], negated: false, fold };
}

function quoted(reader: Reader, fold: boolean): Node {
  const parts: Node[] = [];
  while (!reader.done && !reader.take('\\E')) parts.push({ is: 'char', code: reader.next().codePointAt(0) ?? 0, fold });
  return { is: 'cat', parts };
}
