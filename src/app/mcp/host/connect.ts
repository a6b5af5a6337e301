import type { ServerId } from '../../../core/ids.ts';
import { limits } from '../../../core/limits.ts';
import type { Link, LinkEvents, LinkFailure, OpenLink, Reply, Target } from '../link.ts';
import { within, type Clock } from './clock.ts';
import { makeLine, openMs, type Around, type Line } from './line.ts';
import { listAll, type Listed } from './lists.ts';

/** A failure that the host itself found. */
export const failed = (kind: LinkFailure['kind'], message: string): { readonly ok: false; failure: LinkFailure } => ({
  ok: false,
  failure: { kind, message, status: null, code: null, type: null, ran: 'no' },
});

/** A library that answers neither in time nor to a stop must not hold anybody up. */
async function bounded<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Reply<T>>,
): Promise<Reply<T>> {
  if (signal.aborted) return failed('cancelled', '');
  const over = new AbortController();
  const stop = (): void => over.abort();
  const stopped = new Promise<Reply<T>>((resolve) => {
    over.signal.addEventListener('abort', () => resolve(failed('cancelled', '')), { once: true });
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    const working = work(over.signal).catch((error: unknown) =>
      failed('closed', error instanceof Error ? error.message : String(error)),
    );
    const reply = (await within(clock, ms, Promise.race([working, stopped]))) ?? failed('timed-out', '');
    // What came of it may go on listening to the signal, so that only a failure is stopped.
    if (!reply.ok) over.abort();
    return reply;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** All pages of a server's list, in a time that no server can stretch. */
export const readList = (clock: Clock, link: Link, server: ServerId, signal: AbortSignal): Promise<Reply<Listed>> =>
  bounded(clock, limits.mcp.callMs, signal, (both) => listAll(link, server, both));

/** Closes what comes too late for whoever waited. */
async function closeLate(opening: Promise<Reply<Link>> | null): Promise<void> {
  try {
    const reply = await opening;
    if (reply?.ok === true) await reply.value.close(false);
  } catch {
    // It came to nothing, which is what was wanted.
  }
}

/** Opens a connection and reads the whole list: both, or neither. */
export async function openLine(
  around: Around,
  server: ServerId,
  open: OpenLink,
  target: Target,
  signal: AbortSignal,
): Promise<Reply<{ readonly line: Line; readonly listed: Listed }>> {
  /** Until there is a line to tell, what happens is kept here. */
  const hub: { line: Line | null; early: boolean; lost: LinkFailure | null } = { line: null, early: false, lost: null };
  const events: LinkEvents = {
    listChanged() {
      if (hub.line === null) hub.early = true;
      else hub.line.fresh.changed();
    },
    closed(why) {
      if (hub.line === null) hub.lost ??= why;
      else hub.line.lost(why);
    },
    asks: (asking, stop) => hub.line?.asks(asking, stop) ?? Promise.resolve({ is: 'cancel' }),
    request: around.request,
  };
  let opening: Promise<Reply<Link>> | null = null;
  const opened = await bounded(around.clock, openMs, signal, (both) => (opening = open(target, events, both)));
  if (!opened.ok) {
    void closeLate(opening);
    return opened;
  }
  const link = opened.value;
  const listed = await readList(around.clock, link, server, signal);
  if (!listed.ok || hub.lost !== null) {
    link.close(false).catch(() => undefined);
    return hub.lost === null ? (listed.ok ? failed('closed', '') : listed) : { ok: false, failure: hub.lost };
  }
  hub.line = makeLine(link, around);
  if (hub.early) hub.line.fresh.changed();
  return { ok: true, value: { line: hub.line, listed: listed.value } };
}
