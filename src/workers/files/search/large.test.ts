import { expect, test } from 'vitest';
import type { JsonObject } from '../../../core/json.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import { full } from '../../../test/fixtures.ts';
import { body, emptyFolder, notes } from '../../../test/tree.ts';
import { grep } from './grep.ts';

const quiet = { signal: new AbortController().signal, progress: (): void => undefined };
const search = (root: FileSystemDirectoryHandle, args: JsonObject): Promise<Outcome<ToolResult>> =>
  grep(root, args, quiet);

/** A file written part by part, so that the test itself stays small. */
async function written(parts: Iterable<string | Uint8Array<ArrayBuffer>>): Promise<FileSystemDirectoryHandle> {
  const root = await emptyFolder('large');
  const writable = await (await root.getFileHandle('big.txt', { create: true })).createWritable();
  for (const part of parts) await writable.write(part);
  await writable.close();
  return root;
}

const mb = 1024 * 1024;

test(
  'P10 a huge file of one line neither breaks nor empties a search',
  { timeout: full ? 900_000 : 120_000 },
  async () => {
    const size = full ? 200 : 12;
    function* parts(): Generator<string> {
      yield 'start;';
      for (let at = 0; at < size; at += 1) {
        yield 'var x=1;'.repeat(mb / 8);
        if (at === size - 2) yield 'needle42 é;';
      }
      yield 'the end';
    }
    const root = await written(parts());
    for (const pattern of ['needle42', 'ne+dle\\d+ é', '\\bneedle42\\b']) {
      const found = await search(root, { pattern });
      const [line = ''] = body(found);
      expect(line).toMatch(/^big\.txt:1:….*needle42 é;.*…$/u);
      expect(line.length).toBeLessThan(430);
      expect(found.ok && found.value.summary).toBe('1 match in 1 file');
    }
    expect(body(await search(root, { pattern: '^start' }))[0]).toMatch(/^big\.txt:1:start;var.*…$/u);
    expect(body(await search(root, { pattern: 'the end$' }))[0]).toMatch(/^big\.txt:1:….*the end$/u);
    for (const pattern of ['^var', 'var$', '\\bar\\b'])
      expect(body(await search(root, { pattern }))).toEqual(['No matches.']);
    expect(notes(await search(root, { pattern: 'needle42' }))).toContain('searched in pieces');
  },
);

test('P10 a large file is searched slice by slice, with line numbers, context and characters whole across the cuts', async () => {
  const line = 'день за днём é 日本\n';
  const bytes = new TextEncoder().encode(line).length;
  const before = Math.floor((9 * mb) / bytes);
  function* parts(): Generator<string> {
    yield line.repeat(before);
    yield 'above\nнайти needle\nbelow\n';
    yield line.repeat(1_000);
    yield 'last needle';
  }
  const root = await written(parts());
  expect(body(await search(root, { pattern: 'needle', context: 1 }))).toEqual([
    `big.txt-${before + 1}-above`,
    `big.txt:${before + 2}:найти needle`,
    `big.txt-${before + 3}-below`,
    '--',
    `big.txt-${before + 1_003}-${line.trimEnd()}`,
    `big.txt:${before + 1_004}:last needle`,
  ]);
  // A character that was cut in two would make lines that are unlike all others.
  expect(body(await search(root, { pattern: '^день за днём é 日本$', max_results: 1 }))).toEqual([
    'big.txt:1:день за днём é 日本',
  ]);
  expect(body(await search(root, { pattern: '\ufffd|Ð' }))).toEqual(['No matches.']);
});

test('P10 a large UTF-16 file is text, and a large file with NUL bytes further on is named as binary', async () => {
  const utf16 = (text: string): Uint8Array<ArrayBuffer> =>
    new Uint8Array(Uint16Array.from(text, (unit) => unit.charCodeAt(0)).buffer);
  const root = await written([new Uint8Array([0xff, 0xfe]), utf16('wide line\n'.repeat(300_000)), utf16('найти\n')]);
  expect(body(await search(root, { pattern: 'найти' }))).toEqual(['big.txt:300001:найти']);
  const binary = await written(['plain line\n'.repeat(500_000), new Uint8Array([0, 1, 2]), 'needle\n']);
  const outcome = await search(binary, { pattern: 'needle' });
  expect(body(outcome)).toEqual(['No matches.']);
  expect(notes(outcome)).toContain('1 binary file');
});
