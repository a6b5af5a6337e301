/** Bodies from outside, read with a limit, and what is JSON in them (rows M1, M2, M5). */
import type { Json } from '../../core/json.ts';

/** What was read of a body; `whole` is false where it is longer than the limit, and reading stopped there. */
export interface Body {
  readonly text: string;
  readonly whole: boolean;
}

/** Reads a body as UTF-8, `limit` bytes of it at the most. Throws what its stream throws: the connection broke, or was given up. */
export async function bodyWithin(response: Response, limit: number): Promise<Body> {
  const reader = response.body?.getReader();
  if (reader === undefined) return { text: '', whole: true };
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let read = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: [...pieces, decoder.decode()].join(''), whole: true };
    read += value.byteLength;
    if (read > limit) {
      // Nobody waits for a stream that may never say it is closed.
      reader.cancel().catch(() => undefined);
      return { text: pieces.join(''), whole: false };
    }
    pieces.push(decoder.decode(value, { stream: true }));
  }
}

/** JSON, or undefined where it is none. */
export function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
