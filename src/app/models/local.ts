/** An address on this machine. */
export const isLocal = (baseUrl: string): boolean =>
  /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)$/.test(URL.parse(baseUrl)?.hostname ?? '');
