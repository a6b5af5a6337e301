import { decoderName, sniff } from '../text.ts';
import { characterBytes, decodeUtf8 } from './decode.ts';
import { overlapOf, seam } from './pieces.ts';
import type { Scan } from './scan.ts';

const sliceBytes = 4 * 1024 * 1024;
const sniffBytes = 64 * 1024;

/** How a large file ended: searched through, found to be binary, or left because enough was found. */
export interface Streamed {
  readonly is: 'text' | 'binary';
  readonly loose: boolean;
}

/** Bytes at the end that begin a character which goes on in the next slice. */
function unfinished(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const size = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return size > back && characterBytes(bytes, bytes.length - back) === 0 ? back : 0;
    }
  }
  return 0;
}

type Decode = (bytes: Uint8Array, last: boolean) => { readonly text: string; readonly loose: boolean };

function utf8(): Decode {
  let rest = new Uint8Array();
  return (bytes, last) => {
    const all = new Uint8Array(rest.length + bytes.length);
    all.set(rest);
    all.set(bytes, rest.length);
    const left = last ? 0 : unfinished(all);
    rest = all.slice(all.length - left);
    return decodeUtf8(all.subarray(0, all.length - left));
  };
}

function utf16(encoding: string): Decode {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (bytes, last) => ({ text: decoder.decode(bytes, { stream: !last }), loose: false });
}

/**
 * Searches a file slice by slice, so that memory stays flat whatever its size. Whole lines go to the scan as they come;
 * a line longer than `window` goes in overlapping pieces. `read` throws where the file changed meanwhile.
 */
export async function stream(file: File, scan: Scan, window: number, read: (bytes: number) => void): Promise<Streamed> {
  const head = new Uint8Array(await file.slice(0, sniffBytes).arrayBuffer());
  const found = sniff(head, false);
  if (found.is === 'binary') return { is: 'binary', loose: false };
  const wide = found.encoding === 'utf-16le' || found.encoding === 'utf-16be';
  const decode = wide ? utf16(decoderName(found.encoding)) : utf8();
  let loose = false;
  let carry = '';
  let begins = true;
  for (let from = found.bom; from < file.size && !scan.more; from += sliceBytes) {
    const last = from + sliceBytes >= file.size;
    const bytes = new Uint8Array(await file.slice(from, from + sliceBytes).arrayBuffer());
    if (!wide && bytes.includes(0)) return { is: 'binary', loose };
    const decoded = decode(bytes, last);
    loose ||= decoded.loose;
    let text = carry + decoded.text;
    if (!begins) {
      const end = text.indexOf('\n');
      if (end >= 0) {
        await scan.piece(text.slice(0, end), { begins: false, ends: true });
        text = text.slice(end + 1);
        begins = true;
      }
    }
    const whole = last && begins ? text.length : begins ? text.lastIndexOf('\n') + 1 : 0;
    if (whole > 0) await scan.feed(text.slice(0, whole));
    carry = text.slice(whole);
    while (carry.length > window && !scan.more) {
      const to = seam(carry, window);
      await scan.piece(carry.slice(0, to), { begins, ends: false });
      carry = carry.slice(seam(carry, to - overlapOf(window)));
      begins = false;
    }
    read(Math.min(from + sliceBytes, file.size));
  }
  if (!begins && !scan.more) await scan.piece(carry, { begins: false, ends: true });
  return { is: 'text', loose };
}
