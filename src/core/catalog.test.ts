import { assert, array, property, shuffledSubarray, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixtureJson, fixtureNames, fixturesPresent } from '../test/fixtures.ts';
import { mcpTool } from '../test/core/make.ts';
import { fileTool, fileTools } from './builtin.ts';
import { makeCatalog, offersOf, safeName } from './catalog.ts';
import { isObject } from './json.ts';
import type { Tool } from './tool.ts';

/** What Anthropic, OpenAI, Gemini and the strictest of the compatible ones all take. */
const valid = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/u;
const servers = new Map([
  ['s1', 'GitHub'],
  ['s2', 'Docs'],
]);
const namesOf = (tools: readonly Tool[], named: ReadonlyMap<string, string> = servers): string[] =>
  offersOf(makeCatalog(tools, named), () => true).map((offer) => offer.name);

describe('names that travel to every provider', () => {
  test('T5 an ordinary name stays readable: mcp__server__tool', () => {
    expect(namesOf([mcpTool('search_code', null, 's1')])).toEqual(['mcp__GitHub__search_code']);
    expect(namesOf([fileTool('file_read')])).toEqual(['file_read']);
  });

  test('T5 case 30: dots, slashes, blanks, digits and foreign letters go under safe names and map back', () => {
    const tools = ['calendar.list', 'node.js/build', 'a b', '1st', 'ünï', '日本', '', 'a.b', 'a_b'].map((name) =>
      mcpTool(name),
    );
    const catalog = makeCatalog(tools, servers);
    const names = namesOf(tools);
    for (const name of names) expect(name).toMatch(valid);
    expect(new Set(names).size).toBe(tools.length);
    expect(names.map((name) => catalog.byName.get(name)?.name)).toEqual(tools.map((tool) => tool.name));
  });

  test('T5 a name over 64 characters is shortened with a mark, so that two long ones stay apart', () => {
    const long = 'x'.repeat(80);
    const names = namesOf([mcpTool(`${long}a`), mcpTool(`${long}b`)]);
    for (const name of names) expect(name).toHaveLength(64);
    expect(new Set(names).size).toBe(2);
  });

  test('T5 case 32: two servers’ search tools are two, and none can take a built-in’s name', () => {
    const tools = [
      mcpTool('search', null, 's1'),
      mcpTool('search', null, 's2'),
      mcpTool('file_read', null, 's1'),
      ...fileTools,
    ];
    const { byName, names } = makeCatalog(tools, servers);
    expect(byName.get('file_read')).toBe(fileTools[0]);
    expect(byName.get('mcp__GitHub__search')?.key).toBe('mcp:s1:search');
    expect(byName.get('mcp__Docs__search')?.key).toBe('mcp:s2:search');
    expect(byName.get('mcp__GitHub__file_read')?.key).toBe('mcp:s1:file_read');
    expect(names.size).toBe(tools.length);
  });

  test('T5 servers of one name, and names that run into each other, stay apart whatever order they answer in', () => {
    const twins = new Map([
      ['s1', 'Docs'],
      ['s2', 'Docs'],
      ['s3', 'Docs__a'],
    ]);
    const tools = [
      mcpTool('search', null, 's1'),
      mcpTool('search', null, 's2'),
      mcpTool('a__b', null, 's1'),
      mcpTool('b', null, 's3'),
    ];
    const forward = makeCatalog(tools, twins).names;
    const backward = makeCatalog(tools.toReversed(), twins).names;
    expect(Object.fromEntries(forward)).toEqual(Object.fromEntries(backward));
    expect(new Set(forward.values()).size).toBe(4);
    for (const name of forward.values()) expect(name).toMatch(valid);
  });

  test('T5 a server that lists one tool twice has it once', () => {
    const first = mcpTool('search');
    const tools = [first, { ...mcpTool('search'), description: 'a second one' }];
    expect(namesOf(tools)).toEqual(['mcp__GitHub__search']);
    expect(makeCatalog(tools, servers).byName.get('mcp__GitHub__search')).toBe(first);
  });

  test('T5 a name that a model invents is made safe too, and a safe one is left alone', () => {
    for (const name of ['', ' ', '_', 'read file', '../x', 'a'.repeat(300), '💥'])
      expect(safeName(name)).toMatch(valid);
    for (const name of ['file_read', 'mcp__a__b', '_x', 'A-b']) expect(safeName(name)).toBe(name);
    for (const name of ['', 'a.b', 'a'.repeat(300)]) expect(safeName(safeName(name))).toBe(safeName(name));
  });

  test('T5 whatever tools are called, names are valid, distinct, and map back to their own', () => {
    assert(
      property(array(string({ unit: 'binary', maxLength: 90 }), { maxLength: 12 }), (wanted) => {
        const tools = [...new Set(wanted)].map((name) => mcpTool(name));
        const catalog = makeCatalog(tools, servers);
        const names = namesOf(tools);
        return (
          names.every((name) => valid.test(name)) &&
          new Set(names).size === tools.length &&
          names.every((name, at) => catalog.byName.get(name) === tools[at])
        );
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  test('T5 real servers’ tool lists get valid, distinct, stable names', async (context) => {
    context.skip(!fixturesPresent, 'the shared test fixtures are absent: set SLUICE_FIXTURES to their folder');
    const { tools, named } = await realTools();
    expect(tools.length).toBeGreaterThan(50);
    const names = namesOf(tools, named);
    expect(names.filter((name) => !valid.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(tools.length);
    // Stable: each tool keeps its own name, whatever order servers answer in and list in.
    const before = new Map(makeCatalog(tools, named).names);
    assert(
      property(shuffledSubarray([...tools], { minLength: tools.length }), (shuffled) => {
        expect(new Map([...before].map(([key]) => [key, makeCatalog(shuffled, named).names.get(key)]))).toEqual(before);
      }),
      { seed: 3, numRuns: 10 },
    );
  });

  test('T5 real servers that all bear one name, and each twice, still get valid, distinct, stable names', async (context) => {
    context.skip(!fixturesPresent, 'the shared test fixtures are absent: set SLUICE_FIXTURES to their folder');
    const { tools, named } = await realTools();
    const twice = [...tools, ...tools.map((tool) => mcpTool(tool.name, null, `twin${tool.key.split(':')[1] ?? ''}`))];
    const one = new Map(
      [...named.keys()].flatMap((id) => [[id, 'Ünser Server'] as const, [`twin${id}`, 'Ünser Server']]),
    );
    const { names, byName } = makeCatalog(twice, one);
    expect(names.size).toBe(twice.length);
    expect([...names.values()].filter((name) => !valid.test(name))).toEqual([]);
    expect(byName.size).toBe(twice.length);
    for (const [key, name] of names) expect(byName.get(name)?.key).toBe(key);
    expect(new Map(makeCatalog(twice.toReversed(), one).names)).toEqual(new Map(names));
  });
});

/** Every tool of the recorded lists, each list as a server of its own. */
async function realTools(): Promise<{ readonly tools: readonly Tool[]; readonly named: ReadonlyMap<string, string> }> {
  const files = (await fixtureNames('mcp-toollists')).filter((name) => name.endsWith('.json'));
  const lists = await Promise.all(files.map((file) => fixtureJson(`mcp-toollists/${file}`)));
  const tools = lists.flatMap((list, at) => {
    const listed = isObject(list) ? list['tools'] : list;
    const all: readonly unknown[] = Array.isArray(listed) ? listed : [];
    return all.flatMap((one) =>
      isObject(one) && typeof one['name'] === 'string' ? [mcpTool(one['name'], null, `id${at}`)] : [],
    );
  });
  return { tools, named: new Map(files.map((file, at) => [`id${at}`, file.replace('.json', '')])) };
}

test('T1 built-ins and server tools stand in one catalogue and are told in one form', () => {
  const tools = [mcpTool('search'), fileTool('file_read')];
  const catalog = makeCatalog(tools, servers);
  expect(catalog.tools.map((tool) => tool.name)).toEqual(['file_read', 'search']);
  expect(offersOf(catalog, (tool) => tool.source.from === 'mcp')).toEqual([
    { name: 'mcp__GitHub__search', description: 'What search does', schema: { type: 'object' } },
  ]);
});
