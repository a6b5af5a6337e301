/** The records a browser keeps besides the log (row W1). Shapes only; `src/storage` keeps them, one file a kind. */
import type { ModelFacts } from './facts.ts';
import type { Consent, Setting } from './gate.ts';
import type { ChatId, ModelRef, ProjectId, ProviderId, ServerId } from './ids.ts';
import type { BudgetPreset } from './limits.ts';
import type { Attached } from './log.ts';
import type { Folder } from './ports.ts';
import type { ToolKey } from './tool.ts';

/** What was written in a chat and not sent: kept, so that a closed or crashed page loses none of it (row W6). */
export interface Unsent {
  readonly text: string;
  readonly attached: readonly Attached[];
}

/** Text that is given to a chat's models beside the conversation (row V6): the project's AGENTS.md, and Settings' instructions. */
export type Guidance = 'agents' | 'instructions';

export interface ChatRecord {
  readonly id: ChatId;
  /** The first 60 characters of the first message, until the person renames it (row V8). */
  readonly title: string;
  readonly renamed: boolean;
  readonly project: ProjectId | null;
  readonly model: ModelRef | null;
  /** The models that answer beside it (row F1), each once; absent: none. */
  readonly peers?: readonly ModelRef[];
  /** What this chat's models are not given, although there is some (row V6). */
  readonly without?: readonly Guidance[];
  readonly made: number;
  /** When something last happened; the list is sorted by it. */
  readonly touched: number;
  readonly unsent?: Unsent | null;
  /** What the chat has answered to servers (rows S2, S4); a server that is absent was not answered. */
  readonly consents?: Readonly<Record<ServerId, Consent>>;
}

export interface ProjectRecord {
  readonly id: ProjectId;
  readonly name: string;
  /** A granted folder on disk, a folder kept inside the browser, or the sample (also inside the browser) (rows P1–P3). */
  readonly kind: 'folder' | 'browser' | 'sample';
  /** The granted handle; null for projects kept inside the browser, which lie in OPFS under `projects/<id>`. */
  readonly folder: Folder | null;
  readonly made: number;
}

/** A secret as it lies on disk: AES-GCM under a non-extractable key (row X5). */
export interface Sealed {
  readonly iv: Uint8Array;
  readonly bytes: Uint8Array;
}

/** The wire a provider entry speaks (row V1); `browser` is the built-in model of the browser (row V4). */
export type ProviderKind = 'demo' | 'openai-compatible' | 'anthropic' | 'openai' | 'google' | 'browser';

export interface ProviderRecord {
  readonly id: ProviderId;
  readonly name: string;
  readonly kind: ProviderKind;
  /** Without a trailing slash, e.g. `http://localhost:11434/v1`; '' for the demo. */
  readonly baseUrl: string;
  readonly key: Sealed | null;
  /** Model ids, fetched or typed by hand. */
  readonly models: readonly string[];
  readonly made: number;
}

export type Theme = 'system' | 'light' | 'dark';

/** All settings that are one value each; what is absent stands at its default. */
export interface Settings {
  /** A tool's own setting; absent means its default (row T2). */
  readonly tools: Readonly<Record<ToolKey, Setting>>;
  /** Given to every model after the program's own prompt (row V7). */
  readonly instructions: string;
  readonly theme: Theme;
  /** The model a new chat starts with. */
  readonly model: ModelRef | null;
  /** Side-by-side diffs (row D1). */
  readonly sideBySide: boolean;
  /** The sample project was made once; one that was removed stays removed (row P3). */
  readonly sampleMade: boolean;
  /** The longest an MCP call may take in all, in minutes (limits, "MCP"). */
  readonly mcpCallMinutes: number;
  /** Where servers are looked up (row M2): the address of a registry, without a trailing slash. */
  readonly registry: string;
  /** How many tools an answer may call until it asks, and until it stops (row B1). */
  readonly budget: BudgetPreset;
  /** Row B4: "Notify when an agent loop pauses at the tool-call soft cap", and when a call waits for approval. */
  readonly notifyPause: boolean;
  readonly notifyWaiting: boolean;
  /** The longest a model may answer in a round, in minutes, without the time it waits for the person (limits, "round"). */
  readonly roundMinutes: number;
  /** What the person corrected in the table of models (row B5), by `modelKey`. */
  readonly modelFacts: Readonly<Record<string, ModelFacts>>;
}

/** How a model is named in `Settings.modelFacts`. */
export const modelKey = (model: Pick<ModelRef, 'provider' | 'model'>): string => `${model.provider}/${model.model}`;

export const defaultSettings: Settings = {
  tools: {},
  instructions: '',
  theme: 'system',
  model: null,
  sideBySide: false,
  sampleMade: false,
  mcpCallMinutes: 10,
  registry: 'https://registry.modelcontextprotocol.io',
  budget: 'standard',
  notifyPause: false,
  notifyWaiting: false,
  roundMinutes: 15,
  modelFacts: {},
};
