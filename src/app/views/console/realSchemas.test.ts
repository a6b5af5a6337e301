import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isObject, type Json } from '../../../core/json.ts';
import { mcpTool } from '../../../core/mcptool.ts';
import { fixtureJson, fixtureNames, fixtureTest } from '../../../test/fixtures.ts';
import { argsOf, enteredOf, fieldsOf } from './schemaForm.ts';

fixtureTest('V4 every tool of real servers has a form, whose entries give its arguments back', async () => {
  let forms = 0;
  for (const name of await fixtureNames('mcp-toollists')) {
    const listed = (await fixtureJson(`mcp-toollists/${name}`)) as Json;
    const tools = isObject(listed) && Array.isArray(listed['tools']) ? listed['tools'] : [];
    for (const one of tools) {
      const tool = mcpTool('s1', one);
      if (!tool.ok) throw new Error(tool.fault.message);
      const { schema } = tool.value;
      const fields = fieldsOf(schema);
      expect(fields.map((field) => field.name)).toEqual(Object.keys((schema['properties'] ?? {}) as object));
      const filled = Object.fromEntries(
        fields.map(({ name: field, control }): [string, Json] => [
          field,
          control.is === 'text'
            ? 'some text'
            : control.is === 'number'
              ? (control.min ?? 1)
              : control.is === 'flag'
                ? true
                : control.is === 'choice'
                  ? (control.values[0] ?? '')
                  : control.wants === 'array'
                    ? [1]
                    : { a: 1 },
        ]),
      );
      expect(argsOf(fields, enteredOf(fields, filled))).toEqual({ ok: true, args: filled });
      forms += 1;
    }
  }
  expect(forms).toBe(74);
});

const fields = fieldsOf({
  type: 'object',
  $defs: { Place: { type: 'string', description: 'A town.' }, Loop: { $ref: '#/$defs/Loop' } },
  properties: {
    maybe: { anyOf: [{ type: 'integer', minimum: 2 }, { type: 'null' }], default: null, description: 'How many.' },
    place: { $ref: '#/$defs/Place', default: 'Ulm' },
    loop: { $ref: '#/$defs/Loop' },
    gone: { $ref: '#/$defs/None' },
    far: { $ref: 'https://example.com/schema' },
    level: { enum: [1, 2, 3] },
    mode: { type: 'string', enum: ['a', 'b', null] },
    constructor: { type: 'string' },
  },
  required: ['place'],
});

test('V4 “optional” alternatives, references and defaults are read as servers mean them', () => {
  expect(fields.map(({ name, control, about }) => [name, control.is, about])).toEqual([
    ['maybe', 'number', 'How many.'],
    ['place', 'text', 'A town. (left out: "Ulm")'],
    ['loop', 'json', ''],
    ['gone', 'json', ''],
    ['far', 'json', ''],
    ['level', 'json', ''],
    ['mode', 'choice', ''],
    ['constructor', 'text', ''],
  ]);
});

test('V4 a property may have any name, and what is not entered is left out', () => {
  const named = fieldsOf({
    type: 'object',
    properties: JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}') as never,
  });
  expect(named.map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  expect(argsOf(named, {})).toEqual({ ok: true, args: {} });
  const entered = JSON.parse('{"__proto__": "x", "constructor": "y"}') as Record<string, string>;
  const read = argsOf(named, entered);
  expect(read.ok && JSON.stringify(read.args)).toBe('{"__proto__":"x","constructor":"y"}');
  expect(JSON.stringify(enteredOf(named, entered))).toBe('{"__proto__":"x","constructor":"y"}');
});

test('V4 no schema whatever breaks the form', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
      fc.jsonValue({ maxDepth: 3 }),
      (props, more) => {
        const schema = { type: 'object', properties: props as Json, required: more as Json };
        const made = fieldsOf(schema);
        expect(made).toHaveLength(Object.keys(props).length);
        argsOf(made, Object.fromEntries(made.map(({ name }) => [name, 'x'])));
      },
    ),
  );
});
