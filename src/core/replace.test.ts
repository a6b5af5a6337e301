import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaceEach } from './replace.ts';

test('M1 a part is replaced wherever it stands, long or short, as the engine would do it', () => {
  const few = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(few, fc.constantFrom(1, 60, 300), fc.array(few, { maxLength: 8 }), (unit, times, around) => {
      const part = unit.repeat(times);
      // The part, what is nearly the part, and what overlaps with it.
      const text = around
        .map((one, at) => [one, part, part.slice(1), part.slice(0, -1)][(at + one.length) % 4])
        .join('');
      expect(replaceEach(text, part, '$&')).toBe(text.split(part).join('$&'));
    }),
    { seed: 60, numRuns: 500 },
  );
});
