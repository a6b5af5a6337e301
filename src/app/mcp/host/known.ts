import type { ServerId } from '../../../core/ids.ts';
import type { Explained, RequestRow, Roster, ServerState } from '../../../core/server.ts';
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

export function makeKnown(id: ServerId, kept: Roster | null, { deps, clock, soon }: Ground): Known {
  let roster = kept;
  let doubted: string | null = null;
  let requests: readonly RequestRow[] = [];
  let lastFault: ServerState['lastFault'] = null;
  return {
    get roster() {
      return roster;
    },
    state: () => ({
      id,
      roster: roster === null || doubted === null ? roster : { ...roster, left: [...roster.left, doubted] },
      requests,
      lastFault,
      signedIn: deps.signIns.has(id),
    }),
    tool: (name) => roster?.tools.find((tool) => tool.name === name) ?? null,
    take({ info, dialect }, listed) {
      const made: Roster = { id, ...listed, info, dialect, at: clock.now() };
      const changed = !sameRoster(roster, made);
      roster = made;
      doubted = null;
      if (changed) deps.keep(made);
    },
    adopt(other) {
      if (other !== undefined && other.at > (roster?.at ?? -1)) roster = other;
    },
    doubt(why) {
      doubted = why;
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
