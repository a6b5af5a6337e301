/** What an answer that is no success means (rows M1, M5, M6). */
import { isObject, type Json } from '../../../core/json.ts';
import { bodyWithin, parsed } from '../body.ts';
import type { LinkFailure } from '../link.ts';
import type { Asked } from './asked.ts';
import { failure, rpcErrorOf, rpcFailure, saysLostSession, saysNoSession, sessionUnreadable } from './failure.ts';

/** Enough of a refusal to explain it; the rest is not read. */
const refusalBytes = 64 * 1024;

/** With these the server says that it did not take the request up. */
const notTaken: ReadonlySet<number> = new Set([401, 403, 404, 405, 406, 413, 415, 429]);

/** `in`: the request named a session. `lost`: the handshake went well, but no session header could be read. */
export type Session = 'in' | 'lost' | 'before';

/** The content type without its parameters, or null. */
export const mediaType = (response: Response): string | null =>
  response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? null;

/** What a server says in a body that is none of MCP's. */
function wordsOf(body: Json | undefined, text: string, type: string | null): string {
  if (type === 'text/html') return '';
  if (!isObject(body)) return text;
  const error = body['error'];
  const inner = isObject(error) ? error['message'] : undefined;
  return [inner, body['error_description'], body['message'], error].find((one) => typeof one === 'string') ?? text;
}

const wantsMore = (response: Response, text: string): boolean =>
  /error\s*=\s*"?insufficient_scope/iu.test(response.headers.get('www-authenticate') ?? '') ||
  text.includes('insufficient_scope');

/** Reads what explains it, and no more of it. */
export async function refusalOf(response: Response, asked: Asked, session: Session): Promise<LinkFailure> {
  const { status } = response;
  const type = mediaType(response);
  const { text } = await bodyWithin(response, refusalBytes).catch(() => ({ text: '' }));
  const body = parsed(text);
  const error = rpcErrorOf(body);
  const words = error?.message ?? wordsOf(body, text, type);
  const known = { status, type, code: error?.code ?? null };

  if (status === 401) return failure('sign-in', words, known);
  if (status === 403 && wantsMore(response, text)) return failure('scope', words, known);
  // A server answers 404 for a session it does not know; some answer 400 (case 44).
  if (session === 'in' && (status === 404 || (status === 400 && saysLostSession(words))))
    return failure('session', words, known);
  if (session === 'lost' && asked.http === 'POST' && (status === 404 || (status === 400 && saysNoSession(words))))
    return failure('session', `${sessionUnreadable}: ${words}`, known);
  if (error !== null && status === 400)
    return { ...rpcFailure(error, { session: session === 'in', call: asked.call, status }), type };
  return failure('http', words, { ...known, ran: asked.call && !notTaken.has(status) ? 'unknown' : 'no' });
}
