import { useEffect, useState } from 'preact/hooks';

/** A multiple of four: each piece of base64 stands for whole bytes. */
const pieceChars = 1_048_576;
const breath = (): Promise<void> => new Promise((done) => setTimeout(done));

/**
 * Base64 as a blob, a megabyte at a time so that the page stays alive; null where it is no base64, or no longer wanted.
 * Blanks and line breaks in it are passed over, and both alphabets are read.
 */
export async function blobOf(base64: string, mime: string, wanted = (): boolean => true): Promise<Blob | null> {
  const text = /[\s_-]/u.test(base64)
    ? base64.replaceAll(/\s+/gu, '').replaceAll('-', '+').replaceAll('_', '/')
    : base64;
  const parts: BlobPart[] = [];
  for (let at = 0; at < text.length; at += pieceChars) {
    if (at > 0) await breath();
    if (!wanted()) return null;
    try {
      const binary = atob(text.slice(at, at + pieceChars));
      const bytes = new Uint8Array(binary.length);
      for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
      parts.push(bytes);
    } catch {
      return null;
    }
  }
  return parts.length === 0 ? null : new Blob(parts, { type: mime });
}

/** An address for bytes that came as base64, taken back when they are no longer drawn; null while it is made. */
export function useBlobUrl(base64: string, mime: string): string | 'broken' | null {
  const [url, setUrl] = useState<string | 'broken' | null>(null);
  useEffect(() => {
    let made: string | null = null;
    let wanted = true;
    setUrl(null);
    const make = async (): Promise<void> => {
      const blob = await blobOf(base64, mime, () => wanted);
      if (!wanted) return;
      made = blob === null ? null : URL.createObjectURL(blob);
      setUrl(made ?? 'broken');
    };
    void make();
    return () => {
      wanted = false;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [base64, mime]);
  return url;
}

/** Bytes of base64 text. */
export const bytesIn = (base64: string): number => Math.floor((base64.length * 3) / 4);
