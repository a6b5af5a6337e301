/** Where a link of a model may lead: an absolute address of the web or of mail, or nowhere (row X4). */
export function safeLink(href: string): URL | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  return url !== null && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url : null;
}

/** An image that would be fetched over the network, once the person asks for it. */
export function remoteImage(href: string): URL | null {
  const url = safeLink(href);
  return url === null || url.protocol === 'mailto:' ? null : url;
}

/** An image that is wholly in the text and cannot hold a script. */
export const inlineImage = (href: string): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp|avif);base64,[\w+/=]+$/u.test(href);

/**
 * The host a link really leads to, where its words pretend to be another one: "https://bank.example" pointing elsewhere;
 * null where they do not.
 */
export function pretended(words: string, url: URL): string | null {
  const claim = /^\s*(?:https?:\/\/)?([\w-]+(?:\.[\w-]+)+)(?:[/:?#]\S*)?\s*$/iu.exec(words)?.[1];
  if (claim === undefined || url.protocol === 'mailto:') return null;
  // A file name ("main.ts") looks like a host; only an address or a known kind of host is a claim.
  const address =
    /^\s*https?:\/\//iu.test(words) || /^www\.|\.(?:com|org|net|dev|io|ai|app|edu|gov|co|info)$/iu.test(claim);
  return address && claim.toLowerCase() !== url.hostname.toLowerCase() ? url.host : null;
}
