/** The neutral form of a conversation that every provider adapter takes, and the one stream every adapter gives. */
import type { CallId, ModelRef } from './ids.ts';
import type { Json, JsonObject } from './json.ts';
import type { Fault } from './outcome.ts';
import type { ResultImage, Schema } from './tool.ts';

export interface ToolOffer {
  /** Valid for every provider: `[A-Za-z0-9_-]{1,64}`, starting with a letter or `_` (row T5). */
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
}

export interface Attachment {
  readonly name: string;
  readonly mime: string;
  /** Base64 for images, plain text otherwise. */
  readonly content: string;
}

export type UserPart =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'file'; readonly file: Attachment };

export type AssistantPart =
  | { readonly is: 'text'; readonly text: string; readonly data?: Json }
  | { readonly is: 'reasoning'; readonly text: string; readonly data?: Json }
  | {
      readonly is: 'call';
      readonly id: CallId;
      readonly tool: string;
      readonly args: JsonObject;
      readonly data?: Json;
    };

export interface CallAnswer {
  readonly call: CallId;
  readonly tool: string;
  readonly text: string;
  readonly images: readonly ResultImage[];
  readonly failed: boolean;
}

/**
 * One message. History is always valid (row V3): every call has exactly one answer, in the `tool` message right after.
 * `data` is what a provider attached to a part; it goes back unchanged, and only to the model `from`.
 */
export type Message =
  /** `aside`: Sluice's own word in the middle of an answer; what was asked lies before it and is not to be cut off (row V5). */
  | { readonly role: 'user'; readonly parts: readonly UserPart[]; readonly aside?: true }
  | { readonly role: 'assistant'; readonly from: ModelRef; readonly parts: readonly AssistantPart[] }
  | { readonly role: 'tool'; readonly answers: readonly CallAnswer[] };

export interface ModelRequest {
  readonly model: ModelRef;
  readonly system: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ToolOffer[];
  /** True for a last text turn (row B3): the tools stay declared, since history names them, but none may be called. */
  readonly toolsOff: boolean;
}

/** Tokens as the provider reported them; null where it did not. */
export interface Usage {
  readonly input: number | null;
  readonly output: number | null;
}

/** What an adapter yields. A stream ends with exactly one `finish` or one `fault`, and throws never. */
export type ModelEvent =
  | { readonly is: 'text'; readonly delta: string }
  | { readonly is: 'reasoning'; readonly delta: string }
  /** Provider data that belongs to the part being streamed (signatures); returned unchanged. */
  | { readonly is: 'data'; readonly of: 'text' | 'reasoning'; readonly data: Json }
  /** A new text or reasoning part begins although the one before is of the same sort. */
  | { readonly is: 'break' }
  | { readonly is: 'call'; readonly call: ModelCall }
  | { readonly is: 'usage'; readonly usage: Usage }
  /** Something the person should know of this request; the model does not hear of it. */
  | { readonly is: 'notice'; readonly text: string }
  /** A retry is about to begin: what was streamed so far is void (rows V2, limits "retries"). */
  | { readonly is: 'retry'; readonly fault: Fault; readonly waitMs: number }
  /** `reason` is the wire's word, or '' where none came; `cut` when the output limit ended it. */
  | { readonly is: 'finish'; readonly reason: string; readonly cut: boolean }
  /** `reason` and `cut` where the wire had said how it ends before it failed (stream 30). */
  | { readonly is: 'fault'; readonly fault: Fault; readonly reason?: string; readonly cut?: boolean };

export interface ModelCall {
  /** The name the model used; resolved by the catalogue's table, never by parsing. */
  readonly tool: string;
  /** The arguments as they came. '' means `{}`. Not repaired where they are cut or broken (case 40). */
  readonly raw: string;
  readonly data?: Json;
}

/** A running request. `stop` aborts the connection; the stream then ends with the fault `cancelled`. */
export interface ModelStream {
  readonly events: AsyncIterable<ModelEvent>;
  stop(): void;
}

/** One provider entry's adapter. */
export interface Models {
  stream(request: ModelRequest): ModelStream;
}
