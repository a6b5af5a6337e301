/** Why a connection failed and what to do about it (row M6). Pure: facts in, one paragraph out. */
import { limits } from '../../../core/limits.ts';
import type { Explained } from '../../../core/server.ts';
import { sessionUnreadable } from '../link/failure.ts';
import type { LinkFailure } from '../link.ts';
import type { Found, Page, Patient } from './facts.ts';
import { judgeSilence, redirected } from './silence.ts';
import { exposeHeaders, hostOf, said } from './words.ts';

const simple = (kind: Explained['kind'], text: string, fixes: Explained['fixes'] = []): Explained => ({
  kind,
  text,
  fixes,
  sure: true,
});

/** Nothing that speaks the protocol stands at this path. */
function wrongPath(failure: LinkFailure, { url }: Patient, { plain, usual }: Found): Explained {
  const host = hostOf(url);
  if (
    plain !== null &&
    plain !== 'blocked' &&
    plain !== 'redirect' &&
    plain.type === 'text/event-stream' &&
    failure.kind !== 'not-mcp'
  )
    return simple(
      'protocol',
      `${host} speaks the older HTTP+SSE transport at this address, which is no longer part of the protocol. Many such servers have a streamable HTTP address beside it, usually ending in /mcp: look in the server’s documentation, or update the server.`,
      usual === null ? [] : [{ what: 'An address to try', code: usual.url }],
    );
  const here =
    failure.kind === 'not-mcp'
      ? failure.type?.startsWith('text/html') === true
        ? `${url} is a web page, not an MCP server.`
        : `What answers at ${url} is no MCP (${failure.type ?? 'no content type'}).${said(failure.message)}`
      : `There is no MCP server at this path of ${host} (status ${failure.status ?? '?'}).${said(failure.message)}`;
  const there =
    usual !== null &&
    (usual.type === 'application/json' ||
      usual.type === 'text/event-stream' ||
      [400, 401, 405, 406].includes(usual.status));
  if (usual !== null && there && usual.status !== 404)
    return {
      kind: 'wrong-path',
      text: `${here} Something that may be one answers at ${usual.url}: add the server under that address.`,
      fixes: [{ what: 'The address to try', code: usual.url }],
      sure: false,
    };
  return {
    kind: failure.kind === 'not-mcp' && usual === null ? 'not-mcp' : 'wrong-path',
    text: `${here} Most servers answer at an address that ends in /mcp: check it in the server’s documentation.`,
    fixes: usual === null ? [] : [{ what: 'The usual address', code: usual.url }],
    sure: true,
  };
}

function judgeStatus(failure: LinkFailure, patient: Patient, page: Page, found: Found): Explained {
  const { status, message } = failure;
  const host = hostOf(patient.url);
  const words = said(message);
  if (status === null) return simple('other', `The connection to ${host} failed.${words}`);
  if (status >= 300 && status < 400) return redirected(patient, true);
  switch (status) {
    case 401:
      return signIn(failure, patient);
    case 403:
      return {
        kind: 'forbidden',
        text: `${host} refused this page (403).${words} Either the key or account may not use it, or the server admits only certain pages: then ${page.origin} has to be among its allowed origins.`,
        fixes: [{ what: 'The origin to allow in the server’s settings', code: page.origin }],
        sure: false,
      };
    case 404:
    case 405:
      return wrongPath(failure, patient, found);
    case 406:
    case 415:
    case 400:
      return {
        kind: 'protocol',
        text: `${host} did not understand the request (${status}).${words} It may speak another version of the protocol, or want a header: look in its documentation.`,
        fixes: [],
        sure: false,
      };
    case 429:
      return simple('server-error', `${host} is asked too often (429).${words} Wait a while, then press Refresh.`);
    case 413:
      return simple('too-much', `${host} finds the request too large (413).${words} Send less at a time.`);
    default:
      return status >= 500
        ? simple(
            'server-error',
            `${host} has a fault of its own (${status}).${words} Try again in a while; if it stays, its operator has to look.`,
          )
        : simple('other', `${host} answered with status ${status}.${words}`);
  }
}

function signIn({ message }: LinkFailure, patient: Patient): Explained {
  const key = patient.headers.some((name) => name.toLowerCase() === 'authorization');
  return simple(
    'sign-in',
    key
      ? `${hostOf(patient.url)} did not accept the key that is stored for it (401).${said(message)} Enter it anew under Edit…, or remove it there and sign in.`
      : `${hostOf(patient.url)} wants to know who asks (401).${said(message)} Press Sign in; or, where it takes keys instead, enter one under Edit.`,
  );
}

/** The explanation of one failure. */
export function judge(failure: LinkFailure, patient: Patient, page: Page, found: Found): Explained {
  const host = hostOf(patient.url);
  const words = said(failure.message);
  switch (failure.kind) {
    case 'network':
      return judgeSilence(failure, patient, page, found);
    case 'http':
      return judgeStatus(failure, patient, page, found);
    case 'sign-in':
      return signIn(failure, patient);
    case 'scope':
      return simple(
        'forbidden',
        `You are signed in to ${host}, but without the rights that this needs (403).${words} Press Sign in to ask for them.`,
      );
    case 'redirect':
      return redirected(patient, true);
    case 'not-mcp':
      return wrongPath(failure, patient, found);
    case 'session': {
      const unreadable = failure.message.includes(sessionUnreadable);
      return {
        kind: 'session',
        text: unreadable
          ? `${host} answers the first request, but this page cannot read the header Mcp-Session-Id of its answer, so the next request is refused. The server’s CORS settings have to expose that header.`
          : `${host} does not know the session of this connection, even a new one.${words} If it answers the first request and refuses the next, this page probably cannot read the header Mcp-Session-Id: the server’s CORS settings have to expose it. If the server was only restarted, press Refresh.`,
        fixes: [exposeHeaders],
        sure: unreadable,
      };
    }
    case 'version':
      return simple(
        'protocol',
        `${host} speaks no version of the protocol that Sluice speaks (2024-11-05 to 2026-07-28).${words} Update the server, or Sluice.`,
      );
    case 'too-large':
      return simple(
        'too-much',
        `${host} answered more than ${limits.mcp.result / 1024 / 1024} MB at once, and was cut off. Ask for less at a time.`,
      );
    case 'timed-out':
      return simple(
        'time-out',
        `${host} took the connection but did not answer in time.${words} It may be starting or overloaded: press Refresh in a while.`,
      );
    case 'rpc':
      return simple(
        'other',
        `${host} answered with an error${failure.code === null ? '' : ` (${failure.code})`}.${words}`,
      );
    case 'cancelled':
      return simple('other', `The connection to ${host} was stopped. Press Refresh to connect.`);
    case 'closed':
      return simple('other', `${host} closed the connection.${words} Press Refresh to connect anew.`);
  }
}
