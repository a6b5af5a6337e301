/**
 * All that a screen may see and do. Screens import this and nothing of `runs`, `models` or storage; `main.tsx` hands them
 * the real thing through `AppContext`, tests hand them a made one.
 */
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Consent, Offer, Policy, Setting, Why } from '../../core/gate.ts';
import type { Grant } from '../../core/grants.ts';
import type { AnswerId, AskedId, CallId, ChatId, ModelRef, ProjectId, ProviderId, ServerId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Attached } from '../../core/log.ts';
import type { CallProgress, CallView, Conversation } from '../../core/conversation.ts';
import type { Fault, Outcome } from '../../core/outcome.ts';
import type { Patch, Preview } from '../../core/ports.ts';
import type { ModelFacts } from '../../core/facts.ts';
import type { Meter } from '../../core/meter.ts';
import type {
  ChatRecord,
  Guidance,
  ProjectRecord,
  ProviderKind,
  ProviderRecord,
  Settings,
} from '../../core/records.ts';
import type { Tool } from '../../core/tool.ts';
import type { ServersState } from './serverscontract.ts';

export interface ProjectView {
  readonly record: ProjectRecord;
  /** `reconnect`: the browser wants one click before the folder can be used again (row P1). */
  readonly state: 'ready' | 'reconnect' | 'missing';
}

/** A message that waits for the running answer to end (row V8). */
export interface Queued {
  readonly id: string;
  readonly text: string;
  readonly attached: readonly Attached[];
}

/** A waiting call as its card shows it. */
export interface Card {
  readonly view: CallView;
  readonly why: Why;
  readonly offers: readonly Offer[];
  /** "<provider · model>", or "you" for the console. */
  readonly asker: string;
  readonly tool: Tool | null;
  /** False while the call is planned and decided again (rows A6, P8, T4): the card stays, an answer would not count. */
  readonly ready: boolean;
  /** The name of the tool's server; null for built-ins. */
  readonly server: string | null;
  /** The tool as it was allowed and as it is now, where its server changed it since (row T6). */
  readonly changed: { readonly before: string; readonly after: string } | null;
  /** The names of the other models of the round that want the very same call: the answer counts for all (row A5). */
  readonly sharers: readonly string[];
}

/** The soft check-in that waits for the person's word (row B2). */
export interface CheckIn {
  readonly answer: AnswerId;
  /** Calls made when it was asked: the preset's first number. */
  readonly calls: number;
}

/** Text that is given to the chat's models beside the conversation (row V6): whether there is some, and whether it is given. */
export type Given = Readonly<Record<Guidance, 'none' | 'on' | 'off'>>;

/** What a person answers on a card. */
export type CardAnswer =
  | { readonly verdict: 'yes'; readonly offer: Offer }
  | { readonly verdict: 'no'; readonly reason: string }
  | { readonly verdict: 'edit'; readonly args: JsonObject };

/** The open chat. */
export interface ChatState {
  readonly record: ReadonlySignal<ChatRecord>;
  readonly conversation: ReadonlySignal<Conversation>;
  readonly loading: ReadonlySignal<boolean>;
  readonly running: ReadonlySignal<AnswerId | null>;
  /** Waiting cards in the order they were asked; each stands on its own. */
  readonly cards: ReadonlySignal<readonly Card[]>;
  readonly progress: ReadonlySignal<CallProgress>;
  /** The banner's question, or null (row B2). */
  readonly checkIn: ReadonlySignal<CheckIn | null>;
  /** Of the running answer; null where none runs (row B5). */
  readonly meter: ReadonlySignal<Meter | null>;
  readonly given: ReadonlySignal<Given>;
  readonly queue: ReadonlySignal<readonly Queued[]>;
  /** Text not yet sent; kept when another chat is opened. */
  readonly draft: Signal<string>;
  /** Files that go with the next message (row V2). */
  readonly attached: ReadonlySignal<readonly Attached[]>;
  /** Takes files in; what cannot be taken is told as a fault of the app. */
  attach(files: readonly File[]): Promise<void>;
  detach(id: string): void;
  /** An attached file's bytes, for showing an image; null where they are gone. */
  attachment(id: string): Promise<Blob | null>;
  /** Attaches the image that a call’s `file_read` could not give as text (row P6). */
  attachFromCall(call: CallId): Promise<void>;
  /** Sends the text with the attached files; either may be empty, not both. */
  send(text: string): void;
  editQueued(id: string, text: string): void;
  dropQueued(id: string): void;
  stop(): void;
  /** Stops one model of the running round (row F2). */
  stopModel(model: ModelRef): void;
  /** Answers the check-in (row B2). */
  release(how: 'continue' | 'stop'): void;
  /** Goes on with a round that was interrupted, from the answers that came (row F1). */
  goOn(answer: AnswerId): void;
  regenerate(answer: AnswerId): void;
  resend(asked: AskedId, text: string): void;
  choose(leaf: AnswerId): void;
  answer(call: CallId, answer: CardAnswer): void;
  /** Stops one running call. */
  cancel(call: CallId): void;
  /** Both sides of a waiting or ended change, from the files worker. */
  preview(call: CallId): Promise<Outcome<Preview | null>>;
  revert(call: CallId): Promise<Outcome<string>>;
  /** All changes of one answer, newest first; stops at the first that cannot be put back and says which. */
  revertAll(answer: AnswerId): Promise<Outcome<string>>;
  /** Changes what this chat has answered to a server (row S4). */
  setConsent(server: ServerId, consent: Consent): void;
  setProject(project: ProjectId | null): void;
  setModel(model: ModelRef): void;
  /** The models that answer beside the primary (row F1); the primary itself and doubles are left out. */
  setPeers(peers: readonly ModelRef[]): void;
  /** Gives or withholds guidance in this chat (row V6). */
  setGiven(what: Guidance, on: boolean): void;
  /** The chat's log as a JSON file (row I2). */
  exportLog(): Promise<void>;
  /** Runs one tool as the person (row V4); it goes through the same gate. */
  runTool(tool: Tool, args: JsonObject): CallId;
  /** Puts a console result into the draft ("Add to message"). */
  addToMessage(call: CallId): void;
}

/** One row of Settings → Tools. */
export interface ToolRow {
  readonly tool: Tool;
  /** What holds now, and whether it is the tool's own or its default (row T2). */
  readonly setting: Setting;
  readonly own: boolean;
  /** "asks first: server policy" and the like, or null. */
  readonly note: string | null;
  /** The name of its server; null for built-ins. */
  readonly server: string | null;
  /** Its server changed it since it was allowed: it asks until that is approved (row T6). */
  readonly changed: boolean;
}

/** A model the person can pick. */
export interface ModelChoice {
  readonly ref: ModelRef;
  readonly provider: ProviderRecord;
}

export interface ProviderDraft {
  readonly id: ProviderId | null;
  readonly kind: ProviderKind;
  readonly name: string;
  readonly baseUrl: string;
  /** Undefined leaves a stored key as it is; '' removes it. */
  readonly key: string | undefined;
  readonly models: readonly string[];
}

/** A known kind of endpoint to start a provider entry from (row V1). */
export interface Preset {
  readonly name: string;
  readonly kind: ProviderKind;
  readonly baseUrl: string;
  readonly needsKey: boolean;
  /** One line: where to get a key, or which switch lets a browser in. */
  readonly hint: string;
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
