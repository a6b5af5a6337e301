/** For tests: chats over a real database of their own, with a scripted model and hands that the test holds. */
import { unknownModel } from '../../../core/facts.ts';
import type { CallId } from '../../../core/ids.ts';
import type { ModelEvent, ModelRequest } from '../../../core/model.ts';
import { fail, ok, type Fault, type Outcome } from '../../../core/outcome.ts';
import type { Facts, FileCall, Files, Folder, Plan, Settled } from '../../../core/ports.ts';
import type { ToolResult } from '../../../core/tool.ts';
import type { Store } from '../../../storage/store.ts';
import { freshName, storeAt } from '../../../storage/testing/fresh.ts';
import { demoModel } from '../../demo/provider.ts';
import type { Deps } from '../../runs/deps.ts';
import { makeRulebook, type Rulebook } from '../../runs/rulebook.ts';
import { misfit } from '../../tools/misfit.ts';
import { makeChats, type Chats } from '../chats.ts';
import { alone, newId, timer } from '../edge.ts';
import { makeServers, type Servers } from '../servers.ts';
import { keepSettings, type KeptSettings } from '../settings.ts';
import type { Changed } from '../tabs.ts';
import { lookups } from '../servers/rooms.ts';
import { fakeHost, type FakeHost } from './host.ts';

const folder: Folder = { kind: 'directory', name: 'work' };

/** What the hands would find and do; a test puts its own in the place of any. */
export interface Hooks {
  folder: () => Promise<Outcome<Folder>>;
  plan: (call: FileCall) => Plan | null;
  run: (call: FileCall) => Promise<Outcome<ToolResult>>;
  settle: () => Promise<Outcome<Settled>>;
  /** AGENTS.md of the project, or null where there is none (row V6). */
  agents: string | null;
  /** Where set, stands between asking for an answer and having it to oneself; null asks the browser's locks. */
  alone: (() => Promise<void>) | null;
  /** How a limit of time passes. */
  wait: (ms: number) => Promise<void>;
}

export interface Stage {
  readonly chats: Chats;
  readonly deps: Deps;
  readonly rulebook: Rulebook;
  readonly store: Store;
  readonly hooks: Hooks;
  /** One list of events a request to the model, in order; afterwards it says “Done.”. */
  readonly replies: ModelEvent[][];
  /** The same for one model alone, by its id; it comes first. An event may be waited for. */
  readonly scripts: Map<string, (readonly (ModelEvent | Promise<ModelEvent>)[])[]>;
  readonly ran: FileCall[];
  readonly cancelled: CallId[];
  readonly forgotten: CallId[];
  readonly told: Fault[];
  /** What each request to the model held. */
  readonly requests: ModelRequest[];
  readonly servers: Servers;
  readonly host: FakeHost;
  readonly settings: KeptSettings;
  /** What other tabs would hear. */
  readonly announced: Changed[];
}

const finish: ModelEvent = { is: 'finish', reason: 'stop', cut: false };
export const says = (text: string): ModelEvent[] => [{ is: 'text', delta: text }, finish];
export const callsFor = (tool: string, args: unknown): ModelEvent[] => [
  { is: 'call', call: { tool, raw: JSON.stringify(args) } },
  finish,
];

/** The plan of a write; `hash` is what it would leave. */
export const writePlan = (path: string, hash: string): Plan => ({
  kind: 'replace',
  path,
  to: null,
  entry: 'file',
  before: { size: 3, hash: 'a'.repeat(64) },
  after: { size: 4, hash },
  lines: null,
  action: 'Replace whole file',
});

function filesOf(hooks: Hooks, ran: FileCall[], cancelled: CallId[], forgotten: CallId[]): Files {
  const facts = (call: FileCall): Facts => ({
    paths: [String(call.args['path'] ?? '')],
    refused: null,
    kinds: [call.args['path'] === 'AGENTS.md' && hooks.agents === null ? 'none' : 'file'],
    blockedBy: null,
    secret: 'none',
    plan: hooks.plan(call),
    fault: null,
  });
  const none = () => Promise.resolve(fail('not-found', 'Nothing is kept here.'));
  return {
    survey: (_folder, call) => Promise.resolve(ok(facts(call))),
    preview: none,
    run(_folder, call) {
      // The program's own reading is no call of a model.
      if (call.args['path'] === 'AGENTS.md' && hooks.agents !== null)
        return Promise.resolve(ok({ text: hooks.agents, summary: 'read' }));
      ran.push(call);
      return hooks.run(call);
    },
    kept: none,
    forget: (calls) => {
      forgotten.push(...calls);
      return Promise.resolve();
    },
    revert: none,
    settle: () => hooks.settle(),
    cancel(call) {
      cancelled.push(call);
      return Promise.resolve();
    },
  };
}

/** A page’s chats without the page. Another `database` of the same name is another tab. */
export async function stage(database = freshName()): Promise<Stage> {
  const store = await storeAt(database);
  const rulebook = makeRulebook();
  const announced: Changed[] = [];
  const requests: ModelRequest[] = [];
  const [replies, ran, cancelled, forgotten, told]: [ModelEvent[][], FileCall[], CallId[], CallId[], Fault[]] = [
    [],
    [],
    [],
    [],
    [],
  ];
  const hooks: Hooks = {
    folder: () => Promise.resolve(ok(folder)),
    agents: null,
    plan: (call) => (call.tool === 'file_write' ? writePlan(String(call.args['path']), 'b'.repeat(64)) : null),
    run: () => Promise.resolve(ok({ text: 'Replaced it.', summary: 'replaced', kept: true })),
    settle: () => Promise.resolve(fail('not-found', 'Nothing is kept here.')),
    alone: null,
    wait: () => new Promise(() => undefined),
  };
  const scripts: Stage['scripts'] = new Map();
  async function* events(model: string, stopped: Promise<ModelEvent>): AsyncGenerator<ModelEvent> {
    for (const event of scripts.get(model)?.shift() ?? replies.shift() ?? says('Done.')) {
      const next = await Promise.race([event, stopped]);
      yield next;
      if (next.is === 'fault') return;
    }
  }
  function open(model: string) {
    let stop: () => void = () => undefined;
    const stopped = new Promise<ModelEvent>((resolve) => {
      stop = () => resolve({ is: 'fault', fault: { code: 'cancelled', message: 'The answer was stopped.' } });
    });
    return { events: events(model, stopped), stop };
  }
  const announce = (what: Changed): void => void announced.push(what);
  const tell = (fault: Fault): void => void told.push(fault);
  const settings = keepSettings(store.settings, rulebook, tell, () => announce('settings'));
  const host = fakeHost((roster) => keep(roster));
  let keep: Parameters<typeof fakeHost>[0] & {} = () => undefined;
  const servers = makeServers({
    tables: store,
    keys: store.keys,
    rulebook,
    chats: () => chats,
    reread: settings.read,
    open(needs) {
      keep = needs.keep;
      return Promise.resolve({ host, signIns: host.signIns });
    },
    lookups,
    tell,
    announce,
    now: () => Date.now(),
    id: newId,
    wait: (ms) => hooks.wait(ms),
  });
  const deps: Deps = {
    log: store.log,
    chats: store.chats,
    files: filesOf(hooks, ran, cancelled, forgotten),
    servers: servers.hands,
    pin: servers.pin,
    warm: servers.warm,
    rulebook,
    stream(request) {
      requests.push(request);
      return open(request.model.model);
    },
    facts: () => unknownModel,
    timer,
    project: (id) => ({ id, name: 'work', kind: 'folder', folder: null, made: 1 }),
    folder: () => hooks.folder(),
    misfit,
    now: () => Date.now(),
    id: newId,
    today: () => '2026-11-30',
    tell,
    chosen: () => undefined,
    touched: (record) => {
      chats.touched(record);
      announce('chats');
    },
    async alone(answer, wait, work) {
      if (hooks.alone === null) return alone(answer, wait, work);
      await hooks.alone();
      return work();
    },
  };
  const chats = makeChats(deps, () => demoModel);
  rulebook.listen(() => chats.wake());
  await Promise.all([settings.read(), servers.load(), chats.load()]);
  const made = { chats, deps, rulebook, store, hooks, replies, ran, cancelled, forgotten, told };
  return { ...made, scripts, requests, servers, host, settings, announced };
}
