/** What the conversation, a card and the inspector draw: the log, folded (`chat.ts` does the folding). */
import type { Call } from './call.ts';
import type { Role } from './prompt.ts';
import type { Phase, Why } from './gate.ts';
import type { AnswerId, AskedId, CallId, ModelRef, PartId, ProjectId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { Pause } from './budget.ts';
import type { Attached, Left } from './log.ts';
import type { Usage } from './model.ts';
import type { Fault } from './outcome.ts';
import type { Plan, Progress } from './ports.ts';
import type { ToolKey } from './tool.ts';

/** A call with all that is known about it. */
export interface CallView {
  readonly call: Call;
  /** The tool's label at that time, or the name the model used. */
  readonly label: string;
  readonly tool: ToolKey | null;
  /** The name its server had at that time; null for built-ins. */
  readonly server?: string | null;
  /** The plan of a mutating call as last shown or started. */
  readonly plan: Plan | null;
  /** Why the gate or the person decided so; null while undecided. */
  readonly why: Why | null;
  readonly by: 'rule' | 'person' | null;
  /** The model's own arguments, where the person changed them (row A6). */
  readonly original: JsonObject | null;
  readonly remembered: string | null;
  /** What putting it back did, in one line; null where it was not reverted. */
  readonly reverted: string | null;
  readonly data: Json | null;
  readonly at: number;
}

export type AnswerPart =
  | {
      readonly is: 'text';
      readonly id: PartId;
      readonly text: string;
      readonly done: boolean;
      readonly data: Json | null;
      readonly turn: number;
      readonly model: ModelRef | null;
      readonly phase: Phase;
    }
  | {
      readonly is: 'reasoning';
      readonly id: PartId;
      readonly text: string;
      readonly done: boolean;
      readonly data: Json | null;
      readonly turn: number;
      readonly model: ModelRef | null;
      readonly phase: Phase;
    }
  | {
      readonly is: 'call';
      readonly id: CallId;
      readonly view: CallView;
      readonly turn: number;
      readonly model: ModelRef | null;
      readonly phase: Phase;
    }
  | {
      readonly is: 'notice';
      readonly id: string;
      readonly text: string;
      readonly turn: number;
      readonly model: ModelRef | null;
      readonly phase: Phase;
    };

/** One model's part of an answer, for its column and its card in the inspector (rows F1, I1). */
export interface Trace {
  readonly model: ModelRef;
  readonly phase: Exclude<Phase, 'console'>;
  readonly role: Role;
  /** The system prompt it was sent (row V7). */
  readonly system: string;
  /** Synthesis only: what it was given (row F1); null elsewhere. */
  readonly basis: 'answers' | 'own' | null;
  /** Synthesis only: the most tokens of one answer that it was given; null: all of it. */
  readonly share: number | null;
  /** When it began, milliseconds since 1970. */
  readonly at: number;
  /** Until its first word or call; null where none has come. */
  readonly firstMs: number | null;
  /** From its beginning to its end; null while it runs. */
  readonly ms: number | null;
  readonly state: 'running' | Left;
  readonly fault: Fault | null;
  readonly usage: Usage;
  /** Requests that ended. */
  readonly turns: number;
}

/** What stands in the place of all that was said before, for the models (row V5). */
export interface Summary {
  readonly text: string;
  readonly model: ModelRef | null;
  readonly at: number;
}

/** One of several versions of a message or an answer; `ids` are what `chose` may be given. */
export interface Versions {
  /** From 0. */
  readonly index: number;
  /** For each version the answer that is its newest leaf, or null where it has no answer yet. */
  readonly leaves: readonly (AnswerId | null)[];
}

export interface AskedEntry {
  readonly is: 'asked';
  readonly id: AskedId;
  readonly seq: number;
  readonly at: number;
  readonly text: string;
  readonly attached: readonly Attached[];
  readonly after: AnswerId | null;
  readonly versions: Versions;
}

export interface AnswerEntry {
  readonly is: 'answer';
  readonly id: AnswerId;
  readonly seq: number;
  readonly at: number;
  /** Null for a run from the tool console. */
  readonly to: AskedId | null;
  readonly after: AnswerId | null;
  readonly project: ProjectId | null;
  readonly system: string;
  readonly model: ModelRef | null;
  readonly parts: readonly AnswerPart[];
  readonly state: 'running' | 'done' | 'stopped' | 'failed' | 'interrupted';
  readonly fault: Fault | null;
  readonly usage: Usage;
  /** Tool calls counted so far, of every model (row B1). */
  readonly counted: number;
  /** Where the soft check-in stands (row B2). */
  readonly pause: Pause;
  /** The models beside the primary; empty where it answers alone (row F1). */
  readonly peers: readonly ModelRef[];
  /** Each model's part, in the order they began. */
  readonly traces: readonly Trace[];
  /** A summary of everything up to and with this answer, or null (row V5). */
  readonly summary: Summary | null;
  readonly versions: Versions;
}

export type Entry = AskedEntry | AnswerEntry;

/** The visible conversation: the newest branch, in order, with console runs where they happened. */
export interface Conversation {
  readonly entries: readonly Entry[];
  /** The newest answer on the visible branch; a new message follows it. */
  readonly leaf: AnswerId | null;
}

/** Of the moment, not of the log: how far a running call is. */
export type CallProgress = ReadonlyMap<CallId, Progress>;
