import type { Fault } from '../../core/outcome.ts';
import type { Place } from './explain.ts';
import { clock, type Clock } from './retry.ts';
import { thisPage, type Page } from './unreachable.ts';

/** An endpoint that speaks OpenAI's chat completions, and what a test puts in place of the world. */
export interface Endpoint {
  readonly baseUrl: string;
  readonly key: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof globalThis.fetch;
  readonly clock?: Clock;
  readonly page?: Page;
  /** Outlives the adapter, which is made anew for each request. */
  readonly memory?: Memory;
}

/** What is kept of earlier requests to an endpoint: by model what it takes (its wire knows the shape), and what was told. */
export interface Memory {
  readonly forms: Map<string, unknown>;
  readonly told: Set<string>;
}

/** What a fault about this endpoint has to know. */
export const placeOf = (endpoint: Endpoint, model: string | null): Place => ({
  baseUrl: endpoint.baseUrl,
  model,
  hasKey: (endpoint.key ?? '').trim() !== '',
  secrets: secretsOf(endpoint),
});

/** Everything that must not appear in a text: the key and the values of headers (row X5). */
const secretsOf = (endpoint: Endpoint): string[] => [
  (endpoint.key ?? '').trim(),
  ...Object.values(endpoint.headers ?? {}),
];

/** Mistakes that a browser would report as if the network had failed. */
export function unusableEndpoint(endpoint: Endpoint): Fault | null {
  const url = URL.parse(endpoint.baseUrl);
  if (url === null || !/^https?:$/.test(url.protocol))
    return {
      code: 'not-reachable',
      message: `“${endpoint.baseUrl}” is no web address. Enter the base URL with http:// or https://, for example http://localhost:11434/v1.`,
    };
  if (url.username !== '' || url.password !== '')
    return {
      code: 'not-reachable',
      message: 'The base URL holds a user name or password, which browsers refuse. Enter the key in its own field.',
    };
  if (/[^\x21-\x7e]/.test((endpoint.key ?? '').trim()))
    return {
      code: 'bad-key',
      message:
        'The key holds a blank or a character that cannot be sent. Copy it again, without quotes or line breaks.',
    };
  return null;
}

/** The endpoint's surroundings, real where no test put others in place. */
export const worldOf = (endpoint: Endpoint): { fetch: typeof globalThis.fetch; clock: Clock; page: Page } => ({
  fetch: endpoint.fetch ?? globalThis.fetch.bind(globalThis),
  clock: endpoint.clock ?? clock,
  page: endpoint.page ?? thisPage(),
});

/**
 * Sends one request, and follows no redirect: the conversation would go to an address that nobody entered (row X6). A
 * redirect, which the browser hides, comes back as status 308.
 */
export async function send(endpoint: Endpoint, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const response = await worldOf(endpoint).fetch(input, { ...init, credentials: 'omit', redirect: 'manual' });
  return response.type === 'opaqueredirect' ? new Response('', { status: 308 }) : response;
}

/** What is sent with every request: the key as a bearer token, and the endpoint's own headers. */
export const headersOf = (endpoint: Endpoint): Record<string, string> => {
  const key = (endpoint.key ?? '').trim();
  return { ...(key === '' ? {} : { authorization: `Bearer ${key}` }), ...endpoint.headers };
};
