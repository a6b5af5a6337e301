/** One address of the hostile server: its own sessions, counts and tools, so that tests do not meet. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Json, JsonObject } from '../../../core/json.ts';

/** One request as it came. */
export interface Seen {
  readonly http: string;
  /** JSON-RPC method, `response` for an answer of the client, '' where there is no body. */
  readonly rpc: string;
  readonly tool: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly body: Json;
}

/** What the control tells of an address: enough to prove that a call was never run twice. */
export interface Tally {
  /** Tools that really ran, by their name. */
  readonly ran: Readonly<Record<string, number>>;
  readonly lists: number;
  readonly initialized: number;
  /** Sessions that are alive now. */
  readonly sessions: number;
  readonly seen: readonly Seen[];
}

export class Spot {
  readonly path: string;
  readonly ran = new Map<string, number>();
  readonly sessions = new Set<string>();
  /** Open GET streams. */
  readonly listeners = new Set<ServerResponse>();
  readonly seen: Seen[] = [];
  /** Answers of the client to requests of the server, by their id. */
  readonly answers = new Map<string, (answer: JsonObject) => void>();
  lists = 0;
  initialized = 0;
  /** Of the tools; raised by the control. */
  version = 1;
  /** Every session of before is answered 404. */
  vanished = false;
  /** Whether a behaviour that happens once has happened. */
  spent = false;

  constructor(path: string) {
    this.path = path;
  }

  count(tool: string): number {
    const times = (this.ran.get(tool) ?? 0) + 1;
    this.ran.set(tool, times);
    return times;
  }

  tally(): Tally {
    const { lists, initialized, seen } = this;
    return { ran: Object.fromEntries(this.ran), lists, initialized, sessions: this.sessions.size, seen };
  }

  /** Says to everyone who listens that the tools changed. */
  tellChange(): void {
    const message = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' });
    for (const listener of this.listeners) listener.write(`event: message\ndata: ${message}\n\n`);
  }
}
