import { isObject, type Json, type JsonObject } from '../../core/json.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { ProviderKind } from '../../core/records.ts';
import { availability, builtIn, promptApi } from './browser-api.ts';
import { noBuiltIn } from './browser-faults.ts';
import { headersOf, placeOf, send, unusableEndpoint, worldOf, type Endpoint } from './endpoint.ts';
import { explainBroken, explainStatus, hostOf } from './explain.ts';
import { retryAfter } from './retry.ts';
import { explainUnreachable } from './unreachable.ts';

/** A list comes at once or not at all; a server that never answers must not leave the form waiting. */
const listMs = 30_000;
/** No vendor has more; one that always names a next page is broken. */
const mostPages = 20;

/** How a kind of API tells its models. */
interface Listing {
  readonly headers: (endpoint: Endpoint) => Record<string, string>;
  readonly query: string;
  /** What asks for the page after this one, or null where it was the last. */
  readonly next: (page: JsonObject) => Record<string, string> | null;
  /** False for what is listed but cannot chat. */
  readonly chats: (entry: JsonObject, id: string) => boolean;
}

const keyOf = (name: string, endpoint: Endpoint): Record<string, string> => {
  const key = (endpoint.key ?? '').trim();
  return { ...(key === '' ? {} : { [name]: key }), ...endpoint.headers };
};

const openAi: Listing = { headers: headersOf, query: '', next: () => null, chats: () => true };

/** OpenAI lists all it has, four fifths of it for pictures, voices and searching. */
const otherTrades =
  /embedding|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|sora|babbage|davinci|instruct|live|translate/;

const listings: Readonly<Record<Exclude<ProviderKind, 'demo' | 'browser'>, Listing>> = {
  'openai-compatible': openAi,
  openai: {
    ...openAi,
    chats: (entry, id) => !(/^(openai|system)/.test(text(entry['owned_by'])) && otherTrades.test(id)),
  },
  anthropic: {
    headers: (endpoint) => ({
      ...keyOf('x-api-key', endpoint),
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    }),
    query: 'limit=1000',
    next: (page) =>
      page['has_more'] === true && text(page['last_id']) !== '' ? { after_id: text(page['last_id']) } : null,
    chats: () => true,
  },
  google: {
    headers: (endpoint) => keyOf('x-goog-api-key', endpoint),
    query: 'pageSize=1000',
    next: (page) => (text(page['nextPageToken']) === '' ? null : { pageToken: text(page['nextPageToken']) }),
    chats: ({ supportedGenerationMethods: methods }) => !Array.isArray(methods) || methods.includes('generateContent'),
  },
};

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** The ids of the models of a provider, in its order (row V1); an explained fault where it cannot say. */
export async function listModels(kind: ProviderKind, endpoint: Endpoint): Promise<Outcome<readonly string[]>> {
  if (kind === 'demo') return ok([]);
  if (kind === 'browser')
    return (await availability(promptApi())) === 'unavailable' ? { ok: false, fault: noBuiltIn } : ok([builtIn]);
  const unusable = unusableEndpoint(endpoint);
  if (unusable !== null) return { ok: false, fault: unusable };
  const listing = listings[kind];
  const ids = new Set<string>();
  const signal = AbortSignal.timeout(listMs);
  let more: Record<string, string> | null = {};
  for (let page = 0; more !== null && page < mostPages; page += 1) {
    const before = ids.size;
    const asked = await onePage(endpoint, listing, more, signal);
    if (!asked.ok) return asked;
    for (const id of modelIds(asked.value, listing.chats) ?? []) ids.add(id);
    more = isObject(asked.value) && (page === 0 || ids.size > before) ? listing.next(asked.value) : null;
  }
  if (ids.size > 0) return ok([...ids]);
  return fail(
    'unknown-model',
    `The list of models at ${endpoint.baseUrl} is empty. Load or pull a model there, or type a model’s id by hand.`,
  );
}

async function onePage(
  endpoint: Endpoint,
  listing: Listing,
  more: Record<string, string>,
  signal: AbortSignal,
): Promise<Outcome<Json>> {
  const place = placeOf(endpoint, null);
  const { clock, page } = worldOf(endpoint);
  const query = new URLSearchParams([...new URLSearchParams(listing.query), ...Object.entries(more)]).toString();
  try {
    const url = `${endpoint.baseUrl.replace(/\/+$/, '')}/models${query === '' ? '' : `?${query}`}`;
    const response = await send(endpoint, url, { headers: listing.headers(endpoint), signal });
    const body = await response.text();
    if (!response.ok) {
      const refusal = { status: response.status, body, afterMs: retryAfter(response.headers, clock.now()) };
      // Google answers a wrong key with 400.
      const badKey = response.status === 400 && /api.?key.{0,20}(not valid|invalid|expired)/i.test(body);
      return { ok: false, fault: explainStatus(badKey ? { ...refusal, status: 401 } : refusal, place).fault };
    }
    const json = parsed(body);
    if (json === undefined || modelIds(json) === null)
      return { ok: false, fault: explainBroken({ is: 'other', text: body }, place).fault };
    return ok(json);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'TimeoutError') {
      return fail(
        'timed-out',
        `${hostOf(endpoint.baseUrl)} did not answer within ${listMs / 1000} s. Look whether the server is busy or stuck, then try again, or type a model’s id by hand.`,
      );
    }
    return { ok: false, fault: explainUnreachable(error, place, page).fault };
  }
}

function parsed(body: string): Json | undefined {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return undefined;
  }
}

/** Ids out of OpenAI's and Anthropic's `{data: [{id}]}`, Ollama's and Google's `{models: [{name}]}`, a bare list, or a list of names. */
export function modelIds(json: Json, chats: Listing['chats'] = () => true): string[] | null {
  const list = isObject(json) ? (json['data'] ?? json['models']) : json;
  // Google leaves an empty list out.
  if (isObject(json) && list === undefined && (Object.keys(json).length === 0 || 'nextPageToken' in json)) return [];
  if (!Array.isArray(list)) return null;
  const ids = list.map((each: Json) => {
    if (typeof each === 'string') return each;
    if (!isObject(each)) return '';
    const id = text(each['id'] ?? each['model'] ?? each['name']).replace(/^models\//u, '');
    return chats(each, id) ? id : '';
  });
  return [...new Set(ids)].filter((id) => id !== '');
}
