/** What is wrong with a server's form, each at its field (rows M2, U6). */
import type { ServerForm } from './form.ts';

/** What is wrong with a form, beside its fields; empty where it can be saved. */
export interface FormFaults {
  readonly url: string | null;
  readonly policy: string | null;
  readonly token: string | null;
  readonly headers: ReadonlyMap<number, string>;
  readonly client: string | null;
}

/** Why an address can be no server’s, or null. */
export function addressFault(text: string): string | null {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'Give the whole address, like https://mcp.example.com/mcp.';
  if (url.username !== '' || url.password !== '')
    return 'Leave user name and password out of the address; a token or header has its own field.';
  if (url.hash !== '') return 'Leave out the part after #: a browser never sends it to a server.';
  return null;
}

/** Names of RFC 9110; a browser throws at others. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
/** What can stand in a header: a byte a character, no control characters. */
// oxlint-disable-next-line no-control-regex -- these are the ones to find
const unsendable = /[^\u0020-\u007e\u00a0-\u00ff\t]/u;
const ofBrowser =
  /^(?:accept-(?:charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|proxy-.*|referer|sec-.*|set-cookie2?|te|trailer|transfer-encoding|upgrade|user-agent|via)$/iu;
const ofSluice = /^(?:accept|content-type|last-event-id|mcp-(?:method|name|protocol-version|session-id))$/iu;

function nameFault(name: string): string | null {
  if (name === '') return 'Give the header a name, or remove the line.';
  if (!headerName.test(name)) return 'A header’s name has letters, digits and hyphens only.';
  if (ofBrowser.test(name)) return `Browsers do not let a page send ${name}.`;
  if (ofSluice.test(name)) return `Sluice itself sends ${name} as the protocol wants it.`;
  return null;
}

function headerFaults({ headers, token, tokenStored, dropToken }: ServerForm): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  const seen = new Set<string>();
  if (token.trim() !== '' || (tokenStored && !dropToken)) seen.add('authorization');
  for (const { line, name: typed, value, stored } of headers) {
    const name = typed.trim();
    const wrong = nameFault(name);
    if (wrong !== null) faults.set(line, wrong);
    else if (seen.has(name.toLowerCase())) faults.set(line, `${name} is there already: a header is sent once.`);
    else if (value.trim() === '' && !stored) faults.set(line, `Give ${name} a value, or remove the line.`);
    else if (unsendable.test(value)) faults.set(line, 'The value holds a character that no header can carry.');
    seen.add(name.toLowerCase());
  }
  return faults;
}

function tokenFault(token: string): string | null {
  const bare = token.trim().replace(/^bearer\s+/iu, '');
  return /^[\u0021-\u007e]*$/u.test(bare)
    ? null
    : 'A token has no blanks, line breaks or accented letters: paste it again.';
}

/** All that stands in the way of saving; null where nothing does. */
export function faultsOf(form: ServerForm): FormFaults | null {
  const faults: FormFaults = {
    url: addressFault(form.url),
    policy: form.policy === null ? 'Choose one: the stored policy is not known.' : null,
    token: tokenFault(form.token),
    headers: headerFaults(form),
    client:
      form.clientId.trim() === '' && form.clientSecret.trim() !== ''
        ? 'A secret belongs to a client id: give that too.'
        : null,
  };
  const none = [faults.url, faults.policy, faults.token, faults.client].every((one) => one === null);
  return none && faults.headers.size === 0 ? null : faults;
}
