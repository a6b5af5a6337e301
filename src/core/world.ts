/** What the loops need of the world, so that they run in a test as in the page. */
import type { Thread } from './chat.ts';
import type { Allowed } from './call.ts';
import type { Budget, CheckIn } from './budget.ts';
import type { CheckIns } from './checkin.ts';
import type { ModelFacts } from './facts.ts';
import type { Asked, Consent, Decision, Offer, Phase, Rules, Why } from './gate.ts';
import type { Grant } from './grants.ts';
import type { AnswerId, CallId, ChatId, ModelRef, ServerId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Happening, LogEvent } from './log.ts';
import type { ModelRequest, ModelStream, ToolOffer } from './model.ts';
import type { Outcome } from './outcome.ts';
import type { Shares } from './shares.ts';
import type { Facts, Plan, Settled } from './ports.ts';
import type { Tool, ToolResult } from './tool.ts';

/** What an event belongs to. */
export interface Stamp {
  readonly answer: AnswerId | null;
  readonly model: ModelRef | null;
  readonly phase: Phase;
  readonly turn: number;
}

/** What came of showing a card: the person's word, `again` (a rule changed: decide anew, row T4), or the answer was stopped. */
export type Said =
  | { readonly is: 'yes'; readonly offer: Offer }
  | { readonly is: 'no'; readonly reason: string }
  | { readonly is: 'edit'; readonly args: JsonObject }
  | { readonly is: 'again' }
  | { readonly is: 'stop' };

export interface Timer {
  readonly done: Promise<void>;
  clear(): void;
}

/** A request to stop that loops can look at and wait for. */
export interface Stop {
  readonly requested: boolean;
  readonly wait: Promise<void>;
}

export interface World {
  readonly chat: ChatId;
  now(): number;
  /** A new id: nine letters or digits. */
  id(): string;
  /** Durable when it resolves. Throws only where the log cannot be written; the answer then ends. */
  append(happening: Happening, stamp: Stamp): Promise<LogEvent>;
  /** A text part grew: shown at once; saved now and then, and before this resolves when `settled`. */
  grow(event: LogEvent, settled: boolean): Promise<void>;
  thread(): Thread;

  stream(request: ModelRequest): ModelStream;
  /** The tools this model may be told of now, under the names it is told (row T5). */
  offers(asker: { readonly phase: Phase; readonly model: ModelRef | null }): readonly ToolOffer[];
  /** Everything settings, servers and the chat say about a call, as of now. */
  rules(call: Asked): Rules;
  /** The tool budget of an answer, as the setting has it now (row B1). */
  budget(): Budget;
  /** What is known of a model: its context and prices (rows V5, B5). */
  facts(model: ModelRef): ModelFacts;
  /** A clock of the edge, so that tests need not wait. `done` resolves after `ms`; after `clear` it never does. */
  timer(ms: number): Timer;
  /** Why the arguments do not fit the schema, or null (row V8). */
  misfit(tool: Tool, args: JsonObject): Promise<string | null>;
  /** For a server's tool: its server is connected and its list is fresh when this resolves; there are no facts. */
  survey(call: Asked, tool: Tool): Promise<Outcome<Facts | null>>;
  perform(call: Allowed, tool: Tool): Promise<Outcome<ToolResult>>;
  cancel(call: CallId): void;
  settle(call: Asked, plan: Plan): Promise<Outcome<Settled>>;

  /** Shows or renews the call's card. */
  ask(call: Asked, tool: Tool, decision: Extract<Decision, { verdict: 'ask' }>, facts: Facts | null): Promise<Said>;
  /** Waits until the project's folder can be used again (row P1), or a rule changed, or the answer was stopped. */
  reconnected(call: Asked): Promise<'again' | 'stop'>;
  /** Resolves at the next change of a rule (row T4); for a call that is held. */
  woken(call: Asked): Promise<void>;
  /** The person's word at the soft check-in (row B2), which the log has as asked. Waits for ever where the answer is stopped. */
  checkIn(answer: AnswerId): Promise<CheckIn>;
  readonly checkIns: CheckIns;
  /** The same calls of several models (row A5). */
  readonly shares: Shares;
  remember(grant: Grant): void;
  consent(server: ServerId, consent: Consent): Promise<void>;
  /** The tool runs now as it is: that is what its server may not change unseen (row T6). */
  pin(tool: Tool): void;
  /** One call was stopped by the person alone (the answer goes on). */
  stopOf(call: CallId): Stop;
}

export type { Why };
