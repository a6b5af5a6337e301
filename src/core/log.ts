import type { Held } from './call.ts';
import type { Phase, Why } from './gate.ts';
import type { AnswerId, AskedId, CallId, ChatId, ModelRef, PartId, ProjectId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { Usage } from './model.ts';
import type { Fault, Outcome } from './outcome.ts';
import type { Plan } from './ports.ts';
import type { ToolKey, ToolResult } from './tool.ts';

/** A file given with a message: its content is a blob in OPFS (or inline while small), never in the log. */
export interface Attached {
  readonly id: string;
  readonly name: string;
  readonly mime: string;
  readonly size: number;
}

/** How a model's part of a round ended: as the answer itself may, or because it was silent or busy for too long. */
export type Left = 'done' | 'stopped' | 'failed' | 'timed-out' | 'interrupted';

/** What happened, as data. Nothing is deleted: edit, regenerate and branch append (rows W1, U5). */
export type Happening =
  /** The person's message. `after`: the answer it follows, the branch point; null at the start. */
  | {
      readonly kind: 'asked';
      readonly id: AskedId;
      readonly text: string;
      readonly attached: readonly Attached[];
      readonly after: AnswerId | null;
    }
  /** An answer begins. `to` is null for a run from the tool console. */
  | {
      readonly kind: 'began';
      readonly to: AskedId | null;
      readonly project: ProjectId | null;
      /** For a console run: the answer it is shown after. */
      readonly after: AnswerId | null;
      /** The system prompt that was sent (row V7); '' for a console run. */
      readonly system: string;
      /** The models that answer beside the primary (row F1); absent or empty where it answers alone. */
      readonly peers?: readonly ModelRef[];
    }
  /** A model begins its part of a round: its answer in `dispatch`, or the one answer in `synthesis` (row F1). */
  | {
      readonly kind: 'joined';
      /** The system prompt that was sent (row V7). */
      readonly system: string;
      /** Synthesis only: from the labelled answers, or on from its own text, where no other model answered (row F2). */
      readonly basis?: 'answers' | 'own';
      /** Synthesis only: the most tokens of one answer that it was given, or null for no limit. */
      readonly share?: number | null;
    }
  /** A model's part of a round ended; what it said so far is kept (rows F1, F2). */
  | { readonly kind: 'left'; readonly as: Left; readonly fault: Fault | null }
  /** One text or reasoning part; its record is saved again while it grows. `data` goes back to the provider unchanged. */
  | {
      readonly kind: 'text' | 'reasoning';
      readonly part: PartId;
      readonly text: string;
      readonly done: boolean;
      /** Cleared by a retry: kept for the record, not part of the answer. */
      readonly void?: boolean;
      readonly data?: Json;
    }
  /** A tool call as the model made it. `args` is null where the text was not one JSON object. */
  | {
      readonly kind: 'proposed';
      readonly call: CallId;
      readonly parent: CallId | null;
      readonly name: string;
      readonly label: string;
      /** Null where no such tool exists. Kept so that removed servers' calls keep their name (row M3). */
      readonly tool: ToolKey | null;
      readonly args: JsonObject | null;
      readonly raw: string;
      readonly data?: Json;
      /** The name of the tool's server at that time (row M3). */
      readonly server?: string | null;
    }
  /** `with`: the call whose card or result it shares (row A5), so that a fresh page knows it. */
  | { readonly kind: 'held'; readonly call: CallId; readonly for: Held; readonly with?: CallId }
  | { readonly kind: 'waiting'; readonly call: CallId; readonly why: Why; readonly plan: Plan | null }
  /**
   * The gate's or the person's word. `edited`: the arguments the person put in place (row A6); the call then counts as
   * proposed with them. A `no` ends the call.
   */
  | {
      readonly kind: 'decided';
      readonly call: CallId;
      readonly verdict: 'yes' | 'no' | 'edit';
      readonly by: 'rule' | 'person';
      readonly why: Why;
      readonly edited?: JsonObject;
      readonly reason?: string;
      /** In words, what was remembered with this yes, or null. */
      readonly remembered?: string | null;
    }
  /** Durable before the hands act; with `plan` for mutating calls (its hashes settle a crash). */
  | { readonly kind: 'started'; readonly call: CallId; readonly plan: Plan | null }
  | {
      readonly kind: 'ended';
      readonly call: CallId;
      readonly outcome: Outcome<ToolResult>;
      readonly ms: number;
      readonly from?: CallId;
    }
  /** A call that was stopped, or that a killed tab left open. */
  | { readonly kind: 'dropped'; readonly call: CallId; readonly ran: 'no' | 'unknown'; readonly fault: Fault }
  /** The person put the old bytes of a call back (row P9). */
  | { readonly kind: 'reverted'; readonly call: CallId; readonly summary: string }
  | { readonly kind: 'usage'; readonly usage: Usage }
  /** One request to the model ended: the wire's word, or the fault that ended it. */
  | {
      readonly kind: 'turn';
      readonly reason: string;
      readonly cut: boolean;
      readonly fault: Fault | null;
      readonly ms: number;
      readonly firstMs: number | null;
    }
  | { readonly kind: 'paused'; readonly reached: 'soft' | 'ceiling' }
  | { readonly kind: 'released'; readonly how: 'continue' | 'stop' }
  /** What was said up to the answer of this event, in the primary's words; the log keeps all of it (row V5). */
  | { readonly kind: 'summarised'; readonly text: string }
  /** A closed answer goes on (rows F1, W6). */
  | { readonly kind: 'reopened' }
  | { readonly kind: 'job'; readonly name: string; readonly state: string }
  /** Something a person should read: a retry, a dropped tool, an unreadable record. */
  | { readonly kind: 'notice'; readonly text: string }
  /** The person went back to another version of an answer: it and what leads to it is the conversation now (row U5). */
  | { readonly kind: 'chose'; readonly leaf: AnswerId }
  | {
      readonly kind: 'closed';
      readonly as: 'done' | 'stopped' | 'failed' | 'interrupted';
      readonly fault: Fault | null;
    };

/** One record of a chat's append-only log; the key is `[chat, seq]` and one writer numbers them from 1. */
export type LogEvent = Happening & {
  readonly chat: ChatId;
  readonly seq: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly answer: AnswerId | null;
  readonly model: ModelRef | null;
  readonly phase: Phase;
  readonly turn: number;
};
