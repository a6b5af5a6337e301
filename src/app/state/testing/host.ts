/** For tests: an MCP host whose servers list and answer what a test says. */
import { isObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { CallId, ServerId } from '../../../core/ids.ts';
import { mcpTool } from '../../../core/mcptool.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { Elicitation, Roster, ServerRecord, ServerState } from '../../../core/server.ts';
import type { Tool, ToolResult } from '../../../core/tool.ts';
import type { Host, SignIns } from '../../mcp/hostcontract.ts';

/** What reached a server's tool. */
export interface Ran {
  readonly call: CallId;
  readonly server: ServerId;
  readonly tool: string;
  readonly args: JsonObject;
}

export interface FakeHost extends Host {
  readonly ran: Ran[];
  readonly cancelled: CallId[];
  readonly asked: (readonly [what: string, id?: string])[];
  readonly signIns: SignIns;
  readonly signedIn: Set<ServerId>;
  readonly hooks: {
    ready: (server: ServerId) => Promise<Outcome<void>>;
    run: (ran: Ran) => Promise<Outcome<ToolResult>>;
    warm: () => Promise<void>;
  };
  /** The server has connected and listed these tools; each is a name, or an entry of `tools/list`. */
  list(server: ServerId, tools: readonly Json[]): void;
  ask(elicitation: Elicitation): void;
  tools(server: ServerId): readonly Tool[];
  server(id: ServerId): ServerRecord | null;
}

/** An entry of a `tools/list` answer. */
export const entry = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  description: `What ${name} does.`,
  inputSchema: { type: 'object' },
  ...more,
});

export function fakeHost(keep: (roster: Roster) => void = () => undefined): FakeHost {
  let records: readonly ServerRecord[] = [];
  const rosters = new Map<ServerId, Roster>();
  const connections = new Map<ServerId, ServerState['connection']>();
  const listeners = new Set<() => void>();
  const under = new Map<CallId, { readonly server: ServerId; end(): void }>();
  const elicitations: Elicitation[] = [];
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const cancelled = fail('cancelled', 'The person stopped this.');
  const on = (id: ServerId): boolean => records.some((one) => one.id === id && one.enabled);
  const gone = fail('mcp', 'This server is not there.');

  async function during<T>(call: CallId, server: ServerId, work: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    if (!on(server)) return gone;
    const stopped = new Promise<Outcome<never>>((resolve) =>
      under.set(call, { server, end: () => resolve(cancelled) }),
    );
    try {
      return await Promise.race([work(), stopped]);
    } finally {
      under.delete(call);
    }
  }

  const host: FakeHost = {
    ran: [],
    cancelled: [],
    asked: [],
    signedIn: new Set(),
    hooks: {
      ready: () => Promise.resolve(ok(undefined)),
      run: ({ tool }) => Promise.resolve(ok({ text: `${tool} says hello.`, summary: 'done' })),
      warm: () => Promise.resolve(),
    },
    signIns: {
      of: () => ({ fetch: (...request) => fetch(...request) }),
      begin: () => Promise.resolve(ok(undefined)),
      end(id) {
        host.asked.push(['end', id]);
        host.signedIn.delete(id);
        return Promise.resolve();
      },
      has: (id) => host.signedIn.has(id),
      load() {
        host.asked.push(['loadSignIns']);
        return Promise.resolve();
      },
    },
    list(server, tools) {
      const read = tools.map((one) => mcpTool(server, isObject(one) ? one : entry(String(one))));
      const roster: Roster = {
        id: server,
        tools: read.flatMap((one) => (one.ok ? [one.value] : [])),
        left: [],
        info: null,
        dialect: 'sdk',
        at: 1,
      };
      rosters.set(server, roster);
      connections.set(server, {
        at: 'ready',
        info: {
          name: server,
          title: null,
          version: '1',
          protocol: '2025-11-25',
          instructions: null,
          tellsChanges: true,
        },
      });
      keep(roster);
      tell();
    },
    ask(elicitation) {
      elicitations.push(elicitation);
      tell();
    },
    tools: (server) => rosters.get(server)?.tools ?? [],
    server: (id) => records.find((one) => one.id === id) ?? null,
    states: () =>
      records.map((one) => ({
        id: one.id,
        connection: one.enabled ? (connections.get(one.id) ?? { at: 'idle' }) : { at: 'off' },
        roster: rosters.get(one.id) ?? null,
        requests: [],
        lastFault: null,
        signedIn: host.signedIn.has(one.id),
      })),
    elicitations: () => [...elicitations],
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    sync(next, kept) {
      records = next;
      for (const roster of kept ?? []) if (!rosters.has(roster.id)) rosters.set(roster.id, roster);
      for (const id of rosters.keys()) if (!records.some((one) => one.id === id)) rosters.delete(id);
      for (const one of under.values()) if (!on(one.server)) one.end();
      tell();
    },
    refresh(id) {
      host.asked.push(['refresh', id]);
      return Promise.resolve();
    },
    warm() {
      host.asked.push(['warm']);
      return host.hooks.warm();
    },
    signIn(id) {
      host.asked.push(['signIn', id]);
      return Promise.resolve(ok(undefined));
    },
    giveUpSignIn: (id) => void host.asked.push(['giveUpSignIn', id]),
    signOut(id) {
      host.asked.push(['signOut', id]);
      return Promise.resolve();
    },
    answer: (id) => void host.asked.push(['answer', id]),
    leave: () => void host.asked.push(['leave']),
    ready: (server, call) => during(call, server, () => host.hooks.ready(server)),
    run: (call, server, tool, args) =>
      during(call, server, () => {
        const ran = { call, server, tool, args };
        host.ran.push(ran);
        return host.hooks.run(ran);
      }),
    cancel(call) {
      host.cancelled.push(call);
      under.get(call)?.end();
    },
  };
  return host;
}
