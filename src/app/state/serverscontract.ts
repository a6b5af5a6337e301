/** What screens see and do with MCP servers (section M). Part of `contract.ts`. */
import type { ReadonlySignal } from '@preact/signals';
import type { Consent } from '../../core/gate.ts';
import type { ChatId, ServerId } from '../../core/ids.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Elicitation, ElicitationReply, ServerRecord, ServerState } from '../../core/server.ts';
import type { ImportPreview, RegistryEntry, RegistryPage, ServerDraft, Wanted } from '../../core/serverdraft.ts';
import type { Tool } from '../../core/tool.ts';

/** A server as a row shows it. */
export interface ServerView {
  readonly record: ServerRecord;
  readonly state: ServerState;
}

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
