import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneLine } from './oneline.ts';

test('T6 a name from a server is one short line, with what hides in it made visible', () => {
  expect(oneLine('search issues')).toBe('search issues');
  expect(oneLine('  Read\n\n file\t\u00a0now ')).toBe('Read file now');
  expect(oneLine('a\u202Eb')).toBe('a⟨U+202E⟩b');
  expect(oneLine('x'.repeat(100), 10)).toBe(`${'x'.repeat(10)}…`);
  expect(oneLine('👩🏽‍🚀'.repeat(2), 10)).toBe('👩🏽‍🚀👩🏽‍🚀');
  expect(oneLine('')).toBe('');
});

test('T6 whatever a name holds, it has no line break and a bounded length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const line = oneLine(text, 40);
      expect(line).not.toMatch(/[\n\r\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
      // Each of its characters may stand as a code of at most ten.
      expect([...line].length).toBeLessThanOrEqual(41 * 10);
    }),
  );
});
