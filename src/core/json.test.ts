import { assert, jsonValue, property } from 'fast-check';
import { expect, test } from 'vitest';
import { canonical, isObject, tooDeep, type Json } from './json.ts';

test('G3 the order of keys does not make another call, at any depth', () => {
  expect(canonical({ a: 1, b: { c: [1, { x: 1, y: 2 }], d: null } })).toBe(
    canonical({ b: { d: null, c: [1, { y: 2, x: 1 }] }, a: 1 }),
  );
});

test('G3 values that differ give different texts', () => {
  const values: Json[] = [
    null,
    false,
    0,
    '',
    '0',
    'null',
    [],
    {},
    [null],
    [[]],
    { a: null },
    { a: 'b' },
    ['a', 'b'],
    ['a,b'],
  ];
  expect(new Set(values.map(canonical)).size).toBe(values.length);
});

test('G3 keys that look like syntax, and __proto__, are plain keys', () => {
  const odd = JSON.parse('{"__proto__": {"a": 1}, "a\\":1,\\"b": 2}') as Json;
  expect(canonical(odd)).not.toBe(canonical({ 'a":1,"b': 2 }));
  expect(JSON.parse(canonical(odd))).toEqual(odd);
});

test('G3 the text is JSON and gives the value back, whatever it is', () => {
  assert(
    property(jsonValue(), (value) => {
      const text = canonical(value as Json);
      return (
        canonical(JSON.parse(text) as Json) === text && text === canonical(JSON.parse(JSON.stringify(value)) as Json)
      );
    }),
    { seed: 3, numRuns: 300 },
  );
});

test('V8 only a plain object is an object', () => {
  expect([{}, { a: 1 }].every(isObject)).toBe(true);
  expect([null, [], 'x', 1, undefined, true].some(isObject)).toBe(false);
});

test('V8 what is nested beyond reason is told before anybody walks it', () => {
  const nested = (levels: number): Json => JSON.parse('['.repeat(levels) + ']'.repeat(levels)) as Json;
  expect(tooDeep(nested(200))).toBe(false);
  expect(tooDeep(nested(201))).toBe(true);
  expect(tooDeep(nested(5_000))).toBe(true);
  expect(tooDeep({ a: { b: nested(250) } })).toBe(true);
});
