import type { ServerId } from '../../../core/ids.ts';
import type { Connection, Explained, RequestRow, Roster, ServerState } from '../../../core/server.ts';
import type { Tool } from '../../../core/tool.ts';
import type { Link } from '../link.ts';
import type { Ground } from './contract.ts';
import { sameRoster, type Listed } from './lists.ts';
import { withRow } from './requests.ts';

/** What is known of a server beside its connection. */
export interface Known {
  readonly roster: Roster | null;
  /** The part of its state that is not the connection. */
  state(): Pick<ServerState, 'id' | 'roster' | 'requests' | 'lastFault' | 'signedIn'>;
  tool(name: string): Tool | null;
  /** A list was read. It is kept where it says something new. */
  take(link: Link, listed: Listed): void;
  /** Another tab kept a newer list. */
  adopt(other: Roster | undefined): void;
  /** The last list could not be read: what is shown is the one before it, and says so. */
  doubt(why: string | null): void;
  fault(why: Explained): void;
  row(row: RequestRow): void;
}

const sameConnection = (a: Connection, b: Connection): boolean =>
  a.at === b.at &&
  (a.at !== 'ready' || b.at !== 'ready' || a.info === b.info) &&
  (a.at !== 'failed' || b.at !== 'failed' || a.why === b.why);

/** The state before, where nothing in it changed: who draws servers draws only those that did. */
export const sameOr = (before: ServerState | null, now: ServerState): ServerState =>
  before !== null &&
  before.roster === now.roster &&
  before.requests === now.requests &&
  before.lastFault === now.lastFault &&
  before.signedIn === now.signedIn &&
  sameConnection(before.connection, now.connection)
    ? before
    : now;

/** Begins with the list that was kept of the server (row M4). */
export function makeKnown(id: ServerId, kept: Roster | null, { deps, clock, soon }: Ground): Known {
  let roster = kept;
  let shown = kept;
  let requests: readonly RequestRow[] = [];
  let lastFault: ServerState['lastFault'] = null;
  return {
    get roster() {
      return roster;
    },
    state: () => ({
      id,
      roster: shown,
      requests,
      lastFault,
      signedIn: deps.signIns.has(id),
    }),
    tool: (name) => roster?.tools.find((tool) => tool.name === name) ?? null,
    take({ info, dialect }, listed) {
      const made: Roster = { id, ...listed, info, dialect, at: clock.now() };
      const changed = !sameRoster(roster, made);
      roster = made;
      shown = made;
      if (changed) deps.keep(made);
    },
    adopt(other) {
      if (other === undefined || other.at <= (roster?.at ?? -1)) return;
      roster = other;
      shown = other;
    },
    doubt(why) {
      shown = roster === null || why === null ? roster : { ...roster, left: [...roster.left, why] };
    },
    fault(why) {
      lastFault = { at: clock.now(), why };
    },
    row(row) {
      requests = withRow(requests, row);
      soon();
    },
  };
}
