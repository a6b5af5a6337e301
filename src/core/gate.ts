import type { AnswerId, CallId, ChatId, ModelRef, ProjectId, ServerId } from './ids.ts';
import type { JsonObject } from './json.ts';
import type { Grant } from './grants.ts';
import type { Plan } from './ports.ts';
import type { Tool } from './tool.ts';

/** Which part of an answer a call belongs to; `console` calls are the person's own (row V4). */
export type Phase = 'solo' | 'dispatch' | 'synthesis' | 'console';

/** What is true of a call from the moment it is proposed until its end. */
export interface Asked {
  readonly id: CallId;
  readonly chat: ChatId;
  readonly answer: AnswerId;
  /** Null: the person, from the tool console. */
  readonly model: ModelRef | null;
  readonly phase: Phase;
  readonly turn: number;
  /** The name the caller used. */
  readonly name: string;
  /** Null where the arguments could not be read; `raw` then holds them as they came. */
  readonly args: JsonObject | null;
  readonly raw: string;
  /** The flow that makes this call, or null for a direct one. */
  readonly parent: CallId | null;
}

/** The rules of SPEC's section G, plus T6 (which stands between G7 and G8) and P1 (a folder to reconnect). */
export type Row = 'G1' | 'G2' | 'G3' | 'G4' | 'G5' | 'G6' | 'G7' | 'T6' | 'G8' | 'G9' | 'G10' | 'G11';

/** Why the gate answered so (row G13): which rule, where it is set, and until when it lasts. */
export interface Why {
  readonly row: Row;
  /** A full sentence for a person. */
  readonly rule: string;
  /** Where it can be changed: "Settings → Tools", or "fixed". */
  readonly where: string;
  /** Until when it lasts: "until you change it", "this answer", "this chat’s session". */
  readonly until: string;
}

/** What a card offers besides Deny. */
export type Offer =
  | { readonly is: 'once' }
  | { readonly is: 'remember'; readonly grant: Grant }
  /** Row S2: the first call to a `once` server. `met` is preselected. */
  | { readonly is: 'server'; readonly server: ServerId; readonly choice: 'met' | 'all' };

/** On what grounds a call ran, as the log tells it. History, not a permission. */
export interface Grounds {
  readonly call: CallId;
  readonly why: Why;
  readonly by: 'rule' | 'person';
  /** Mutating file calls: the plan that was allowed, and no other. */
  readonly plan: Plan | null;
}

declare const minted: unique symbol;
/** Proof that the gate allowed one exact call. Only `decide` makes it; the executor takes nothing else. */
export interface Allow extends Grounds {
  readonly [minted]: true;
}

export type Decision =
  | { readonly verdict: 'run'; readonly allowed: Allow }
  | { readonly verdict: 'ask'; readonly why: Why; readonly offers: readonly Offer[] }
  | { readonly verdict: 'reject'; readonly why: Why };

export type Setting = 'always' | 'ask' | 'deny';
export type Policy = 'always' | 'once' | 'never';
/** What a chat has answered to a `once` server: nothing, this call only, every tool, or no (row S2). */
export type Consent = 'none' | 'met' | 'all' | 'no';

/** What the settings, servers and the chat say about the tool of a call. */
export interface Rules {
  /** Null: no such tool. */
  readonly tool: Tool | null;
  /** Scope, rows F3–F4 and T1: null where the model may use it, else why not. */
  readonly notOffered: string | null;
  /** The tool's own setting; null where it stands at its default. */
  readonly setting: Setting | null;
  /** Null for built-ins. A policy the program does not know stays text, and is asked (rows G7, G11). */
  readonly server: {
    readonly id: ServerId;
    readonly name: string;
    readonly policy: Policy | string | null;
    readonly consent: Consent;
  } | null;
  readonly pin: 'same' | 'changed';
  readonly grants: readonly Grant[];
  readonly project: ProjectId | null;
  /** A rule that could not be read (row G11); the call is then rejected with this text. */
  readonly broken: string | null;
}

/** What has happened in the answer so far. */
export interface AnswerFacts {
  /** Calls counted before this one, of every model, nested and rejected ones too (row B1). */
  readonly counted: number;
  readonly ceiling: number;
  /** The person stopped this answer's tools at the soft check-in (row B2). */
  readonly stopped: boolean;
  /** Fingerprints (`fingerprint`) of calls the person declined in this answer (row G3). */
  readonly declined: readonly string[];
}

export type FlowMode = 'standard' | 'autonomous' | 'bypass' | 'bypass+';
/** The flow a nested call belongs to. `approved`: a card or a remembered approval started it (row L6). */
export interface FlowFacts {
  readonly mode: FlowMode;
  readonly approved: boolean;
}

/** The person's yes on a card: for this call with these arguments and the preview that was shown (rows A6, P8). */
export interface Approval {
  readonly call: CallId;
  readonly fingerprint: string;
  readonly row: Row;
  /** What was chosen on the card; it counts only while it is still offered (row T4). */
  readonly offer: Offer;
  /** `pinText` of the tool the card showed: a yes to what a tool was is none to what it became (row T6). */
  readonly shown: string;
  readonly plan: Plan | null;
}
