import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureJson, fixtureNames, fixtureTest } from '../../test/fixtures.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { openAiSchema } from './schema.ts';

/** All that OpenAI-chat endpoints are known to refuse, as the places where it stands. */
function refused(node: Json, at = '#'): string[] {
  if (Array.isArray(node)) return node.flatMap((each: Json, index) => refused(each, `${at}/${index}`));
  if (!isObject(node)) return [];
  const own: string[] = [];
  if (typeof node['$ref'] === 'string') own.push(`${at}: $ref`);
  if (node['type'] === 'array' && !isObject(node['items']) && typeof node['items'] !== 'boolean')
    own.push(`${at}: array without items`);
  return [...own, ...Object.entries(node).flatMap(([key, value]) => refused(value, `${at}/${key}`))];
}

fixtureTest('V3 every real server’s tool schema is taken as it is, but for arrays without items', async () => {
  for (const file of await fixtureNames('mcp-toollists')) {
    const { tools } = (await fixtureJson(`mcp-toollists/${file}`)) as {
      tools: { name: string; inputSchema: JsonObject }[];
    };
    expect(tools.length).toBeGreaterThan(0);
    for (const tool of tools) {
      const compiled = openAiSchema(tool.inputSchema);
      expect(refused(compiled), `${file} ${tool.name}`).toEqual([]);
      expect(compiled).toMatchObject({ type: 'object', properties: {} });
      if (refused(tool.inputSchema).length === 0) expect(compiled).toEqual({ properties: {}, ...tool.inputSchema });
    }
  }
});

test('V3 an array without items gets them, an old tuple becomes a choice (case 33)', () => {
  expect(openAiSchema({ type: 'object', properties: { t: { type: 'array', default: ['m'] } } })).toEqual({
    type: 'object',
    properties: { t: { type: 'array', default: ['m'], items: {} } },
  });
  expect(
    openAiSchema({
      type: 'object',
      properties: {
        t: { type: ['array', 'null'] },
        p: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] },
      },
    })['properties'],
  ).toEqual({
    t: { type: ['array', 'null'], items: {} },
    p: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
  });
});

test('V3 references are inlined and recursion is cut (case 34)', () => {
  const compiled = openAiSchema({
    type: 'object',
    properties: {
      h: { type: 'object' },
      a: { type: 'array', items: { $ref: '#/properties/h' } },
      n: { $ref: '#/$defs/N', description: 'a list' },
      far: { $ref: 'https://example.com/s.json' },
      'a/b': { $ref: '#/$defs/x~1y' },
      self: { $ref: '#' },
    },
    $defs: { N: { type: 'object', properties: { next: { $ref: '#/$defs/N' } } }, 'x/y': { type: 'string' } },
  });
  expect(refused(compiled)).toEqual([]);
  expect(compiled).not.toHaveProperty('$defs');
  expect(compiled['properties']).toMatchObject({
    a: { type: 'array', items: { type: 'object' } },
    n: {
      type: 'object',
      description: 'a list',
      properties: { next: { type: 'object', description: '(nested in the same way)' } },
    },
    far: {},
    'a/b': { type: 'string' },
  });
});

test('V3 a schema of references that doubles at each step ends, and a property named like a keyword is no keyword', () => {
  const defs = Object.fromEntries(
    Array.from({ length: 40 }, (_, n) => [
      `d${n}`,
      { type: 'object', properties: { a: { $ref: `#/$defs/d${n + 1}` }, b: { $ref: `#/$defs/d${n + 1}` } } },
    ]),
  );
  const compiled = openAiSchema({ type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs: defs });
  expect(JSON.stringify(compiled).length).toBeLessThan(2_000_000);
  expect(
    openAiSchema({
      type: 'object',
      properties: { $ref: { type: 'string' }, items: { type: 'string' }, $defs: { type: 'string' } },
      required: ['$ref'],
    }),
  ).toEqual({
    type: 'object',
    properties: { $ref: { type: 'string' }, items: { type: 'string' }, $defs: { type: 'string' } },
    required: ['$ref'],
  });
});

test('V3 the outermost schema is one object with properties, its alternatives laid together', () => {
  for (const bare of [{}, { type: 'object' }, { type: ['object', 'null'] }])
    expect(openAiSchema(bare)).toEqual({ type: 'object', properties: {} });
  const a = { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } }, required: ['x', 'y'] };
  const b = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] };
  expect(openAiSchema({ anyOf: [a, b] })).toEqual({
    type: 'object',
    properties: { x: { type: 'string' }, y: { type: 'string' } },
    required: ['x'],
  });
  expect(openAiSchema({ allOf: [b, { properties: { z: {} }, required: ['z'] }] })).toEqual({
    type: 'object',
    properties: { x: { type: 'string' }, z: {} },
    required: ['x', 'z'],
  });
});

test('V3 what only Gemini refuses stays as it is (case 36)', () => {
  const properties = {
    c: { const: 'x' },
    n: { type: ['string', 'null'] },
    f: { type: 'string', format: 'odd' },
    e: { enum: [1, 2] },
    m: { type: 'number', exclusiveMinimum: 0 },
    o: { type: 'object' },
    any: {},
    t: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
  };
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties,
    additionalProperties: false,
  };
  expect(openAiSchema(schema)).toEqual(schema);
});

test('V3 any JSON at all compiles to an object schema', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.constantFrom('$ref', 'items', 'properties', 'anyOf', 'allOf', '$defs', 'type'), fc.string()),
        fc.jsonValue(),
      ),
      (schema) => {
        expect(openAiSchema(schema as JsonObject)['type']).toBe('object');
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});
