import { describe, expect, test } from 'vitest';
import { limits } from '../../core/limits.ts';
import { testCall, testFolder } from '../../test/folder.ts';
import { makeFiles } from './api.ts';
import type { JsonObject } from '../../core/json.ts';

const files = makeFiles();
const none = (): void => undefined;
const read = async (root: FileSystemDirectoryHandle, args: JsonObject) => {
  const outcome = await files.run(root, testCall('file_read', args), null, none);
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return outcome.value;
};
const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at + 1}\n`).join('');

describe('P6 reading', () => {
  test('P6 a file comes back as it is, its BOM dropped and its line endings kept', async () => {
    const { root } = await testFolder({ 'a.txt': '\ufeff# T\r\nx', 'e.txt': '' });
    expect(await read(root, { path: 'a.txt' })).toEqual({ text: '# T\r\nx', summary: '2 lines' });
    expect(await read(root, { path: 'e.txt' })).toEqual({ text: '', summary: 'empty file' });
  });

  test('P6 a range is 1-based and inclusive, and tells how to go on only where it was cut', async () => {
    const { root } = await testFolder({ 'a.txt': lines(50) });
    expect((await read(root, { path: 'a.txt', start_line: 3, end_line: 4 })).text).toBe('line 3\nline 4\n');
    expect((await read(root, { path: 'a.txt', start_line: 50, end_line: 900 })).text).toBe('line 50\n');
    expect(await read(root, { path: './a.txt' })).toMatchObject({ summary: '50 lines' });
    const beyond = await files.run(root, testCall('file_read', { path: 'a.txt', start_line: 51 }), null, none);
    expect(beyond).toMatchObject({
      ok: false,
      fault: { code: 'bad-arguments', message: expect.stringContaining('50 lines') },
    });
    const turned = await files.run(
      root,
      testCall('file_read', { path: 'a.txt', start_line: 5, end_line: 2 }),
      null,
      none,
    );
    expect(turned).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  });

  test('P6 a long file returns whole lines up to the cap and tells how to page on, until all of it was read (case 15)', async () => {
    const whole = lines(30_000);
    const { root } = await testFolder({ 'big.json': whole });
    let gathered = '';
    let start = 1;
    for (let pages = 0; pages < 40; pages += 1) {
      const { text } = await read(root, { path: 'big.json', start_line: start });
      expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(limits.result.total);
      const more = /\[Lines (\d+)–(\d+) of 30000\. Read on with start_line (\d+)\.\]$/u.exec(text);
      gathered += more === null ? text : text.slice(0, more.index);
      if (more === null) break;
      expect(Number(more[2]) - Number(more[1]) + 1).toBeLessThanOrEqual(limits.read.lines);
      start = Number(more[3]);
    }
    expect(gathered).toBe(whole);
  });

  test('P6 a long line is cut at the stated limit, with a notice that names grep; never an empty success (case 13)', async () => {
    const { root } = await testFolder({ 'min.js': 'x'.repeat(1_700_000), 'two.txt': `${'é'.repeat(1_999)}🌍y\nend` });
    const { text } = await read(root, { path: 'min.js' });
    expect(text.startsWith('x'.repeat(2_000))).toBe(true);
    expect(text).toMatch(/1,700,000 characters.*\n\[Line 1 is cut at 2,000.*grep/su);
    const two = (await read(root, { path: 'two.txt' })).text;
    expect(two).toContain(`${'é'.repeat(1_999)}… [cut`);
    expect(two).toMatch(/\nend\n\[Line 1/u);
  });

  test('P6 other encodings are read and named (case 9)', async () => {
    const { root } = await testFolder({
      'u16.txt': Uint8Array.from([0xff, 0xfe, 0x68, 0, 0x69, 0, 0x0a, 0]),
      'latin.txt': Uint8Array.from([0x63, 0xe9]),
    });
    expect((await read(root, { path: 'u16.txt' })).text).toBe('hi\n[Encoding: UTF-16 LE.]');
    expect((await read(root, { path: 'latin.txt' })).text).toMatch(/^cé\n\[Encoding: single-byte/u);
  });

  test('P6 a binary file is refused with its kind and size, whatever its name (case 12)', async () => {
    const { root } = await testFolder({
      'notes.txt': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0]),
    });
    const outcome = await files.run(root, testCall('file_read', { path: 'notes.txt' }), null, none);
    expect(outcome).toMatchObject({
      ok: false,
      fault: { code: 'binary', message: expect.stringMatching(/PNG image, 10 bytes.*attach/u) },
    });
  });

  test('P6 a file over 16 MB is read by range in pieces, without knowing its length', async () => {
    const line = `${'0123456789'.repeat(10)}\n`;
    const { root } = await testFolder({ 'huge.log': line.repeat(170_000) + 'é last' });
    const first = await read(root, { path: 'huge.log', end_line: 2 });
    expect(first.text).toBe(line.repeat(2));
    const late = await read(root, { path: 'huge.log', start_line: 169_999 });
    expect(late.text).toBe(`${line}${line}é last`);
    expect((await read(root, { path: 'huge.log' })).text).toMatch(
      /\[Lines 1–\d+ of a file of 16 MB\. Read on with start_line \d+\.\]$/u,
    );
  });

  test('P4 file_info tells kind, size, time, lines, encoding and line ending as data', async () => {
    const { root } = await testFolder({
      'a.txt': '\ufeffa\r\nb\r\n',
      'b.png': Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      'd/x': '1',
    });
    const info = async (path: string) => {
      const outcome = await files.run(root, testCall('file_info', { path }), null, none);
      return outcome.ok ? outcome.value : outcome.fault;
    };
    expect(await info('a.txt')).toMatchObject({
      data: {
        path: 'a.txt',
        kind: 'file',
        size: 9,
        lines: 2,
        encoding: 'UTF-8 with BOM',
        line_ending: 'CRLF',
        modified: expect.stringMatching(/^20\d\d-/u),
      },
      summary: '2 lines',
    });
    expect(await info('b.png')).toMatchObject({ data: { kind: 'file', content: 'PNG image', lines: null } });
    expect(await info('d')).toMatchObject({ data: { kind: 'folder', entries: 1 } });
    expect(await info('')).toMatchObject({ data: { path: '.', kind: 'folder', entries: 3 } });
    expect(await info('nope')).toMatchObject({ code: 'not-found' });
  });
});

describe('P5 finding what a path names', () => {
  test('P5 a name written in NFD on disk is found by its NFC form, and not made a second time', async () => {
    const project = await testFolder({ 'cafe\u0301/e\u0301.txt': 'found' });
    expect((await read(project.root, { path: 'caf\u00e9/\u00e9.txt' })).text).toBe('found');
    const facts = await files.survey(
      project.root,
      testCall('file_write', { path: 'caf\u00e9/\u00e9.txt', content: 'new' }),
    );
    expect(facts).toMatchObject({ ok: true, value: { paths: ['caf\u00e9/\u00e9.txt'], plan: { kind: 'replace' } } });
  });

  test('P5 a look-alike name is named with its difference, and no second one is made (case 28)', async () => {
    const project = await testFolder({ 'Shot\u00a01.png': 'x' });
    const outcome = await files.run(project.root, testCall('file_read', { path: 'Shot 1.png' }), null, none);
    expect(outcome).toMatchObject({
      ok: false,
      fault: { code: 'not-found', message: expect.stringMatching(/NBSP.*"Shot\\u00a01\.png"/u) },
    });
    const facts = await files.survey(project.root, testCall('file_write', { path: 'Shot 1.png', content: 'y' }));
    expect(facts).toMatchObject({
      ok: true,
      value: { plan: null, fault: { code: 'exists', message: expect.stringContaining('NBSP') } },
    });
    expect(await project.tree()).toEqual(['Shot\u00a01.png']);
  });

  test('P5 what is missing is said: the file, its folder, or a file in the place of a folder', async () => {
    const { root } = await testFolder({ 'a/b.txt': '1' });
    const fault = async (path: string) => {
      const outcome = await files.run(root, testCall('file_read', { path }), null, none);
      return outcome.ok ? null : outcome.fault;
    };
    expect(await fault('a/c.txt')).toMatchObject({ code: 'not-found', message: expect.stringContaining('no a/c.txt') });
    expect(await fault('x/y/c.txt')).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('folder x does not exist'),
    });
    expect(await fault('a/b.txt/c')).toMatchObject({ code: 'not-a-folder' });
    expect(await fault('a')).toMatchObject({ code: 'not-a-file' });
  });
});
