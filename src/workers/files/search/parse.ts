import { classEscape, escape, Reader } from './escapes.ts';
import { invalid, posixClass, unsupported, type Member, type Node } from './syntax.ts';

interface Flags {
  readonly fold: boolean;
  readonly newline: boolean;
}

const mostNested = 200;
const mostRepeats = 1_000;

/** Reads a pattern in ripgrep's dialect, forgiving what JavaScript forgives (`{ name }`). Throws `BadPattern`. */
export function parse(pattern: string, ignoreCase: boolean): Node {
  const reader = new Reader(pattern);
  const node = alternatives(reader, { fold: ignoreCase, newline: false }, 0);
  if (!reader.done) throw invalid('a ")" closes nothing');
  return node;
}

function alternatives(reader: Reader, given: Flags, depth: number): Node {
  if (depth > mostNested) throw unsupported(`groups are nested more than ${mostNested} deep`);
  let flags = given;
  const branches: Node[] = [];
  let parts: Node[] = [];
  while (!reader.done && reader.peek() !== ')') {
    if (reader.take('|')) {
      branches.push({ is: 'cat', parts });
      parts = [];
      continue;
    }
    const start = reader.peek() === '(' ? flagsOnly(reader, flags) : null;
    if (start !== null) flags = start;
    else parts.push(repeated(reader, atom(reader, flags, depth)));
  }
  branches.push({ is: 'cat', parts });
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { is: 'alt', parts: branches };
}

/** `(?i)`: holds until the group's end. Null where no such thing stands here. */
function flagsOnly(reader: Reader, flags: Flags): Flags | null {
  const from = reader.at;
  if (reader.take('(?')) {
    const text = reader.until(')');
    if (text !== null && /^[a-zA-Z]*(-[a-zA-Z]+)?$/u.test(text) && text !== '') return withFlags(flags, text);
  }
  reader.back(from);
  return null;
}

function withFlags(flags: Flags, text: string): Flags {
  let { fold, newline } = flags;
  let on = true;
  for (const letter of text) {
    if (letter === '-') on = false;
    else if (letter === 'i') fold = on;
    else if (letter === 's') newline = on;
    // A line is matched by itself, so `m` changes nothing; laziness (`U`) never changes whether a line matches.
    else if (letter === 'm' || letter === 'U' || (letter === 'u' && on)) continue;
    else throw unsupported(`the flag "${on ? '' : '-'}${letter}" is not supported`);
  }
  return { fold, newline };
}

const quantifiers = new Set(['*', '+', '?']);

/** The `{n}`, `{n,}` or `{n,m}` that stands here; any other brace is a plain character. */
function counted(reader: Reader): { least: number; most: number | null } | null {
  const from = reader.at;
  const found = reader.take('{') ? /^(\d+)(,(\d*))?$/u.exec(reader.until('}') ?? '') : null;
  if (found === null) {
    reader.back(from);
    return null;
  }
  const least = Number(found[1]);
  const most = found[2] === undefined ? least : found[3] === '' ? null : Number(found[3]);
  if (Math.max(least, most ?? 0) > mostRepeats)
    throw unsupported(`a repetition goes up to ${mostRepeats.toLocaleString('en')} times`);
  if (most !== null && most < least) throw invalid(`{${least},${most}} counts backwards`);
  return { least, most };
}

function quantifier(reader: Reader): { least: number; most: number | null } | null {
  if (reader.take('*')) return { least: 0, most: null };
  if (reader.take('+')) return { least: 1, most: null };
  if (reader.take('?')) return { least: 0, most: 1 };
  return counted(reader);
}

function repeated(reader: Reader, of: Node): Node {
  const from = reader.at;
  const found = quantifier(reader);
  if (found === null) return of;
  reader.take('?');
  const after = reader.at;
  if (quantifier(reader) !== null) throw invalid('two repetitions stand side by side');
  reader.back(after);
  return after === from ? of : { is: 'repeat', of, ...found };
}

function atom(reader: Reader, flags: Flags, depth: number): Node {
  const character = reader.next();
  if (character === '(') return group(reader, flags, depth);
  if (character === '[') return brackets(reader, flags);
  if (character === '\\') return escape(reader, flags.fold);
  if (character === '.') return { is: 'any', newline: flags.newline };
  if (character === '^') return { is: 'edge', at: 'begin' };
  if (character === '$') return { is: 'edge', at: 'end' };
  if (quantifiers.has(character)) throw invalid(`"${character}" has nothing before it to repeat`);
  if (character === '\n')
    throw unsupported('a search goes line by line, so a line break can never match; search for one of the lines');
  return { is: 'char', code: character.codePointAt(0) ?? 0, fold: flags.fold };
}

function group(reader: Reader, given: Flags, depth: number): Node {
  let flags = given;
  if (reader.take('?')) {
    if (reader.take('=') || reader.take('!') || reader.take('<=') || reader.take('<!')) {
      throw unsupported('look-around is not possible in linear time');
    }
    if (reader.take('P=')) throw unsupported('back-references are not possible in linear time');
    if (reader.take('P<') || reader.take('<')) {
      if (reader.until('>') === null) throw invalid('a group’s name is never closed');
    } else {
      const text = reader.until(':');
      if (text === null || !/^[a-zA-Z-]*$/u.test(text))
        throw unsupported('groups of this kind "(?…" are not supported');
      flags = withFlags(flags, text);
    }
  }
  const node = alternatives(reader, flags, depth + 1);
  if (!reader.take(')')) throw invalid('a "(" is never closed');
  return node;
}

function brackets(reader: Reader, flags: Flags): Node {
  const negated = reader.take('^');
  const members: Member[] = [];
  let first = true;
  while (first || reader.peek() !== ']') {
    if (reader.done) throw invalid('a "[" is never closed');
    first = false;
    if (reader.take('&&[') || reader.take('--[') || reader.take('~~['))
      throw unsupported('set operations in brackets are not supported');
    members.push(classMember(reader));
  }
  reader.next();
  return { is: 'set', members, negated, fold: flags.fold };
}

function classMember(reader: Reader): Member {
  const from = reader.at;
  if (reader.take('[:')) {
    const name = reader.until(':');
    const found = name !== null && reader.take(']') ? posixClass(name) : null;
    if (found !== null) return found;
    reader.back(from);
  }
  const low = single(reader);
  if (low.is === 'class' || reader.peek() !== '-' || reader.peek(1) === ']' || reader.peek(1) === '') return low;
  reader.next();
  const high = single(reader);
  if (high.is === 'class') throw invalid('a range in brackets ends in a class');
  if (high.high < low.low) throw invalid('a range in brackets counts backwards');
  return { is: 'range', low: low.low, high: high.high };
}

function single(reader: Reader): Member {
  const character = reader.next();
  if (character === '\\') return classEscape(reader);
  if (character === '') throw invalid('a "[" is never closed');
  const code = character.codePointAt(0) ?? 0;
  return { is: 'range', low: code, high: code };
}
