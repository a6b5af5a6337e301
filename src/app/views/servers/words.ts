/** What a server's row, the strip and the detail say of it (rows M3, M4, S). */
import { knownPolicy, policyWords, type Connection, type ServerRecord } from '../../../core/server.ts';
import type { ServerView } from '../../state/serverscontract.ts';

/** The colour of a server's dot; each stands beside words that say the same. */
export type Dot = 'ok' | 'idle' | 'off' | 'bad' | 'run';

const dots: Readonly<Record<Connection['at'], Dot>> = {
  off: 'off',
  idle: 'idle',
  connecting: 'run',
  'signing-in': 'run',
  ready: 'ok',
  failed: 'bad',
};

/** A disabled server is off, whatever its connection still says. */
export const dotOf = ({ record, state }: ServerView): Dot => (record.enabled ? dots[state.connection.at] : 'off');

/** "12 tools", "1 tool", "no tools". */
export const count = (many: number, one: string): string =>
  many === 0 ? `no ${one}s` : many === 1 ? `1 ${one}` : `${many.toLocaleString('en')} ${one}s`;

/** Row S's short label; a policy that is not known is asked (rows G7, G11). */
export function policyLine({ policy }: ServerRecord): string {
  const known = knownPolicy(policy);
  return known === null ? 'asks: its policy is not known' : policyWords[known].short;
}

/** The connection in one or two words. */
export function connectionWords({ record, state }: ServerView): string {
  if (!record.enabled) return 'disabled';
  const { connection } = state;
  switch (connection.at) {
    case 'off':
      return 'disabled';
    case 'idle':
      return 'idle';
    case 'connecting':
      return 'connecting…';
    case 'signing-in':
      return 'waiting for the sign-in window…';
    case 'ready':
      return 'connected';
    case 'failed':
      return connection.why.kind === 'sign-in' ? 'needs a sign-in' : 'cannot connect';
  }
}

/** A row's line: its tools and policy while they can be called, else what is the matter. */
export function rowWords(view: ServerView): string {
  const { at } = view.state.connection;
  if (!view.record.enabled || (at !== 'ready' && at !== 'idle')) return connectionWords(view);
  const { roster } = view.state;
  const tools = roster === null ? null : count(roster.tools.length, 'tool');
  const parts = [
    at === 'idle' ? (tools === null ? 'idle, not connected yet' : 'idle') : null,
    tools,
    policyLine(view.record),
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

/** Row F4's chip; none while a server is disabled (row M3). */
export const audienceWords = ({ enabled, audience }: ServerRecord): 'All models' | 'Primary only' | null =>
  enabled ? (audience === 'all' ? 'All models' : 'Primary only') : null;

/** The host of an address, or the whole of one that is none. */
export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** Whether a sign-in may mend a failed server (row M5). */
export function wantsSignIn({ state: { connection } }: ServerView): boolean {
  return connection.at === 'failed' && (connection.why.kind === 'sign-in' || connection.why.kind === 'forbidden');
}
