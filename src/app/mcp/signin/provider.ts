/** What the SDK's `auth` asks of us on the way to the sign-in page: everything it learns is durable before it goes on. */
import type { OAuthClientProvider, OAuthDiscoveryState } from '@modelcontextprotocol/sdk/client/auth.js';
import { OAuthMetadataSchema, type OAuthMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import { checkResourceAllowed } from '@modelcontextprotocol/sdk/shared/auth-utils.js';
import type { Outcome } from '../../../core/outcome.ts';
import { shown } from '../../../core/visible.ts';
import { Halt } from './bounded.ts';
import { asInformation, metadataOf, type Place } from './client.ts';
import type { Kept, KeptClient } from './kept.ts';
import { isSecure, maybeSameSite, sameIssuer, sameOrigin } from './safe.ts';
import { byHand, quoted, type Stage } from './words.ts';

/** One sign-in on its way: what was found so far. */
export interface Trail {
  stage: Stage;
  authority: string | null;
  metadata: OAuthMetadata | null;
  resource: string | null;
  client: KeptClient | null;
  verifier: string | null;
  /** The code the person brought; here so that it can be kept out of texts. */
  code: string | null;
  /** The sign-in page, with everything in its query. */
  page: URL | null;
}

/** One sign-in's parts. */
export interface ProviderDeps {
  readonly name: string;
  /** The MCP server's URL. */
  readonly server: string;
  readonly place: Place;
  readonly state: string;
  readonly trail: Trail;
  /** Metadata documents as they came: the library's reading of OpenID ones loses what we need. */
  readonly documents: readonly unknown[];
  keep(part: Partial<Kept>): Promise<Outcome<void>>;
}

/** One server's side of the library's sign-in. */
export function makeProvider(deps: ProviderDeps): OAuthClientProvider {
  const { place, state, trail, documents, keep } = deps;
  const durable = async (part: Partial<Kept>): Promise<void> => {
    const kept = await keep(part);
    if (!kept.ok) throw new Halt(kept.fault.message);
  };
  const registers = trail.client === null || !trail.client.byHand;
  return {
    redirectUrl: place.redirect,
    clientMetadata: metadataOf(place),
    ...(place.document === null ? {} : { clientMetadataUrl: place.document }),
    state: () => state,
    clientInformation: () => (trail.client === null ? undefined : asInformation(trail.client)),
    // Left out for a client by hand: the library then refuses to show it to another server than before, instead of registering.
    ...(registers
      ? {
          saveClientInformation: async (information) => {
            trail.client = { ...information, byHand: false, redirect: place.redirect };
            trail.stage = 'authorize';
            await durable({ client: trail.client });
          },
        }
      : {}),
    // A sign-in asks the person anew, whatever is kept; renewing is `renew.ts`.
    tokens: () => undefined,
    saveTokens: () => {
      throw new Halt('Tokens came before the sign-in. This is a fault in Sluice; please report it.');
    },
    saveDiscoveryState: async (found) => {
      learn(found, trail, documents);
      judge(deps, registers);
      // Registered with another server than the one that signs in now: it is not shown to this one.
      if (trail.client?.issuer !== undefined && !sameIssuer(trail.client.issuer, found.authorizationServerUrl))
        trail.client = null;
      trail.stage = registers && trail.client === null ? 'register' : 'authorize';
      await durable({ authority: trail.authority, metadata: trail.metadata, resource: trail.resource });
    },
    saveCodeVerifier: async (verifier) => {
      trail.verifier = verifier;
      await durable({ verifier });
    },
    codeVerifier: () => trail.verifier ?? '',
    redirectToAuthorization: (page) => {
      trail.page = page;
    },
  };
}

function learn(found: OAuthDiscoveryState, trail: Trail, documents: readonly unknown[]): void {
  const metadata = found.authorizationServerMetadata;
  trail.authority = found.authorizationServerUrl;
  trail.resource = found.resourceMetadata?.resource ?? null;
  const whole = documents
    .map((document) => OAuthMetadataSchema.safeParse(document).data)
    .find((document) => document !== undefined && document.token_endpoint === metadata?.token_endpoint);
  trail.metadata = metadata === undefined ? null : (whole ?? OAuthMetadataSchema.parse(metadata));
}

/** Stops what must not, or cannot, go on, before anything was sent. */
function judge({ name, server, place, trail }: ProviderDeps, registers: boolean): void {
  const { metadata, client, resource } = trail;
  const stop = (why: string): never => {
    throw new Halt(`The sign-in to ${shown(name)} was stopped: ${why}`);
  };
  const authority = trail.authority ?? '';
  if (resource !== null && !checkResourceAllowed({ requestedResource: server, configuredResource: resource }))
    stop(
      `its metadata speaks for another server (${quoted(resource, [])}) than the one you added, so that a token could be used elsewhere. Ask whoever runs the server.`,
    );
  const other = client?.issuer !== undefined && !sameIssuer(client.issuer, authority);
  if (!registers && other)
    stop(
      `it now sends people to another sign-in server (${quoted(authority, [])}) than the one your client id was used with. If that is right, enter the client id of the new one in Edit → Advanced sign-in.`,
    );
  if (metadata === null) return;
  if (!sameIssuer(metadata.issuer, authority) && !sameOrigin(metadata.issuer, authority))
    stop(
      `the metadata of its sign-in server ${quoted(authority, [])} is that of another one (${quoted(metadata.issuer, [])}), so that what you give to one could end at the other. Ask whoever runs the server.`,
    );
  for (const endpoint of [metadata.authorization_endpoint, metadata.token_endpoint, metadata.registration_endpoint])
    if (endpoint !== undefined && !isSecure(endpoint))
      stop(
        `its server names an address that is neither encrypted (https) nor on this computer: ${shown(endpoint.slice(0, 200))}`,
      );
  // What the person gives to the page of one must not end at another (mix-up), unless the answer's issuer will be compared.
  const [asks, takes] = [metadata.authorization_endpoint, metadata.token_endpoint];
  const named = metadata['authorization_response_iss_parameter_supported'] === true;
  if (registers && !named && !maybeSameSite(asks, takes))
    stop(
      `it would ask you at ${quoted(new URL(asks).host, [])} and take what you give there to ${quoted(new URL(takes).host, [])}, which may be somebody else’s. If you know that both belong together: ${byHand(place.redirect)}`,
    );
  const { response_types_supported: kinds, code_challenge_methods_supported: challenges } = metadata;
  if (!kinds.includes('code') || challenges?.includes('S256') === false)
    stop('its server does not offer what a safe sign-in needs, a code with PKCE (S256). Ask whoever runs the server.');
  const documented = place.document !== null && metadata.client_id_metadata_document_supported === true;
  if (registers && (client === null || other) && !documented && metadata.registration_endpoint === undefined)
    throw new Halt(
      `The sign-in server of ${shown(name)} does not let programs register themselves. ${byHand(place.redirect)}`,
    );
}
