/** Pieces of the doctor's sentences, and what it gives to copy (row M6). */
import type { Explained } from '../../../core/server.ts';
import { redact } from '../../models/words.ts';
import { firstHeaders, type Page, type Patient } from './facts.ts';

type Fix = Explained['fixes'][number];

/** The host as a person reads it. */
export const hostOf = (url: string): string => URL.parse(url)?.host || url.slice(0, 200);

/** What a server or a library said, fit for a sentence: one line, short, without tokens. '' where it said nothing. */
export function said(message: string): string {
  const line = redact(message, []).replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '';
  return ` It said: “${line.length > 300 ? `${line.slice(0, 300)}…` : line}”.`;
}

/** Everything that a server of either protocol has to allow. */
export const allHeaders = (headers: readonly string[]): string =>
  [
    ...new Set([
      'authorization',
      ...firstHeaders([]),
      'mcp-protocol-version',
      'mcp-session-id',
      'last-event-id',
      'mcp-method',
      'mcp-name',
      ...firstHeaders(headers),
    ]),
  ].join(', ');

/** The header that lets this page in. */
export const allowOrigin = (page: Page): Fix => ({
  what: 'Lets this page in, on every answer of the server, errors included',
  code: `Access-Control-Allow-Origin: ${page.origin}`,
});
/** The header that lets the page send what MCP and this server need. */
export const allowHeaders = ({ headers }: Patient): Fix => ({
  what: 'Lets this page send what the protocol needs, on the answer to OPTIONS',
  code: `Access-Control-Allow-Headers: ${allHeaders(headers)}`,
});
const allowMethods: Fix = {
  what: 'Lets this page call, listen and end its session, on the answer to OPTIONS',
  code: 'Access-Control-Allow-Methods: GET, POST, DELETE, OPTIONS',
};
/** The header that lets the page read what it must. */
export const exposeHeaders: Fix = {
  what: 'Lets this page read its session and where to sign in, on every answer',
  code: 'Access-Control-Expose-Headers: Mcp-Session-Id, WWW-Authenticate',
};

/** The whole of CORS for an MCP server. */
export const everyHeader = (patient: Patient, page: Page): Fix[] => [
  allowOrigin(page),
  allowHeaders(patient),
  allowMethods,
  exposeHeaders,
];

/** `a`, `a and b`, `a, b and c`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
