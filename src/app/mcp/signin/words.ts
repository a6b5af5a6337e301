/** Why a sign-in failed, in words (row M5). What the servers said is bounded and shown safely, and no secret is in it. */
import { OAuthError, ServerError } from '@modelcontextprotocol/sdk/server/auth/errors.js';
import { fail, type Fault } from '../../../core/outcome.ts';
import { shown } from '../../../core/visible.ts';
import { Halt } from './bounded.ts';

/** How far a sign-in had come. */
export type Stage = 'discover' | 'register' | 'authorize' | 'exchange';

const longest = 300;

/** A server's own words for a person: short, visible, without the secrets that are at hand (row X5). */
export function quoted(text: string, secrets: readonly (string | null | undefined)[]): string {
  let clean = text;
  for (const secret of secrets) if (secret != null && secret.length > 3) clean = clean.replaceAll(secret, '…');
  const short = clean.length > longest ? `${clean.slice(0, longest)}…` : clean;
  return shown(short).replaceAll(/\s+/g, ' ').trim();
}

const known: Readonly<Record<string, string>> = {
  access_denied: 'it was declined at the sign-in page',
  invalid_scope: 'the sign-in server does not know the rights that the MCP server asks for',
  unauthorized_client: 'the sign-in server does not let Sluice’s client id do this',
  invalid_client: 'the sign-in server does not know Sluice’s client id, or its secret is wrong',
  invalid_grant: 'the sign-in server did not accept the code it had given, or it had expired',
  invalid_request: 'the sign-in server found the request faulty',
  unsupported_response_type: 'the sign-in server does not offer a sign-in by code',
  server_error: 'the sign-in server had a fault of its own',
  temporarily_unavailable: 'the sign-in server is overloaded or down for now',
  invalid_target: 'the sign-in server does not know this MCP server',
};

const next: Readonly<Record<string, string>> = {
  access_denied: 'Press Sign in to try again.',
  invalid_client: 'Check the client id and secret in Edit → Advanced sign-in.',
  unauthorized_client: 'Check the client id in Edit → Advanced sign-in.',
};

/** An error answer of the sign-in server, from its page or its token endpoint. */
export function refusal(name: string, code: string, said: string): Fault {
  const why = known[code] ?? `the sign-in server answered “${quoted(code, [])}”`;
  const words = said === '' ? '' : ` It says: “${said}”.`;
  const then = next[code] ?? 'Try again; if it stays so, ask whoever runs the server.';
  return fail('sign-in', `The sign-in to ${shown(name)} did not succeed: ${why}.${words} ${then}`).fault;
}

/** How to go on where the program cannot register itself. */
export const byHand = (redirect: string): string =>
  `Register a client there by hand with the redirect address ${redirect} and enter its client id in Edit → Advanced sign-in.`;

/** What an error thrown on the way means. */
export function faultOf(
  error: unknown,
  at: Stage,
  about: { readonly name: string; readonly redirect: string; readonly secrets: readonly (string | null | undefined)[] },
): Fault {
  if (error instanceof Halt) return error.fault;
  const name = shown(about.name);
  if (at === 'register') {
    const said =
      error instanceof OAuthError && !(error instanceof ServerError) ? quoted(error.message, about.secrets) : '';
    return fail(
      'sign-in',
      `Sluice could not register itself at the sign-in server of ${name}.${said === '' ? '' : ` It says: “${said}”.`} ${byHand(about.redirect)}`,
    ).fault;
  }
  if (error instanceof OAuthError && !(error instanceof ServerError))
    return refusal(about.name, error.errorCode, quoted(error.message, about.secrets));
  const unread =
    'Sluice could not read an answer of the sign-in server: it cannot be reached, it does not let web pages read it (CORS), or it answered with something else.';
  if (at === 'exchange')
    return fail('sign-in', `The sign-in to ${name} did not succeed at its last step. ${unread} Try again.`).fault;
  return fail('sign-in', `The sign-in to ${name} could not begin. ${unread} Ask whoever runs the server.`).fault;
}
