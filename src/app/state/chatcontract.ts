/** The open chat as screens see it: what it holds, and what they may ask of it. */
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { CallProgress, CallView, Conversation } from '../../core/conversation.ts';
import type { Consent, Offer, Why } from '../../core/gate.ts';
import type { AnswerId, AskedId, CallId, ModelRef, ProjectId, ServerId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { Attached } from '../../core/log.ts';
import type { Meter } from '../../core/meter.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Preview } from '../../core/ports.ts';
import type { ChatRecord, Guidance } from '../../core/records.ts';
import type { Tool } from '../../core/tool.ts';

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
