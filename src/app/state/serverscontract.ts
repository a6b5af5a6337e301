/** What screens see and do with MCP servers (section M). Part of `contract.ts`. */
import type { ReadonlySignal } from '@preact/signals';
import type { Consent, Policy } from '../../core/gate.ts';
import type { ChatId, ServerId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Audience, Elicitation, ServerRecord, ServerState } from '../../core/server.ts';
import type { Tool } from '../../core/tool.ts';

/** A server as a row shows it. */
export interface ServerView {
  readonly record: ServerRecord;
  readonly state: ServerState;
}

export interface HeaderDraft {
  readonly name: string;
  /** Undefined leaves a stored value as it is. */
  readonly value: string | undefined;
  readonly secret: boolean;
}

/** A server as its form has it. A bearer token is the header `Authorization`, written `Bearer …` by the form. */
export interface ServerDraft {
  /** Null for a new one; of a stored one the URL cannot change (row M3). */
  readonly id: ServerId | null;
  readonly name: string;
  readonly about: string;
  readonly url: string;
  readonly audience: Audience;
  readonly policy: Policy;
  readonly headers: readonly HeaderDraft[];
  /** A client registered by hand (row M5), or null. `secret` undefined leaves a stored one; '' is none. */
  readonly client: { readonly id: string; readonly secret: string | undefined } | null;
}

/** A value a registry entry wants before it can be added: a URL variable or a header (row M2). */
export interface Wanted {
  readonly of: 'url' | 'header';
  /** The variable's or the header's name. For a header with a template, its variables stand here one by one, `header · variable`. */
  readonly name: string;
  /** Which header a variable belongs to, or null for the URL's own and for whole headers. */
  readonly header: string | null;
  readonly about: string;
  readonly secret: boolean;
  readonly required: boolean;
  readonly initial: string;
  /** Values to choose from; empty: any. */
  readonly choices: readonly string[];
}

/** An endpoint of an entry. `url` and the headers' templates still hold their `{variables}`. */
export interface RegistryRemote {
  readonly url: string;
  readonly wanted: readonly Wanted[];
  /** Headers sent with every request; without a template the person gives the whole value. */
  readonly headers: readonly { readonly name: string; readonly template: string | null; readonly secret: boolean }[];
}

/** One entry of the registry. All text is from outside. */
export interface RegistryEntry {
  /** `io.github.someone/name`. */
  readonly name: string;
  readonly title: string;
  readonly about: string;
  readonly version: string;
  readonly website: string | null;
  readonly repository: string | null;
  readonly state: 'active' | 'deprecated' | 'deleted';
  /** Why it cannot be used in a browser ("only runs as a program on your computer"), or null. */
  readonly unusable: string | null;
  /** Its streamable-HTTP endpoints, each with what must be asked before it is added. */
  readonly remotes: readonly RegistryRemote[];
  /** A server with this URL is there already. */
  readonly added: boolean;
}

export interface RegistryPage {
  readonly entries: readonly RegistryEntry[];
  readonly next: string | null;
  /** How many entries of this page were broken, and are left out. */
  readonly left: number;
}

/** What an import would do (row M8), before anything is done. */
export interface ImportPreview {
  readonly format: string;
  readonly rows: readonly {
    readonly key: string;
    readonly what: 'add' | 'change' | 'same' | 'skip';
    /** Why it is skipped, or what changes, in words. */
    readonly why: string;
    /** Null for what is skipped. */
    readonly draft: ServerDraft | null;
    readonly enabled: boolean;
    /** Placeholders that stand in the draft's URL and headers and want a value before it is saved. */
    readonly missing: readonly Placeholder[];
  }[];
}

/** A value that a file leaves to the person: `${input:token}`, `${env:KEY}`. */
export interface Placeholder {
  /** As it stands in the file. */
  readonly text: string;
  /** What the file says of it; '' where it says nothing. */
  readonly about: string;
  /** To be typed unseen. */
  readonly secret: boolean;
}

/** How the person answers an elicitation (row M7). */
export type ElicitationReply =
  | { readonly is: 'accept'; readonly content: JsonObject }
  | { readonly is: 'decline' }
  | { readonly is: 'cancel' };

/** One chat's answer to one server, for Settings → Tools (rows S4, T3). */
export interface ConsentRow {
  readonly chat: ChatId;
  readonly chatTitle: string;
  readonly server: ServerId;
  readonly serverName: string;
  readonly consent: Consent;
}

export interface ServersState {
  readonly list: ReadonlySignal<readonly ServerView[]>;
  readonly elicitations: ReadonlySignal<readonly Elicitation[]>;
  readonly consents: ReadonlySignal<readonly ConsentRow[]>;
  /** Saves and connects. Fails with `bad-arguments` for a URL no server can have, or one that is there already (`exists`). */
  save(draft: ServerDraft): Promise<Outcome<ServerRecord>>;
  enable(id: ServerId, on: boolean): Promise<void>;
  /** Connects anew and lists the tools. Call it from a click: the browser may want to ask (local network). */
  refresh(id: ServerId): Promise<void>;
  /** Forgets its settings, pins, consents, grants and tokens; old calls keep its name (row M3). */
  remove(id: ServerId): Promise<void>;
  /** Forgets what chats answered to it. */
  resetConsents(id: ServerId): Promise<void>;
  setConsent(chat: ChatId, server: ServerId, consent: Consent): Promise<void>;
  /** Opens the sign-in window (row M5). Call it from a click. */
  signIn(id: ServerId): Promise<Outcome<void>>;
  /** Ends a sign-in whose window is open, or lost. */
  giveUpSignIn(id: ServerId): void;
  signOut(id: ServerId): Promise<void>;
  answer(elicitation: string, reply: ElicitationReply): void;
  /** Searches the registry (row M2); an explained fault where it cannot be reached. */
  browse(query: { readonly search: string; readonly cursor: string | null }): Promise<Outcome<RegistryPage>>;
  /** A draft of an entry's remote with the wanted values put in. Fails with `bad-arguments` where one is missing. */
  drafted(entry: RegistryEntry, remote: number, values: ReadonlyMap<Wanted, string>): Outcome<ServerDraft>;
  readImport(text: string): Promise<Outcome<ImportPreview>>;
  /** Does what the preview said, and says what was done, in one sentence. */
  importAll(preview: ImportPreview): Promise<Outcome<string>>;
  /** The servers as `mcpServers` JSON (row M8); secret values only where `secrets`. */
  exportAll(secrets: boolean): Promise<Outcome<string>>;
  /** The tool as it was allowed and as it is now, where it changed since (row T6); else null. */
  changeOf(tool: Tool): { readonly before: string; readonly after: string } | null;
  /** The person approves what the tool became (row T6). */
  acceptChange(tool: Tool): void;
}
