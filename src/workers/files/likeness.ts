/** Characters that look alike, for finding what was meant and naming the difference (rows P5 and P7). */
const blanks = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
const single = /[\u2018\u2019\u201a\u201b\u2032\u00b4`]/gu;
const double = /[\u201c\u201d\u201e\u201f\u2033]/gu;
const dashes = /[\u2010-\u2015\u2212]/gu;
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/gu;

/** One form for all texts that look the same. Length is kept except for characters that do not show. */
export function plainLook(text: string): string {
  return text
    .normalize('NFC')
    .replace(blanks, ' ')
    .replace(single, "'")
    .replace(double, '"')
    .replace(dashes, '-')
    .replace(unseen, '');
}

const named: Readonly<Record<string, string>> = {
  ' ': 'a space',
  '\t': 'a tab',
  '\n': 'a line break',
  '\r': 'a carriage return',
  '\u00a0': 'a no-break space (NBSP, U+00A0)',
  '\u202f': 'a narrow no-break space (U+202F)',
  '\u3000': 'an ideographic space (U+3000)',
  '\u2018': 'a curly quote ‘ (U+2018)',
  '\u2019': 'a curly quote ’ (U+2019)',
  '\u201c': 'a curly quote “ (U+201C)',
  '\u201d': 'a curly quote ” (U+201D)',
  '\u2013': 'an en dash – (U+2013)',
  '\u2014': 'an em dash — (U+2014)',
  '\u2212': 'a minus sign − (U+2212)',
  '\u00ad': 'a soft hyphen (U+00AD)',
  '\u200b': 'a zero-width space (U+200B)',
  '\u200d': 'a zero-width joiner (U+200D)',
  '\ufeff': 'a byte order mark (U+FEFF)',
};

/** A character in words: "a no-break space (NBSP, U+00A0)", else the character with its number. */
export function characterName(character: string): string {
  if (character === '') return 'nothing more';
  const name = named[character];
  if (name !== undefined) return name;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /^[\u0021-\u007e]$/u.test(character) ? JSON.stringify(character) : `“${character}” (U+${code})`;
}

export interface Difference {
  /** From 0, in UTF-16 units. */
  readonly at: number;
  /** The whole character each side has there; '' where that side has ended. */
  readonly a: string;
  readonly b: string;
}

/** The first place where two texts differ, or null. Never splits a surrogate pair. */
export function firstDifference(a: string, b: string): Difference | null {
  if (a === b) return null;
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  const unit = a.charCodeAt(at - 1);
  if (at > 0 && unit >= 0xd800 && unit < 0xdc00) at -= 1;
  const one = (text: string): string => (at < text.length ? String.fromCodePoint(text.codePointAt(at) ?? 0) : '');
  return { at, a: one(a), b: one(b) };
}
