/** A member of a character class: a range of code points, or a class by its one-character source (codeset.ts). */
export type Member =
  | { readonly is: 'range'; readonly low: number; readonly high: number }
  | { readonly is: 'class'; readonly source: string; readonly negated: boolean };

/** A regular expression as a tree. Captures and laziness are gone: neither changes which lines match. */
export type Node =
  | { readonly is: 'char'; readonly code: number; readonly fold: boolean }
  | { readonly is: 'set'; readonly members: readonly Member[]; readonly negated: boolean; readonly fold: boolean }
  | { readonly is: 'any'; readonly newline: boolean }
  | { readonly is: 'edge'; readonly at: 'begin' | 'end' | 'word' | 'inside' }
  | { readonly is: 'cat'; readonly parts: readonly Node[] }
  | { readonly is: 'alt'; readonly parts: readonly Node[] }
  | { readonly is: 'repeat'; readonly of: Node; readonly least: number; readonly most: number | null };

/** `invalid`: no expression at all, so a literal was probably meant. `unsupported`: meant, but not possible here. */
export class BadPattern extends Error {
  readonly kind: 'invalid' | 'unsupported';

  constructor(kind: 'invalid' | 'unsupported', why: string) {
    super(why);
    this.name = 'BadPattern';
    this.kind = kind;
  }
}
export const invalid = (why: string): BadPattern => new BadPattern('invalid', why);
export const unsupported = (why: string): BadPattern => new BadPattern('unsupported', why);

/** Classes as ripgrep reads them, in full Unicode. */
export const classes: Readonly<Record<string, Member>> = {
  d: { is: 'class', source: '\\p{Nd}', negated: false },
  D: { is: 'class', source: '\\p{Nd}', negated: true },
  w: { is: 'class', source: '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_C}]', negated: false },
  W: { is: 'class', source: '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_C}]', negated: true },
  s: { is: 'class', source: '\\p{White_Space}', negated: false },
  S: { is: 'class', source: '\\p{White_Space}', negated: true },
};

const posix: Readonly<Record<string, string>> = {
  alnum: '[0-9A-Za-z]',
  alpha: '[A-Za-z]',
  ascii: '[\\x00-\\x7f]',
  blank: '[ \\t]',
  cntrl: '[\\x00-\\x1f\\x7f]',
  digit: '[0-9]',
  graph: '[!-~]',
  lower: '[a-z]',
  print: '[ -~]',
  punct: '[!-\\/:-@\\[-`\\{-~]',
  space: '[ \\t\\n\\v\\f\\r]',
  upper: '[A-Z]',
  word: '[0-9A-Za-z_]',
  xdigit: '[0-9A-Fa-f]',
};

/** `[:alpha:]` and `[:^alpha:]`; null where the name is none. */
export function posixClass(name: string): Member | null {
  const source = posix[name.replace(/^\^/u, '')];
  return source === undefined ? null : { is: 'class', source, negated: name.startsWith('^') };
}
