/** A request that failed without a word (row M6): the browser hides the cause, so it is inferred from what was found. */
import type { Explained } from '../../../core/server.ts';
import type { LinkFailure } from '../link.ts';
import { crosses, isHttp, isSecure, placeOf, type Found, type Page, type Patient } from './facts.ts';
import { allowHeaders, allowOrigin, everyHeader, exposeHeaders, hostOf, listed } from './words.ts';

function localNetwork(patient: Patient, page: Page, { permission }: Found): Explained {
  const where = placeOf(patient.url) === 'loopback' ? 'this machine' : 'the local network';
  const mixed =
    isSecure(page) && isHttp(patient.url) && placeOf(patient.url) === 'private'
      ? ' Besides, this page is secure (https) and the address is not: some browsers block that whatever is allowed, so an https address is safer.'
      : '';
  const insecure = isSecure(page)
    ? ''
    : ' A page that is not secure (http) may not reach local addresses at all in some browsers: open Sluice by https.';
  const denied = permission === 'denied';
  return {
    kind: 'local-network',
    text: denied
      ? `The browser does not let this page reach ${where}: that was refused before. Allow “Local network access” for this page in the site settings, beside the address bar, then press Refresh.${mixed}${insecure}`
      : `${hostOf(patient.url)} is on ${where}, and this page comes from elsewhere, so the browser asks whether it may connect: press Refresh and allow it. If it was allowed, either no server runs there, or the server does not let this page in: then it has to send the headers below.${mixed}${insecure}`,
    fixes: denied ? [] : everyHeader(patient, page),
    sure: denied,
  };
}

/** Somebody answers, and a plain request may be read: so it is one of the headers, or the answer to POST. */
function blockedHeaders(failure: LinkFailure, patient: Patient, page: Page, found: Found): Explained {
  const passed = found.preflights.filter((one) => one.passed).flatMap(({ headers }) => headers);
  const failed = found.preflights.filter((one) => !one.passed);
  const blocked = [...new Set(failed.flatMap(({ headers }) => headers))].filter((name) => !passed.includes(name));
  const host = hostOf(patient.url);
  if (blocked.length > 0) {
    const names = `the header${blocked.length === 1 ? '' : 's'} ${listed(blocked)}`;
    // Asked about together: one of them is enough to have them all refused.
    const one = blocked.length > 1 && failed.some(({ headers }) => headers.length > 1) ? ' (or one of them)' : '';
    const later = blocked.includes('mcp-protocol-version') || blocked.includes('mcp-session-id');
    return {
      kind: 'cors',
      text: `${host} answers this page, but does not allow ${names}${one}, ${later ? 'which every request after the first carries: so the connection begins and then breaks' : 'which the first request carries'}. Its answer to OPTIONS has to be a plain 200 or 204, without a sign-in, that names ${blocked.length === 1 ? 'it' : 'them'} in Access-Control-Allow-Headers.`,
      fixes: [allowHeaders(patient), exposeHeaders],
      sure: true,
    };
  }
  return {
    kind: 'cors',
    text: `${host} lets this page read a plain GET and allows the headers, yet ${failure.initialized === true ? 'a request after the first one' : 'the POST'} failed. Most likely its answer to POST, or to an error, lacks the header that lets this page in; or the connection broke in the middle.`,
    fixes: everyHeader(patient, page),
    sure: false,
  };
}

function nobody(patient: Patient, page: Page, sure: boolean): Explained {
  const host = hostOf(patient.url);
  const certificate = isHttp(patient.url)
    ? ''
    : ` It can also be its certificate: open ${patient.url} in a tab of its own, and see whether the browser warns.`;
  const local = placeOf(patient.url) !== 'public';
  return {
    kind: 'unreachable',
    text: local
      ? `Nothing answers at ${host}: the server is not running, or listens on another port. Start it, and check the address.${certificate}`
      : `Nothing answers at ${host}: its name may be wrong, the server may be down, or an extension, a proxy or the network blocks it.${certificate}${sure ? '' : ` If it is there, it may not let this page in (CORS): then it has to send the headers below.`}`,
    fixes: sure ? [] : everyHeader(patient, page),
    // Refused, unknown, blocked and distrusted look the same to a page.
    sure: false,
  };
}

/** Judges a failed fetch. */
export function judgeSilence(failure: LinkFailure, patient: Patient, page: Page, found: Found): Explained {
  const host = hostOf(patient.url);
  const place = placeOf(patient.url);
  if (isSecure(page) && isHttp(patient.url) && place === 'public')
    return {
      kind: 'mixed-content',
      text: `This page is secure (https) and ${host} is not (http), so the browser blocks the connection. Use the server’s https address, or run the server on this machine.`,
      fixes: [{ what: 'The address to try', code: patient.url.replace(/^http:/i, 'https:') }],
      sure: true,
    };
  if (!page.online && place === 'public')
    return {
      kind: 'unreachable',
      text: `This device is offline, so ${host} cannot be reached. Connect it and press Refresh.`,
      fixes: [],
      sure: true,
    };
  if (crosses(page, patient.url)) return localNetwork(patient, page, found);
  if (found.plain === 'redirect') return redirected(patient, false);
  if (found.plain === 'blocked' && found.silent === 'answered')
    return {
      kind: 'cors',
      text: `Somebody answers at ${host}, but without the header Access-Control-Allow-Origin for this page, so the browser keeps the answer from it. The server’s CORS settings have to let ${page.origin} in. (A server that answers errors before its CORS settings apply, or that redirects, looks the same.)`,
      fixes: [allowOrigin(page), ...everyHeader(patient, page).slice(1)],
      sure: true,
    };
  if (found.plain !== null && found.plain !== 'blocked') return blockedHeaders(failure, patient, page, found);
  return nobody(patient, page, found.silent === 'nothing');
}

/** Where a browser may not follow (the tokens would go along). `sure`: the server said so to the request itself. */
export const redirected = (patient: Patient, sure: boolean): Explained => ({
  kind: 'redirect',
  text: `${hostOf(patient.url)} sends on to another address, which a page must not follow with what it sends. Open ${patient.url} in a tab, see at which address it ends (often the same with or without a slash at its end, or with https), and add the server under that one.`,
  fixes: [
    {
      what: 'An address to try',
      code:
        isHttp(patient.url) && placeOf(patient.url) === 'public'
          ? patient.url.replace(/^http:/i, 'https:')
          : slashed(patient.url),
    },
  ],
  sure,
});

const slashed = (url: string): string => {
  const parsed = new URL(url);
  parsed.pathname = parsed.pathname.endsWith('/') ? parsed.pathname.replace(/\/+$/, '') : `${parsed.pathname}/`;
  return parsed.href;
};
