/**
 * Addresses of this machine or its network. From a public page the browser asks before it lets such a request out, so
 * that it belongs to a click (row M6).
 */
export function isLocal(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/gu, '');
  if (name === 'localhost' || name.endsWith('.localhost') || name.endsWith('.local')) return true;
  if (name.includes(':')) return name === '::1' || /^(?:f[cd]|fe[89ab]|::ffff:)/u.test(name);
  if (!name.includes('.')) return true;
  if (!/^[\d.]+$/u.test(name)) return false;
  return /^(?:127|10|0)\.|^192\.168\.|^169\.254\.|^172\.(?:1[6-9]|2\d|3[01])\./u.test(name);
}

/** Whether a server may only be reached out of a click: it is local, and the page is a public one over https. */
export function needsClick(url: string, page: { readonly protocol: string; readonly hostname: string }): boolean {
  const server = URL.parse(url);
  return server !== null && page.protocol === 'https:' && !isLocal(page.hostname) && isLocal(server.hostname);
}
