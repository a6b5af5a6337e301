import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Json, JsonObject } from './json.ts';
import { mcpResult, type McpAnswer } from './mcpresult.ts';

const png = Buffer.from(Array.from({ length: 600 }, (_, at) => (at * 7919) % 256)).toString('base64');
const answer = (content: readonly Json[], structured: JsonObject | null = null, failed = false): McpAnswer => ({
  content,
  structured,
  failed,
});
const result = (content: readonly Json[], structured: JsonObject | null = null) => {
  const read = mcpResult(answer(content, structured));
  if (!read.ok) throw new Error(read.fault.message);
  return read.value;
};
const image = { type: 'image', mimeType: 'image/png', data: png };

test('M1 an image alone is an image, and no text (case 43)', () => {
  expect(result([image])).toEqual({ text: '', images: [{ mime: 'image/png', base64: png }], summary: 'an image' });
});

test('M1 an image and the same base64 in structured content: a note for the model, the data whole for flows (case 43)', () => {
  const { text, data, images } = result([image], { picture: png, url: `data:image/png;base64,${png}`, width: 3 });
  expect(text).toBe('{"picture":"[binary, 1 KB]","url":"data:image/png;base64,[binary, 1 KB]","width":3}');
  expect(data).toMatchObject({ picture: png });
  expect(images).toHaveLength(1);
});

test.each([
  ['alone', png],
  ['with words around it', `Here it is: ${png} (PNG)`],
  ['as a data address', `![a](data:image/png;base64,${png})`],
  ['in JSON as text', JSON.stringify({ image: { data: png } })],
  ['in JSON with escaped slashes', JSON.stringify({ data: png }).replaceAll('/', '\\/')],
  ['with the letters of addresses', png.replaceAll('+', '-').replaceAll('/', '_')],
  ['after a line break in JSON', JSON.stringify({ text: `\n${png}\n` })],
])('M1 base64 in a text block %s becomes a note (case 43)', (_where, text) => {
  const read = result([{ type: 'text', text }]);
  expect(read.text).toContain('[binary, 1 KB]');
  expect(read.text).not.toMatch(/[A-Za-z0-9+/_-]{100}/u);
  expect(read.text.length).toBeLessThan(100);
});

test.each([
  ['a rule', '-'.repeat(400)],
  ['a hash', '0123456789abcdef'.repeat(40)],
  ['a word', 'a'.repeat(1_000)],
  ['a path', '/usr/lib/some-package'.repeat(40)],
  ['minified code', 'function(a){return a+B1};'.repeat(40)],
  ['a short token', png.slice(0, 200)],
])('M1 text that is long in one piece but no binary stays: %s', (_what, text) => {
  expect(result([{ type: 'text', text }]).text).toBe(text);
});

test('M1 every kind of part: words for the model, pieces for the person', () => {
  const read = result([
    { type: 'text', text: 'Hello' },
    image,
    { type: 'audio', mimeType: 'audio/wav', data: png },
    { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt', description: 'The first', mimeType: 'text/plain' },
    { type: 'resource', resource: { uri: 'demo://1', mimeType: 'text/plain', text: 'inside' } },
    { type: 'resource', resource: { uri: 'demo://2', mimeType: 'application/zip', blob: png } },
    { type: 'resource', resource: { uri: 'demo://3', mimeType: 'image/png', blob: png } },
    { type: 'hologram', data: png },
  ]);
  expect(read.text.split('\n')).toEqual([
    'Hello',
    '[audio, audio/wav, 1 KB, not heard by models]',
    '[link to file:///a.txt: a.txt (The first)]',
    '[resource demo://1]',
    'inside',
    '[resource demo://2: application/zip, 1 KB, not shown to models]',
    '[resource demo://3: image, image/png]',
    '[a part of kind "hologram", which Sluice does not know]',
  ]);
  expect(read.images).toHaveLength(2);
  expect(read.pieces?.map((piece) => piece.is)).toEqual(['audio', 'link', 'resource', 'resource']);
  expect(read.summary).toBe('2 images, audio, 3 resources');
});

test('M1 an image that no provider takes is a note: no data, another type, no base64; one that can be put right is', () => {
  const odd = [
    { type: 'image', mimeType: 'image/png' },
    { type: 'image', mimeType: 'text/html', data: png },
    { type: 'image', mimeType: 'image/png', data: 'not base64!' },
    { type: 'resource', resource: { uri: 'demo://4', mimeType: 'image/png', blob: '%%%' } },
  ];
  const read = result(odd);
  expect(read.images).toBeUndefined();
  expect(read.text.match(/an image that cannot be read/gu)).toHaveLength(4);
  const mended = result([
    { type: 'image', mimeType: 'image/png', data: `data:image/png;base64,${png.slice(0, 76)}\r\n${png.slice(76)}` },
  ]);
  expect(mended.images).toEqual([{ mime: 'image/png', base64: png }]);
});

test('M1 a tool that says it failed is a fault in its own words, without binary', () => {
  expect(mcpResult(answer([{ type: 'text', text: `No: ${png}` }], null, true))).toMatchObject({
    ok: false,
    fault: { code: 'tool-failed', message: 'No: [binary, 1 KB]' },
  });
  expect(mcpResult(answer([], null, true))).toMatchObject({ ok: false, fault: { code: 'tool-failed' } });
  expect(result([])).toEqual({ text: '', summary: 'nothing' });
});

const base64 = fc.uint8Array({ minLength: 200, maxLength: 900 }).map((bytes) => Buffer.from(bytes).toString('base64'));
const words = fc.oneof(
  fc.string(),
  base64,
  fc.tuple(fc.string(), base64, fc.string()).map((parts) => parts.join(' ')),
);
const block: fc.Arbitrary<Json> = fc.oneof(
  fc.record({ type: fc.constant('text'), text: words }),
  fc.record({
    type: fc.constantFrom('image', 'audio', 'other'),
    mimeType: fc.constantFrom('image/png', 'audio/wav'),
    data: words,
  }),
  fc.record({ type: fc.constant('resource_link'), uri: words, name: words, description: words }),
  fc.record({
    type: fc.constant('resource'),
    resource: fc.oneof(
      fc.record({ uri: words, mimeType: fc.constant('text/plain'), text: words }),
      fc.record({ uri: words, mimeType: fc.constantFrom('image/png', 'application/zip'), blob: words }),
    ),
  }),
  fc.jsonValue() as fc.Arbitrary<Json>,
);
const structured = fc.option(fc.dictionary(fc.string(), fc.oneof(words, fc.array(words))) as fc.Arbitrary<JsonObject>);

test('M1 no text ever holds 256 characters of base64 of real binary, whatever came (case 43)', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 6 }), structured, fc.boolean(), (content, data, failed) => {
      const read = mcpResult({ content, structured: data, failed });
      const text = read.ok ? read.value.text : read.fault.message;
      for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{256,}/gu))
        expect(/[A-Z]/u.test(run) && /[a-z]/u.test(run) && /[0-9]/u.test(run)).toBe(false);
    }),
    { seed: 43, numRuns: 100 },
  );
});

test('M1 a hostile answer of many megabytes is read in a moment', () => {
  const parts = Array.from({ length: 20_000 }, (_, at) => ({
    type: 'audio',
    mimeType: 'audio/wav',
    data: `${png.slice(0, 60)}${at}`,
  }));
  const text = `${png.slice(0, 255)} `.repeat(12_000) + '\\/'.repeat(500_000);
  const begun = performance.now();
  result([...parts, { type: 'text', text }]);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('M1 a picture made so that each place of a text is nearly it does not hold the page up', () => {
  // Searched for naively, it is compared with the text some ten thousand million times.
  const almost = `${'A'.repeat(75_000)}B${'A'.repeat(75_000)}`;
  const words = 'A'.repeat(450_000);
  const { text } = result([
    { ...image, data: almost },
    { type: 'text', text: `${words}, ${almost}.` },
  ]);
  expect(text).toMatch(/^\[binary, 330 KB\], \[binary, \d+ KB\]\.$/u);
});

test('M1 a long part that is repeated in text is found wherever it stands, as often as it is there', () => {
  const part = `${'ab'.repeat(300)}c`;
  const around = ['', 'a', 'ab', 'ab'.repeat(299), `${'ab'.repeat(300)}-`, part];
  for (const before of around)
    for (const after of around) {
      const words = `<${before}${part}${after}>`;
      const { text } = result([
        { ...image, data: part },
        { type: 'text', text: words },
      ]);
      expect(text).toBe(words.replaceAll(part, '[binary, 1 KB]'));
    }
});

test('M1 data nested beyond what a database takes is left out, and said to be', () => {
  const deep = (levels: number): JsonObject => {
    let value: JsonObject = { end: 1 };
    for (let level = 0; level < levels; level += 1) value = { a: value };
    return value;
  };
  expect(result([], deep(150)).data).toBeDefined();
  for (const levels of [300, 3_000, 100_000]) {
    const { text, data } = result([{ type: 'text', text: 'Here it is.' }], deep(levels));
    expect(text).toBe('Here it is.\n[structured data, nested too deeply to be kept: left out]');
    expect(data).toBeUndefined();
  }
  expect(mcpResult(answer([], deep(3_000), true))).toMatchObject({ ok: false, fault: { code: 'tool-failed' } });
});

/** The reference server in this process: its real answers, without a port. */
interface Reference {
  readonly server: { connect(transport: InMemoryTransport): Promise<void>; close(): Promise<void> };
  cleanup(): void;
}
const program = '@modelcontextprotocol/server-everything/dist/server/index.js';
const client = new Client({ name: 'test', version: '0' });
let reference: Reference;
beforeAll(async () => {
  const { createServer } = (await import(program)) as { createServer: () => Reference };
  reference = createServer();
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([reference.server.connect(theirs), client.connect(ours)]);
}, 60_000);
afterAll(async () => {
  await client.close();
  reference.cleanup();
});

async function really(name: string, args: Record<string, unknown> = {}) {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args });
  return mcpResult({
    content: content as readonly Json[],
    structured: (structuredContent ?? null) as JsonObject | null,
    failed: isError === true,
  });
}

test('M1 what server-everything really answers: image, links, resources, data, a gzip, an error (case 43)', async () => {
  const tiny = await really('get-tiny-image');
  expect(tiny).toMatchObject({ ok: true, value: { images: [{ mime: 'image/png' }], summary: 'an image' } });
  expect(tiny.ok && tiny.value.text).not.toMatch(/[A-Za-z0-9+/]{64}/u);
  const weather = await really('get-structured-content', { location: 'New York' });
  expect(weather.ok && weather.value.data).toMatchObject({ temperature: expect.any(Number) as number });
  expect(weather.ok && JSON.parse(weather.value.text)).toEqual(weather.ok && weather.value.data);
  const links = await really('get-resource-links', { count: 2 });
  expect(links).toMatchObject({
    ok: true,
    value: { pieces: [{ is: 'link' }, { is: 'link' }], summary: '2 resources' },
  });
  const blob = await really('get-resource-reference', { resourceType: 'Blob', resourceId: 1 });
  expect(blob).toMatchObject({ ok: true, value: { pieces: [{ is: 'resource', text: null }] } });
  expect(await really('get-sum', { a: 1 })).toMatchObject({ ok: false, fault: { code: 'tool-failed' } });
});
