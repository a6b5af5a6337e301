import type { ModelRef, ProjectId } from '../../core/ids.ts';
import type { JsonObject } from '../../core/json.ts';
import type { ModelRequest, ModelStream } from '../../core/model.ts';
import type { Fault, Outcome } from '../../core/outcome.ts';
import type { Files, Folder, ServerHands } from '../../core/ports.ts';
import type { ChatRecord, ProjectRecord } from '../../core/records.ts';
import type { Tool } from '../../core/tool.ts';
import type { Log } from '../../storage/log.ts';
import type { ModelFacts } from '../../core/facts.ts';
import type { Timer } from '../../core/world.ts';
import type { Table } from '../../storage/table.ts';
import type { Rulebook } from './rulebook.ts';

/** What running answers need of the page; `main.tsx` provides it. */
export interface Deps {
  readonly log: Log;
  readonly chats: Table<ChatRecord>;
  readonly files: Files;
  readonly servers: ServerHands;
  /** The tool is what the person allowed from now on (row T6). */
  pin(tool: Tool): void;
  /** An answer begins: resolves as soon as servers need not be waited for. */
  warm(): Promise<void>;
  readonly rulebook: Rulebook;
  stream(request: ModelRequest): ModelStream;
  facts(model: ModelRef): ModelFacts;
  timer(ms: number): Timer;
  project(id: ProjectId): ProjectRecord | null;
  /** The project's folder, ready to use; `reconnect` where the browser wants a click first (row P1). */
  folder(id: ProjectId): Promise<Outcome<Folder>>;
  /** Why arguments do not fit a tool's schema, or null. */
  misfit(tool: Tool, args: JsonObject): Promise<string | null>;
  now(): number;
  /** Nine letters or digits. */
  id(): string;
  /** Today as the person's clock has it, `2026-11-30`. */
  today(): string;
  /** Tells the person something that belongs to no chat in sight. */
  tell(fault: Fault): void;
  /** The person picked a model: new chats start with it. */
  chosen(model: ModelRef): void;
  /** A chat's record changed. */
  touched(record: ChatRecord): void;
  /** Runs `work` while no other tab runs the same answer; null where one does. */
  alone<T>(answer: string, wait: boolean, work: () => Promise<T>): Promise<T | null>;
}
