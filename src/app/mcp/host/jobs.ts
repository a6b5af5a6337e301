import type { CallId, ServerId } from '../../../core/ids.ts';
import { fail, type Outcome } from '../../../core/outcome.ts';
import { deferred } from './deferred.ts';
import { ranWords } from './words.ts';

/** What a call under way is told, and tells. */
export interface Job {
  readonly signal: AbortSignal;
  /** It is being sent: from here on it may have run. */
  sent(): void;
}

type Fail = ReturnType<typeof fail>;

interface Open {
  readonly call: CallId;
  readonly server: ServerId;
  end(why: (sent: boolean) => Fail): void;
}

/** Everything that waits for a server, so that a stop reaches it: each ends exactly once, and at once. */
export interface Jobs {
  run<T>(call: CallId, server: ServerId, work: (job: Job) => Promise<Outcome<T>>): Promise<Outcome<T>>;
  cancel(call: CallId): void;
  /** All of one server, or of all. */
  endAll(server: ServerId | null, why: (sent: boolean) => Fail): void;
}

export function makeJobs(): Jobs {
  const open = new Set<Open>();
  return {
    async run(call, server, work) {
      const over = new AbortController();
      const ended = deferred<Fail>();
      let sent = false;
      const mine: Open = {
        call,
        server,
        end(why) {
          if (over.signal.aborted) return;
          ended.end(why(sent));
          over.abort();
        },
      };
      open.add(mine);
      try {
        const job: Job = {
          signal: over.signal,
          sent() {
            sent = true;
          },
        };
        return await Promise.race([ended.ended, work(job)]);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return fail('bug', `The call failed in an unexpected way (${message}). ${ranWords(sent ? 'unknown' : 'no')}`);
      } finally {
        open.delete(mine);
      }
    },
    cancel(call) {
      for (const one of open)
        if (one.call === call)
          one.end((sent) =>
            fail('cancelled', sent ? 'Stopped while it ran: it may have run.' : 'Stopped before it ran.'),
          );
    },
    endAll(server, why) {
      for (const one of open) if (server === null || one.server === server) one.end(why);
    },
  };
}
