/** What the inspector says of a call, a model's part and a sum (row I1). */
import type { AnswerEntry, CallView, Trace } from '../../../../core/conversation.ts';
import type { Usage } from '../../../../core/model.ts';
import { short } from '../../ago.ts';
import { timeWords } from '../../call/status.ts';

/** A call's one status: a latency, `cached`, `failed (N ms)`, `pending`, `running`, `rejected` or `stopped`. */
export function callStatus({ call }: CallView): string {
  switch (call.at) {
    case 'proposed':
    case 'held':
    case 'waiting':
      return 'pending';
    case 'running':
      return 'running';
    case 'rejected':
      return 'rejected';
    case 'stopped':
      return 'stopped';
    case 'done':
    default:
      if (!call.outcome.ok) return `failed (${timeWords(call.ms)})`;
      return call.from === undefined ? timeWords(call.ms) : 'cached';
  }
}

const running: Readonly<Record<Trace['phase'], string>> = {
  solo: 'answering',
  dispatch: 'answering',
  synthesis: 'synthesizing',
};
const ends: Readonly<Record<Exclude<Trace['state'], 'running'>, string>> = {
  done: 'done',
  stopped: 'stopped',
  failed: 'failed',
  'timed-out': 'timed out',
  interrupted: 'interrupted',
};

/** How a model's part stands, and how long it took: "done · 9.1 s". */
export function stateWords(trace: Trace): string {
  if (trace.state === 'running') return trace.basis === 'own' ? 'going on' : running[trace.phase];
  return [ends[trace.state], trace.ms === null ? '' : timeWords(trace.ms)].filter((word) => word !== '').join(' · ');
}

/** "18k in · 1.2k out"; null where the provider told nothing. */
export function tokenWords({ input, output }: Usage): string | null {
  const words = [input === null ? '' : `${short(input)} in`, output === null ? '' : `${short(output)} out`];
  return input === null && output === null ? null : words.filter((word) => word !== '').join(' · ');
}

/** US dollars as short as they can be told: "$0.31", "$0.0042", "$0". */
export function money(usd: number): string {
  if (usd === 0) return '$0';
  if (usd < 0.0001) return 'under $0.0001';
  return `$${usd < 0.1 ? Number(usd.toPrecision(2)) : usd.toFixed(2)}`;
}

/** What the budget had to say in this answer (row B2), or null. */
export function pauseWords({ pause }: AnswerEntry): string | null {
  switch (pause) {
    case 'asking':
      return 'Paused at the tool budget’s first number: it waits for your word.';
    case 'released':
      return 'Paused at the tool budget’s first number; you let it continue.';
    case 'stopped':
      return 'Paused at the tool budget’s first number; you had it stop and summarize.';
    case 'none':
    default:
      return null;
  }
}

export const answerState: Readonly<Record<AnswerEntry['state'], string>> = { running: 'running', ...ends };
