/** The registry over the network (row M2). It is asked without cookies or keys, and what it answers is data from outside. */
import { limits } from '../../../core/limits.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { RegistryPage } from '../../../core/serverdraft.ts';
import { bodyWithin, parsed } from '../body.ts';
import { entryOf } from './entry.ts';
import { readEntry, readPage } from './shape.ts';

/** What the client asks of the page. */
export interface RegistryDeps {
  /** The registry's address (a setting), with or without a slash at its end. */
  address(): string;
  /** Whether a server with this address is there already. */
  has(url: string): boolean;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds for one whole answer; tests make it short. */
  readonly answerMs?: number;
}

/** The registry as the page browses it. */
export interface Registry {
  /** A page of what is found. A newer search ends an older one, which then fails with `cancelled`. */
  browse(query: { readonly search: string; readonly cursor: string | null }): Promise<Outcome<RegistryPage>>;
}

type Failed = ReturnType<typeof fail>;
const byHand = 'Servers can still be added by hand.';

function addressOf(registry: string, query: { search: string; cursor: string | null }): URL | null {
  const url = URL.parse(`${registry.trim().replace(/\/+$/, '')}/v0.1/servers`);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '') return null;
  const search = query.search.trim().slice(0, 200);
  if (search !== '') url.searchParams.set('search', search);
  url.searchParams.set('limit', String(limits.registry.entries));
  url.searchParams.set('version', 'latest');
  if (query.cursor !== null) url.searchParams.set('cursor', query.cursor);
  return url;
}

/** A client of the registry. */
export function makeRegistry(deps: RegistryDeps): Registry {
  let under: AbortController | null = null;

  const ask = async (url: URL, signal: AbortSignal): Promise<Outcome<unknown>> => {
    const no = (code: 'not-reachable' | 'too-large', why: string): Failed => fail(code, `${why} ${byHand}`);
    const response = await (deps.fetch ?? globalThis.fetch)(url, {
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      headers: { accept: 'application/json' },
      signal,
    });
    if (response.type === 'opaqueredirect')
      return no('not-reachable', `The registry at ${url.host} sends on to another address. Enter that one instead.`);
    if (!response.ok) {
      await response.body?.cancel();
      return no(
        'not-reachable',
        response.status === 404
          ? `There is no registry at ${url.origin} (404): its address may be wrong.`
          : `The registry at ${url.host} answered with status ${response.status}. Try again in a while.`,
      );
    }
    const { text, whole } = await bodyWithin(response, limits.registry.answer);
    if (!whole) return no('too-large', `The registry at ${url.host} answered more than can be read at once.`);
    const answer = parsed(text);
    return answer === undefined
      ? no('not-reachable', `What ${url.host} answered is no list of servers: its address may be wrong.`)
      : ok(answer);
  };

  return {
    async browse(query) {
      under?.abort();
      const mine = new AbortController();
      under = mine;
      const url = addressOf(deps.address(), query);
      if (url === null)
        return fail('not-reachable', `“${deps.address()}” is no address of a registry. Correct it in the settings.`);
      const clock = AbortSignal.timeout(deps.answerMs ?? limits.registry.answerMs);
      let answer: Outcome<unknown>;
      try {
        answer = await ask(url, AbortSignal.any([mine.signal, clock]));
      } catch {
        answer = clock.aborted
          ? fail('timed-out', `The registry at ${url.host} did not answer in time. Try again. ${byHand}`)
          : fail(
              'not-reachable',
              `The registry at ${url.host} could not be reached: this device is offline, the registry is down, or it does not let pages in (CORS). ${byHand}`,
            );
      }
      if (mine.signal.aborted) return fail('cancelled', 'A newer search took its place.');
      if (!answer.ok) return answer;
      const page = readPage(answer.value);
      if (page === null)
        return fail('not-reachable', `What ${url.host} answered is no list of servers: its address may be wrong.`);
      const read = page.entries.map(readEntry);
      const entries = read.filter((one) => one !== null);
      return ok({
        entries: entries.map(({ listed, status }) => entryOf(listed, status, deps.has)),
        // The same cursor again would lead round in a circle.
        next: page.next === query.cursor ? null : page.next,
        left: read.length - entries.length,
      });
    },
  };
}
