import { computed, effect, untracked } from '@preact/signals';
import type { ServerId } from '../../core/ids.ts';
import { fail, ok, type Fault, type Outcome } from '../../core/outcome.ts';
import type { ServerHands } from '../../core/ports.ts';
import type { PinRecord, Roster, ServerRecord, ServerState } from '../../core/server.ts';
import type { Tool, ToolKey } from '../../core/tool.ts';
import type { Keys } from '../../storage/keys.ts';
import type { ServerTable } from '../../storage/servers.ts';
import type { Table } from '../../storage/table.ts';
import type { Host, HostDeps } from '../mcp/hostcontract.ts';
import { changeIn, type Rulebook } from '../runs/rulebook.ts';
import type { Chats } from './chats.ts';
import { keepCatalogue } from './servers/catalogue.ts';
import { consentRows } from './servers/consents.ts';
import { openHeaders } from './servers/draft.ts';
import { saveDraft, type EditingDeps } from './servers/editing.ts';
import { makeForgetting } from './servers/forgetting.ts';
import { makeHosting, type Hosted } from './servers/hosting.ts';
import { keepServers } from './servers/kept.ts';
import { makeLookups, type Lookups } from './servers/lookups.ts';
import { keepPins } from './servers/pins.ts';
import type { ServersState, ServerView } from './serverscontract.ts';
import type { Changed } from './tabs.ts';

export interface ServersDeps {
  readonly tables: { readonly servers: ServerTable; readonly rosters: Table<Roster>; readonly pins: Table<PinRecord> };
  readonly keys: Keys;
  readonly rulebook: Rulebook;
  chats(): Pick<Chats, 'known' | 'load' | 'setConsent' | 'forgetConsents'>;
  /** Reads the settings again: a removed server's tools are no longer in them. */
  reread(): Promise<void>;
  /** Loads the host; called when the first server is there. */
  open(needs: Pick<HostDeps, 'headers' | 'keep' | 'totalMs' | 'now' | 'id'>): Promise<Hosted>;
  readonly lookups: Pick<Lookups, 'registry' | 'exchange'>;
  tell(fault: Fault): void;
  announce(what: Changed): void;
  now(): number;
  id(): string;
  /** Resolves after so many milliseconds. */
  wait(ms: number): Promise<void>;
}

/** MCP servers between the host, storage, the rulebook and the screens. */
export interface Servers {
  readonly state: ServersState;
  readonly hands: ServerHands;
  load(): Promise<void>;
  /** Another tab changed something of them. */
  reread(what: 'servers' | 'rosters' | 'pins' | 'signins'): Promise<void>;
  pin(tool: Tool): void;
  /** A tool got a setting: it is pinned where it is not yet (row T6). */
  set(tool: Tool): void;
  /** An answer begins: servers connect. Waited for only where a server's tools are not known yet, and then not for long. */
  warm(): Promise<void>;
  /** The page goes away. */
  leave(): void;
}

/** How long an answer waits for servers whose tools nobody has seen yet, milliseconds. */
const firstListMs = 3_000;

export function makeServers(deps: ServersDeps): Servers {
  const { rulebook, tell } = deps;
  const kept = keepServers(deps.tables.servers, deps.tables.rosters, tell, deps.announce);
  const pins = keepPins(deps.tables.pins, rulebook, deps.now, tell, () => deps.announce('pins'));
  const catalogue = keepCatalogue(rulebook);
  const hosting = makeHosting(
    () =>
      deps.open({
        headers: (record) => openHeaders(record, deps.keys),
        keep: (roster) => void kept.keepRoster(roster),
        totalMs: () => rulebook.now().settings.mcpCallMinutes * 60_000,
        now: deps.now,
        id: deps.id,
      }),
    ({ host }) => host.sync(kept.records.peek(), [...kept.rosters.peek().values()]),
  );
  const list = computed(() =>
    kept.records.value.map((record): ServerView => {
      const state = hosting.states.value.get(record.id) ?? unseen(record);
      return { record, state: { ...state, roster: state.roster ?? kept.rosters.value.get(record.id) ?? null } };
    }),
  );

  // What is configured reaches the host and the rulebook in the same moment (row T4).
  effect(() => {
    const records = kept.records.value;
    untracked(() => {
      hosting.now()?.host.sync(records);
      const { grants } = rulebook.now();
      const left = grants.filter(({ tool }) => !tool.startsWith('mcp:') || records.some(({ id }) => isOf(tool, id)));
      if (left.length < grants.length) rulebook.change({ grants: left });
      if (records.some((one) => one.enabled)) void hosting.need();
    });
  });
  let loaded = false;
  const mirror = (views: readonly ServerView[]): void => {
    if (!loaded) return;
    const rosters = new Map(views.map(({ record, state }) => [record.id, state.roster]));
    untracked(() =>
      catalogue.show(
        views.map((one) => one.record),
        (id) => rosters.get(id) ?? null,
      ),
    );
  };
  effect(() => mirror(list.value));

  const editing: EditingDeps = {
    kept,
    keys: deps.keys,
    now: deps.now,
    id: deps.id,
    forgetConsents: (id) => deps.chats().forgetConsents(id),
  };
  const quietly = async (work: (host: Host) => Promise<unknown>): Promise<void> => {
    const done = await hosting.use(work);
    if (!done.ok) tell(done.fault);
  };
  const lookups = makeLookups({
    ...deps.lookups,
    records: () => kept.records.peek(),
    address: () => rulebook.now().settings.registry,
    keys: deps.keys,
    save: async (draft, enabled) => {
      const saved = await saveDraft(draft, enabled, editing);
      if (saved.ok && saved.value.connect) void quietly((host) => host.refresh(saved.value.record.id));
      return saved.ok ? ok(saved.value.record) : saved;
    },
  });

  const state: ServersState = {
    list,
    elicitations: hosting.elicitations,
    consents: computed(() => consentRows(deps.chats().known.value, kept.records.value)),
    async save(draft) {
      const saved = await saveDraft(draft, undefined, editing);
      if (!saved.ok) return saved;
      const { record, connect } = saved.value;
      const at = list.peek().find((one) => one.record.id === record.id)?.state.connection.at;
      if (connect || at === 'failed') void quietly((host) => host.refresh(record.id));
      return ok(record);
    },
    async enable(id, on) {
      const saved = await kept.change(id, false, (now) => ({ ...now, enabled: on }));
      if (!saved.ok) return tell(saved.fault);
      if (on) await quietly((host) => host.refresh(id));
    },
    refresh: (id) => quietly((host) => host.refresh(id)),
    ...makeForgetting({ ...deps, table: deps.tables.servers, kept, pins, hosting }),
    setConsent: (chat, server, consent) => deps.chats().setConsent(chat, server, consent),
    async signIn(id) {
      let outcome: Outcome<void> = fail('bug', 'The sign-in did not begin. Please report this.');
      const done = await hosting.use(async (host) => {
        outcome = await host.signIn(id);
      });
      return done.ok ? outcome : done;
    },
    giveUpSignIn: (id) => hosting.now()?.host.giveUpSignIn(id),
    signOut: (id) => quietly((host) => host.signOut(id)),
    answer: (elicitation, reply) => hosting.now()?.host.answer(elicitation, reply),
    ...lookups,
    changeOf: (tool) => changeIn(rulebook.now(), tool),
    acceptChange: pins.pin,
  };

  async function load(): Promise<void> {
    await Promise.all([kept.loadRosters().then(kept.load), pins.load()]);
    loaded = true;
    mirror(list.peek());
  }

  return {
    state,
    hands: hosting.hands,
    load,
    async reread(what) {
      if (what === 'servers') await kept.load();
      else if (what === 'pins') await pins.load();
      else if (what === 'signins') {
        await hosting.now()?.signIns.load();
        hosting.look();
      } else {
        await kept.loadRosters();
        hosting.now()?.host.sync(kept.records.peek(), [...kept.rosters.peek().values()]);
      }
    },
    pin: pins.pin,
    set: pins.first,
    async warm() {
      const enabled = list.peek().filter((one) => one.record.enabled);
      if (enabled.length === 0) return;
      const warming = hosting.need().then((found) => (found.ok ? found.value.host.warm() : undefined));
      const strange = enabled.some(({ state: now }) => now.roster === null && now.connection.at !== 'failed');
      if (strange) await Promise.race([warming, deps.wait(firstListMs)]);
    },
    leave: () => hosting.now()?.host.leave(),
  };
}

const isOf = (key: ToolKey, server: ServerId): boolean => key.startsWith(`mcp:${server}:`);

/** A server while the host is not loaded. */
const unseen = ({ id, enabled }: ServerRecord): ServerState => ({
  id,
  connection: { at: enabled ? 'idle' : 'off' },
  roster: null,
  requests: [],
  lastFault: null,
  signedIn: false,
});
