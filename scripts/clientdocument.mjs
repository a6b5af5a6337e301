// The client's own document (row M5): what Sluice is to a sign-in server that asks no registration. Its address is the
// client id, so it is built only where the public origin is known: SLUICE_ORIGIN=https://sluice.example npm run build

/**
 * The origin of `value` where it is a public https origin; '' where nothing is set.
 * @param {string | undefined} value
 */
export function publicOrigin(value) {
  if (value === undefined || value === '') return '';
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url === null || url.protocol !== 'https:' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new Error(`SLUICE_ORIGIN must be an https origin such as https://sluice.example, not "${value}"`);
  return url.origin;
}

/**
 * What stands at `oauth/client.json`; the same as the program says when it registers (src/app/mcp/signin/client.ts).
 * @param {string} origin
 * @param {string} base the path the app stands at, with slashes around
 */
export function clientDocument(origin, base) {
  const at = new URL(base, origin);
  return {
    client_id: new URL('oauth/client.json', at).href,
    client_name: 'Sluice',
    client_uri: at.href,
    redirect_uris: [new URL('oauth/callback.html', at).href],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    application_type: 'web',
  };
}

/**
 * Puts the document into a build made for `origin`.
 * @param {string} origin
 * @returns {import('vite').Plugin}
 */
export function clientDocumentInBuild(origin) {
  let base = '/';
  return {
    name: 'sluice-client-document',
    apply: 'build',
    configResolved: (config) => {
      base = config.base;
    },
    generateBundle() {
      if (origin === '') return;
      const source = `${JSON.stringify(clientDocument(origin, base), null, 2)}\n`;
      this.emitFile({ type: 'asset', fileName: 'oauth/client.json', source });
    },
  };
}
