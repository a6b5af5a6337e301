/** The named characters that models write; others stay as they are written. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  divide: '÷',
  plusmn: '±',
  minus: '−',
  le: '≤',
  ge: '≥',
  ne: '≠',
  asymp: '≈',
  infin: '∞',
  deg: '°',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
  harr: '↔',
  euro: '€',
  pound: '£',
  yen: '¥',
  cent: '¢',
  sect: '§',
  para: '¶',
  dagger: '†',
  check: '✓',
  cross: '✗',
  micro: 'µ',
  alpha: 'α',
  beta: 'β',
  gamma: 'γ',
  delta: 'δ',
  pi: 'π',
  sigma: 'σ',
  omega: 'ω',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  sup2: '²',
  sup3: '³',
  not: '¬',
  lbrace: '{',
  rbrace: '}',
  lbrack: '[',
  rbrack: ']',
  vert: '|',
  ast: '*',
  lowbar: '_',
  grave: '`',
  num: '#',
  sol: '/',
  bsol: '\\',
  colon: ':',
};

function numbered(digits: string, base: 10 | 16): string {
  const code = Number.parseInt(digits, base);
  const wrong = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return wrong ? '\ufffd' : String.fromCodePoint(code);
}

/** HTML character references as characters: without `innerHTML` nobody else does it. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z][A-Za-z\d]{1,31}));/gu,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (decimal !== undefined) return numbered(decimal, 10);
      if (hex !== undefined) return numbered(hex, 16);
      return (name !== undefined && Object.hasOwn(named, name) ? named[name] : undefined) ?? whole;
    },
  );
}
