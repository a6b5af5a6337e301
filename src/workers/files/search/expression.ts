import { RE2JS, RE2JSException } from 're2js';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import { emit, hasWordEdge, mark, type Kind } from './emit.ts';
import { edgesMeet } from './meets.ts';
import { folds, foldsEvenly, plainText, required } from './literals.ts';
import { parse } from './parse.ts';
import { pieces, wholeLine, type Reach } from './pieces.ts';
import { BadPattern, type Node } from './syntax.ts';

/** What `grep` looks for, ready to run. */
export interface Expression {
  /** At or after `from`: where a line that may match is next, as an index somewhere in it; −1 where there is none. */
  seek(text: string, from: number): number;
  /** Where in one line the first hit is (its last character where the line is very long); −1 where there is none. */
  find(line: string, reach: Reach): number;
  /** Longest text to give `find`, so that one run ends within a second or two; in characters. */
  readonly window: number;
  /** The pattern speaks of `\r`, so the one before a line break is part of the line; else it is not (case 22). */
  readonly keepsReturn: boolean;
  /** Said with the result: the pattern was not read as it was written. */
  readonly note: string | null;
}

const mostChars = 4_000;
/** Instructions of the compiled program: the engine's time grows with it. */
const mostProgram = 5_000;
const widest = 8 * 1024 * 1024;
const narrowest = 64 * 1024;
/** Lines up to this length are asked for the hit's exact place; on longer ones that would take too long. */
const exactChars = 16 * 1024;
/** Pieces in which a hit’s place is looked for. */
const nearChars = 64 * 1024;
/** Marking words’ edges takes a step a character, so their pieces are smaller. */
const widestMarked = 1024 * 1024;

type Seek = (text: string, from: number) => number;

const escapeNative = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, '\\$&');

/**
 * Looks for any of some plain texts. The browser's own engine is safe here: alternatives of plain characters hold no
 * repetition, so its time is the text's length times theirs.
 */
function seekAny(choices: readonly string[], fold: boolean): Seek {
  const [only] = choices;
  if (choices.length === 1 && only !== undefined && !fold) return (text, from) => text.indexOf(only, from);
  const source = new RegExp(choices.map(escapeNative).join('|'), fold ? 'giu' : 'gu');
  return (text, from) => {
    source.lastIndex = from;
    return source.exec(text)?.index ?? -1;
  };
}

const everyLine: Seek = (text, from) => (from < text.length ? from : -1);

function literal(text: string, fold: boolean, note: string | null): Expression {
  const seek = text === '' ? everyLine : seekAny([text], fold);
  const find = text === '' ? (): number => 0 : (line: string): number => seek(line, 0);
  return { seek, find, window: widest, keepsReturn: text.includes('\r'), note };
}

const ascii = (text: string): boolean => !/[\u0080-\uffff]/u.test(text);
const keyOf = (kind: Kind): string => [kind.ascii, kind.marked, kind.begins, kind.ends].join();

/** The engines for one tree: one for each kind of text, made when first needed. */
class Engines {
  readonly #node: Node;
  readonly #edges: boolean;
  readonly #meets: boolean;
  readonly #made = new Map<string, RE2JS>();

  constructor(node: Node) {
    this.#node = node;
    this.#edges = hasWordEdge(node);
    this.#meets = edgesMeet(node);
  }

  of(given: Omit<Kind, 'meets'>): RE2JS {
    const kind = { ...given, meets: this.#meets };
    const known = this.#made.get(keyOf(kind));
    if (known !== undefined) return known;
    const made = RE2JS.compile(emit(this.#node, kind), kind.marked && kind.meets ? RE2JS.LOOKBEHINDS : 0);
    this.#made.set(keyOf(kind), made);
    return made;
  }

  find(line: string, reach: Reach): number {
    const plain = ascii(line);
    const marked = !plain && this.#edges;
    const text = marked ? mark(line) : line;
    const kind = { ...reach, ascii: plain, marked };
    const engine = this.of(kind);
    if (!engine.test(text)) return -1;
    const at = text.length <= exactChars ? startOf(engine, text) : this.#near(text, kind);
    return marked ? unmarked(text.slice(0, at)) : at;
  }

  /** A place in the first hit of a long text: the first piece that matches is found, then the hit's end in it. */
  #near(text: string, kind: Omit<Kind, 'meets'>): number {
    for (const piece of pieces(text, nearChars, kind)) {
      if (!this.of({ ...kind, ...piece.reach }).test(piece.text)) continue;
      return piece.from + firstEnd(this.of({ ...kind, ...piece.reach, ends: false }), piece.text);
    }
    // Only the whole matches: any place is as good.
    return 0;
  }
}

function startOf(engine: RE2JS, text: string): number {
  const matcher = engine.matcher(text);
  return matcher.find() ? matcher.start() : 0;
}

const unmarked = (text: string): number => text.replaceAll(/[\ufdd0\ufdd1]/gu, '').length;

/**
 * Where the first match ends, found by asking of ever longer beginnings, since only that question goes to the fast
 * engine. Its `$` never matches, so a text that matches by its end alone gives the end.
 */
function firstEnd(engine: RE2JS, text: string): number {
  if (!engine.test(text)) return Math.max(0, text.length - 1);
  let least = 0;
  let most = text.length;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (engine.test(text.slice(0, middle))) most = middle;
    else least = middle;
  }
  return Math.max(0, most - 1);
}

function windowOf(node: Node, program: number): number {
  if (edgesMeet(node)) return narrowest;
  return Math.max(narrowest, Math.min(hasWordEdge(node) ? widestMarked : widest, Math.floor(1e8 / program)));
}

function compiled(node: Node, pattern: string): Expression {
  const engines = new Engines(node);
  const first = engines.of({ ...wholeLine, ascii: true, marked: false });
  if (first.programSize() > mostProgram) {
    throw new BadPattern('unsupported', 'it is too large; use smaller repetitions or fewer alternatives');
  }
  const choices = required(node);
  return {
    seek: choices === null ? everyLine : seekAny(choices, folds(node)),
    find: (line, reach) => engines.find(line, reach),
    window: windowOf(node, first.programSize()),
    keepsReturn: /\\r|\\x0d|\r/iu.test(pattern),
    note: null,
  };
}

const breaks = (pattern: string): boolean => /\n/u.test(pattern);

function refuse(pattern: string, why: string): Outcome<Expression> {
  const shown = JSON.stringify(pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern);
  return fail(
    'bad-pattern',
    `The pattern ${shown} cannot be searched for: ${why}. Rewrite it, or search for plain text with "literal": true.`,
  );
}

/**
 * Makes a pattern ready (rows P4, P10). What is no regular expression at all is taken as plain text, and the result
 * says so (case 22); what is one but cannot run in linear time is an error.
 */
export function express(pattern: string, asLiteral: boolean, ignoreCase: boolean): Outcome<Expression> {
  if (pattern.length > mostChars)
    return refuse(pattern, `it is longer than ${mostChars.toLocaleString('en')} characters`);
  if (asLiteral && breaks(pattern)) {
    return refuse(
      pattern,
      'a search goes line by line, so text with a line break can never match; search for one of its lines',
    );
  }
  if (asLiteral) return ok(literal(pattern, ignoreCase, null));
  try {
    const node = parse(pattern, ignoreCase);
    const plain = foldsEvenly(node) ? plainText(node) : null;
    return ok(plain === null ? compiled(node, pattern) : literal(plain, folds(node), null));
  } catch (error) {
    if (error instanceof BadPattern && error.kind === 'invalid') {
      if (breaks(pattern))
        return refuse(pattern, `it is not a valid regular expression (${error.message}) and holds a line break`);
      const note = `The pattern is not a valid regular expression (${error.message}), so it was searched for as plain text.`;
      return ok(literal(pattern, ignoreCase, note));
    }
    if (!(error instanceof BadPattern || error instanceof RE2JSException)) throw error;
    const why = error.message.replace(/^error parsing regexp: /u, '');
    return refuse(pattern, why);
  }
}
