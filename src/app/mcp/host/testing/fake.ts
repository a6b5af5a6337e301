/** A small scriptable server behind a fake `OpenLink`, with time in the test's hand. */
import type { Json, JsonObject } from '../../../../core/json.ts';
import type { McpAnswer } from '../../../../core/mcpresult.ts';
import { fail, ok, type Outcome } from '../../../../core/outcome.ts';
import type { Fit } from '../../../../core/ports.ts';
import type { Explained, Roster, ServerInfo, ServerRecord } from '../../../../core/server.ts';
import { serverRecord } from '../../../../storage/testing/fresh.ts';
import { makeHost } from '../../host.ts';
import type { Host, HostDeps } from '../../hostcontract.ts';
import type { CallOptions, Link, LinkEvents, LinkFailure, OpenLink, Reply, Target } from '../../link.ts';
import type { Clock } from '../clock.ts';
import { deferred } from '../deferred.ts';

export const failure = (kind: LinkFailure['kind'], more: Partial<LinkFailure> = {}): LinkFailure => ({
  kind,
  message: '',
  status: null,
  code: null,
  type: null,
  ran: 'no',
  ...more,
});
export const failing = (kind: LinkFailure['kind'], more: Partial<LinkFailure> = {}): Reply<never> => ({
  ok: false,
  failure: failure(kind, more),
});
export const said = (text: string, structured: JsonObject | null = null): Reply<McpAnswer> => ({
  ok: true,
  value: { content: [{ type: 'text', text }], structured, failed: false },
});
export const tool = (name: string, more: JsonObject = {}): Json => ({
  name,
  description: `What ${name} does`,
  inputSchema: { type: 'object' },
  ...more,
});

/** Lets everything that waits for nothing but other work go on. */
export const turn = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });

/** Time that passes only when it is told to. */
export interface FakeClock extends Clock {
  pass(ms: number): Promise<void>;
  readonly timers: number;
}

export function fakeClock(): FakeClock {
  let now = 1_000_000;
  const due = new Set<{ readonly at: number; readonly run: () => void }>();
  return {
    now: () => now,
    after(ms, run) {
      const timer = { at: now + ms, run };
      due.add(timer);
      return () => due.delete(timer);
    },
    async pass(ms) {
      const end = now + ms;
      await turn();
      for (;;) {
        const [next] = [...due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        due.delete(next);
        now = Math.max(now, next.at);
        next.run();
        await turn();
      }
      now = end;
      await turn();
    },
    get timers() {
      return due.size;
    },
  };
}

/** One call that reached the server. */
export interface FakeCall {
  readonly tool: string;
  readonly args: JsonObject;
  readonly options: CallOptions;
  readonly link: FakeLink;
  end(reply: Reply<McpAnswer>): void;
}
export interface FakeLink {
  readonly target: Target;
  readonly events: LinkEvents;
  closed: boolean;
  leaving: boolean | null;
}

/** What a server does; a test puts its own in. */
export interface FakeServer {
  readonly links: FakeLink[];
  readonly calls: FakeCall[];
  /** Cursors of the pages that were asked for. */
  readonly listed: (string | null)[];
  tools: readonly Json[];
  open(target: Target, signal: AbortSignal): Promise<Reply<void>>;
  list(cursor: string | null): Promise<Reply<{ readonly tools: readonly Json[]; readonly next: string | null }>>;
  /** Answers a call at once; null: the test ends it by itself. */
  call(call: FakeCall): Reply<McpAnswer> | null;
  /** The newest link that is open. */
  readonly live: FakeLink;
}

export function fakeServer(): FakeServer {
  const server: FakeServer = {
    links: [],
    calls: [],
    listed: [],
    tools: [tool('search')],
    open: () => Promise.resolve({ ok: true, value: undefined }),
    list: () => Promise.resolve({ ok: true, value: { tools: server.tools, next: null } }),
    call: () => said('done'),
    get live() {
      const link = server.links.findLast((one) => !one.closed);
      if (link === undefined) throw new Error('The server has no open link.');
      return link;
    },
  };
  return server;
}

export const info: ServerInfo = {
  name: 'orchard',
  title: null,
  version: '1',
  protocol: '2025-11-25',
  instructions: null,
  tellsChanges: true,
};

function linkTo(server: FakeServer, target: Target, events: LinkEvents): Link {
  const link: FakeLink = { target, events, closed: false, leaving: null };
  const under = new Set<FakeCall>();
  server.links.push(link);
  return {
    info,
    dialect: 'sdk',
    list(cursor) {
      if (link.closed) return Promise.resolve(failing('closed'));
      server.listed.push(cursor);
      return server.list(cursor);
    },
    call(name, args, options) {
      if (link.closed) return Promise.resolve(failing('closed'));
      const { ended, end } = deferred<Reply<McpAnswer>>();
      const call: FakeCall = { tool: name, args, options, link, end };
      server.calls.push(call);
      under.add(call);
      options.signal.addEventListener('abort', () => end(failing('cancelled', { ran: 'unknown' })));
      const now = server.call(call);
      if (now !== null) end(now);
      return ended;
    },
    close(leaving) {
      link.closed = true;
      link.leaving = leaving;
      for (const call of under) call.end(failing('closed', { ran: 'unknown' }));
      return Promise.resolve();
    },
  };
}

/** A server without a stored policy, offered to every model. */
export const record = (id: string, more: Partial<ServerRecord> = {}): ServerRecord =>
  serverRecord(id, {
    name: `Orchard ${id}`,
    url: `https://${id}.example/mcp`,
    audience: 'all',
    policy: null,
    ...more,
  });

export const explained = (kind: Explained['kind'], text: string): Explained => ({ kind, text, fixes: [], sure: true });

export interface FakeWorld {
  readonly host: Host;
  readonly clock: FakeClock;
  readonly kept: Roster[];
  /** What explanations were asked for. */
  readonly asked: LinkFailure[];
  readonly begun: string[];
  /** How the sign-in window ends, and whose tokens there are. */
  signIn(): Promise<Outcome<void>>;
  readonly tokens: Set<string>;
  fit(schema: JsonObject, value: Json): Promise<Fit>;
  explain(failure: LinkFailure): Promise<Explained>;
  headers: HostDeps['headers'];
  totalMs: number;
}

/** A host over fake servers, each at `https://<id>.example/mcp`. */
export function fakeWorld(servers: Readonly<Record<string, FakeServer>>, origin?: string): FakeWorld {
  const clock = fakeClock();
  let next = 0;
  const open: OpenLink = async (target, events, signal) => {
    const server = servers[new URL(target.url).hostname.split('.')[0] ?? ''];
    if (server === undefined) return failing('network');
    const opened = await server.open(target, signal);
    if (!opened.ok) return opened;
    return { ok: true, value: linkTo(server, target, events) };
  };
  const world: Omit<FakeWorld, 'host'> = {
    clock,
    kept: [],
    asked: [],
    begun: [],
    tokens: new Set(),
    signIn: () => Promise.resolve(fail('cancelled', 'closed')),
    fit: () => Promise.resolve({ is: 'fits' }),
    explain: ({ kind }) =>
      Promise.resolve(explained(kind === 'sign-in' ? 'sign-in' : 'unreachable', `explained: ${kind}`)),
    headers: () => Promise.resolve(ok([])),
    totalMs: 600_000,
  };
  const deps: HostDeps = {
    open,
    signIns: {
      of: () => ({ fetch: (input, init) => fetch(input, init) }),
      begin(server) {
        world.begun.push(server.id);
        return world.signIn();
      },
      end(server) {
        world.tokens.delete(server);
        return Promise.resolve();
      },
      has: (server) => world.tokens.has(server),
      load: () => Promise.resolve(),
    },
    headers: (server) => world.headers(server),
    explain(why) {
      world.asked.push(why);
      return world.explain(why);
    },
    fit: (schema, value) => world.fit(schema, value),
    keep: (roster) => void world.kept.push(roster),
    totalMs: () => world.totalMs,
    now: clock.now,
    id: () => `ask${(next += 1)}`,
  };
  return Object.assign(world, { host: makeHost(deps, clock.after, origin) });
}
