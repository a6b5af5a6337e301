import type { Content } from '../../core/ports.ts';
import { Sha256 } from './sha256.ts';

/** Above this a file is hashed in pieces, so that it never lies in memory whole. */
const atOnce = 16 * 1024 * 1024;

const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Size and SHA-256 of bytes in memory. */
export async function contentOf(bytes: Uint8Array<ArrayBuffer>): Promise<Content> {
  return { size: bytes.length, hash: hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))) };
}

/** Size and SHA-256 of a file or blob of any size. Throws what reading throws. */
export async function contentOfBlob(blob: Blob, signal?: AbortSignal): Promise<Content> {
  if (blob.size <= atOnce) return contentOf(new Uint8Array(await blob.arrayBuffer()));
  const sum = new Sha256();
  for (let at = 0; at < blob.size; at += atOnce) {
    signal?.throwIfAborted();
    sum.add(new Uint8Array(await blob.slice(at, at + atOnce).arrayBuffer()));
  }
  return { size: blob.size, hash: hex(sum.end()) };
}

export const sameContent = (a: Content | null, b: Content | null): boolean =>
  a === null || b === null ? a === b : a.size === b.size && a.hash === b.hash;
