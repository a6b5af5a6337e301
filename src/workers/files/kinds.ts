/** Starts of well-known binary files, so that a refusal can say what the file is whatever its name says (row P6). */
const starts: readonly (readonly [kind: string, bytes: readonly number[]])[] = [
  ['PNG image', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['JPEG image', [0xff, 0xd8, 0xff]],
  ['GIF image', [0x47, 0x49, 0x46, 0x38]],
  ['PDF document', [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ['ZIP archive', [0x50, 0x4b, 0x03, 0x04]],
  ['empty ZIP archive', [0x50, 0x4b, 0x05, 0x06]],
  ['gzip archive', [0x1f, 0x8b]],
  ['xz archive', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
  ['bzip2 archive', [0x42, 0x5a, 0x68]],
  ['Zstandard archive', [0x28, 0xb5, 0x2f, 0xfd]],
  ['7-Zip archive', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['RAR archive', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07]],
  ['ELF program', [0x7f, 0x45, 0x4c, 0x46]],
  ['Windows program', [0x4d, 0x5a]],
  ['Mach-O program', [0xcf, 0xfa, 0xed, 0xfe]],
  ['Java class', [0xca, 0xfe, 0xba, 0xbe]],
  ['WebAssembly module', [0x00, 0x61, 0x73, 0x6d]],
  ['SQLite database', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66]],
  ['BMP image', [0x42, 0x4d]],
  ['icon', [0x00, 0x00, 0x01, 0x00]],
  ['TIFF image', [0x49, 0x49, 0x2a, 0x00]],
  ['TIFF image', [0x4d, 0x4d, 0x00, 0x2a]],
  ['WOFF font', [0x77, 0x4f, 0x46, 0x46]],
  ['WOFF2 font', [0x77, 0x4f, 0x46, 0x32]],
  ['Ogg media', [0x4f, 0x67, 0x67, 0x53]],
  ['FLAC audio', [0x66, 0x4c, 0x61, 0x43]],
  ['MP3 audio', [0x49, 0x44, 0x33]],
  ['MP3 audio', [0xff, 0xfb]],
  ['UTF-32 text', [0xff, 0xfe, 0x00, 0x00]],
  ['UTF-32 text', [0x00, 0x00, 0xfe, 0xff]],
];

/** Starts that no text has: enough by themselves to call a file binary, however short it is. */
const certain: ReadonlySet<string> = new Set([
  'PNG image',
  'JPEG image',
  'PDF document',
  'ZIP archive',
  'gzip archive',
]);

const begins = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

/** What kind of binary file begins so, or null where the start is not known. */
export function binaryKind(bytes: Uint8Array): string | null {
  if (ascii(bytes, 0, 4) === 'RIFF') {
    const form = ascii(bytes, 8, 12);
    return form === 'WEBP'
      ? 'WebP image'
      : form === 'WAVE'
        ? 'WAV audio'
        : form === 'AVI '
          ? 'AVI video'
          : 'RIFF media';
  }
  if (ascii(bytes, 4, 8) === 'ftyp') return ascii(bytes, 8, 12).startsWith('avi') ? 'AVIF image' : 'MP4 media';
  return starts.find(([, start]) => begins(bytes, start))?.[0] ?? null;
}

/** Whether the start alone proves that the file is no text. */
export function surelyBinary(bytes: Uint8Array): boolean {
  return starts.some(([kind, start]) => certain.has(kind) && begins(bytes, start));
}
