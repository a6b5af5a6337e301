/** What the page's state asks of the MCP host (rows M1, M4–M7); `host.ts` is it. */
import type { ServerId } from '../../core/ids.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Fit, ServerHands } from '../../core/ports.ts';
import type { Elicitation, ElicitationReply, Explained, Roster, ServerRecord, ServerState } from '../../core/server.ts';
import type { LinkFailure, OpenLink, SignIn } from './link.ts';

/** The sign-ins of row M5, one a server (`signin/`). */
export interface SignIns {
  /** For requests to a server; it opens no window. */
  of(server: ServerRecord): SignIn;
  /** Opens the window and waits for its end. Call it from a click. Fails with `sign-in` or `cancelled`. */
  begin(server: ServerRecord, signal: AbortSignal): Promise<Outcome<void>>;
  /** Forgets tokens and registration; asks the server to revoke where it can. */
  end(server: ServerId): Promise<void>;
  has(server: ServerId): boolean;
  /** Reads what is kept; called once before anything else, and when another tab changed it. */
  load(): Promise<void>;
}

/** What the host needs of the page. */
export interface HostDeps {
  readonly open: OpenLink;
  readonly signIns: SignIns;
  /** Header values of a record, opened. */
  headers(record: ServerRecord): Promise<Outcome<readonly (readonly [string, string])[]>>;
  /** Why a connection failed (row M6); may probe the server. */
  explain(failure: LinkFailure, record: ServerRecord): Promise<Explained>;
  /** Whether a result fits the schema the tool promised, or an answer its form; within a second, whatever the schema. */
  fit(schema: JsonObject, value: Json): Promise<Fit>;
  /** Keeps a roster over a reload. */
  keep(roster: Roster): void;
  /** The longest a call may take in all, milliseconds (a setting). */
  totalMs(): number;
  now(): number;
  id(): string;
}

/** Every configured server, its connection and its calls (section M). */
export interface Host extends ServerHands {
  states(): readonly ServerState[];
  elicitations(): readonly Elicitation[];
  /** States, rosters or elicitations changed. */
  listen(listener: () => void): () => void;
  /**
   * The servers as they are now. A new one is idle (or `off`); one that is gone or disabled is closed and its calls are
   * cancelled at once (row T4); one whose headers changed connects anew.
   */
  sync(servers: readonly ServerRecord[], rosters?: readonly Roster[]): void;
  /** Connects anew and lists (row M3 "Refresh"). */
  refresh(id: ServerId): Promise<void>;
  /** Connects what is enabled and idle, and needs no click: called when an answer begins. Resolves when all ended, well or not. */
  warm(): Promise<void>;
  signIn(id: ServerId): Promise<Outcome<void>>;
  /** Ends a sign-in whose window is open: the person gave it up. What the window still brings is not taken. */
  giveUpSignIn(id: ServerId): void;
  signOut(id: ServerId): Promise<void>;
  answer(elicitation: string, reply: ElicitationReply): void;
  /** The page goes away: sessions are ended without waiting. */
  leave(): void;
}
