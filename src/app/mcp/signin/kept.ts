/** What is kept of one server's sign-in (row M5): one sealed text a server. */
import '../../models/zod.ts';
import { OAuthMetadataSchema, OAuthTokensSchema } from '@modelcontextprotocol/sdk/shared/auth.js';
import { z } from 'zod';

/** A client at an authorization server: registered by the program, known by its document, or entered by hand. */
const client = z.object({
  client_id: z.string(),
  client_secret: z.string().optional(),
  /** Seconds since 1970; 0 never. */
  client_secret_expires_at: z.number().optional(),
  token_endpoint_auth_method: z.string().optional(),
  /** The authorization server it was obtained from, or first accepted by; it is presented to no other. */
  issuer: z.string().optional(),
  byHand: z.boolean(),
  /** The redirect address it was registered with. */
  redirect: z.string(),
});
/** A registration at a sign-in server. */
export type KeptClient = z.infer<typeof client>;

const kept = z.object({
  /** The MCP server's URL: what is kept counts for this one only. */
  url: z.string(),
  /** The authorization server's URL, as discovered; null before the first discovery. */
  authority: z.string().nullable(),
  metadata: OAuthMetadataSchema.nullable(),
  /** The resource indicator (RFC 8707), as the server's metadata writes it. */
  resource: z.string().nullable(),
  client: client.nullable(),
  tokens: OAuthTokensSchema.nullable(),
  /** When the access token should be renewed before it is used, milliseconds since 1970; null: no end is known. */
  renewAt: z.number().nullable(),
  /** Scopes learned from refusals (403 `insufficient_scope`), with those that were granted then. */
  stepped: z.array(z.string()),
  /** PKCE code verifier of the sign-in under way. */
  verifier: z.string().nullable(),
});
/** One server's sign-in as it is sealed. */
export type Kept = z.infer<typeof kept>;

/** Before the first sign-in. */
export const nothingKept = (url: string): Kept => ({
  url,
  authority: null,
  metadata: null,
  resource: null,
  client: null,
  tokens: null,
  renewAt: null,
  stepped: [],
  verifier: null,
});

/** Null for what cannot be read: then the person signs in anew. */
export function readKept(text: string): Kept | null {
  try {
    return kept.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Scopes of a space-separated list, each once, in order. */
export const scopesOf = (...lists: readonly (string | undefined)[]): string[] => [
  ...new Set(lists.flatMap((list) => (list ?? '').split(' ').filter((scope) => scope !== ''))),
];

const share = 0.1;
const skewMs = 30_000;

/** When a token good for so many seconds should be renewed, milliseconds since 1970: a little before its end. */
export function renewAt(now: number, seconds: number | undefined): number | null {
  if (seconds === undefined || !Number.isFinite(seconds)) return null;
  const life = Math.max(0, seconds) * 1000;
  return now + life - Math.min(skewMs, life * share);
}
