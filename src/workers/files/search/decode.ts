import { decoderName, sniff } from '../text.ts';

/** Text to search in, or why there is none. `loose`: some bytes were no UTF-8 and were read as windows-1252. */
export type Searchable =
  | { readonly is: 'text'; readonly text: string; readonly loose: boolean }
  | { readonly is: 'binary' };

let high: readonly Uint8Array[] | null = null;

/** windows-1252's characters from 0x80 on, each as UTF-8. */
function highBytes(): readonly Uint8Array[] {
  high ??= Array.from({ length: 128 }, (_, at) =>
    new TextEncoder().encode(new TextDecoder('windows-1252').decode(Uint8Array.of(at + 128))),
  );
  return high;
}

/** How many bytes from `at` are one well-formed UTF-8 character; 0 where they are none. */
export function characterBytes(bytes: Uint8Array, at: number): number {
  const a = bytes[at] ?? 0;
  if (a < 0x80) return 1;
  const b = bytes[at + 1] ?? 0;
  const follows = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte < 0xc0;
  if (a >= 0xc2 && a < 0xe0) return follows(b) ? 2 : 0;
  if (a >= 0xe0 && a < 0xf0) {
    const fine = a === 0xe0 ? b >= 0xa0 && b < 0xc0 : a === 0xed ? b >= 0x80 && b < 0xa0 : follows(b);
    return fine && follows(bytes[at + 2]) ? 3 : 0;
  }
  if (a < 0xf0 || a > 0xf4) return 0;
  const fine = a === 0xf0 ? b >= 0x90 && b < 0xc0 : a === 0xf4 ? b >= 0x80 && b < 0x90 : follows(b);
  return fine && follows(bytes[at + 2]) && follows(bytes[at + 3]) ? 4 : 0;
}

/** UTF-8 with every byte that is none of it read as windows-1252, so that neither kind of text is lost to a search. */
function decodeMixed(bytes: Uint8Array): string {
  const out = new Uint8Array(bytes.length * 3);
  let length = 0;
  for (let at = 0; at < bytes.length;) {
    const size = characterBytes(bytes, at);
    const piece = size === 0 ? (highBytes()[(bytes[at] ?? 0x80) - 128] ?? new Uint8Array()) : null;
    if (piece === null) for (let byte = 0; byte < size; byte += 1) out[length + byte] = bytes[at + byte] ?? 0;
    else out.set(piece, length);
    length += piece === null ? size : piece.length;
    at += Math.max(1, size);
  }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(out.subarray(0, length));
}

/** UTF-8 where it is valid, mixed where it is not. */
export function decodeUtf8(bytes: Uint8Array): { readonly text: string; readonly loose: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), loose: false };
  } catch {
    return { text: decodeMixed(bytes), loose: true };
  }
}

/** A whole file for a search: binary is told by the bytes, a BOM is no part of the text (case 7). */
export function decodeFile(bytes: Uint8Array): Searchable {
  const found = sniff(bytes);
  if (found.is === 'binary') return { is: 'binary' };
  if (found.encoding === 'utf-8') return { is: 'text', ...decodeUtf8(bytes.subarray(found.bom)) };
  if (found.encoding === 'single-byte') return { is: 'text', ...decodeUtf8(bytes) };
  return {
    is: 'text',
    text: new TextDecoder(decoderName(found.encoding), { ignoreBOM: true }).decode(bytes.subarray(found.bom)),
    loose: false,
  };
}
