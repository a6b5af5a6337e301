import type { ServerId } from './ids.ts';
import type { Json, JsonObject } from './json.ts';

export type Effect = 'read' | 'write';

/** Approvals are keyed by this: a built-in's registry name, or `mcp:<server id>:<the tool's own name>` (row T5). */
export type ToolKey = string & { readonly of?: 'tool' };

/** The nine file tools of row P4. */
export const fileToolNames = [
  'file_read',
  'file_write',
  'file_edit',
  'file_delete',
  'file_rename',
  'file_info',
  'list_directory',
  'find_files',
  'grep',
] as const;
export type FileToolName = (typeof fileToolNames)[number];
export const isFileTool = (name: string): name is FileToolName => (fileToolNames as readonly string[]).includes(name);

/** A JSON schema of a tool's arguments; for built-ins always an object without extra properties. */
export type Schema = JsonObject;

/** One tool of the catalogue (row T1): what models are told and what a person reads. */
export interface Tool {
  readonly key: ToolKey;
  /** Registry name; for MCP the server's own name of the tool. */
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly schema: Schema;
  readonly effect: Effect;
  readonly source:
    | { readonly from: 'files' }
    | { readonly from: 'app' }
    | { readonly from: 'mcp'; readonly server: ServerId };
  /** MCP's `readOnlyHint`; null where the server says nothing. Built-ins: by effect. */
  readonly readOnlyHint: boolean | null;
  /** MCP: the schema of its structured result, and all annotations as the server gave them. */
  readonly result?: Schema;
  readonly hints?: JsonObject;
}

/** Content of a result beside its text: an image a person or a capable model may see (base64, never put into text). */
export interface ResultImage {
  readonly mime: string;
  readonly base64: string;
}

/** Other parts of an MCP tool's result, for the person: the model reads of them in the text. */
export type ResultPiece =
  | { readonly is: 'audio'; readonly mime: string; readonly base64: string }
  | {
      readonly is: 'link';
      readonly uri: string;
      readonly name: string;
      readonly about: string;
      readonly mime: string;
    }
  | {
      readonly is: 'resource';
      readonly uri: string;
      readonly mime: string;
      readonly text: string | null;
      readonly base64: string | null;
    };

/** What a tool returned, whole; the model gets a capped form of it (row P11). */
export interface ToolResult {
  readonly text: string;
  readonly data?: Json;
  readonly images?: readonly ResultImage[];
  readonly pieces?: readonly ResultPiece[];
  /** One short phrase for the call's line: "12 matches", "118 lines". */
  readonly summary: string;
  /** Set by mutating calls: old bytes are kept under the call's id, so that it can be reverted (row P9). */
  readonly kept?: boolean;
}
