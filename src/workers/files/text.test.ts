import { expect, test } from 'vitest';
import { contentOfBlob, contentOf } from './hash.ts';
import { decode, encodingName } from './text.ts';
import { byteLength, encode, unencodable } from './encode.ts';
import { countLines, splitLines } from './endings.ts';
import { Sha256 } from './sha256.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? Array.from(new TextEncoder().encode(part)) : part)),
  );
const text = (content: Uint8Array) => {
  const read = decode(content);
  if (read.is !== 'text') throw new Error(`binary: ${read.kind}`);
  return read;
};

test('P6 UTF-8 is read, its BOM is dropped from the text and remembered', () => {
  expect(text(bytes('hi\n'))).toMatchObject({
    text: 'hi\n',
    encoding: 'utf-8',
    bom: false,
    ending: '\n',
    endings: 'LF',
  });
  expect(text(bytes([0xef, 0xbb, 0xbf], '# T\n'))).toMatchObject({ text: '# T\n', encoding: 'utf-8', bom: true });
  expect(text(bytes())).toMatchObject({ text: '', endings: 'none' });
});

test('P6 UTF-16 is read by its BOM, and not taken for binary (case 9)', () => {
  expect(text(bytes([0xff, 0xfe, 0x68, 0, 0x69, 0, 0x0a, 0]))).toMatchObject({
    text: 'hi\n',
    encoding: 'utf-16le',
    bom: true,
  });
  expect(text(bytes([0xfe, 0xff, 0, 0x68, 0, 0x69]))).toMatchObject({ text: 'hi', encoding: 'utf-16be', bom: true });
});

test('P6 what is no valid UTF-8 is read byte by byte, and labelled so', () => {
  const read = text(bytes('caf', [0xe9], '\r\n'));
  expect(read).toMatchObject({ text: 'café\r\n', encoding: 'single-byte', bom: false, endings: 'CRLF' });
  expect(encodingName(read.encoding, read.bom)).toMatch(/single-byte/u);
});

test('P6 CJK text in UTF-8 is text (case 11)', () => {
  expect(text(bytes('---\ntitle: ゴルフ\n---\n')).text).toContain('ゴルフ');
  expect(text(bytes('日本語'.repeat(50_000))).encoding).toBe('utf-8');
});

test('P6 binary files are known by their bytes, with their kind (case 12)', () => {
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  expect(decode(bytes(png))).toEqual({ is: 'binary', kind: 'PNG image', size: 8 });
  expect(decode(bytes('a\0b'))).toEqual({ is: 'binary', kind: 'binary data', size: 3 });
  expect(decode(bytes([0x50, 0x4b, 3, 4], 'x'))).toMatchObject({ kind: 'ZIP archive' });
  expect(decode(bytes([1, 2, 3, 4, 5, 6]))).toMatchObject({ is: 'binary' });
  expect(decode(bytes('MZ is how this text begins'))).toMatchObject({ is: 'text' });
  expect(decode(bytes('text with \u001b[31mcolour\u001b[0m'))).toMatchObject({ is: 'text' });
  expect(
    decode(
      bytes(
        [0xff, 0xfe],
        Array.from({ length: 64 }, (_, at) => (at % 2 === 0 ? 1 : 0)),
      ),
    ),
  ).toMatchObject({ is: 'binary' });
});

test('P6 every one of the 256 bytes keeps its value through a single-byte reading', () => {
  const all = Uint8Array.from({ length: 256 }, (_, at) => at);
  const read = new TextDecoder('windows-1252').decode(all);
  expect(encode(read, 'single-byte')).toEqual(all);
  expect(unencodable('→', 'single-byte')).toBe('→');
  expect(unencodable('€é', 'single-byte')).toBeNull();
});

test('P7 the length in bytes is known for every encoding without encoding', () => {
  const sample = 'aé世🌍\n';
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'] as const) {
    expect(byteLength(sample, encoding)).toBe(encode(sample, encoding).length);
  }
});

test('P6 lines are counted as an editor does, whatever ends them', () => {
  expect(['', 'a', 'a\n', 'a\nb', 'a\r\nb\r\n', 'a\rb\r', 'a\rb', '\n\n'].map(countLines)).toEqual([
    0, 1, 1, 2, 2, 2, 2, 2,
  ]);
  for (const sample of ['a\r\nb\nc', '\n\n', 'a\rb', '', 'x\r\n']) {
    expect(splitLines(sample).join('')).toBe(sample);
    expect(splitLines(sample)).toHaveLength(countLines(sample));
  }
  expect(text(bytes('a\r\nb\r\nc\n')).endings).toBe('mixed (mostly CRLF)');
  expect(text(bytes('a\rb\r')).ending).toBe('\r');
});

test('P8 hashing in pieces gives what the platform gives', async () => {
  for (const size of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000]) {
    const sample = Uint8Array.from({ length: size }, (_, at) => (at * 31 + size) % 256);
    const sum = new Sha256();
    for (let at = 0; at < size; at += 37) sum.add(sample.subarray(at, at + 37));
    const hash = Array.from(sum.end(), (byte) => byte.toString(16).padStart(2, '0')).join('');
    expect(await contentOf(sample)).toEqual({ size, hash });
  }
});

test('P8 a file larger than the piece has the same hash in pieces as whole', async () => {
  const large = new Uint8Array(17 * 1024 * 1024).fill(7);
  expect(await contentOfBlob(new Blob([large]))).toEqual(await contentOf(large));
});
