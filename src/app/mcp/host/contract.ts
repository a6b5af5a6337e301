/** How the parts of the host speak to each other. */
import type { Outcome } from '../../../core/outcome.ts';
import type { Roster, ServerRecord, ServerState } from '../../../core/server.ts';
import type { Tool } from '../../../core/tool.ts';
import type { HostDeps } from '../hostcontract.ts';
import type { LinkFailure } from '../link.ts';
import type { Asks } from './asks.ts';
import type { Clock } from './clock.ts';
import type { Line } from './line.ts';

/** What all servers share. */
export interface Ground {
  readonly deps: HostDeps;
  readonly clock: Clock;
  readonly asks: Asks;
  /** A state or roster changed: told at once, so that the gate sees a changed tool before its call goes on (row T6). */
  changed(): void;
  /** Only requests were made: told soon. */
  soon(): void;
}

/** One server: its connection, its roster, what is known of it. */
export interface Served {
  state(): ServerState;
  record(): ServerRecord;
  /** The record as it is now, and a roster another tab may have kept. */
  update(record: ServerRecord, roster: Roster | undefined): void;
  /** A connection whose list has every change in it that was told before this. */
  ensure(): Promise<Outcome<Line>>;
  /** A tool as the gate sees it now. */
  tool(name: string): Tool | null;
  /** A call on a connection went well. */
  worked(): void;
  /** The server does not know this connection's session any more. */
  lose(line: Line): void;
  /** A call failed in a way that says something of the server. */
  note(failure: LinkFailure): void;
  refresh(): Promise<void>;
  /** Connects where it is idle. */
  warm(): Promise<void>;
  signIn(): Promise<Outcome<void>>;
  giveUpSignIn(): void;
  signOut(): Promise<void>;
  /** Disabled or removed: all of it ends at once (row T4). */
  off(): void;
  leave(): void;
}
