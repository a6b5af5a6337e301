/** What the conversation, a card and the inspector draw: the log, folded (`chat.ts` does the folding). */
import type { Call } from './call.ts';
import type { Phase, Why } from './gate.ts';
import type { AnswerId, AskedId, CallId, ModelRef, PartId, ProjectId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { Attached } from './log.ts';
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
  /** Tool calls counted so far (row B1). */
  readonly counted: number;
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
