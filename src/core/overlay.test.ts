import fc from 'fast-check';
import { expect, test } from 'vitest';
import { replaced } from './overlay.ts';

test('F1 a map with entries replaced reads like one that was copied, and the old one stays as it was', () => {
  const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer()), { maxLength: 40 });
  fc.assert(
    fc.property(steps, (all) => {
      let ours: ReadonlyMap<number, number> = new Map();
      let plain: ReadonlyMap<number, number> = new Map();
      for (const [key, value] of all) {
        const [before, kept] = [ours, [...ours]];
        ours = replaced(ours, key, value);
        plain = new Map(plain).set(key, value);
        expect([...before]).toEqual(kept);
      }
      expect([...ours]).toEqual([...plain]);
      expect([...ours.values()]).toEqual([...plain.values()]);
      expect([...ours.keys()]).toEqual([...plain.keys()]);
      expect(ours.size).toBe(plain.size);
      for (let key = 0; key < 8; key += 1)
        expect([ours.get(key), ours.has(key)]).toEqual([plain.get(key), plain.has(key)]);
      const seen: [number, number][] = [];
      ours.forEach((value, key) => seen.push([key, value]));
      expect(seen).toEqual([...plain]);
    }),
    { seed: 7 },
  );
});
