/** For tests of screens: servers whose every part a test can set. */
import { signal } from '@preact/signals';
import { ok } from '../../../core/outcome.ts';
import type { Connection, Elicitation, Roster, ServerRecord, ServerState } from '../../../core/server.ts';
import type { Tool } from '../../../core/tool.ts';
import type { ConsentRow, ServersState, ServerView } from '../../state/serverscontract.ts';
import type { Asks, Open } from './fake.ts';

export const fakeInfo = {
  name: 'orchard',
  title: 'Orchard issues',
  version: '1.2.0',
  protocol: '2025-11-25',
  instructions: null,
  tellsChanges: true,
} as const;

/** A tool of the server `s1`. */
export const fakeTool = (name: string, over: Partial<Tool> = {}): Tool => ({
  key: `mcp:s1:${name}`,
  name,
  label: name,
  description: `What ${name} does.`,
  schema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
  effect: 'write',
  source: { from: 'mcp', server: 's1' },
  readOnlyHint: null,
  ...over,
});

export const fakeServer = (over: Partial<ServerRecord> = {}): ServerRecord => ({
  id: 's1',
  name: 'orchard issues',
  about: '',
  url: 'https://mcp.example.com/server',
  enabled: true,
  audience: 'primary',
  policy: 'once',
  headers: [],
  client: null,
  made: 1,
  ...over,
});

const roster = (id: string, tools: readonly Tool[]): Roster => ({
  id,
  tools,
  left: [],
  info: fakeInfo,
  dialect: 'sdk',
  at: 1_700_000_000_000,
});

/** A connected server with two tools, unless said otherwise. */
export const fakeServerView = (
  record: Partial<ServerRecord> = {},
  connection: Connection = { at: 'ready', info: fakeInfo },
  state: Partial<ServerState> = {},
): ServerView => {
  const made = fakeServer(record);
  const tools = [fakeTool('search_issues', { readOnlyHint: true, effect: 'read' }), fakeTool('close_issue')];
  return {
    record: made,
    state: {
      id: made.id,
      connection,
      roster: roster(made.id, tools),
      requests: [],
      lastFault: null,
      signedIn: false,
      ...state,
    },
  };
};

/** Servers that only record what a screen asks for, and answer with success. */
export function fakeServers(asks: Asks, views: readonly ServerView[] = []): Open<ServersState> {
  const note =
    (what: string) =>
    (...rest: unknown[]): void =>
      void asks.push([what, ...rest]);
  const later =
    <T>(what: string, value: T) =>
    (...rest: unknown[]): Promise<T> => {
      asks.push([what, ...rest]);
      return Promise.resolve(value);
    };
  return {
    asks,
    list: signal<readonly ServerView[]>(views),
    elicitations: signal<readonly Elicitation[]>([]),
    consents: signal<readonly ConsentRow[]>([]),
    save: (draft) => {
      asks.push(['saveServer', draft]);
      return Promise.resolve(ok(fakeServer({ name: draft.name, url: draft.url })));
    },
    enable: later('enableServer', undefined),
    refresh: later('refreshServer', undefined),
    remove: later('removeServer', undefined),
    resetConsents: later('resetConsents', undefined),
    setConsent: later('setConsent', undefined),
    signIn: later('signIn', ok(undefined)),
    giveUpSignIn: note('giveUpSignIn'),
    signOut: later('signOut', undefined),
    answer: note('answerElicitation'),
    browse: later('browse', ok({ entries: [], next: null, left: 0 })),
    drafted: (entry, remote, values) => {
      asks.push(['drafted', entry, remote, values]);
      return ok({
        id: null,
        name: entry.title,
        about: entry.about,
        url: entry.remotes[remote]?.url ?? '',
        audience: 'primary',
        policy: 'once',
        headers: [],
        client: null,
      });
    },
    readImport: later('readImport', ok({ format: 'mcpServers', rows: [] })),
    importAll: later('importAll', ok('Added 1 server.')),
    exportAll: later('exportAll', ok('{"mcpServers":{}}')),
    changeOf: () => null,
    acceptChange: note('acceptChange'),
  };
}
