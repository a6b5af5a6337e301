/**
 * All that a screen may see and do. Screens import this and nothing of `runs`, `models` or storage; `main.tsx` hands them
 * the real thing through `AppContext`, tests hand them a made one.
 */
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Consent, Policy, Setting } from '../../core/gate.ts';
import type { Grant } from '../../core/grants.ts';
import type { AnswerId, CallId, ChatId, ModelRef, ProjectId, ProviderId, ServerId } from '../../core/ids.ts';
import type { Fault, Outcome } from '../../core/outcome.ts';
import type { Patch } from '../../core/ports.ts';
import type { ModelFacts } from '../../core/facts.ts';
import type { ChatRecord, ProjectRecord, ProviderRecord, Settings } from '../../core/records.ts';
import type { Tool } from '../../core/tool.ts';
import type { ChatState } from './chatcontract.ts';
import type { ModelChoice, Preset, ProviderDraft, ToolRow } from './settingscontract.ts';
import type { ServersState } from './serverscontract.ts';

export interface ProjectView {
  readonly record: ProjectRecord;
  /** `reconnect`: the browser wants one click before the folder can be used again (row P1). */
  readonly state: 'ready' | 'reconnect' | 'missing';
}

export interface Route {
  readonly at: 'chat' | 'settings';
  /** The settings page: models, tools, servers, storage, appearance, shortcuts, about. */
  readonly page: string;
  readonly chat: ChatId | null;
}

/** What the inspector panel shows (rows I1, I3); null: it is closed. */
export type Inspecting =
  | { readonly at: 'server'; readonly server: ServerId }
  /** `call`: the row that stands open, or null. */
  | { readonly at: 'answer'; readonly answer: AnswerId; readonly call: CallId | null }
  | null;

export interface AppState {
  readonly boot: ReadonlySignal<
    { readonly at: 'loading' } | { readonly at: 'ready' } | { readonly at: 'failed'; readonly fault: Fault }
  >;
  readonly route: ReadonlySignal<Route>;
  readonly chats: ReadonlySignal<readonly ChatRecord[]>;
  /** Chats whose answer runs, and chats with a waiting card (marked in the sidebar, row A4). */
  readonly marks: ReadonlySignal<ReadonlyMap<ChatId, 'running' | 'waiting'>>;
  readonly projects: ReadonlySignal<readonly ProjectView[]>;
  readonly providers: ReadonlySignal<readonly ProviderRecord[]>;
  readonly models: ReadonlySignal<readonly ModelChoice[]>;
  readonly tools: ReadonlySignal<readonly ToolRow[]>;
  readonly servers: ServersState;
  readonly inspecting: Signal<Inspecting>;
  readonly grants: ReadonlySignal<readonly Grant[]>;
  readonly settings: ReadonlySignal<Settings>;
  readonly chat: ReadonlySignal<ChatState | null>;
  /** Messages that belong to no chat: shown as a toast until dismissed. */
  readonly faults: ReadonlySignal<readonly { readonly id: string; readonly fault: Fault }[]>;
  readonly canPickFolder: boolean;
  readonly presets: readonly Preset[];
  /** Of this build, for Settings → About. */
  readonly version: string;

  go(route: Partial<Route>): void;
  newChat(project?: ProjectId | null): void;
  openChat(chat: ChatId): void;
  renameChat(chat: ChatId, title: string): void;
  removeChat(chat: ChatId): Promise<void>;
  /** A new chat with the conversation up to and with this answer (row U5), without consents (row S4). */
  branchChat(chat: ChatId, answer: AnswerId): Promise<void>;
  /** Opens the browser's folder picker (row P1). Call it from a click. */
  grantFolder(): Promise<void>;
  dropFolder(items: DataTransferItemList): Promise<void>;
  /** A project inside the browser, filled with files (row P2). */
  newBrowserProject(name: string, files: readonly { readonly path: string; readonly file: File }[]): Promise<void>;
  downloadProject(project: ProjectId): Promise<void>;
  reconnect(project: ProjectId): Promise<void>;
  removeProject(project: ProjectId): Promise<void>;

  setTool(tool: Tool, setting: Setting | null): void;
  removeGrant(grant: Grant): void;
  clearGrants(): void;
  setSettings(change: Partial<Settings>): void;
  /** What is known of a model, with the person's corrections (rows B5, V5), and when the table was made, `2026-11`. */
  modelFacts(model: ModelRef): { readonly facts: ModelFacts; readonly own: boolean };
  readonly factsDate: string;
  /** Null takes the correction back. */
  setModelFacts(model: ModelRef, facts: ModelFacts | null): void;
  /** Whether the browser lets Sluice show notifications (row B4). */
  readonly notifications: ReadonlySignal<'granted' | 'denied' | 'default' | 'unsupported'>;
  /** Asks the browser; call it from the click that switches a toggle on, and never else. */
  askNotifications(): Promise<boolean>;
  saveProvider(draft: ProviderDraft): Promise<Outcome<ProviderRecord>>;
  removeProvider(provider: ProviderId): Promise<void>;
  /** Asks the endpoint for its models (row V1); an explained fault where it cannot. */
  listModels(draft: ProviderDraft): Promise<Outcome<readonly string[]>>;
  /** One tiny request to one model; an explained fault where it fails. */
  testModel(draft: ProviderDraft, model: string): Promise<Outcome<string>>;
  dismiss(fault: string): void;
  storageUse(): Promise<{ readonly used: number; readonly quota: number; readonly persisted: boolean }>;
  patch(request: {
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
  }): Promise<Patch>;
}

export type { Consent, Policy };
export type { Card, CardAnswer, ChatState, CheckIn, Given, Queued } from './chatcontract.ts';
export type { ModelChoice, Preset, ProviderDraft, ToolRow } from './settingscontract.ts';
