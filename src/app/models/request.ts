import type { ModelRequest } from '../../core/model.ts';
import { send, worldOf, type Endpoint } from './endpoint.ts';
import { explainStatus, type Failure, type Place, type Refusal } from './explain.ts';
import { retryAfter } from './retry.ts';
import type { Wire } from './shell.ts';
import { enveloped, type Came } from './sse.ts';
import type { JsonObject } from '../../core/json.ts';
import { explainUnreachable, type Page } from './unreachable.ts';
import { redact } from './words.ts';

/** What came instead of an answer, noted where it was seen: a package would wrap it beyond recognition. */
export type Trouble =
  | { readonly is: 'refused'; readonly refusal: Refusal }
  | { readonly is: 'unreachable'; readonly error: unknown }
  /** The request could not be put together. */
  | { readonly is: 'unsendable'; readonly error: unknown };

/** The events of the answer, or why there are none. */
export type Opening = { readonly stream: ReadableStream<Came> } | { readonly trouble: Trouble };

/** How a wire sends its request. */
export interface Posting {
  /** Notes refusals and failures; never sends a user-agent, which servers' CORS lists do not name. */
  readonly fetch: typeof globalThis.fetch;
  /** The same for a provider package: good responses come in envelopes with these fields (see `sse.ts`). */
  readonly enveloping: (stamp: JsonObject) => typeof globalThis.fetch;
  readonly stopped: AbortSignal;
}

/**
 * Sends the request; where the endpoint cannot take an extra of ours, sends it again at once without it. What was
 * learned stays in `forms`, by model.
 */
export async function open<Form>(
  endpoint: Endpoint,
  wire: Wire<Form>,
  request: ModelRequest,
  forms: Map<string, Form>,
  stopped: AbortSignal,
): Promise<Opening> {
  const { model } = request.model;
  const form = forms.get(model) ?? wire.form;
  const seen: Trouble[] = [];
  try {
    const asking = wire.ask(
      endpoint,
      request,
      form,
      posting(endpoint, (trouble) => seen.push(trouble), stopped),
    );
    return { stream: await unlessStopped(asking, stopped) };
  } catch (error) {
    const trouble = seen[0] ?? { is: 'unsendable', error };
    if (trouble.is !== 'refused' || stopped.aborted) return { trouble };
    const less = wire.concede(form, trouble.refusal, request);
    if (less === null) return { trouble };
    forms.set(model, less);
    return open(endpoint, wire, request, forms, stopped);
  }
}

function posting(endpoint: Endpoint, note: (trouble: Trouble) => void, stopped: AbortSignal): Posting {
  const { clock } = worldOf(endpoint);
  const reached: typeof globalThis.fetch = async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('user-agent');
    try {
      const response = await send(endpoint, input, { ...init, headers });
      if (response.ok) return response;
      const body = await response.text();
      note({
        is: 'refused',
        refusal: { status: response.status, body, afterMs: retryAfter(response.headers, clock.now()) },
      });
      return new Response(null, { status: response.status });
    } catch (error) {
      note({ is: 'unreachable', error });
      throw error;
    }
  };
  const enveloping = (stamp: JsonObject): typeof globalThis.fetch => {
    return async (input, init) => {
      const response = await reached(input, init);
      return response.ok ? enveloped(response, stamp) : response;
    };
  };
  return { fetch: reached, enveloping, stopped };
}

/** Rejects as soon as the person stops, even where the promise never settles. */
export function unlessStopped<T>(promise: Promise<T>, stopped: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new DOMException('stopped', 'AbortError'));
    if (stopped.aborted) leave();
    stopped.addEventListener('abort', leave, { once: true });
    void promise.then(resolve, reject).finally(() => stopped.removeEventListener('abort', leave));
  });
}

/** Puts into words why there was no answer. */
export function explainTrouble(trouble: Trouble, place: Place, page: Page): Failure {
  if (trouble.is === 'refused') return explainStatus(trouble.refusal, place);
  if (trouble.is === 'unreachable') return explainUnreachable(trouble.error, place, page);
  const why = trouble.error instanceof Error ? trouble.error.message : String(trouble.error);
  return {
    fault: { code: 'bug', message: `The request could not be put together: ${redact(why, place.secrets)}` },
    againMs: null,
  };
}

/** Whether any message but a text-only one holds an image. */
export const hasImages = (request: ModelRequest): boolean =>
  request.messages.some((message) =>
    message.role === 'tool'
      ? message.answers.some((answer) => answer.images.length > 0)
      : message.role === 'user' &&
        message.parts.some((part) => part.is === 'file' && part.file.mime.startsWith('image/')),
  );
