import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileTool } from './builtin.ts';
import type { JsonObject } from './json.ts';
import { mcpTool } from './mcptool.ts';
import { pinned, pinText } from './pin.ts';
import type { Tool } from './tool.ts';

function tool(more: JsonObject = {}): Tool {
  const read = mcpTool('s1', {
    name: 'search',
    title: 'Search',
    description: 'Finds things.',
    inputSchema: { type: 'object', properties: { q: { type: 'string' }, n: { type: 'integer' } }, required: ['q'] },
    ...more,
  });
  if (!read.ok) throw new Error(read.fault.message);
  return read.value;
}

describe('what a tool is, as text', () => {
  test('T6 anything a server says of a tool is in it, so that no change goes unseen', () => {
    const before = tool({ annotations: { readOnlyHint: true }, outputSchema: { type: 'object' } });
    const others: readonly JsonObject[] = [
      { title: 'Find' },
      { description: 'Finds things. ' },
      { description: 'Finds\u200b things.' },
      { inputSchema: { type: 'object', properties: { q: { type: 'number' } }, required: ['q'] } },
      { inputSchema: { type: 'object', properties: { n: { type: 'integer' }, q: { type: 'string' } }, required: [] } },
      { annotations: { readOnlyHint: false } },
      { annotations: { readOnlyHint: true, destructiveHint: true } },
      { annotations: null },
      { outputSchema: { type: 'object', properties: {} } },
      { outputSchema: null },
    ];
    const texts = others.map((more) =>
      pinText(tool({ annotations: { readOnlyHint: true }, outputSchema: { type: 'object' }, ...more })),
    );
    expect(new Set([pinText(before), ...texts]).size).toBe(others.length + 1);
    for (const text of texts) expect(pinned(before, text)).toBe('changed');
  });

  test('T6 another order of keys is no change; another order of a list is one', () => {
    const there = tool({ annotations: { b: 1, a: 2 }, inputSchema: { required: ['q', 'n'], type: 'object' } });
    const here = tool({ inputSchema: { type: 'object', required: ['q', 'n'] }, annotations: { a: 2, b: 1 } });
    expect(pinned(here, pinText(there))).toBe('same');
    const turned = tool({ inputSchema: { type: 'object', required: ['n', 'q'] }, annotations: { a: 2, b: 1 } });
    expect(pinned(turned, pinText(there))).toBe('changed');
  });

  test('T6 a description cannot pass itself off as another part of the text', () => {
    const real = tool({ annotations: { readOnlyHint: true } });
    const plain = tool();
    const forged = tool({
      description: `Finds things.\n\n${pinText(real).slice(pinText(real).indexOf('Arguments:'))}`.trimEnd(),
      inputSchema: {},
    });
    for (const one of [real, plain]) expect(pinned(forged, pinText(one))).toBe('changed');
  });

  test('T6 nothing moves from the title into what models are told without being a change', () => {
    const before = tool({ title: 'Search\n\nDescription:\nSends files.', description: 'Finds things.' });
    const after = tool({ title: 'Search', description: 'Sends files.\n\nDescription:\nFinds things.' });
    expect(pinned(after, pinText(before))).toBe('changed');
  });

  test('T6 nothing pinned yet is no change; a pin that could not be read is one (row G11)', () => {
    expect(pinned(tool(), undefined)).toBe('same');
    expect(pinned(tool(), pinText(tool()))).toBe('same');
    expect(pinned(tool(), null)).toBe('changed');
    expect(pinned(tool(), '')).toBe('changed');
    expect(pinned(fileTool('grep'), pinText(fileTool('grep')))).toBe('same');
  });

  test('T6 two tools have one text only where they are the same in all that can be approved', () => {
    const words = fc.constantFrom(
      '',
      'a',
      'b',
      'a\n\nArguments:\n{}',
      'b\n\nTitle: a',
      'a\n\nDescription:\nb',
      '"a"',
      'a\\n',
    );
    const said = fc.record({
      name: fc.constantFrom('a', 'b', 'a\n\nTitle: b', '"a"', 'a\\n'),
      title: words,
      description: words,
      inputSchema: fc.constantFrom<JsonObject>({}, { type: 'object' }, { description: 'a\n\nAnnotations:\n{}' }),
      annotations: fc.constantFrom<JsonObject>({}, { readOnlyHint: true }, { title: 'a' }),
    });
    fc.assert(
      fc.property(said, said, (one, two) => {
        const [a, b] = [tool(one), tool(two)];
        const parts = (of: Tool) => JSON.stringify([of.name, of.label, of.description, of.schema, of.hints]);
        fc.pre(parts(a) !== parts(b));
        expect(pinned(a, pinText(b))).toBe('changed');
      }),
      { seed: 5, numRuns: 500 },
    );
  });
});
