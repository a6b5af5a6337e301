import type { Consent } from '../../core/gate.ts';

/** A chat's answer to a server in words (rows S2, S4): for a line, and for a choice. */
export const answerWords: Readonly<Record<Consent, { readonly short: string; readonly long: string }>> = {
  none: { short: 'not asked yet', long: 'Not asked yet: the next call asks' },
  met: { short: 'each tool’s setting decides', long: 'This call only: each tool’s own setting decides' },
  all: { short: 'every tool', long: 'Every tool, except those set to Ask or Deny' },
  no: { short: 'no', long: 'No: every call is rejected' },
};
