/** Sets of code points as flat, sorted, disjoint pairs `[low, high, low, high, …]`. */
export type CodeSet = readonly number[];

const last = 0x10ffff;

/** Any pairs in any order, as a set. */
export function setOf(pairs: readonly (readonly [low: number, high: number])[]): CodeSet {
  const out: number[] = [];
  for (const [low, high] of pairs.toSorted((a, b) => a[0] - b[0])) {
    const end = out.at(-1);
    if (end !== undefined && low <= end + 1) out[out.length - 1] = Math.max(end, high);
    else out.push(low, high);
  }
  return out;
}

export const pairsOf = (set: CodeSet): (readonly [number, number])[] =>
  Array.from({ length: set.length / 2 }, (_, at) => [set[at * 2] ?? 0, set[at * 2 + 1] ?? 0] as const);

export function complement(set: CodeSet): CodeSet {
  const out: number[] = [];
  let from = 0;
  for (const [low, high] of pairsOf(set)) {
    if (low > from) out.push(from, low - 1);
    from = high + 1;
  }
  if (from <= last) out.push(from, last);
  return out;
}

/** `set` without `gone`. */
export function without(set: CodeSet, gone: CodeSet): CodeSet {
  return complement(setOf([...pairsOf(complement(set)), ...pairsOf(gone)]));
}

let everything: string | null = null;

/** Every code point but the surrogates, once each and in order. */
function allCodePoints(): string {
  if (everything !== null) return everything;
  const parts: string[] = [];
  for (let from = 0; from <= last; from += 0x1000) {
    if (from >= 0xd800 && from < 0xe000) continue;
    const codes: number[] = [];
    for (let code = from; code < Math.min(from + 0x1000, last + 1); code += 1) {
      if (code < 0xd800 || code > 0xdfff) codes.push(code);
    }
    parts.push(String.fromCodePoint(...codes));
  }
  everything = parts.join('');
  return everything;
}

const properties = new Map<string, CodeSet>();
const ascii = String.fromCodePoint(...Array.from({ length: 128 }, (_, code) => code));

function scan(text: string, source: string): CodeSet {
  const pairs: [number, number][] = [];
  // The body is one character class, so the browser's own engine takes one step a character.
  for (const match of text.matchAll(new RegExp(source, 'gu'))) {
    const code = match[0].codePointAt(0) ?? 0;
    const end = pairs.at(-1);
    if (end !== undefined && end[1] + 1 === code) end[1] = code;
    else pairs.push([code, code]);
  }
  return setOf(pairs);
}

/**
 * The members of a class written as the browser's own one-character expression (`\p{Nd}`), from its Unicode tables;
 * within ASCII only where that is enough, which costs nothing. The full scan takes some 100 ms and is kept.
 */
export function propertySet(source: string, withinAscii: boolean): CodeSet {
  if (withinAscii) return scan(ascii, source);
  const known = properties.get(source) ?? scan(allCodePoints(), source);
  properties.set(source, known);
  return known;
}

/** The browser's spelling of a Unicode property given as in ripgrep (`L`, `Han`, `Script=Greek`); null if unknown. */
export function propertySource(name: string): string | null {
  const plain = name.replace(/^gc=/u, 'General_Category=');
  for (const candidate of [plain, `Script=${plain}`]) {
    if (!/^[\w=]+$/u.test(candidate)) return null;
    try {
      new RegExp(`\\p{${candidate}}`, 'u').test('');
      return `\\p{${candidate}}`;
    } catch {
      // Not a name the browser knows in this form; the next form may be.
    }
  }
  return null;
}
