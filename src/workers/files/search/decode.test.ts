import fc from 'fast-check';
import { expect, test } from 'vitest';
import { characterBytes, decodeUtf8 } from './decode.ts';

const utf8 = new TextEncoder();

test('P10 valid UTF-8 is read as such; a byte that is none is read as windows-1252, and its neighbours stay', () => {
  expect(decodeUtf8(utf8.encode('é日👩'))).toEqual({ text: 'é日👩', loose: false });
  const mixed = new Uint8Array([...utf8.encode('日'), 0xe9, 0x80, ...utf8.encode('é')]);
  expect(decodeUtf8(mixed)).toEqual({ text: '日é€é', loose: true });
});

test('P10 the bytes of a character are told as the browser tells them', () => {
  const fatal = (bytes: Uint8Array<ArrayBuffer>): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  };
  const valid = (bytes: Uint8Array): boolean => {
    for (let at = 0; at < bytes.length;) {
      const size = characterBytes(bytes, at);
      if (size === 0 || at + size > bytes.length) return false;
      at += size;
    }
    return true;
  };
  const byte = fc.oneof(
    fc.integer({ min: 0, max: 255 }),
    fc.constantFrom(0xc2, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0x80, 0x9f, 0xa0, 0xbf),
  );
  fc.assert(
    fc.property(
      fc.array(byte, { maxLength: 5 }),
      (bytes) => valid(Uint8Array.from(bytes)) === fatal(Uint8Array.from(bytes)),
    ),
    { seed: 1, numRuns: 3_000 },
  );
});
