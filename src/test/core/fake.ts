/** What a test sees and holds of the world in memory (`world.ts`). */
import type { Allowed } from '../../core/call.ts';
import type { Asked, Consent, Decision, Setting } from '../../core/gate.ts';
import type { Grant } from '../../core/grants.ts';
import type { Budget, CheckIn } from '../../core/budget.ts';
import type { ModelFacts } from '../../core/facts.ts';
import type { CallId, ModelRef } from '../../core/ids.ts';
import type { LogEvent } from '../../core/log.ts';
import type { ModelRequest } from '../../core/model.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { Facts } from '../../core/ports.ts';
import type { Tool, ToolKey, ToolResult } from '../../core/tool.ts';
import type { Said, World } from '../../core/world.ts';
import type { Reply } from './script.ts';
import type { FakeTimer } from './timer.ts';
import type { makeStop } from '../../core/stop.ts';

export interface Card {
  readonly call: Asked;
  readonly tool: Tool;
  readonly ask: Extract<Decision, { verdict: 'ask' }>;
  readonly facts: Facts | null;
  answer(said: Said): void;
}

export interface Fake extends World {
  /** The log as storage would have it, and everything that was written to it in order, growth included. */
  readonly log: LogEvent[];
  readonly journal: LogEvent[];
  readonly replies: Reply[];
  /** Replies of one model, by its id, where several answer at once; it then gets none of `replies`. */
  readonly scripts: Map<string, Reply[]>;
  readonly requests: ModelRequest[];
  readonly performed: Allowed[];
  readonly surveyed: Asked[];
  readonly cancelled: CallId[];
  readonly settings: Map<ToolKey, Setting>;
  readonly consents: Map<string, Consent>;
  /** Tools as they were when they ran, in order (row T6). */
  readonly pins: Tool[];
  readonly disk: Map<string, string>;
  /** Timers that run now; a test lets one run out with `fire`. */
  readonly timers: Set<FakeTimer>;
  readonly holds: {
    tools: readonly Tool[];
    grants: readonly Grant[];
    policy: string | null;
    pin: 'same' | 'changed';
    project: boolean;
    /** Whom the server’s tools are offered to (row F4). */
    audience: 'all' | 'primary';
    away: boolean;
    budget: Budget;
    /** The chat's primary; every other model is a peer (row F3). */
    primary: ModelRef;
    facts: ModelFacts;
    broken: string | null;
  };
  /** What stands in for the disk, the hands and the person where a test wants something else. */
  readonly hooks: {
    survey?: (call: Asked, tool: Tool) => Promise<Outcome<Facts | null>>;
    hands?: (call: Allowed, tool: Tool) => Promise<Outcome<ToolResult>>;
    /** Null leaves the card waiting for the test (`card`). */
    person?: (card: Card) => Said | null;
    wrote?: (event: LogEvent) => void;
    /** The person's word at the check-in; where this is absent, a test gives it with `release`. */
    checkIn?: () => CheckIn | null;
  };
  /** The running answer’s stop; a new one for each answer that shall not be stopped. */
  stop: ReturnType<typeof makeStop>;
  readonly stops: Map<CallId, ReturnType<typeof makeStop>>;
  /** The next card that was shown and not yet taken here. */
  card(): Promise<Card>;
  /** Cards that wait now. */
  waiting(): readonly Card[];
  /** Which models share the card of a call that leads (row A5). */
  readonly sharers: Map<CallId, readonly ModelRef[]>;
  /** Resolves when the check-in is asked. */
  checkInAsked(): Promise<void>;
  /** The person's word at the check-in; false where it is not asked. */
  release(how: CheckIn): boolean;
  /** A rule changed: everything that waits is decided again (row T4). */
  wake(): void;
}

/** What a test may set before anything runs. */
export type Start = Partial<Fake['holds']> & { readonly hooks?: Fake['hooks'] };
