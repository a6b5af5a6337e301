import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { hidesSomething, shown } from './visible.ts';

test('T6 direction-changing characters stand as their codes', () => {
  expect(shown('photo\u202egnp.exe')).toBe('photo⟨U+202E⟩gnp.exe');
  expect(shown('a\u2066b\u2069')).toBe('a⟨U+2066⟩b⟨U+2069⟩');
});

test('T6 invisible characters, tags and variation selectors cannot carry a message', () => {
  expect(shown('read\u200bonly')).toBe('read⟨U+200B⟩only');
  expect(shown('ok\u{e0041}\u{e0042}')).toBe('ok⟨U+E0041⟩⟨U+E0042⟩');
  expect(shown('x\ufe01\u{e0100}')).toBe('x⟨U+FE01⟩⟨U+E0100⟩');
  expect(shown('\u3164admin')).toBe('⟨U+3164⟩admin');
});

test('T6 control characters and lone surrogates are shown, line ends and tabs are not touched', () => {
  expect(shown('\u001b[31mred\u0000')).toBe('⟨U+001B⟩[31mred⟨U+0000⟩');
  expect(shown('a\ud800b')).toBe('a⟨U+D800⟩b');
  expect(shown('a\r\nb\n\tc')).toBe('a\r\nb\n\tc');
  expect(shown('good\rbad')).toBe('good⟨U+000D⟩bad');
});

test('T6 ordinary pictures and ordinary spelling stay as they are', () => {
  for (const text of ['👩‍👩‍👧 ❤️ 👍🏽 1️⃣', 'می‌خواهم', 'क्‍ष', 'naïve — “quotes”', '日本語']) expect(shown(text)).toBe(text);
  expect(shown('pass\u200dword')).toBe('pass⟨U+200D⟩word');
  expect(shown('1\ufe0f2')).toBe('1⟨U+FE0F⟩2');
});

test('X4 what is shown hides nothing more, whatever the text', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(hidesSomething(shown(text))).toBe(false);
    }),
    { seed: 7, numRuns: 500 },
  );
});
