import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../core/json.ts';
import { fitOf } from './fit.ts';

test('V8 a value fits a schema or does not, and the words say where', () => {
  const schema: JsonObject = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  expect(fitOf(schema, { n: 1 })).toEqual({ is: 'fits' });
  expect(fitOf(schema, { n: 'one' })).toMatchObject({ is: 'misfit', why: expect.stringContaining('#/n') });
  expect(fitOf(schema, {})).toMatchObject({ is: 'misfit', why: expect.stringContaining('"n"') });
});

test('V8 the draft is the one a schema names, and 2020-12 where it names none', () => {
  const tuple = (more: JsonObject): JsonObject => ({ ...more, type: 'array', prefixItems: [{ type: 'string' }] });
  expect(fitOf(tuple({}), [1]).is).toBe('misfit');
  // Draft-07 ignores what stands beside a reference, 2020-12 does not.
  const beside = (more: JsonObject): JsonObject => ({
    ...more,
    definitions: { any: {} },
    properties: { a: { $ref: '#/definitions/any', type: 'string' } },
  });
  expect(fitOf(beside({ $schema: 'http://json-schema.org/draft-07/schema#' }), { a: 1 }).is).toBe('fits');
  expect(fitOf(beside({ $schema: 'https://json-schema.org/draft/2020-12/schema' }), { a: 1 }).is).toBe('misfit');
  expect(fitOf(beside({}), { a: 1 }).is).toBe('misfit');
});

test('V8 a broken schema never throws: nobody can tell whether a value fits it', () => {
  let deep: Json = 1;
  for (let level = 0; level < 20_000; level += 1) deep = { a: deep };
  const cases: readonly (readonly [JsonObject, Json])[] = [
    [{ $ref: '#/nowhere' }, {}],
    [{ $ref: 'https://elsewhere.example/schema.json' }, {}],
    [{ properties: { a: { pattern: '(' } } }, { a: 'x' }],
    [{ patternProperties: { '[': {} } }, { a: 'x' }],
    [{ $id: 'http://[' }, {}],
    [{ required: 5 }, {}],
    [{ enum: 5 }, {}],
    [{ $defs: { n: { $ref: '#/$defs/n' } }, $ref: '#/$defs/n' }, {}],
    [{ properties: { a: { $ref: '#' } } }, deep],
  ];
  for (const [schema, value] of cases) expect(fitOf(schema, value).is, JSON.stringify(schema)).toBe('unchecked');
});
