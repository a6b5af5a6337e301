/** What servers said about signing in when they refused a request (row M5): remembered for the next `begin`. */
import '../../models/zod.ts';
import { extractWWWAuthenticateParams } from '@modelcontextprotocol/sdk/client/auth.js';
import type { ServerId } from '../../../core/ids.ts';
import { isWeb } from './safe.ts';

/** What a refusal asks for. */
export interface Challenge {
  /** Where the server's metadata is, or null where it did not say, or CORS hid it: then the well-known places are tried. */
  readonly metadata: string | null;
  readonly scope: string;
}

/** The last refusal of each server. */
export interface Challenges {
  of(id: ServerId): Challenge | null;
  /** Looks at an answer; `more`: it refused for a lack of rights. */
  heard(id: ServerId, response: Response): { readonly more: boolean; readonly scope: string };
  forget(id: ServerId): void;
}

const longest = 2_000;

/** None at first; what was refused before a reload lies with the tokens. */
export function makeChallenges(): Challenges {
  const said = new Map<ServerId, Challenge>();
  return {
    of: (id) => said.get(id) ?? null,
    forget: (id) => void said.delete(id),
    heard: (id, response) => {
      if (response.status !== 401 && response.status !== 403) return { more: false, scope: '' };
      const { resourceMetadataUrl, scope = '', error } = extractWWWAuthenticateParams(response);
      const more = response.status === 403 && error === 'insufficient_scope';
      const metadata = resourceMetadataUrl?.href ?? null;
      if (response.status === 401 || more)
        said.set(id, {
          metadata: metadata !== null && metadata.length <= longest && isWeb(metadata) ? metadata : null,
          scope: scope.length <= longest ? scope : '',
        });
      return { more, scope: scope.length <= longest ? scope : '' };
    },
  };
}
