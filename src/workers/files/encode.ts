import { decoderName, type Encoding } from './text.ts';

/** Byte order marks by encoding; a single-byte file has none. */
export const boms: Readonly<Record<Encoding, readonly number[]>> = {
  'utf-8': [0xef, 0xbb, 0xbf],
  'utf-16le': [0xff, 0xfe],
  'utf-16be': [0xfe, 0xff],
  'single-byte': [],
};

let reverse: Map<string, number> | null = null;
/** Character → byte of windows-1252, as the platform's own decoder has it. */
function singleBytes(): Map<string, number> {
  if (reverse === null) {
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    const characters = new TextDecoder(decoderName('single-byte')).decode(all);
    reverse = new Map(Array.from(characters, (character, byte) => [character, byte]));
  }
  return reverse;
}

/** The first character of a text that an encoding cannot hold, or null. */
export function unencodable(text: string, encoding: Encoding): string | null {
  if (encoding !== 'single-byte') return null;
  const table = singleBytes();
  for (const character of text) if (!table.has(character)) return character;
  return null;
}

/** A text's bytes, without a BOM. Ask `unencodable` first. */
export function encode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(text);
  if (encoding === 'single-byte') {
    const table = singleBytes();
    return Uint8Array.from(text, (character) => table.get(character) ?? 0x3f);
  }
  const bytes = new Uint8Array(text.length * 2);
  const view = new DataView(bytes.buffer);
  for (let at = 0; at < text.length; at += 1) view.setUint16(at * 2, text.charCodeAt(at), encoding === 'utf-16le');
  return bytes;
}

/** How many bytes a piece of decoded text took in its file. */
export function byteLength(text: string, encoding: Encoding): number {
  if (encoding === 'single-byte') return text.length;
  if (encoding !== 'utf-8') return text.length * 2;
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    // Each half of a surrogate pair stands for two of its four bytes.
    else if (unit >= 0xd800 && unit <= 0xdfff) bytes += 2;
    else bytes += 3;
  }
  return bytes;
}

/** Whether a text has half a surrogate pair, which no file can hold. */
export const broken = (text: string): boolean => /[\ud800-\udfff]/u.test(text);
