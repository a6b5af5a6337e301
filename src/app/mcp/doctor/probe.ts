/** Small questions to a server that just failed (row M6): at most three, with no key in them, none where the browser would ask the person. */
import { limits } from '../../../core/limits.ts';
import type { LinkFailure } from '../link.ts';
import {
  crosses,
  firstHeaders,
  isHttp,
  isSecure,
  laterHeaders,
  nothingFound,
  placeOf,
  usualUrl,
  type Found,
  type Page,
  type Patient,
  type Seen,
} from './facts.ts';

/** The outside of a probe. */
export interface World {
  readonly fetch: typeof globalThis.fetch;
  /** Whether the page may reach local addresses. */
  permission(): Promise<Found['permission']>;
  readonly probeMs?: number;
}

const permissionNames = ['local-network-access', 'loopback-network', 'local-network'];

/** The real one. Browsers that know no such permission answer null. */
export const world: World = {
  fetch: (input, init) => globalThis.fetch(input, init),
  async permission() {
    for (const name of permissionNames) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- names are tried one after another
        return (await navigator.permissions.query({ name: name as PermissionName })).state;
      } catch {
        continue; // this browser does not know that name
      }
    }
    return null;
  },
};

/** One GET of which only the head is looked at. Null: nothing could be read of it. */
async function get(
  { fetch, probeMs }: World,
  url: string,
  init: RequestInit,
): Promise<Seen | 'redirect' | 'opaque' | null> {
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), probeMs ?? limits.probeMs);
  try {
    const response = await fetch(url, {
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      ...init,
      signal: over.signal,
    });
    if (response.type === 'opaqueredirect') return 'redirect';
    if (response.type === 'opaque') return 'opaque';
    const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    return { status: response.status, type };
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
    over.abort(); // an event stream would never end by itself
  }
}

const readable = async (on: World, url: string): Promise<Exclude<Found['plain'], null>> => {
  const seen = await get(on, url, { redirect: 'manual' });
  return seen === null || seen === 'opaque' ? 'blocked' : seen;
};

async function preflight(on: World, url: string, names: readonly string[]): Promise<Found['preflights'][number]> {
  // Values that open nothing: only whether the names may be sent is asked.
  const headers = names
    .filter((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name))
    .map((name): [string, string] => [
      name,
      name === 'content-type' ? 'application/json' : name === 'mcp-protocol-version' ? '2025-11-25' : 'probe',
    ]);
  return { headers: names, passed: (await get(on, url, { headers, redirect: 'manual' })) !== null };
}

async function afterSilence(failure: LinkFailure, patient: Patient, on: World): Promise<Found> {
  const plain = await readable(on, patient.url);
  if (plain === 'blocked') {
    const silent = (await get(on, patient.url, { mode: 'no-cors' })) === null ? 'nothing' : 'answered';
    return { ...nothingFound, plain, silent };
  }
  if (plain === 'redirect') return { ...nothingFound, plain, silent: 'answered' };
  const groups =
    failure.initialized === true ? laterHeaders.map((name) => [name]) : [firstHeaders(patient.headers), laterHeaders];
  const preflights: Found['preflights'][number][] = [];
  for (const names of groups) {
    // oxlint-disable-next-line no-await-in-loop -- the second is asked only where the first passed
    const one = await preflight(on, patient.url, names);
    preflights.push(one);
    if (!one.passed && failure.initialized !== true) break;
  }
  // One question is left: whether it is the person's own headers, or already what every request carries.
  if (failure.initialized !== true && preflights.length === 1 && firstHeaders(patient.headers).length > 1)
    preflights.push(await preflight(on, patient.url, firstHeaders([])));
  return { ...nothingFound, plain, silent: 'answered', preflights };
}

async function afterWrongPath(patient: Patient, on: World): Promise<Found> {
  const plain = await readable(on, patient.url);
  const url = usualUrl(patient.url);
  const found = { ...nothingFound, plain, silent: 'answered' } as const;
  if (url === null || (plain !== 'blocked' && plain !== 'redirect' && plain.type === 'text/event-stream')) return found;
  const usual = await readable(on, url);
  return { ...found, usual: usual === 'blocked' || usual === 'redirect' ? null : { url, ...usual } };
}

const wrongPath = ({ kind, status }: LinkFailure): boolean =>
  kind === 'not-mcp' || (kind === 'http' && (status === 404 || status === 405));

/** What can be found out about a failure. */
export async function probe(failure: LinkFailure, patient: Patient, page: Page, on: World): Promise<Found> {
  const local = placeOf(patient.url) !== 'public';
  if (crosses(page, patient.url)) {
    // A request would make the browser ask the person, out of nowhere; the permission can be read without one.
    return { ...nothingFound, permission: failure.kind === 'network' ? await on.permission() : null };
  }
  if ((isSecure(page) && isHttp(patient.url) && !local) || (!page.online && !local)) return nothingFound;
  if (failure.kind === 'network') return afterSilence(failure, patient, on);
  return wrongPath(failure) ? afterWrongPath(patient, on) : nothingFound;
}
