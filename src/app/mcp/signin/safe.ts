/** Judgments about addresses that come from outside (row M5). */

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|[a-z0-9-]+\.localhost)$/;

/** Whether codes, tokens and people may be sent there: https, or http on this machine, and no name or password in it. */
export function isSecure(address: string): boolean {
  const url = URL.parse(address);
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
}

export function isWeb(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
}

/** Whether a request goes to the server a token was issued for: its origin, and its path or below it. */
export function covers(server: string, request: string): boolean {
  const [of, to] = [URL.parse(server), URL.parse(request)];
  if (of === null || to === null || of.origin !== to.origin || of.origin === 'null') return false;
  const under = of.pathname.endsWith('/') ? of.pathname : `${of.pathname}/`;
  return to.pathname === of.pathname || to.pathname.startsWith(under);
}

/** One authorization server, written with or without a slash at its end. */
export function sameIssuer(a: string, b: string): boolean {
  const bare = (text: string): string => (URL.parse(text)?.href ?? text).replace(/\/$/, '');
  return bare(a) === bare(b);
}

export function sameOrigin(a: string, b: string): boolean {
  const origin = URL.parse(a)?.origin;
  return origin !== undefined && origin !== 'null' && origin === URL.parse(b)?.origin;
}

/**
 * Whether two addresses may be one operator's: the same host, or hosts whose last two labels are the same. Without a list of
 * public suffixes that is too kind to some (`a.co.uk` and `b.co.uk`), and never too strict.
 */
export function maybeSameSite(a: string, b: string): boolean {
  const site = (address: string): string | null => {
    const host = URL.parse(address)?.hostname ?? null;
    return host === null || /^[\d.]+$|^\[/.test(host) ? host : host.split('.').slice(-2).join('.');
  };
  const of = site(a);
  return of !== null && of === site(b);
}

/** 256 bits that nobody can guess, as a URL takes them. */
export function unguessable(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
