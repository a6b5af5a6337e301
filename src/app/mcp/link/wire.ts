/** What `link/` needs of either library once it is connected, and the connection made of it. */
import type { Json, JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { McpAnswer } from '../../../core/mcpresult.ts';
import type { ServerInfo } from '../../../core/server.ts';
import type { CallOptions, Link, LinkFailure, Reply } from '../link.ts';
import { startDeadline } from './deadline.ts';
import { done, failed, failure } from './failure.ts';
import type { Questions } from './questions.ts';
import { answerIn, pageOf } from './shape.ts';
import type { Trouble } from './trouble.ts';
import { makeTurns } from './turns.ts';

/** Progress as either library tells it. */
export interface Told {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** Either library, once connected. */
export interface Wire {
  readonly info: ServerInfo;
  readonly dialect: Link['dialect'];
  /** The server offers tools at all. */
  readonly tools: boolean;
  readonly questions: Questions;
  /** What an error of the library means. */
  readonly trouble: Trouble;
  /** The result as the server gave it; throws what the library throws. Always sends a progress token. */
  request(method: string, params: JsonObject, signal: AbortSignal, progress: (told: Told) => void): Promise<Json>;
  close(leaving: boolean): Promise<void>;
}

/** Progress goes on at most so often: a server may tell it a thousand times a second. */
const progressMs = 20;
/** A link to be opened comes as this error, before anything ran. */
const wantsVisit = -32_042;

const unsent = failure('cancelled', 'It was cancelled before it was sent.');

/** The connection that the host sees: requests with their limits, and calls in turn. */
export function makeLink(wire: Wire): Link {
  let closed: LinkFailure | null = null;
  const turns = makeTurns();

  /** One request with its end as a value. */
  async function ask<T>(
    method: 'tools/list' | 'tools/call',
    params: JsonObject,
    { signal, idleMs, totalMs, progress }: CallOptions,
    read: (result: Json) => T | null,
  ): Promise<Reply<T>> {
    const call = method === 'tools/call';
    if (closed !== null) return failed(closed);
    if (signal.aborted) return failed(unsent);
    const ran = call ? 'unknown' : 'no';
    const stop = new AbortController();
    let stopped: LinkFailure | null = null;
    const give = (kind: 'timed-out' | 'cancelled', words: string) => (): void => {
      if (stop.signal.aborted) return;
      stopped = failure(kind, words, { ran });
      stop.abort(words);
    };
    const cancel = give('cancelled', 'The person stopped it.');
    const deadline = startDeadline({ idleMs, totalMs }, give('timed-out', 'No answer came in time.'));
    signal.addEventListener('abort', cancel, { once: true });
    if (call) wire.questions.begin(deadline);
    let last = -Infinity;
    const told = ({ progress: done, total, message }: Told): void => {
      deadline.heard();
      const now = performance.now();
      if (now - last < progressMs || stop.signal.aborted) return;
      last = now;
      progress({ done, total: total ?? null, message: message?.slice(0, limits.mcp.message) ?? null });
    };
    try {
      const value = read(await wire.request(method, params, stop.signal, told));
      if (value !== null) return done(value);
      return failed(failure('not-mcp', `The result of ${method} has not the shape that MCP gives it.`, { ran }));
    } catch (cause) {
      if (stopped !== null) return failed(stopped);
      const { why, data } = wire.trouble(cause, call);
      if (why.code !== wantsVisit) return failed(why);
      // The page is offered; whether to call again is for who called.
      await wire.questions.visit(data);
      const words = why.message === '' ? 'A page has to be visited first.' : why.message;
      return failed({ ...why, message: `${words} Call it again when that is done.`, ran: 'no' });
    } finally {
      deadline.stop();
      signal.removeEventListener('abort', cancel);
      if (call) wire.questions.end(deadline);
    }
  }

  const quiet = (): void => undefined;
  const { connectMs } = limits.mcp;
  return {
    info: wire.info,
    dialect: wire.dialect,
    list: async (cursor, signal) => {
      if (!wire.tools) return closed === null ? done({ tools: [], next: null }) : failed(closed);
      const params = cursor === null ? {} : { cursor };
      return ask('tools/list', params, { signal, idleMs: connectMs, totalMs: connectMs, progress: quiet }, pageOf);
    },
    call: async (tool, args, options): Promise<Reply<McpAnswer>> => {
      const back = await turns.take(options.signal);
      if (back === null) return failed(unsent);
      try {
        return await ask('tools/call', { name: tool, arguments: args }, options, answerIn);
      } finally {
        back();
      }
    },
    close: async (leaving) => {
      closed ??= failure('closed', 'The connection was closed.');
      await wire.close(leaving);
    },
  };
}
