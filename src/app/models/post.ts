import type { Json } from '../../core/json.ts';
import type { Posting } from './request.ts';
import { eventsOf, type Came } from './sse.ts';

/**
 * Posts a body that this house wrote itself and gives the events of the answer. Rejects where the fetch does, and where
 * the answer is a refusal (which the posting has noted).
 */
export async function post(
  { fetch, stopped }: Posting,
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Json,
): Promise<ReadableStream<Came>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: wellFormedJson(body),
    signal: stopped,
  });
  if (!response.ok) throw new Error(`refused with ${response.status}`);
  return eventsOf(response);
}

/** JSON without halves of surrogate pairs, for which a whole request would be refused. */
export const wellFormedJson = (body: Json): string =>
  JSON.stringify(body).replace(/(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g, '$1\\ufffd');
