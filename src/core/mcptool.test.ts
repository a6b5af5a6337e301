import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixtureJson, fixtureNames, fixtureTest } from '../test/fixtures.ts';
import { exponentialRefs, harmfulNames } from '../test/servers/hostile/harm.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import type { ServerId } from './ids.ts';
import { mcpKey, mcpTool } from './mcptool.ts';

const server = 's1' as ServerId;
const listed = (more: JsonObject = {}): JsonObject => ({ name: 'look', inputSchema: { type: 'object' }, ...more });
const tool = (more: JsonObject = {}) => {
  const read = mcpTool(server, listed(more));
  if (!read.ok) throw new Error(read.fault.message);
  return read.value;
};

test('T1 a listed tool stands in the catalogue with its own name, words, schemas and hints', () => {
  const outputSchema = { type: 'object', properties: { n: { type: 'number' } } };
  const annotations = { readOnlyHint: true, title: 'From the hints', destructiveHint: false };
  expect(tool({ title: 'Look around', description: 'Looks.', outputSchema, annotations })).toEqual({
    key: 'mcp:s1:look',
    name: 'look',
    label: 'Look around',
    description: 'Looks.',
    schema: { type: 'object' },
    effect: 'read',
    source: { from: 'mcp', server },
    readOnlyHint: true,
    result: outputSchema,
    hints: annotations,
  });
});

test('T2 only a hint that is true makes a tool a read; silence and nonsense make it a write', () => {
  expect(tool()).toMatchObject({ effect: 'write', readOnlyHint: null });
  expect(tool({ annotations: { readOnlyHint: false } })).toMatchObject({ effect: 'write', readOnlyHint: false });
  for (const readOnlyHint of ['true', 1, {}, null]) {
    expect(tool({ annotations: { readOnlyHint } })).toMatchObject({ effect: 'write', readOnlyHint: null });
  }
});

test('T1 the label is the title, the title of the hints, or the name; never blank, never endless', () => {
  expect(tool().label).toBe('look');
  expect(tool({ annotations: { title: 'Hint' } }).label).toBe('Hint');
  expect(tool({ title: '  ' }).label).toBe('look');
  expect(tool({ title: 'x'.repeat(300) }).label).toBe('look');
  expect(tool({ title: 7, description: {} })).toMatchObject({ label: 'look', description: '' });
});

const deep = (levels: number): Json => (levels === 0 ? {} : { a: deep(levels - 1) });

test.each<[string, Json]>([
  ['no object', 'tool'],
  ['nothing', null],
  ['a list', []],
  ['without a name', { inputSchema: { type: 'object' } }],
  ['with a blank name', listed({ name: ' \t' })],
  ['with a name of 500 characters', listed({ name: 'x'.repeat(500) })],
  ['without a schema', { name: 'look' }],
  ['with a schema that is text', listed({ inputSchema: 'object' })],
  ['whose arguments are a list', listed({ inputSchema: { type: 'array' } })],
  ['whose schema is nested without end', listed({ inputSchema: { type: 'object', properties: deep(100) } })],
  ['that says too much', listed({ description: 'x'.repeat(300_000) })],
])('T1 an entry %s is left out with a sentence', (_what, entry) => {
  const read = mcpTool(server, entry);
  expect(read).toMatchObject({ ok: false, fault: { code: 'mcp' } });
  expect(!read.ok && read.fault.message.length).toBeLessThan(400);
});

test('T6 a sentence about a bad tool hides nothing of its name', () => {
  const read = mcpTool(server, { name: 'a\u202eb\u0000', inputSchema: 1 });
  expect(!read.ok && read.fault.message).toContain('⟨U+202E⟩');
  expect(!read.ok && read.fault.message).toContain('⟨U+0000⟩');
});

test('T5 each name keeps its own key, whatever is in it; schemas that would explode are taken as they are', () => {
  const named = harmfulNames.filter((name) => name.length <= 256 && name.trim() !== '');
  const keys = named.map((name) => tool({ name }).key);
  expect(keys).toEqual(named.map((name) => mcpKey(server, name)));
  expect(new Set(keys).size).toBe(new Set(named).size);
  expect(tool({ inputSchema: exponentialRefs() }).schema).toEqual(exponentialRefs());
});

test('T1 whatever a server lists, it is a tool that can be called or a sentence', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.dictionary(fc.constantFrom('name', 'inputSchema', 'annotations', 'title'), fc.jsonValue()),
      ),
      (value) => {
        const read = mcpTool(server, value as Json);
        if (read.ok) expect(isObject(read.value.schema) && read.value.label.trim()).not.toBe('');
        else expect(read.fault.message).toMatch(/\.$/u);
      },
    ),
    { seed: 1, numRuns: 300 },
  );
});

fixtureTest('T1 every tool of the collected lists of real servers is taken', async () => {
  for (const file of await fixtureNames('mcp-toollists')) {
    const list = await fixtureJson(`mcp-toollists/${file}`);
    const tools = isObject(list) && Array.isArray(list['tools']) ? (list['tools'] as readonly Json[]) : [];
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.map((one) => mcpTool(server, one)).filter((read) => !read.ok)).toEqual([]);
  }
});
