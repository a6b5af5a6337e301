import { limits } from '../../../core/limits.ts';
import { fail, type Outcome } from '../../../core/outcome.ts';
import type { ElicitationReply, RequestRow } from '../../../core/server.ts';
import type { Asking, Link, LinkFailure } from '../link.ts';
import { improper } from './asks.ts';
import type { Clock } from './clock.ts';
import { makeFresh, type Fresh } from './fresh.ts';

/** A call under way on a line: its silence does not count while the server asks the person (row M7). */
export interface OnLine {
  pause(on: boolean): void;
}

/** One open connection, and what goes on on it. */
export interface Line {
  readonly link: Link;
  readonly fresh: Fresh;
  /** No new call may begin on it. */
  readonly closed: boolean;
  /** A call begins on it; the answer is for its end. */
  begin(call: OnLine): () => void;
  /** The server asks the person. Outside of a call nobody is asked. */
  asks(asking: Asking, signal: AbortSignal): Promise<ElicitationReply>;
  /** No new call comes here: it is closed as soon as nothing runs on it. */
  retire(): void;
  /** The other side closed it. */
  lost(why: LinkFailure): void;
  /** Closed at once. `leaving`: the page goes away, so that nothing can be waited for. */
  end(leaving: boolean): void;
}

/** What a line needs of the server it belongs to. */
export interface Around {
  readonly clock: Clock;
  /** Reads the list anew after a change. */
  relist(line: Line): Promise<Outcome<void>>;
  /** It is closed; `why` where that came from the other side. */
  gone(line: Line, why: LinkFailure | null): void;
  request(row: RequestRow): void;
  /** Puts a question to the person. */
  put(line: Line, asking: Asking, signal: AbortSignal): Promise<ElicitationReply>;
  /** Questions of this line that wait are moot. */
  drop(line: Line): void;
}

/** A connection that is open, with its calls and its questions. */
export function makeLine(link: Link, around: Around): Line {
  const calls = new Set<OnLine>();
  let closed = false;
  let retired = false;
  let asking = 0;

  const pause = (on: boolean): void => {
    for (const call of calls) call.pause(on);
  };

  function close(why: LinkFailure | null): boolean {
    if (closed) return false;
    closed = true;
    line.fresh.stop(fail('mcp', 'The connection was closed.'));
    around.drop(line);
    around.gone(line, why);
    return true;
  }

  const line: Line = {
    link,
    fresh: makeFresh(around.clock, () => around.relist(line)),
    get closed() {
      return closed || retired;
    },
    begin(call) {
      calls.add(call);
      if (asking > 0) call.pause(true);
      return () => {
        calls.delete(call);
        if (calls.size > 0) return;
        around.drop(line);
        if (retired) line.end(false);
      };
    },
    async asks(question, signal) {
      const wrong = calls.size === 0 ? 'it asked the person while no call was running' : improper(question);
      if (wrong !== null || closed) {
        const fault = `${wrong ?? 'the connection was closed'}: answered with cancel`;
        around.request({ at: around.clock.now(), what: 'elicitation', status: null, ms: 0, fault });
        return { is: 'cancel' };
      }
      asking += 1;
      if (asking === 1) pause(true);
      try {
        return await around.put(line, question, signal);
      } finally {
        asking -= 1;
        if (asking === 0) pause(false);
      }
    },
    retire() {
      if (closed) return;
      retired = true;
      line.fresh.stop(fail('mcp', 'The connection is not used any more.'));
      if (calls.size === 0) line.end(false);
    },
    lost(why) {
      if (close(why)) link.close(false).catch(() => undefined);
    },
    end(leaving) {
      if (close(null)) link.close(leaving).catch(() => undefined);
    },
  };
  return line;
}

/** The longest a connection may take where the library's own limit failed. */
export const openMs = limits.mcp.connectMs + 5_000;
