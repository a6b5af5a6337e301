/** MCP servers as data (section M): what is kept of one, and what is known of its connection. */
import type { Consent, Policy } from './gate.ts';
import type { ServerId } from './ids.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Sealed } from './records.ts';
import type { Tool, ToolKey } from './tool.ts';

/** Whom a server's tools are offered to (row F4): every model that answers, or the primary only. */
export type Audience = 'all' | 'primary';

/** One header sent with every request. The value is sealed; `secret`: left out of exports and never shown again (row X5). */
export interface ServerHeader {
  readonly name: string;
  readonly value: Sealed;
  readonly secret: boolean;
}

/** A configured server. Its URL is its identity (row M3): another URL is another server. */
export interface ServerRecord {
  readonly id: ServerId;
  readonly name: string;
  /** Free words from a registry or an import; '' where there are none. */
  readonly about: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly audience: Audience;
  /** As stored: a policy the program does not know stays text, and is asked (rows G7, G11); null: none stored, which is `once`. */
  readonly policy: Policy | string | null;
  readonly headers: readonly ServerHeader[];
  /** A client registered by hand at the server's sign-in (row M5); null: the program registers itself. */
  readonly client: { readonly id: string; readonly secret: Sealed | null } | null;
  readonly made: number;
}

/** What the server said of itself when it was last connected. All text is from outside. */
export interface ServerInfo {
  readonly name: string;
  readonly title: string | null;
  readonly version: string;
  /** The protocol version spoken: `2025-11-25`, `2026-07-28` … */
  readonly protocol: string;
  readonly instructions: string | null;
  /** The server says when its tools change. */
  readonly tellsChanges: boolean;
}

/** The tools a server had when it was last asked: kept, so that it counts while it is idle (row M4). */
export interface Roster {
  readonly id: ServerId;
  readonly tools: readonly Tool[];
  /** Sentences about tools that were left out, and why: a bad schema, too many, a name said twice. */
  readonly left: readonly string[];
  readonly info: ServerInfo | null;
  /** Which of the two libraries reached it last: tried first the next time. */
  readonly dialect: 'sdk' | 'client';
  /** When it was listed, milliseconds since 1970. */
  readonly at: number;
}

/** What a tool was when the person last set, approved or ran it (row T6): the text of `pinText`. */
export interface PinRecord {
  readonly id: ToolKey;
  readonly server: ServerId;
  readonly text: string;
  readonly at: number;
}

/** Tokens, registration and discovery of one server, as one sealed text (rows M5, X5). */
export interface SignInRecord {
  readonly id: ServerId;
  readonly sealed: Sealed;
}

/** A failed connection, explained (row M6). */
export interface Explained {
  readonly kind:
    | 'cors'
    | 'unreachable'
    | 'mixed-content'
    | 'local-network'
    | 'sign-in'
    | 'forbidden'
    | 'wrong-path'
    | 'not-mcp'
    | 'redirect'
    | 'protocol'
    | 'time-out'
    | 'session'
    | 'server-error'
    | 'too-much'
    | 'other';
  /** One plain paragraph: what happened, why, what to do. */
  readonly text: string;
  /** The exact headers or settings to change, ready to copy. */
  readonly fixes: readonly { readonly what: string; readonly code: string }[];
  /** False where the browser hides the cause and this is the likeliest one. */
  readonly sure: boolean;
}

/** Where a server's connection stands; what shows it takes it from here (rows M1, I3). */
export type Connection =
  | { readonly at: 'off' }
  /** Not connected now; it connects with the next call, or Refresh. */
  | { readonly at: 'idle' }
  | { readonly at: 'connecting' }
  /** The server wants a sign-in and a window for it is open. */
  | { readonly at: 'signing-in' }
  | { readonly at: 'ready'; readonly info: ServerInfo }
  | { readonly at: 'failed'; readonly why: Explained };

/** One HTTP request to a server, for its detail view (row I3). */
export interface RequestRow {
  readonly at: number;
  /** `POST tools/call search`, `GET`, `DELETE`. */
  readonly what: string;
  /** Null while it runs, or where no answer came. */
  readonly status: number | null;
  readonly ms: number | null;
  readonly fault: string | null;
}

/** All that is known of one server now. */
export interface ServerState {
  readonly id: ServerId;
  readonly connection: Connection;
  readonly roster: Roster | null;
  /** The newest first, at most 50. */
  readonly requests: readonly RequestRow[];
  /** The newest failure, kept after a later success, with its time; null where there was none. */
  readonly lastFault: { readonly at: number; readonly why: Explained } | null;
  /** Tokens are kept for it. */
  readonly signedIn: boolean;
}

/** Row M4: its tools are known, and it is connected or idle. */
export const available = ({ connection, roster }: ServerState): boolean =>
  roster !== null && (connection.at === 'idle' || connection.at === 'ready' || connection.at === 'connecting');

/** Row S, labels: never just "Always". */
export const policyWords: Readonly<Record<Policy, { readonly label: string; readonly short: string }>> = {
  always: { label: 'Ask every time', short: 'asks every time' },
  once: { label: 'Ask once per chat', short: 'asks once per chat' },
  never: { label: 'Never ask', short: 'never asks' },
};

/** A policy as it may have been stored: null stands for `once`; what is not known stays null (row G11). */
export const knownPolicy = (policy: string | null): Policy | null =>
  policy === null ? 'once' : policy === 'always' || policy === 'once' || policy === 'never' ? policy : null;

const consents: readonly unknown[] = ['none', 'met', 'all', 'no'] satisfies readonly Consent[];

/** A chat's answer to a server as a screen shows it (row S4). One that cannot be read counts as no: its calls are rejected (row G11). */
export function consentIn(stored: unknown, server: ServerId): Consent {
  if (stored === undefined) return 'none';
  if (!isObject(stored)) return 'no';
  const answer: unknown = Object.hasOwn(stored, server) ? stored[server] : 'none';
  return consents.includes(answer) ? (answer as Consent) : 'no';
}

/** What a server asks the person in the middle of a call (row M7). */
export type Elicitation = {
  readonly id: string;
  readonly server: ServerId;
  /** The server's own words. */
  readonly message: string;
  /** Why the person's last answer was not sent: it does not fit the form. Absent until there was one. */
  readonly wrong?: string;
} & (
  | { readonly is: 'form'; readonly schema: Tool['schema'] }
  /** A page to open; only `http` and `https` come this far. */
  | { readonly is: 'link'; readonly url: string }
);

/** How the person answers an elicitation (row M7). */
export type ElicitationReply =
  | { readonly is: 'accept'; readonly content: JsonObject }
  | { readonly is: 'decline' }
  | { readonly is: 'cancel' };
