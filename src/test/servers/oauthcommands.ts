/** The protected server with its authorization server, as a command of vitest's browser mode: a fresh pair each time. */
import type { BrowserCommand } from 'vitest/node';
import { startOauth, type OauthPlace, type OauthSwitches } from './oauth.ts';

const oauthStart: BrowserCommand<[switches?: Partial<OauthSwitches>]> = async (_context, switches = {}) => {
  const { mcp, authority, control } = await startOauth(switches);
  return { mcp, authority, control };
};

/** Spread into `commands` of the configuration. */
export const oauthCommands = { oauthStart };

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Starts both on free ports; they end with the run. */
    oauthStart(switches?: Partial<OauthSwitches>): Promise<OauthPlace>;
  }
}
