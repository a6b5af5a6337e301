/** The fetch for metadata, registration and tokens: small answers, soon, and secrets over safe lines only (row M5). */
import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import { fail, type Fault } from '../../../core/outcome.ts';
import { bodyWithin } from '../body.ts';
import type { SignInDeps } from './deps.ts';
import { isSecure, isWeb } from './safe.ts';

/** Leaves the library's code with a fault of our own. */
export class Halt extends Error {
  readonly fault: Fault;
  constructor(message: string) {
    super(message);
    this.fault = fail('sign-in', message).fault;
  }
}

const where = (url: URL): string => `${url.origin}${url.pathname}`;

/** Like `fetch` for one small JSON answer: whole within `limits.mcp.signIn.answerMs` and `answer` bytes, or not at all. */
export function boundedFetch(
  { fetch: inner, limits }: Pick<SignInDeps, 'fetch' | 'limits'>,
  signal: AbortSignal | null,
): FetchLike {
  return async (input, init) => {
    const url = new URL(input);
    if (!isWeb(url.href)) throw new Halt(`The sign-in names an address that is no web address: ${where(url)}.`);
    if ((init?.method ?? 'GET') !== 'GET' && !isSecure(url.href))
      throw new Halt(
        `The sign-in wants secrets sent to ${where(url)}, which is not encrypted. It must use https (or run on this computer).`,
      );
    const limit = AbortSignal.timeout(limits.answerMs);
    const until = signal === null ? limit : AbortSignal.any([limit, signal]);
    try {
      const response = await inner(url, {
        ...init,
        redirect: 'manual',
        credentials: 'omit',
        cache: 'no-store',
        referrerPolicy: 'no-referrer',
        signal: until,
      });
      // A redirect has no body and cannot be made anew; the library takes it for "not here".
      if (response.type === 'opaqueredirect' || response.body === null) return response;
      const { status, statusText, headers } = response;
      const { text, whole } = await bodyWithin(response, limits.answer);
      if (!whole)
        throw new Halt(`${where(url)} answered with more than ${limits.answer / 1024} KB, which is no sign-in data.`);
      return new Response(text, { status, statusText, headers });
    } catch (error) {
      if (limit.aborted && signal?.aborted !== true)
        throw new Halt(
          `The sign-in could not go on: ${where(url)} did not answer within ${limits.answerMs / 1000} seconds. Try again.`,
        );
      throw error;
    }
  };
}
