/** Bodies read with a limit (row M1: 10 MB a result), and event streams watched while the library reads them. */
import { isObject, type Json } from '../../../core/json.ts';
import { bodyWithin } from '../body.ts';
import type { LinkFailure } from '../link.ts';
import { Failed, failure } from './failure.ts';

/** Said of an answer that was not read to its end. */
export const tooLarge = (limit: number): LinkFailure =>
  failure('too-large', `The answer is larger than ${Math.floor(limit / 1024 / 1024)} MB.`);

/** The whole text of a body; one of more than `limit` bytes is a `Failed`. */
export async function textWithin(response: Response, limit: number): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel().catch(() => undefined);
    throw new Failed(tooLarge(limit));
  }
  const { text, whole } = await bodyWithin(response, limit);
  if (!whole) throw new Failed(tooLarge(limit));
  return text;
}

const loosely = (id: Json | undefined): Json | undefined => (typeof id === 'number' ? `${id}` : id);

/** Whether a JSON body answers the request with this id: one message, or an array with it. */
export function answers(body: Json, id: Json): boolean {
  if (Array.isArray(body)) return body.some((one: Json) => answers(one, id));
  if (!isObject(body) || body['jsonrpc'] !== '2.0') return false;
  // Some servers answer a number with its text.
  const same = loosely(body['id']) === loosely(id);
  // A server that could not even read the request answers without its id.
  return (same && ('result' in body || 'error' in body)) || ('error' in body && (body['id'] ?? null) === null);
}

/** Knows of an event stream, byte by byte, how large the event under way is and which id came last. */
export interface EventScan {
  take(bytes: Uint8Array): void;
  /** Bytes of the event under way. */
  size(): number;
  lastId(): string | null;
}

const LF = 10;
const CR = 13;
/** A line's beginning that is kept, to read an `id:` of. */
const headBytes = 1_024;

export function scanEvents(): EventScan {
  const head = new Uint8Array(headBytes);
  let line = 0;
  let size = 0;
  let afterCr = false;
  let lastId: string | null = null;

  function endLine(): void {
    if (line === 0) size = 0;
    // "id" and a colon: only then is the line worth decoding.
    else if (line <= headBytes && head[0] === 105 && head[1] === 100 && head[2] === 58) {
      const value = new TextDecoder().decode(head.subarray(3, line));
      const id = value.startsWith(' ') ? value.slice(1) : value;
      if (id !== '') lastId = id;
    }
    line = 0;
  }

  return {
    take(bytes) {
      for (const byte of bytes) {
        const follows = afterCr && byte === LF;
        afterCr = byte === CR;
        if (follows) continue;
        if (byte === LF || byte === CR) {
          endLine();
          continue;
        }
        if (line < headBytes) head[line] = byte;
        line += 1;
        size += 1;
      }
    },
    size: () => size,
    lastId: () => lastId,
  };
}

export interface StreamEnd {
  /** `ended`: closed by the server. `broke`: the connection. `too-large`: closed here. `left`: the reader lost interest. */
  readonly how: 'ended' | 'broke' | 'too-large' | 'left';
  readonly lastId: string | null;
}

/** Bytes that the library reads at once; then the page has its turn. */
const gulp = 16 * 1_024;

/** A turn for the page: what it has to draw and to answer comes before more of the stream. No timer: those are slow in the background. */
const breath = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });

/**
 * The same bytes, watched, and a gulp at a time: a server may send a hundred thousand messages at once. A stream ends for its reader as if the server had closed it, whatever happened; `last` may add
 * text then, after all that came before.
 */
export function watched(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
  last: (end: StreamEnd) => string | null,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const scan = scanEvents();
  /** Read, and not yet given on. */
  let left: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  let gone = false;
  const give = (to: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>): void => {
    to.enqueue(left.subarray(0, gulp));
    left = left.subarray(gulp);
  };
  const close = (to: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>, how: StreamEnd['how']): void => {
    const text = last({ how, lastId: scan.lastId() });
    if (text !== null) to.enqueue(new TextEncoder().encode(`\n\n${text}\n\n`));
    to.close();
  };
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(to) {
      if (left.length > 0) {
        await breath();
        return gone ? undefined : give(to);
      }
      const read = await reader.read().catch(() => null);
      if (read === null) return close(to, 'broke');
      if (read.done) return close(to, 'ended');
      scan.take(read.value);
      if (scan.size() <= limit) {
        left = read.value;
        return give(to);
      }
      reader.cancel().catch(() => undefined);
      close(to, 'too-large');
    },
    cancel(reason) {
      gone = true;
      last({ how: 'left', lastId: scan.lastId() });
      return reader.cancel(reason);
    },
  });
}
