import { computed, signal } from '@preact/signals';
import { sameModel, type ModelRef } from '../../core/ids.ts';
import type { Fault } from '../../core/outcome.ts';
import { modelKey } from '../../core/records.ts';
import { chatsIn } from '../../storage/chats.ts';
import { keysIn } from '../../storage/keys.ts';
import { logIn } from '../../storage/log.ts';
import { projectsIn } from '../../storage/projects.ts';
import { providersIn } from '../../storage/providers.ts';
import type { Database } from '../../storage/schema.ts';
import { pinsIn, rostersIn, serversIn, signInsIn } from '../../storage/servers.ts';
import { settingsIn } from '../../storage/settings.ts';
import { space } from '../../storage/space.ts';
import { demoModel } from '../demo/provider.ts';
import { diffHands } from '../hands/diffs.ts';
import { filesHands } from '../hands/files.ts';
import type { Deps } from '../runs/deps.ts';
import { makeRulebook } from '../runs/rulebook.ts';
import { misfit } from '../tools/misfit.ts';
import { makeChats } from './chats.ts';
import type { AppState, Route } from './contract.ts';
import { alone, newId, timer, today } from './edge.ts';
import { makeFolders } from './folders.ts';
import { makeIntake } from './intake.ts';
import { makePreferences } from './preferences.ts';
import { browserBell, makeNotify } from './notify.ts';
import { makeProjects } from './projects.ts';
import { makeProviders } from './providers.ts';
import { keepSettings } from './settings.ts';
import { followRoute } from './route.ts';
import { makeOpening } from './opening.ts';
import { makeServers } from './servers.ts';
import { lookups } from './servers/rooms.ts';
import { linkTabs, type Changed } from './tabs.ts';

/** The page's whole state over one open database. `start` reads what is stored and opens the chat of the address bar. */
export function makeApp(
  db: Database,
  version: string,
): { readonly app: AppState; start(): Promise<void>; tell(fault: Fault): void } {
  const boot = signal<AppState['boot']['value']>({ at: 'loading' });
  const faults = signal<AppState['faults']['value']>([]);
  const rulebook = makeRulebook();
  const book = signal(rulebook.now());
  const { route, go } = followRoute();

  function tell(fault: Fault): void {
    if (faults.value.some((one) => one.fault.message === fault.message)) return;
    faults.value = [...faults.value, { id: newId(), fault }];
  }
  const announce = linkTabs((what) => void reread(what));
  const kept = keepSettings(settingsIn(db), rulebook, tell, () => announce('settings'));
  const projects = makeProjects(projectsIn(db), newId, tell, () => {
    announce('projects');
    chats.wake();
  });
  const providers = makeProviders(providersIn(db), keysIn(db), newId, tell, () => announce('providers'));
  const intake = makeIntake(projects, tell);
  const diffs = diffHands();
  const keys = keysIn(db);
  const servers = makeServers({
    tables: { servers: serversIn(db), rosters: rostersIn(db), pins: pinsIn(db) },
    keys,
    rulebook,
    chats: () => chats,
    reread: kept.read,
    open: async (needs) =>
      (await import('../mcp/start.ts')).startHost({
        ...needs,
        keys,
        signIns: signInsIn(db),
        signInsChanged: () => announce('signins'),
      }),
    lookups,
    tell,
    announce,
    now: () => Date.now(),
    id: newId,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const deps: Deps = {
    log: logIn(db),
    chats: chatsIn(db),
    files: filesHands(),
    servers: servers.hands,
    pin: servers.pin,
    warm: servers.warm,
    rulebook,
    stream: providers.stream,
    // What the person corrected comes first (row B5).
    facts: (model) => rulebook.now().settings.modelFacts[modelKey(model)] ?? providers.facts(model),
    timer,
    project: projects.find,
    folder: projects.folder,
    misfit,
    now: () => Date.now(),
    id: newId,
    today,
    tell,
    chosen: (model) => void kept.change((now) => ({ ...now, model })),
    touched: (record) => {
      chats.touched(record);
      announce('chats');
      // A chat's address is its own from its first message on.
      if (chats.current.value?.record.value.id === record.id && route.value.at === 'chat') settle();
    },
    alone,
  };
  /** The model a new chat starts with: the one picked last, where it still exists. */
  const usualModel = (): ModelRef =>
    providers.models.value.find((one) => sameModel(one.ref, book.value.settings.model))?.ref ?? demoModel;
  const chats = makeChats(deps, usualModel);

  rulebook.listen(() => {
    book.value = rulebook.now();
    chats.wake();
  });

  async function reread(what: Changed): Promise<void> {
    if (what === 'settings') await kept.read();
    else if (what === 'chats') await chats.load();
    else if (what === 'providers') await providers.load();
    else if (what === 'projects') {
      await projects.load();
      chats.wake();
    } else await servers.reread(what);
  }

  const { open, settle, usualProject, useProject, follow } = makeOpening({
    chats,
    rulebook,
    projects: projects.list,
    route,
    go,
    tell,
  });

  const notify = makeNotify({
    bell: browserBell,
    chats,
    settings: computed(() => book.value.settings),
    open: (id) => app.openChat(id),
  });

  const app: AppState = {
    ...makePreferences({ book, rulebook, kept, providers, servers }),
    ...makeFolders({ projects, intake, rulebook, use: useProject }),
    boot,
    route,
    chats: chats.list,
    marks: chats.marks,
    servers: servers.state,
    inspecting: signal(null),
    chat: chats.current,
    faults,
    version,
    go(part) {
      const next: Route = { ...route.value, ...part };
      if (next.at === 'chat' && part.chat === undefined) settle(true);
      else go(next);
    },
    newChat(project) {
      open(null, project === undefined ? usualProject() : project);
      settle(true);
    },
    openChat(id) {
      open(id);
      settle(true);
    },
    renameChat: (id, title) => void chats.rename(id, title),
    async removeChat(id) {
      const current = chats.current.value?.record.value.id === id;
      await chats.remove(id);
      announce('chats');
      if (current) app.newChat();
    },
    async branchChat(id, answer) {
      const record = chats.known.value.find((one) => one.id === id);
      if (record === undefined) return;
      // Text that still grows is saved now and then only.
      chats.flush();
      const made = await (await import('./branch.ts')).branchOf(record, answer, deps);
      if (!made.ok) return tell(made.fault);
      chats.touched(made.value);
      announce('chats');
      app.openChat(made.value.id);
    },
    notifications: notify.may,
    askNotifications: notify.ask,
    dismiss: (id) => {
      faults.value = faults.value.filter((one) => one.id !== id);
    },
    async storageUse() {
      const use = await space();
      if (!use.ok) tell(use.fault);
      return use.ok ? use.value : { used: 0, quota: 0, persisted: false };
    },
    patch: diffs.patch,
  };

  /** The sample project comes once, whichever tab is first; one that was removed stays removed (row P3). */
  async function firstRun(): Promise<void> {
    await kept.read();
    if (rulebook.now().settings.sampleMade || rulebook.now().broken !== null) return;
    if (await intake.sample()) await kept.change((now) => ({ ...now, sampleMade: true }));
  }

  async function start(): Promise<void> {
    // Servers' tools are known before a chat is opened: what waited in it may be a call to one.
    await Promise.all([projects.load(), providers.load(), chats.load(), servers.load()]);
    await alone('sample', true, firstRun);
    boot.value = { at: 'ready' };
    addEventListener('pagehide', () => {
      chats.flush();
      servers.leave();
    });
    document.addEventListener('visibilitychange', () => document.hidden && chats.flush());
    follow();
    // What carries out the first answer is fetched while nothing else is to be done.
    const fetched = (): void => void import('../runs/answering.ts').catch(() => undefined);
    if ('requestIdleCallback' in globalThis) requestIdleCallback(fetched);
    else setTimeout(fetched, 1_000);
  }

  return { app, start, tell };
}
