import { isObject, type Json } from '../../core/json.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { headersOf, placeOf, send, unusableEndpoint, worldOf, type Endpoint } from './endpoint.ts';
import { explainBroken, explainStatus } from './explain.ts';
import { retryAfter } from './retry.ts';
import { explainUnreachable } from './unreachable.ts';

/** A list comes at once or not at all; a server that never answers must not leave the form waiting. */
const listMs = 30_000;

/** The ids of the models an endpoint has, in its order (row V1); an explained fault where it cannot say. */
export async function listModels(endpoint: Endpoint): Promise<Outcome<readonly string[]>> {
  const unusable = unusableEndpoint(endpoint);
  if (unusable !== null) return { ok: false, fault: unusable };
  const place = placeOf(endpoint, null);
  const { clock, page } = worldOf(endpoint);
  try {
    const response = await send(endpoint, `${endpoint.baseUrl.replace(/\/+$/, '')}/models`, {
      headers: headersOf(endpoint),
      signal: AbortSignal.timeout(listMs),
    });
    const body = await response.text();
    if (!response.ok) {
      const refusal = { status: response.status, body, afterMs: retryAfter(response.headers, clock.now()) };
      return { ok: false, fault: explainStatus(refusal, place).fault };
    }
    const ids = modelIds(body);
    if (ids === null) return { ok: false, fault: explainBroken({ is: 'other', text: body }, place).fault };
    if (ids.length > 0) return ok(ids);
    return fail(
      'unknown-model',
      `The list of models at ${endpoint.baseUrl} is empty. Load or pull a model there, or type a model’s id by hand.`,
    );
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return fail(
        'timed-out',
        `${endpoint.baseUrl} did not answer within ${listMs / 1000} s. Look whether the server is busy or stuck, then try again, or type a model’s id by hand.`,
      );
    }
    return { ok: false, fault: explainUnreachable(error, place, page).fault };
  }
}

/** Ids out of OpenAI's `{data: [{id}]}`, Ollama's and Google's `{models: [{name}]}`, a bare list, or a list of names. */
export function modelIds(body: string): string[] | null {
  let json: Json;
  try {
    json = JSON.parse(body) as Json;
  } catch {
    return null;
  }
  const list = isObject(json) ? (json['data'] ?? json['models']) : json;
  if (!Array.isArray(list)) return null;
  const ids = list.map((each: Json) => {
    if (typeof each === 'string') return each;
    const id = isObject(each) ? (each['id'] ?? each['model'] ?? each['name']) : null;
    return typeof id === 'string' ? id : '';
  });
  return [...new Set(ids)].filter((id) => id !== '');
}
