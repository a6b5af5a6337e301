import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../core/json.ts';
import { wishesOf, type Entry } from './fields.ts';
import { checked } from './reply.ts';

const form = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  type: 'object',
  properties,
  required: [...required],
});
const reply = (schema: JsonObject, entries: Readonly<Record<string, Entry>>) =>
  checked(wishesOf(schema) ?? [], new Map(Object.entries(entries)));
/** What is said of one field with this entry; null: it is taken. */
const fault = (property: JsonObject, entry: Entry): string | null => {
  const read = reply(form({ a: property }, ['a']), { a: entry });
  return read.ok ? null : (read.errors.get('a') ?? null);
};

test('M7 every kind of the flat schema is a field, with its titles and defaults', () => {
  const wishes = wishesOf(
    form(
      {
        name: { type: 'string', title: 'Your name', description: 'As on the card.', default: 'Ada' },
        age: { type: 'integer', minimum: 1, maximum: 120, default: 30 },
        share: { type: 'number', default: 'x' },
        news: { type: 'boolean', default: true },
        plain: { type: 'string', enum: ['a', 'b'], default: 'b' },
        named: { type: 'string', enum: ['a', 'b'], enumNames: ['Apple', 'Birch'] },
        titled: { type: 'string', oneOf: [{ const: 'a', title: 'Apple' }, { const: 'b' }] },
        some: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['b', 'z'], maxItems: 2 },
        somed: { type: 'array', items: { anyOf: [{ const: 'a', title: 'Apple' }] } },
      },
      ['name'],
    ),
  );
  expect(wishes?.map(({ title, kind, initial, required }) => [title, kind.is, initial, required])).toEqual([
    ['Your name', 'text', 'Ada', true],
    ['age', 'number', '30', false],
    ['share', 'number', '', false],
    ['news', 'flag', 'true', false],
    ['plain', 'one', 'b', false],
    ['named', 'one', '', false],
    ['titled', 'one', '', false],
    ['some', 'some', ['b'], false],
    ['somed', 'some', [], false],
  ]);
  const choices = wishes?.map(({ kind }) => ('choices' in kind ? kind.choices.map((one) => one.title) : null));
  expect(choices?.slice(4)).toEqual([['a', 'b'], ['Apple', 'Birch'], ['Apple', 'b'], ['a', 'b'], ['Apple']]);
});

test('M7 what a form cannot show truly is no form: nesting, unknown kinds, choices that are no text, too much', () => {
  for (const property of [
    { type: 'object', properties: {} },
    { type: 'array', items: { type: 'string' } },
    { type: 'string', enum: [1, 2] },
    { type: 'string', oneOf: [{ title: 'no const' }] },
    { $ref: '#/x' },
    {},
    null,
    { type: 'string', enum: Array.from({ length: 501 }, (_, at) => String(at)) },
  ] satisfies Json[])
    expect(wishesOf(form({ a: property })), JSON.stringify(property).slice(0, 60)).toBeNull();
  expect(wishesOf(form({}, ['gone']))).toBeNull();
  const many = Object.fromEntries(Array.from({ length: 61 }, (_, at) => [`f${at}`, { type: 'string' }]));
  expect(wishesOf(form(many))).toBeNull();
  expect(wishesOf({})).toEqual([]);
});

test('M7 entries are checked: formats, lengths, numbers, choices', () => {
  const text = (format: string): JsonObject => ({ type: 'string', format });
  expect(fault(text('email'), 'a@b.example')).toBeNull();
  for (const wrong of ['a', 'a@', '@b', 'a b@c.de', 'a@b@c']) expect(fault(text('email'), wrong)).toMatch(/e-mail/u);
  expect(fault(text('uri'), 'https://a.example/x')).toBeNull();
  expect(fault(text('uri'), 'a.example')).toMatch(/address/u);
  expect(fault(text('date'), '2026-02-28')).toBeNull();
  for (const wrong of ['2026-02-30', '30.11.2026', '2026-13-01']) expect(fault(text('date'), wrong)).toMatch(/day/u);
  expect(fault(text('date-time'), '2026-11-30T14:00:00+01:00')).toBeNull();
  for (const wrong of ['2026-11-30', '2026-02-30T10:00:00Z', '2026-11-30T25:00:00Z'])
    expect(fault(text('date-time'), wrong)).toMatch(/time/u);
  expect(fault({ type: 'string', minLength: 2 }, '👍')).toBe('At least 2 characters are needed.');
  expect(fault({ type: 'string', maxLength: 2 }, '👍👍')).toBeNull();
  expect(fault({ type: 'string', maxLength: 2 }, 'abc')).toBe('At most 2 characters fit.');
  expect(fault({ type: 'string' }, '')).toBe('This is needed.');
  expect(fault({ type: 'integer' }, '1.5')).toBe('A whole number is needed.');
  expect(fault({ type: 'number', minimum: 2 }, '1')).toBe('The least is 2.');
  expect(fault({ type: 'number', maximum: 2 }, '3')).toBe('The most is 2.');
  expect(fault({ type: 'number' }, 'x')).toBe('This is not a number.');
  expect(fault({ type: 'number' }, ' ')).toBe('This is needed.');
  expect(fault({ type: 'string', enum: ['a'] }, '')).toBe('This is needed.');
  const some = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 1, maxItems: 2 };
  expect(fault(some, [])).toBe('Choose at least 1.');
  expect(fault(some, ['a', 'b', 'c'])).toBe('Choose at most 2.');
  expect(fault(some, ['a'])).toBeNull();
});

test('M7 the answer holds what was entered or stood there, in its own types, and leaves out what was left empty', () => {
  const schema = form({
    name: { type: 'string', default: 'Ada' },
    age: { type: 'integer' },
    when: { type: 'string', format: 'date-time' },
    empty: { type: 'string' },
    yes: { type: 'boolean' },
    some: { type: 'array', items: { type: 'string', enum: ['a'] } },
    fewer: { type: 'array', items: { type: 'string', enum: ['a'] }, minItems: 1 },
  });
  expect(reply(schema, { age: ' 7 ', when: '2026-11-30T14:00' })).toEqual({
    ok: true,
    content: {
      name: 'Ada',
      age: 7,
      when: new Date('2026-11-30T14:00').toISOString().replace('.000Z', 'Z'),
      yes: false,
      some: [],
    },
  });
});

test('M7 no schema a server sends breaks the form', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (schema) => {
      const wishes = wishesOf({ properties: schema as Json, required: schema as Json });
      if (wishes !== null) checked(wishes, new Map());
    }),
  );
});
