import { signal } from '@preact/signals';
import type { Elicitation } from '../../core/server.ts';
import { fail } from '../../core/outcome.ts';
import type { ConsentRow, ServersState, ServerView } from './serverscontract.ts';

const none = fail('bug', 'MCP servers are not there yet.');

/** MCP servers between the host, storage and the screens. */
export function makeServers(): ServersState {
  const nothing = () => Promise.resolve();
  return {
    list: signal<readonly ServerView[]>([]),
    elicitations: signal<readonly Elicitation[]>([]),
    consents: signal<readonly ConsentRow[]>([]),
    save: () => Promise.resolve(none),
    enable: nothing,
    refresh: nothing,
    remove: nothing,
    resetConsents: nothing,
    setConsent: nothing,
    signIn: () => Promise.resolve(none),
    signOut: nothing,
    answer: () => undefined,
    browse: () => Promise.resolve(none),
    drafted: () => none,
    readImport: () => Promise.resolve(none),
    importAll: () => Promise.resolve(none),
    exportAll: () => Promise.resolve(none),
    changeOf: () => null,
    acceptChange: () => undefined,
  };
}
