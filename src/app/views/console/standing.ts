import type { Consent, Policy } from '../../../core/gate.ts';
import type { ToolRow } from '../../state/contract.ts';

const settingWords = { always: 'runs', ask: 'asks first', deny: 'set to Deny' } as const;

/** Of a tool's server: its policy, null where nobody knows it, and what the chat at hand has answered. */
export interface Standing {
  readonly policy: Policy | null;
  readonly answer: Consent;
}

/**
 * What becomes of a call of this tool in the chat at hand, in a few words: the gate's rows G3 and G6–G10 and T6 as far as
 * they are known before there are arguments. `server` is null for a built-in.
 */
export function standing({ setting, own, changed }: ToolRow, server: Standing | null): string {
  if (setting === 'deny') return settingWords.deny;
  if (server === null) return settingWords[setting];
  if (server.answer === 'no') return 'no to its server';
  if (changed) return 'asks first';
  if (server.policy === 'always' || server.policy === null) return 'asks every time';
  if (server.policy === 'once' && server.answer === 'none') return 'asks first';
  const all = server.policy === 'never' || server.answer === 'all';
  return all && !own ? 'runs' : settingWords[setting];
}
