/** All that the core asks of the world, and the contracts between the page and its workers. */
import type { CallId, ServerId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { Fault, Outcome } from './outcome.ts';
import type { FileToolName, ToolResult } from './tool.ts';

/** A `FileSystemDirectoryHandle`, named structurally: handles do not exist in the core. */
export interface Folder {
  readonly kind: 'directory';
  readonly name: string;
}

/** A call to one file tool as it crosses to the files worker. */
export interface FileCall {
  readonly id: CallId;
  readonly tool: FileToolName;
  readonly args: JsonObject;
}

export type EntryKind = 'file' | 'folder' | 'none';

/** Identity of one file's content: size in bytes and SHA-256 in hex; null where there is no file. */
export interface Content {
  readonly size: number;
  readonly hash: string;
}

/** What a mutating call will do, computed by the one planner (row P8). */
export interface Plan {
  readonly kind: 'create' | 'replace' | 'edit' | 'delete' | 'rename';
  readonly path: string;
  /** Rename only: the new path. */
  readonly to: string | null;
  readonly entry: EntryKind;
  readonly before: Content | null;
  readonly after: Content | null;
  /** Lines removed and added; null where the content is binary or nothing changes in it. */
  readonly lines: { readonly removed: number; readonly added: number } | null;
  /** One phrase for the card's Action: "Replace 1 passage (−2 +5 lines)". */
  readonly action: string;
}

/** Found by the edge, judged by the core: all that `decide` needs to know about the disk. */
export interface Facts {
  /** Normalised targets in the order of the arguments (`from` before `to`); '' is the root. Empty where `refused` is set. */
  readonly paths: readonly string[];
  /** Why a path is refused before any handle is touched (rows P5, G2: outside, bad name, under `.git`), or null. */
  readonly refused: string | null;
  readonly kinds: readonly EntryKind[];
  /** The `.agentblock` file and rule that names a target (row X3), or null. */
  readonly blockedBy: string | null;
  /** Row X2's class of the targets, the stricter one where they differ. */
  readonly secret: 'none' | 'ask' | 'deny';
  /** Mutating calls that can be carried out; else null. */
  readonly plan: Plan | null;
  /**
   * Why the call cannot be carried out as asked (no match, not found, exists, too large …), or null. The gate's reject
   * rows come first; a call that would run or ask then ends with this fault, without a card.
   */
  readonly fault: Fault | null;
}

export interface Progress {
  /** What is being done, for a person: "searching", "writing src/a.ts". */
  readonly doing: string;
  readonly done: number;
  readonly total: number | null;
  /** When it began and when it is given up unless something is heard before, milliseconds since 1970 (row M1). */
  readonly since?: number;
  readonly until?: number;
  /** True where nothing that is heard puts it off. */
  readonly final?: boolean;
}

/** Both sides of a change, decoded for showing (rows D1–D3). */
export interface Preview {
  readonly plan: Plan;
  readonly before: Side | null;
  readonly after: Side | null;
}
export type Side =
  | {
      readonly is: 'text';
      readonly text: string;
      readonly encoding: string;
      readonly ending: string;
      readonly bom: boolean;
    }
  | { readonly is: 'binary'; readonly kind: string; readonly size: number };

/** What became of a write that was under way when the page died (row W6): compared with what `started` recorded. */
export type Settled = 'done' | 'not-run' | 'other';

/** The files worker. Every method answers with a value; `cancel` makes the running one answer `cancelled`. */
export interface Files {
  /**
   * Path rules, kinds, `.agentblock`, secrets and, for mutating calls, the plan. What is wrong with the call is in the
   * facts (`refused`, `fault`); the outcome itself fails only with `reconnect`, `cancelled` or `bug`.
   */
  survey(folder: Folder, call: FileCall): Promise<Outcome<Facts>>;
  /** Both sides of the change a mutating call would make, from the same planner. */
  preview(folder: Folder, call: FileCall): Promise<Outcome<Preview>>;
  /**
   * Carries the call out. A mutating call must bring the plan that was approved; where planning it anew gives
   * another one, the answer is the fault `changed` and nothing is written (row P8).
   */
  run(
    folder: Folder,
    call: FileCall,
    plan: Plan | null,
    progress: (now: Progress) => void,
  ): Promise<Outcome<ToolResult>>;
  /** Both sides of a change that was made, from the bytes kept at that time; null where none are kept. */
  kept(call: CallId): Promise<Outcome<Preview | null>>;
  /** Puts the old bytes back unless the file has changed since (row P9). */
  revert(folder: Folder, call: CallId): Promise<Outcome<ToolResult>>;
  /** After a crash: does the disk hold the plan's before, its after, or something else? */
  settle(folder: Folder, call: CallId, plan: Plan): Promise<Outcome<Settled>>;
  cancel(call: CallId): Promise<void>;
  /** Lets go of what is kept of calls whose chat was removed. */
  forget(calls: readonly CallId[]): Promise<void>;
}

/** The MCP host, as running answers see it (row M1). A stop reaches either method through `cancel`. */
export interface ServerHands {
  /**
   * Connected, and its list of tools as fresh as the server says. Fails with `not-reachable`, `sign-in`, `timed-out`, `mcp`
   * or `cancelled`; the message is the explanation of row M6.
   */
  ready(server: ServerId, call: CallId): Promise<Outcome<void>>;
  /** One call; never tried again where it may have run. `tool` is the server's own name. Fails with `tool-failed` in its words. */
  run(
    call: CallId,
    server: ServerId,
    tool: string,
    args: JsonObject,
    progress: (now: Progress) => void,
  ): Promise<Outcome<ToolResult>>;
  cancel(call: CallId): void;
}

/** Whether a value fits a JSON schema. `unchecked`: nobody can tell (a broken schema, or one that takes too long): it counts as fitting. */
export type Fit = { readonly is: 'fits' } | { readonly is: 'misfit' | 'unchecked'; readonly why: string };

/** The schema worker: schemas of servers are data from outside, and checking one may take for ever. */
export interface Schemas {
  /** Answers once the worker has started. */
  ready(): Promise<void>;
  fit(schema: JsonObject, value: Json): Promise<Fit>;
}

/** The diff worker: a unified patch of two texts, limited in time (row D3). */
export interface Diffs {
  patch(request: {
    readonly path: string;
    readonly before: string | null;
    readonly after: string | null;
  }): Promise<Patch>;
}
export interface Patch {
  /** Unified diff with `---`/`+++` headers and `@@` hunks; '' where the two are the same. */
  readonly unified: string;
  readonly added: number;
  readonly removed: number;
  /** True where the time limit was hit and the whole file stands as one hunk. */
  readonly whole: boolean;
}
