import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ModelRequest } from '../../core/model.ts';
import { concede, wholeForm } from './concede.ts';
import { headersOf, send, worldOf, type Endpoint } from './endpoint.ts';
import { explainStatus, type Failure, type Place, type Refusal } from './explain.ts';
import { promptOf, toolsOf, type Form } from './messages.ts';
import { retryAfter } from './retry.ts';
import { enveloped } from './sse.ts';
import { explainUnreachable, type Page } from './unreachable.ts';
import { redact } from './words.ts';

/** What came instead of an answer, noted where it was seen: the package would wrap it beyond recognition. */
export type Trouble =
  | { readonly is: 'refused'; readonly refusal: Refusal }
  | { readonly is: 'unreachable'; readonly error: unknown }
  /** The package could not put the request together. */
  | { readonly is: 'unsendable'; readonly error: unknown };

/** The package's parts, raw chunks among them, or why there are none. */
export type Opening = { readonly stream: ReadableStream<unknown> } | { readonly trouble: Trouble };

/**
 * Sends the request; where the endpoint cannot take an extra of ours, sends it again at once without it. What was
 * learned stays in `forms`, by model.
 */
export async function open(
  endpoint: Endpoint,
  request: ModelRequest,
  forms: Map<string, Form>,
  stopped: AbortSignal,
): Promise<Opening> {
  const { model } = request.model;
  const form = forms.get(model) ?? wholeForm;
  const { tools } = toolsOf(request);
  const seen: Trouble[] = [];
  try {
    const provider = createOpenAICompatible({
      name: 'endpoint',
      baseURL: endpoint.baseUrl,
      includeUsage: form.usage,
      headers: headersOf(endpoint),
      fetch: reached(endpoint, (trouble) => seen.push(trouble)),
    });
    const asking = provider.chatModel(model).doStream({
      prompt: promptOf(request, form),
      ...(tools.length === 0 ? {} : { tools, ...(request.toolsOff ? { toolChoice: { type: 'none' } as const } : {}) }),
      includeRawChunks: true,
      abortSignal: stopped,
    });
    return { stream: (await unlessStopped(Promise.resolve(asking), stopped)).stream };
  } catch (error) {
    const trouble = seen[0] ?? { is: 'unsendable', error };
    if (trouble.is !== 'refused' || stopped.aborted) return { trouble };
    const less = concede(form, trouble.refusal.status, trouble.refusal.body, hasImages(request));
    if (less === null) return { trouble };
    forms.set(model, less);
    return open(endpoint, request, forms, stopped);
  }
}

/**
 * The package's fetch: without its user-agent (servers' CORS lists do not name that header), refusals noted, streams
 * enveloped.
 */
function reached(endpoint: Endpoint, note: (trouble: Trouble) => void): typeof globalThis.fetch {
  const { clock } = worldOf(endpoint);
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('user-agent');
    try {
      const response = await send(endpoint, input, { ...init, headers });
      if (response.ok) return enveloped(response);
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

const hasImages = (request: ModelRequest): boolean =>
  request.messages.some((message) =>
    message.role === 'tool'
      ? message.answers.some((answer) => answer.images.length > 0)
      : message.role === 'user' &&
        message.parts.some((part) => part.is === 'file' && part.file.mime.startsWith('image/')),
  );
