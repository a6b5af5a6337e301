import type { Explained, Roster, ServerRecord } from '../../../core/server.ts';
import type { LinkFailure, Target } from '../link.ts';
import { within } from './clock.ts';
import { openLine } from './connect.ts';
import type { Ground } from './contract.ts';
import type { Around, Line } from './line.ts';
import type { Listed } from './lists.ts';
import { plainly } from './words.ts';

/** The longest an explanation may take; beyond it the failure is told as it came. */
const explainMs = 15_000;

/** A connection with its list, or why there is none. */
export type Opened = { readonly line: Line; readonly listed: Listed } | { readonly why: Explained };

/** What of a record a connection is made with: where it changed, the connection is made anew. */
export const wiring = ({ url, headers, client }: ServerRecord): string => JSON.stringify([url, headers, client]);

async function explained({ deps, clock }: Ground, failure: LinkFailure, record: ServerRecord): Promise<Explained> {
  const said = await within(
    clock,
    explainMs,
    deps.explain(failure, record).catch(() => null),
  );
  const why = said ?? plainly(record.name, failure);
  // More rights come by a sign-in too: the screen offers one.
  return failure.kind === 'scope' ? { ...why, kind: 'sign-in' } : why;
}

/** One connection with its list, or why there is none (row M6). A session that is lost at once is asked for a second time. */
export async function openServer(
  ground: Ground,
  around: Around,
  record: ServerRecord,
  roster: Roster | null,
  signal: AbortSignal,
): Promise<Opened> {
  try {
    return await opening(ground, around, record, roster, signal);
  } catch (error) {
    // A fault of the program's own must not leave the server connecting for ever.
    const message = error instanceof Error ? error.message : String(error);
    const text = `The connection failed in an unexpected way (${message}). Please report this.`;
    return { why: { kind: 'other', text, fixes: [], sure: false } };
  }
}

async function opening(
  ground: Ground,
  around: Around,
  record: ServerRecord,
  roster: Roster | null,
  signal: AbortSignal,
): Promise<Opened> {
  const { deps } = ground;
  const headers = await deps.headers(record);
  if (!headers.ok) return { why: { kind: 'other', text: headers.fault.message, fixes: [], sure: true } };
  // Who wrote an Authorization header signs in with it, unless there are tokens.
  const own = record.headers.some((header) => header.name.toLowerCase() === 'authorization');
  const signIn = own && !deps.signIns.has(record.id) ? null : deps.signIns.of(record);
  const target: Target = { url: record.url, headers: headers.value, signIn, dialect: roster?.dialect ?? 'sdk' };
  for (let again = false; ; again = true) {
    const reply = await openLine(around, record.id, deps.open, target, signal);
    if (reply.ok) return reply.value;
    if (signal.aborted) return { why: plainly(record.name, reply.failure) };
    if (reply.failure.kind !== 'session' || again) return { why: await explained(ground, reply.failure, record) };
  }
}
