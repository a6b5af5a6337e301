import { computed, effect, signal, untracked } from '@preact/signals';
import { fileTools } from '../../core/builtin.ts';
import { makeCatalog } from '../../core/catalog.ts';
import { grantName } from '../../core/grants.ts';
import { sameModel, type ChatId, type ModelRef, type ProjectId } from '../../core/ids.ts';
import { fail, type Fault } from '../../core/outcome.ts';
import { chatsIn } from '../../storage/chats.ts';
import { keysIn } from '../../storage/keys.ts';
import { logIn } from '../../storage/log.ts';
import { projectsIn } from '../../storage/projects.ts';
import { providersIn } from '../../storage/providers.ts';
import type { Database } from '../../storage/schema.ts';
import { settingsIn } from '../../storage/settings.ts';
import { space } from '../../storage/space.ts';
import { demoModel } from '../demo/provider.ts';
import { diffHands } from '../hands/diffs.ts';
import { filesHands } from '../hands/files.ts';
import { presets } from '../models/index.ts';
import type { Deps } from '../runs/deps.ts';
import { makeRulebook } from '../runs/rulebook.ts';
import { misfit } from '../tools/misfit.ts';
import { makeChats } from './chats.ts';
import type { AppState, Route } from './contract.ts';
import { alone, newId, today } from './edge.ts';
import { makeIntake } from './intake.ts';
import { makeProjects } from './projects.ts';
import { makeProviders } from './providers.ts';
import { keepSettings } from './settings.ts';
import { followRoute } from './route.ts';
import { makeServers } from './servers.ts';
import { linkTabs } from './tabs.ts';
import { toolRows } from './toolrows.ts';

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
  const deps: Deps = {
    log: logIn(db),
    chats: chatsIn(db),
    files: filesHands(),
    servers: {
      ready: () => Promise.resolve(fail('bug', 'There is no MCP host yet.')),
      run: () => Promise.resolve(fail('bug', 'There is no MCP host yet.')),
      cancel: () => undefined,
    },
    pin: () => undefined,
    rulebook,
    stream: providers.stream,
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

  async function reread(what: 'settings' | 'chats' | 'projects' | 'providers'): Promise<void> {
    if (what === 'settings') await kept.read();
    else if (what === 'chats') await chats.load();
    else if (what === 'providers') await providers.load();
    else {
      await projects.load();
      chats.wake();
    }
  }

  /** Opens a chat: the session's grants end with the one before (row A4). */
  function open(id: ChatId | null, project: ProjectId | null = null): void {
    const opened = id === null ? chats.begin(project) : chats.open(id);
    if (opened === null) return;
    if (rulebook.now().open !== opened) rulebook.change({ open: opened, grants: [] });
  }

  /** The project a new chat starts with: that of the chat at hand, else the sample. */
  const usualProject = (): ProjectId | null => {
    const sample = projects.list.value.find((one) => one.record.kind === 'sample')?.record.id ?? null;
    return chats.current.value === null ? sample : chats.current.value.record.value.project;
  };

  /** Puts the open chat into the address bar, so that a reload comes back to it. */
  function settle(push = false): void {
    const id = chats.current.value?.record.value.id ?? null;
    go({ at: 'chat', page: '', chat: id !== null && chats.kept(id) ? id : null }, !push);
  }

  const app: AppState = {
    boot,
    route,
    chats: chats.list,
    marks: chats.marks,
    projects: projects.list,
    providers: providers.list,
    models: providers.models,
    tools: computed(() => toolRows(book.value)),
    servers: makeServers(),
    inspecting: signal(null),
    grants: computed(() => book.value.grants),
    settings: computed(() => book.value.settings),
    chat: chats.current,
    faults,
    canPickFolder: 'showDirectoryPicker' in globalThis,
    presets,
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
    async grantFolder() {
      const id = await intake.pick();
      if (id !== null) useProject(id);
    },
    async dropFolder(items) {
      const id = await intake.drop(items);
      if (id !== null) useProject(id);
    },
    async newBrowserProject(name, files) {
      const id = await intake.browser(name, files);
      if (id !== null) useProject(id);
    },
    downloadProject: intake.download,
    reconnect: projects.reconnect,
    async removeProject(id) {
      await projects.remove(id);
      rulebook.change({
        grants: rulebook.now().grants.filter((grant) => !('project' in grant.scope && grant.scope.project === id)),
      });
    },
    setTool: (tool, setting) =>
      void kept.change((now) => {
        const { [tool.key]: _old, ...rest } = now.tools;
        return { ...now, tools: setting === null ? rest : { ...rest, [tool.key]: setting } };
      }),
    removeGrant: (grant) =>
      rulebook.change({ grants: rulebook.now().grants.filter((one) => grantName(one) !== grantName(grant)) }),
    clearGrants: () => rulebook.change({ grants: [] }),
    setSettings: (change) => void kept.change((now) => ({ ...now, ...change })),
    saveProvider: providers.save,
    removeProvider: providers.remove,
    listModels: providers.listModels,
    testModel: providers.testModel,
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

  /** A project that was just granted opens in the chat at hand where that is still new, else in a new chat. */
  function useProject(id: ProjectId): void {
    const chat = chats.current.value;
    if (chat !== null && chat.conversation.value.entries.length === 0) chat.setProject(id);
    else app.newChat(id);
  }

  /** The sample project comes once, whichever tab is first; one that was removed stays removed (row P3). */
  async function firstRun(): Promise<void> {
    await kept.read();
    if (rulebook.now().settings.sampleMade || rulebook.now().broken !== null) return;
    if (await intake.sample()) await kept.change((now) => ({ ...now, sampleMade: true }));
  }

  async function start(): Promise<void> {
    rulebook.change({ catalog: makeCatalog(fileTools, new Map()) });
    await Promise.all([projects.load(), providers.load(), chats.load()]);
    await alone('sample', true, firstRun);
    boot.value = { at: 'ready' };
    addEventListener('pagehide', chats.flush);
    document.addEventListener('visibilitychange', () => document.hidden && chats.flush());
    // The address bar leads: back, forward, and a chat's own address.
    effect(() => {
      const { chat } = route.value;
      const current = chats.current.peek()?.record.peek().id ?? null;
      if (chat !== null && chat !== current && chats.has(chat)) untracked(() => open(chat));
      else if (chat !== null && chat !== current) {
        untracked(() =>
          tell(
            fail('not-found', 'The chat of this address is not here: it was removed, or belongs to another browser.')
              .fault,
          ),
        );
        if (current === null) untracked(() => open(null, usualProject()));
      } else if (current === null) untracked(() => open(null, usualProject()));
    });
  }

  return { app, start, tell };
}
