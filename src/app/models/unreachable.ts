import { corsAdvice, hostOf, type Failure, type Place } from './explain.ts';
import { isLocal } from './local.ts';
import { redact } from './words.ts';

/** What the page knows of itself; passed in, so that a test can be any page. */
export interface Page {
  readonly online: boolean;
  /** Where the page comes from, e.g. `https://sluice.example`. */
  readonly origin: string;
}

/** The page this runs in. */
export const thisPage = (): Page => ({ online: navigator.onLine, origin: location.origin });

/**
 * A request that got no answer at all. The browser tells a page only "Failed to fetch", whether the device is offline,
 * nothing listens there, or the server does not allow the page: so all that can be are said, the likely one first.
 */
export function explainUnreachable(error: unknown, place: Place, page: Page): Failure {
  const host = hostOf(place.baseUrl);
  const local = isLocal(place.baseUrl);
  const failure = (reason: string, againMs: number | null): Failure => ({
    fault: { code: 'not-reachable', message: `${host} could not be reached. ${reason}` },
    againMs,
  });
  if (page.origin.startsWith('https:') && place.baseUrl.startsWith('http:') && !local)
    return failure(
      'This page is secure (https) and the address is not (http), so the browser blocks it. Use an https address, or run the server on this machine.',
      null,
    );
  if (!page.online && !local) return failure('This device is offline. Connect it and try again.', 0);
  if (local) {
    const permission = /^https?:\/\/(localhost|127\.)/.test(page.origin)
      ? ''
      : ' If the browser asked whether this page may reach local apps, it must be allowed.';
    return failure(
      `Either no server runs at ${place.baseUrl}, or it does not let this page (${page.origin}) in. ${corsAdvice(place.baseUrl)}${permission}`,
      0,
    );
  }
  const detail =
    error instanceof Error && !/failed to fetch|load failed|networkerror/i.test(error.message)
      ? ` (${redact(error.message, place.secrets)})`
      : '';
  return failure(
    `Either this device is offline, nothing answers at that address, an extension or network blocks it, or the server does not allow requests from pages (CORS)${detail}. Check the base URL ${redact(place.baseUrl, place.secrets)}.`,
    0,
  );
}

/** A connection that broke while the answer came. */
export function explainInterrupted(place: Place, page: Page): Failure {
  const why = page.online ? 'The provider or the network ended it.' : 'This device is offline.';
  return {
    fault: {
      code: 'not-reachable',
      message: `The connection to ${hostOf(place.baseUrl)} broke before the answer was whole. ${why} Ask again.`,
    },
    againMs: 0,
  };
}
