/** A successful answer, read or watched before the library gets it (row M1). */
import type { Json } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import { parsed } from '../body.ts';
import type { Asked } from './asked.ts';
import { answers, textWithin, tooLarge, watched, type StreamEnd } from './bodies.ts';
import { Failed, failure } from './failure.ts';
import type { Owners } from './owners.ts';
import { mediaType } from './refusal.ts';

interface Ending {
  /** Called once, when the body is over; `fault`: what was wrong with it. */
  over(status: number, fault: string | null): void;
  /** It was given up from here. */
  dropped(): boolean;
}

/** What the libraries read of an answer's head. */
function passed(response: Response): Headers {
  const headers = new Headers();
  for (const name of ['content-type', 'mcp-session-id']) {
    const value = response.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  return headers;
}

/** A stream that breaks off says so to its owner, unless the library will resume it. */
function streamed(asked: Asked, owners: Owners, response: Response, { over, dropped }: Ending): Response {
  const owner: Json = asked.resumes === null ? asked.id : owners.ownerOf(asked.resumes);
  const resumed = asked.resumes !== null;
  const ran = asked.call || resumed ? 'unknown' : 'no';
  const last = ({ how, lastId }: StreamEnd): string | null => {
    const left = how === 'left' || (how === 'broke' && dropped());
    over(response.status, left || how === 'ended' ? null : how === 'broke' ? 'The connection broke.' : 'Too large.');
    if (owner === null || left) return null;
    if (how === 'too-large') {
      owners.settle(owner);
      return owners.lastWords(owner, { ...tooLarge(limits.mcp.result), ran });
    }
    // The library resumes a stream of which it knows an event's id: the answer may come there.
    if (lastId !== null) owners.own(lastId, owner);
    if (lastId !== null || resumed) return null;
    return owners.lastWords(owner, failure('network', 'The connection ended before the answer came.', { ran }));
  };
  const body = response.body === null ? null : watched(response.body, limits.mcp.result, last);
  return new Response(body, { status: response.status, headers: passed(response) });
}

/** Throws `Failed` where the answer is none of MCP, or too large. */
export async function answerOf(asked: Asked, owners: Owners, response: Response, end: Ending): Promise<Response> {
  const type = mediaType(response);
  const { status } = response;
  const ran = asked.call ? 'unknown' : 'no';
  if (asked.http === 'DELETE' || (asked.http === 'POST' && asked.id === null)) {
    await response.body?.cancel();
    end.over(status, null);
    return new Response(null, { status: 202, headers: passed(response) });
  }
  if (type === 'text/event-stream') return streamed(asked, owners, response, end);
  if (type !== 'application/json' || asked.http === 'GET') {
    await response.body?.cancel();
    throw new Failed(failure('not-mcp', `The answer is of type ${type ?? 'unknown'}.`, { status, type, ran }));
  }
  const text = await textWithin(response, limits.mcp.result);
  const body = parsed(text);
  if (body === undefined || !answers(body, asked.id)) {
    const words = body === undefined ? 'Broken JSON.' : 'JSON, but no answer to the request.';
    throw new Failed(failure('not-mcp', words, { status, type, ran }));
  }
  end.over(status, null);
  return new Response(text, { status: 200, headers: passed(response) });
}
