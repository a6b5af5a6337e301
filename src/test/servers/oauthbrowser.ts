/** A protected server as a browser test has it: where it is, what reached it, and its switches. */
import { commands } from 'vitest/browser';
import type { OauthPlace, OauthSeen, OauthSwitches } from './oauth.ts';

export interface Protected extends OauthPlace {
  seen(what?: OauthSeen['what']): Promise<readonly OauthSeen['said'][]>;
  set(changes: Partial<OauthSwitches> & { act?: 'expire' | 'revoke-all' | 'forget' }): Promise<void>;
}

export async function protectedServer(switches: Partial<OauthSwitches> = {}): Promise<Protected> {
  const place = await commands.oauthStart(switches);
  return {
    ...place,
    seen: async (what) => {
      const all = (await (await fetch(place.control)).json()) as readonly OauthSeen[];
      return all.filter((one) => what === undefined || one.what === what).map((one) => one.said);
    },
    set: async (changes) => {
      await fetch(place.control, { method: 'POST', body: JSON.stringify(changes) });
    },
  };
}
