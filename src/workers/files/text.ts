import { countEndings, dominant, endingName, type Ending } from './endings.ts';
import { binaryKind, surelyBinary } from './kinds.ts';

/** `single-byte` reads every byte as one character (windows-1252): what remains where nothing else fits (row P6). */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'single-byte';

/** A file's content as text. The BOM is not part of `text`; it stays in the file. */
export interface Text {
  readonly is: 'text';
  readonly text: string;
  readonly encoding: Encoding;
  readonly bom: boolean;
  /** The ending new lines get where nothing nearer says otherwise. */
  readonly ending: Ending;
  /** For a person: "CRLF", "mixed (mostly LF)". */
  readonly endings: string;
}

/** A file that is no text: what it is ("PNG image", or just "binary data") and its bytes. */
export interface Binary {
  readonly is: 'binary';
  readonly kind: string;
  readonly size: number;
}

/** What a file's bytes (or their start) say about how to read them. */
export type Sniffed =
  | { readonly is: 'text'; readonly encoding: Encoding; readonly bom: number }
  | { readonly is: 'binary'; readonly kind: string };

const labels: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  'single-byte': 'single-byte (read as windows-1252)',
};
/** An encoding in words; a single-byte reading is labelled as the guess it is. */
export const encodingName = (encoding: Encoding, bom: boolean): string =>
  bom && encoding === 'utf-8' ? 'UTF-8 with BOM' : labels[encoding];

/** TextDecoder's name of an encoding. */
export const decoderName = (encoding: Encoding): string => (encoding === 'single-byte' ? 'windows-1252' : encoding);

/** Control characters that text does not have: all but tab, line ends, form feed, backspace and escape. */
function controls(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) {
    if (byte < 8 || byte === 11 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) count += 1;
  }
  return count;
}

function isUtf8(bytes: Uint8Array, whole: boolean): boolean {
  try {
    // A start of a file may end inside a character; `stream` lets that pass.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: !whole });
    return true;
  } catch {
    return false;
  }
}

const data = (bytes: Uint8Array): Sniffed => ({ is: 'binary', kind: binaryKind(bytes) ?? 'binary data' });

/** Text or not, by the bytes alone, never by the name. `whole` is false where `bytes` is only the file's start. */
export function sniff(bytes: Uint8Array, whole = true): Sniffed {
  const [a, b, c, d] = bytes;
  if (a === 0xff && b === 0xfe && !(c === 0 && d === 0)) return utf16(bytes, 'utf-16le');
  if (a === 0xfe && b === 0xff) return utf16(bytes, 'utf-16be');
  if (surelyBinary(bytes) || bytes.includes(0)) return data(bytes);
  // One character in ten being a control character is far more than any text has.
  if (controls(bytes) * 10 > bytes.length) return data(bytes);
  const bom = a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
  return isUtf8(bytes, whole)
    ? { is: 'text', encoding: 'utf-8', bom }
    : { is: 'text', encoding: 'single-byte', bom: 0 };
}

function utf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): Sniffed {
  const low = encoding === 'utf-16le' ? 0 : 1;
  let strange = 0;
  for (let at = 2; at + 1 < bytes.length; at += 2) {
    const unit = (bytes[at + 1 - low] ?? 0) * 256 + (bytes[at + low] ?? 0);
    if (unit < 9) strange += 1;
  }
  return strange * 20 > bytes.length ? data(bytes) : { is: 'text', encoding, bom: 2 };
}

/** Reads a whole file's bytes as row P6 says. */
export function decode(bytes: Uint8Array): Text | Binary {
  const found = sniff(bytes);
  if (found.is === 'binary') return { is: 'binary', kind: found.kind, size: bytes.length };
  const { encoding, bom } = found;
  const text = new TextDecoder(decoderName(encoding), { ignoreBOM: true }).decode(bytes.subarray(bom));
  const endings = countEndings(text);
  return { is: 'text', text, encoding, bom: bom > 0, ending: dominant(endings), endings: endingName(endings) };
}
