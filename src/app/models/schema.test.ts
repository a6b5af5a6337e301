import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureJson, fixtureNames, fixtureTest } from '../../test/fixtures.ts';
import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { openAiSchema } from './schema.ts';

/** Compiled; a schema that cannot be sent is a failure of the test. */
function taken(schema: JsonObject): JsonObject {
  const compiled = openAiSchema(schema);
  if (compiled === null) throw new Error('this schema was dropped');
  return compiled;
}

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
      const compiled = taken(tool.inputSchema);
      expect(refused(compiled), `${file} ${tool.name}`).toEqual([]);
      expect(compiled).toMatchObject({ type: 'object', properties: {} });
      if (refused(tool.inputSchema).length === 0) expect(compiled).toEqual({ properties: {}, ...tool.inputSchema });
    }
  }
});

test('V3 an array without items gets them, an old tuple becomes a choice (case 33)', () => {
  expect(taken({ type: 'object', properties: { t: { type: 'array', default: ['m'] } } })).toEqual({
    type: 'object',
    properties: { t: { type: 'array', default: ['m'], items: {} } },
  });
  expect(
    taken({
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
  const compiled = taken({
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
  const compiled = taken({ type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs: defs });
  expect(JSON.stringify(compiled).length).toBeLessThan(2_000_000);
  expect(
    taken({
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
    expect(taken(bare)).toEqual({ type: 'object', properties: {} });
  const a = { type: 'object', properties: { x: { type: 'string' }, y: { type: 'string' } }, required: ['x', 'y'] };
  const b = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] };
  expect(taken({ anyOf: [a, b] })).toEqual({
    type: 'object',
    properties: { x: { type: 'string' }, y: { type: 'string' } },
    required: ['x'],
  });
  expect(taken({ allOf: [b, { properties: { z: {} }, required: ['z'] }] })).toEqual({
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
  expect(taken(schema)).toEqual(schema);
});

test('V3 any JSON at all compiles to an object schema', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.oneof(fc.constantFrom('$ref', 'items', 'properties', 'anyOf', 'allOf', '$defs', 'type'), fc.string()),
        fc.jsonValue(),
      ),
      (schema) => {
        expect(taken(schema as JsonObject)['type']).toBe('object');
      },
    ),
    { numRuns: 300, seed: 7 },
  );
});

/** Compiled (what grows without end would outlast the test), or dropped; what is sent is bounded and holds nothing that is refused. */
function bounded(schema: JsonObject): JsonObject | null {
  const compiled = openAiSchema(schema);
  expect(JSON.stringify(compiled).length).toBeLessThanOrEqual(256 * 1024);
  expect(refused(compiled)).toEqual([]);
  return compiled;
}
const many = (count: number, make: (n: number) => readonly [string, Json]): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => make(n)));

test('V3 a hostile schema compiles in bounded time and size, or is dropped', () => {
  // Each step names the next nine times.
  const laughs = many(60, (n) => [
    `d${n}`,
    { anyOf: Array.from({ length: 9 }, () => ({ $ref: `#/$defs/d${n + 1}` })) },
  ]);
  expect(bounded({ type: 'object', properties: { x: { $ref: '#/$defs/d0' } }, $defs: laughs })).not.toBeNull();
  // One long text, named thousands of times.
  const book = { type: 'string', description: 'x'.repeat(100_000) };
  const named = many(3_000, (n) => [`p${n}`, { $ref: '#/$defs/book' }]);
  expect(bounded({ type: 'object', properties: named, $defs: { book } })).not.toBeNull();
  const page = { type: 'string', description: 'x'.repeat(1_000) };
  bounded({ type: 'object', properties: many(10_000, (n) => [`p${n}`, { $ref: '#/$defs/page' }]), $defs: { page } });
  // A chain that would overflow the stack.
  const chain = many(20_000, (n) => [`c${n}`, { $ref: `#/$defs/c${n + 1}` }]);
  expect(bounded({ type: 'object', properties: { x: { $ref: '#/$defs/c0' } }, $defs: chain })).not.toBeNull();
  // As many anchors as references to them.
  const anchored = many(5_000, (n) => [`a${n}`, { $anchor: `n${n}`, type: 'string' }]);
  bounded({ type: 'object', properties: many(5_000, (n) => [`p${n}`, { $ref: `#n${n}` }]), $defs: anchored });
  // Rings, and a root that names itself everywhere.
  bounded({ type: 'object', properties: many(500, (n) => [`p${n}`, { $ref: '#' }]) });
  bounded({ $ref: '#' });
  bounded({
    type: 'object',
    $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } },
    properties: { x: { $ref: '#/$defs/a' } },
  });
  // Thousands of alternatives at the outermost.
  bounded({
    anyOf: Array.from({ length: 5_000 }, (_, n) => ({ properties: { [`p${n}`]: {} }, required: ['a', `p${n}`] })),
  });
  let deep: JsonObject = { type: 'string' };
  for (let n = 0; n < 3_000; n += 1) deep = { type: 'array', items: deep };
  bounded({ type: 'object', properties: { deep } });
});

test('V3 ten thousand properties go as they are while they can, and are dropped where nothing could use them', () => {
  const small = { type: 'object', properties: many(10_000, (n) => [`p${n}`, { type: 'null' }]) };
  expect(Object.keys(taken(small)['properties'] as JsonObject)).toHaveLength(10_000);
  const large = {
    type: 'object',
    properties: many(10_000, (n) => [`p${n}`, { type: 'string', description: 'some words on it' }]),
  };
  expect(openAiSchema(large)).toBeNull();
});

test('V3 keywords that are not what they have to be are left out, as one of them would have every tool refused', () => {
  const properties = {
    a: { type: 'text', description: 5, enum: [], required: 'a' },
    b: { type: ['string', 'odd'], properties: null, anyOf: [], items: 'x' },
    c: 'a word',
    d: { type: 'string', minLength: 'three', format: null, $dynamicRef: '#x' },
    e: { type: 'string', enum: ['x', 1, null], default: { any: 'thing' }, 'x-own': [1] },
    f: { type: 'object', properties: { g: null, h: true }, required: ['h'] },
  };
  const schema = JSON.parse(JSON.stringify({ type: 'object', properties, required: ['a', 5] })) as JsonObject;
  expect(taken(schema)).toEqual({
    type: 'object',
    properties: {
      a: {},
      b: {},
      c: {},
      d: { type: 'string' },
      e: { type: 'string', enum: ['x', 1, null], default: { any: 'thing' }, 'x-own': [1] },
      f: { type: 'object', properties: { g: {}, h: true }, required: ['h'] },
    },
  });
});

test('V3 a property called __proto__ is one like any other, and halves of characters are made whole', () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string","description":"a\\ud800b","pattern":"[\\\\ud800-\\\\udfff]"}}}',
  ) as JsonObject;
  expect(JSON.stringify(taken(schema))).toBe(
    '{"type":"object","properties":{"__proto__":{"type":"string","description":"a\ufffdb","pattern":"[\\\\ud800-\\\\udfff]"}}}',
  );
});
