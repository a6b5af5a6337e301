import { signal } from '@preact/signals';
import { fileTools } from '../../../core/builtin.ts';
import type { Grant } from '../../../core/grants.ts';
import type { ChatId } from '../../../core/ids.ts';
import { fail, ok, type Fault } from '../../../core/outcome.ts';
import { unknownModel } from '../../../core/facts.ts';
import type { ChatRecord, ProviderRecord, Settings } from '../../../core/records.ts';
import { defaultSettings } from '../../../core/records.ts';
import type {
  AppState,
  ChatState,
  Inspecting,
  ModelChoice,
  ProjectView,
  ProviderDraft,
  Route,
  ToolRow,
} from '../../state/contract.ts';
import { demoModel, demoProvider, fakeProject } from './entries.ts';
import { fakeServers } from './servers.ts';
import { fakeChat, type Asks, type Open } from './fakechat.ts';

export * from './entries.ts';
export { fakeChat, type Asks, type Open } from './fakechat.ts';

function rows(): readonly ToolRow[] {
  return fileTools.map((tool) => ({
    tool,
    setting: tool.effect === 'read' ? 'always' : 'ask',
    own: false,
    note: null,
    server: null,
    changed: false,
  }));
}

/** An app whose every part a test can set. Settings, routes and tool settings take effect; the rest is only recorded. */
export function fakeApp(chat: ChatState | null = fakeChat()): Open<AppState> {
  const asks: Asks = [];
  const note =
    (what: string) =>
    (...rest: unknown[]): void => {
      asks.push([what, ...rest]);
    };
  const later =
    (what: string) =>
    (...rest: unknown[]): Promise<void> => {
      asks.push([what, ...rest]);
      return Promise.resolve();
    };
  const route = signal<Route>({ at: 'chat', page: 'models', chat: null });
  const settings = signal<Settings>(defaultSettings);
  const tools = signal<readonly ToolRow[]>(rows());
  return {
    asks,
    boot: signal<AppState['boot']['value']>({ at: 'ready' }),
    route,
    chats: signal<readonly ChatRecord[]>(chat === null ? [] : [chat.record.value]),
    marks: signal<ReadonlyMap<ChatId, 'running' | 'waiting'>>(new Map()),
    projects: signal<readonly ProjectView[]>([fakeProject()]),
    providers: signal<readonly ProviderRecord[]>([demoProvider]),
    models: signal<readonly ModelChoice[]>([{ ref: demoModel, provider: demoProvider }]),
    tools,
    servers: fakeServers(asks),
    inspecting: signal<Inspecting>(null),
    grants: signal<readonly Grant[]>([]),
    settings,
    chat: signal<ChatState | null>(chat),
    faults: signal<readonly { readonly id: string; readonly fault: Fault }[]>([]),
    canPickFolder: true,
    presets: [
      {
        name: 'Anthropic',
        kind: 'anthropic',
        baseUrl: 'https://api.anthropic.com/v1',
        needsKey: true,
        hint: 'Keys: platform.claude.com/settings/keys.',
      },
      {
        name: 'OpenRouter',
        kind: 'openai-compatible',
        baseUrl: 'https://openrouter.ai/api/v1',
        needsKey: true,
        hint: 'Keys: openrouter.ai/keys',
      },
      {
        name: 'Ollama',
        kind: 'openai-compatible',
        baseUrl: 'http://localhost:11434/v1',
        needsKey: false,
        hint: 'Start it with OLLAMA_ORIGINS set.',
      },
      {
        name: 'Browser’s built-in model',
        kind: 'browser',
        baseUrl: '',
        needsKey: false,
        hint: 'Runs on this device.',
      },
    ],
    version: '0.1.0',
    go: (to) => {
      asks.push(['go', to]);
      route.value = { ...route.value, ...to };
    },
    newChat: note('newChat'),
    openChat: note('openChat'),
    renameChat: note('renameChat'),
    removeChat: later('removeChat'),
    branchChat: later('branchChat'),
    modelFacts: () => ({ facts: unknownModel, own: false }),
    factsDate: '2026-11',
    setModelFacts: note('setModelFacts'),
    notifications: signal<'granted' | 'denied' | 'default' | 'unsupported'>('default'),
    askNotifications: () => Promise.resolve(true),
    grantFolder: later('grantFolder'),
    dropFolder: later('dropFolder'),
    newBrowserProject: later('newBrowserProject'),
    downloadProject: later('downloadProject'),
    reconnect: later('reconnect'),
    removeProject: later('removeProject'),
    setTool: (tool, setting) => {
      asks.push(['setTool', tool.key, setting]);
      tools.value = tools.value.map((row) =>
        row.tool.key === tool.key
          ? { ...row, own: setting !== null, setting: setting ?? (tool.effect === 'read' ? 'always' : 'ask') }
          : row,
      );
    },
    removeGrant: note('removeGrant'),
    clearGrants: note('clearGrants'),
    setSettings: (change) => {
      asks.push(['setSettings', change]);
      settings.value = { ...settings.value, ...change };
    },
    saveProvider: (draft: ProviderDraft) => {
      asks.push(['saveProvider', draft]);
      const { kind, name, baseUrl, models } = draft;
      return Promise.resolve(
        ok({
          id: draft.id ?? 'provider-1',
          name,
          kind,
          baseUrl,
          key: null,
          models,
          made: 0,
        }),
      );
    },
    removeProvider: later('removeProvider'),
    listModels: (draft: ProviderDraft) => {
      asks.push(['listModels', draft]);
      return Promise.resolve(ok(['qwen3:8b', 'llama3.3:70b']));
    },
    testModel: (draft: ProviderDraft, model: string) => {
      asks.push(['testModel', draft, model]);
      return Promise.resolve(fail('bad-key', 'The endpoint refused the key (401). Paste it again or make a new one.'));
    },
    dismiss: note('dismiss'),
    storageUse: () => Promise.resolve({ used: 12 * 1024 * 1024, quota: 10 * 1024 * 1024 * 1024, persisted: false }),
    patch: () => Promise.resolve({ unified: '', added: 0, removed: 0, whole: false }),
  };
}
