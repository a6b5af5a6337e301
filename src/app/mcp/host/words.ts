import { limits } from '../../../core/limits.ts';
import { fail, type FaultCode } from '../../../core/outcome.ts';
import type { Explained } from '../../../core/server.ts';
import { shown } from '../../../core/visible.ts';
import type { LinkFailure } from '../link.ts';

type Fail = ReturnType<typeof fail>;

/** Words from outside, short and with nothing hidden in them. */
export const brief = (text: string, most = 300): string => {
  const short = text.length > most ? `${text.slice(0, most)}…` : text;
  return shown(short).trim();
};

const quoted = (message: string): string => (brief(message) === '' ? '' : ` It said: “${brief(message)}”.`);
const seconds = (ms: number): string => (ms < 60_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`);

/** A failure in one sentence, without guessing at what a browser hides. */
export function whatHappened(name: string, { kind, message, status, code }: LinkFailure): string {
  const who = brief(name, 80);
  switch (kind) {
    case 'network':
      return `The connection to ${who} failed${brief(message) === '' ? '' : ` (${brief(message)})`}.`;
    case 'http':
      return `${who} answered with an error${status === null ? '' : ` (HTTP ${status})`}.${quoted(message)}`;
    case 'sign-in':
      return `${who} wants you to sign in. Sign in under Settings → MCP servers, then try again.`;
    case 'scope':
      return `${who} wants more rights for this than the present sign-in gives. Sign in again under Settings → MCP servers, then try again.`;
    case 'session':
      return `${who} does not know the session any more.`;
    case 'redirect':
      return `${who} sent the request elsewhere (a redirect), which a browser may not follow. Remove the server and add it again with its final address.`;
    case 'not-mcp':
      return `${who} answered with something that is no MCP.${quoted(message)}`;
    case 'version':
      return `${who} speaks no protocol version that Sluice knows.${quoted(message)}`;
    case 'rpc':
      return `${who} refused the request${code === null ? '' : ` (error ${code})`}.${quoted(message)}`;
    case 'too-large':
      return `The answer of ${who} is larger than ${limits.mcp.result / 1024 / 1024} MB, so it was not read.`;
    case 'timed-out':
      return `${who} did not answer in time.`;
    case 'cancelled':
      return `The request to ${who} was cancelled.`;
    case 'closed':
      return `${who} closed the connection.`;
  }
}

const kinds: Readonly<Record<LinkFailure['kind'], Explained['kind']>> = {
  network: 'unreachable',
  http: 'server-error',
  'sign-in': 'sign-in',
  scope: 'sign-in',
  session: 'session',
  redirect: 'redirect',
  'not-mcp': 'not-mcp',
  version: 'protocol',
  rpc: 'server-error',
  'too-large': 'too-much',
  'timed-out': 'time-out',
  cancelled: 'other',
  closed: 'unreachable',
};

/** A failure as the state keeps it, where nobody looks deeper: nothing is probed for it. */
export const plainly = (name: string, failure: LinkFailure): Explained => ({
  kind: kinds[failure.kind],
  text: whatHappened(name, failure),
  fixes: [],
  sure: true,
});

const codes: Partial<Record<Explained['kind'], FaultCode>> = {
  cors: 'not-reachable',
  unreachable: 'not-reachable',
  'mixed-content': 'not-reachable',
  'local-network': 'not-reachable',
  'sign-in': 'sign-in',
  'time-out': 'timed-out',
  'too-much': 'too-large',
};

/** A connection that failed, as a call's end: the explanation of row M6, short enough for a model. */
export const faultOf = (name: string, { kind, text }: Explained): Fail =>
  fail(codes[kind] ?? 'mcp', `${brief(name, 80)} cannot be used now. ${brief(text, 800)} The call did not run.`);

/** What is known of a call's effect, said plainly (row M1). */
export const ranWords = (ran: LinkFailure['ran']): string =>
  ran === 'no' ? 'The call did not run.' : 'The call may have run: look at its effect before it is made again.';

/** A call that failed on its way or on the server's side. */
export const callFault = (name: string, failure: LinkFailure): Fail =>
  fail(codes[kinds[failure.kind]] ?? 'mcp', `${whatHappened(name, failure)} ${ranWords(failure.ran)}`);

/** The server was silent, or the call took longer than it may. */
export const timeFault = (name: string, silent: boolean, ms: number): Fail =>
  fail(
    'timed-out',
    silent
      ? `${brief(name, 80)} said nothing for ${seconds(ms)}, so the call was given up. ${ranWords('unknown')}`
      : `The call to ${brief(name, 80)} took longer than ${seconds(ms)}, the longest a call may take, so it was given up. ${ranWords('unknown')}`,
  );
