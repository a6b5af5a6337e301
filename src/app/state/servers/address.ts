/** What a server's form may hold: its URL, its name, its headers (row M2). Each fault says what to do. */
import { fail, ok, type Outcome } from '../../../core/outcome.ts';

const mostChars = { url: 4_096, name: 100, about: 2_000, value: 16_384 } as const;

/** A server's URL in its one normal form, by which servers are told apart (row M3). */
export function serverUrl(text: string): Outcome<string> {
  const wanted = text.trim();
  const bad = (why: string) => fail('bad-arguments', why);
  if (wanted === '') return bad('Enter the server’s address, for example https://mcp.example.com/mcp.');
  if (wanted.length > mostChars.url) return bad('This address is too long to be a server’s.');
  if (!/^https?:\/\//iu.test(wanted)) {
    return bad(
      /^[a-z][a-z0-9+.-]*:\/\//iu.test(wanted)
        ? 'A browser reaches servers by http or https only. Enter an address that begins with https://.'
        : 'Write the address with https:// (or http://) at its front.',
    );
  }
  const url = URL.parse(wanted);
  // Some browsers take a blank in a host for “%20”.
  if (url === null || /\s/u.test(wanted) || url.hostname.includes('%'))
    return bad('This is no address a browser can read. Check it for blanks and stray signs.');
  if (url.username !== '' || url.password !== '') {
    return bad('The address holds a name or password, which would be sent in the open. Put it into a header instead.');
  }
  if (url.hash !== '') return bad('Leave out the part from # on: it is never sent to a server.');
  // A bare # at the end is empty, and still there.
  url.hash = '';
  return ok(url.href);
}

/** A name as it was written; the address's host where none was. */
export function serverName(text: string, url: string): string {
  const name = Array.from(text.replaceAll(/\s+/gu, ' ').trim()).slice(0, mostChars.name).join('');
  return name === '' ? new URL(url).host : name;
}

/** Free words, cut to what is kept. */
export const serverAbout = (text: string): string => text.slice(0, mostChars.about);

/** Set by the program or by the protocol with each request. */
const ours: ReadonlySet<string> = new Set([
  'accept',
  'content-type',
  'last-event-id',
  'mcp-method',
  'mcp-name',
  'mcp-protocol-version',
  'mcp-session-id',
]);
/** A browser sets these itself and lets no page do it; `proxy-` and `sec-` beside them. */
const browsers: ReadonlySet<string> = new Set([
  'accept-charset',
  'accept-encoding',
  'access-control-request-headers',
  'access-control-request-method',
  'access-control-request-private-network',
  'connection',
  'content-length',
  'cookie',
  'cookie2',
  'date',
  'dnt',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
]);

/** Why a header cannot be sent, or null. `value` undefined: a stored one stays. */
export function headerFault(name: string, value: string | undefined): string | null {
  if (name === '') return 'A header has no name. Give it one, or remove its line.';
  const quoted = `“${name.slice(0, 60)}”`;
  if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,256}$/u.test(name))
    return `${quoted} cannot be a header’s name: use letters, digits and dashes, without blanks or a colon.`;
  const low = name.toLowerCase();
  if (ours.has(low)) return `The header ${quoted} belongs to the protocol, and Sluice sets it itself. Remove its line.`;
  if (browsers.has(low) || low.startsWith('proxy-') || low.startsWith('sec-'))
    return `The browser sets the header ${quoted} itself and lets no page change it. Remove its line.`;
  if (value === undefined) return null;
  if (/[\r\n\0]/u.test(value)) return `The value of ${quoted} holds a line break. Enter it as one line.`;
  if (value.length > mostChars.value) return `The value of ${quoted} is too long to be sent.`;
  // oxlint-disable-next-line no-control-regex -- exactly what a header cannot carry
  if (/[^\t\u0020-\u007e\u0080-\u00ff]/u.test(value))
    return `The value of ${quoted} holds a character that no header can carry.`;
  return null;
}
