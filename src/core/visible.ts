/**
 * Characters that do not show, that change the direction of what follows, or that a terminal or reader would act on:
 * controls (not tab and line feed), soft hyphen and joiners, bidirectional controls, line and paragraph separators,
 * fillers, variation selectors, tags, and halves of a surrogate pair.
 */
const hidden =
  // oxlint-disable-next-line no-control-regex, no-misleading-character-class -- these are exactly the ones to find
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\ud800-\udfff]/gu;

const joiners: ReadonlySet<string> = new Set(['\u200c', '\u200d']);
/** Scripts in which a joiner inside a word is ordinary spelling. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;
// Anchored at both ends: with `$` alone newer V8 finds no character of a pair in such a class.
const pictureEnd = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const keycap = /[0-9#*]$/u;

/** The whole character that ends at `at`. */
function before(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? Math.max(0, at - 2) : Math.max(0, at - 1), at);
}

function after(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Whether an invisible character is part of an ordinary picture, word or line end, so that showing it would only disturb. */
function ordinary(character: string, text: string, at: number): boolean {
  const previous = before(text, at);
  const next = after(text, at + character.length);
  if (character === '\r') return next === '\n';
  if (character === '\ufe0f') return /\p{Emoji}/u.test(previous) && (!keycap.test(previous) || next === '\u20e3');
  if (!joiners.has(character)) return false;
  if (character === '\u200d' && pictureEnd.test(previous) && /\p{Extended_Pictographic}/u.test(next)) return true;
  return joining.test(previous) && joining.test(next);
}

/**
 * Text from outside as a person may safely read it: each invisible or direction-changing character stands as its code,
 * `⟨U+202E⟩` (rows T6 and X4). Only for showing; what is copied, sent or written stays as it was.
 */
export function shown(text: string): string {
  return text.replace(hidden, (character: string, at: number) =>
    ordinary(character, text, at)
      ? character
      : `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
}

/** Whether a text holds anything that `shown` would make visible. */
export const hidesSomething = (text: string): boolean => shown(text) !== text;
