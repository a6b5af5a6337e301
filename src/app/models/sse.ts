import type { JsonObject } from '../../core/json.ts';

/** One event of a stream as it came: the name of `event:` (or '') and the `data:` lines, joined with a line feed. */
export interface SseEvent {
  readonly name: string;
  readonly data: string;
  /** False for text that is no event stream at all (an HTML page, one JSON object), handed over when the stream ends. */
  readonly framed: boolean;
}

/** Takes decoded text in any pieces and gives the events that are whole by now. */
export interface SseReader {
  /** Throws where an event has no end. */
  push(text: string): SseEvent[];
  /** What is left when the stream is over. */
  end(): SseEvent[];
}

/** The most text that is kept of an answer which turns out to be no event stream. */
const strayChars = 8 * 1024 * 1024;

/** The most text that is held of an event that does not end. */
const heldChars = 32 * 1024 * 1024;

/**
 * Server-sent events by the rules of the HTML standard: CRLF, LF or CR end a line, a colon starts a comment, several
 * `data:` lines are one event (case 47). Beyond the standard: the last event counts although no blank line follows,
 * and `error:` (llama.cpp) is an event named error.
 */
export function sseReader(): SseReader {
  let rest = '';
  let afterCr = false;
  let name = '';
  let data: string[] = [];
  let held = 0;
  let stray = '';
  let framed = false;

  const dispatch = (): SseEvent[] => {
    const events = data.length > 0 ? [{ name, data: data.join('\n'), framed: true }] : [];
    framed ||= data.length > 0;
    data = [];
    held = 0;
    name = '';
    return events;
  };

  const line = (text: string): SseEvent[] => {
    if (text === '') return dispatch();
    if (text.startsWith(':')) return [];
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    const value = colon < 0 ? '' : text.slice(text[colon + 1] === ' ' ? colon + 2 : colon + 1);
    held += value.length;
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'error') {
      name = 'error';
      data.push(value);
    } else if (field !== 'id' && field !== 'retry' && !framed && stray.length < strayChars) stray += `${text}\n`;
    return [];
  };

  return {
    push(text) {
      if (text === '') return [];
      if (held + rest.length + text.length > heldChars) throw new RangeError('an event without an end');
      const fresh = afterCr && text.startsWith('\n') ? text.slice(1) : text;
      afterCr = text.endsWith('\r');
      if (!/[\r\n]/.test(fresh)) {
        rest += fresh;
        return [];
      }
      const lines = (rest + fresh).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? '';
      return lines.flatMap(line);
    },
    end() {
      const events = [...(rest === '' ? [] : line(rest)), ...dispatch()];
      const other = stray.trim();
      return framed || other === '' ? events : [...events, { name: '', data: other, framed: false }];
    },
  };
}

/** What stands in the place of an event where the connection broke. */
export const interrupted = 'interrupted';

/** An event as it came, or the word that says the connection broke. */
export type Came = SseEvent | typeof interrupted;

/**
 * The events of a response, as they come. A connection that breaks is told as a last event: an error would throw away
 * what lies unread before it.
 */
export function eventsOf(response: Response): ReadableStream<Came> {
  const source = (response.body ?? new Blob([]).stream()).getReader();
  const decoder = new TextDecoder();
  const reader = sseReader();

  const next = async (): Promise<{ readonly events: Came[]; readonly over: boolean }> => {
    try {
      const { done, value } = await source.read();
      if (!done) return { events: reader.push(decoder.decode(value, { stream: true })), over: false };
      return { events: [...reader.push(decoder.decode()), ...reader.end()], over: true };
    } catch {
      // It may be the event that was too long, and not the connection.
      source.cancel().catch(() => undefined);
      return { events: [interrupted], over: true };
    }
  };

  return new ReadableStream<Came>({
    async pull(to) {
      for (;;) {
        const { events, over } = await next();
        for (const event of events) to.enqueue(event);
        if (over) return to.close();
        if (events.length > 0) return;
      }
    },
    cancel: (reason) => source.cancel(reason),
  });
}

/**
 * Puts each event of a response into an envelope that a provider package passes on untouched as a raw chunk. Its own
 * reading would lose what follows an error (stream 30), call a missing finish an error (31), refuse a chunk whose
 * shape it does not know, and end at a call without a name. `stamp`: fields that the package wants of every chunk.
 */
export function enveloped(response: Response, stamp: JsonObject): Response {
  const encoder = new TextEncoder();
  const reader = eventsOf(response).getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(to) {
      const { done, value } = await reader.read();
      if (done) to.close();
      else to.enqueue(encoder.encode(`data: ${JSON.stringify({ ...stamp, sluice: value })}\n\n`));
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: 200, headers: { 'content-type': 'text/event-stream' } });
}

/** The events in a package's raw parts; its other parts say the same with less. */
export function unpacked(parts: ReadableStream<unknown>): ReadableStream<Came> {
  const reader = parts.getReader();
  return new ReadableStream<Came>({
    async pull(to) {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return to.close();
        const isRaw =
          typeof value === 'object' && value !== null && 'type' in value && value.type === 'raw' && 'rawValue' in value;
        const event = isRaw ? opened(value.rawValue) : null;
        if (event !== null) return to.enqueue(event);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/** What lies in an envelope, or null where the chunk is none. */
function opened(raw: unknown): Came | null {
  if (typeof raw !== 'object' || raw === null || !('sluice' in raw)) return null;
  const event = raw.sluice;
  if (event === interrupted) return interrupted;
  if (typeof event !== 'object' || event === null) return null;
  if (!('name' in event && 'data' in event && 'framed' in event)) return null;
  const { name, data, framed } = event;
  return typeof name === 'string' && typeof data === 'string' ? { name, data, framed: framed === true } : null;
}
