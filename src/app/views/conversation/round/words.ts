import type { AnswerEntry, Trace } from '../../../../core/conversation.ts';
import { short } from '../../ago.ts';
import { timeWords } from '../../call/status.ts';
import type { Column } from './reading.ts';

/** How a column's state is coloured. */
export type Tone = 'run' | 'ok' | 'warn' | 'bad' | 'off';

const ends: Readonly<Record<Exclude<Trace['state'], 'running'>, readonly [Tone, string]>> = {
  done: ['ok', 'done'],
  stopped: ['off', 'stopped'],
  failed: ['bad', 'failed'],
  'timed-out': ['warn', 'timed out'],
  interrupted: ['warn', 'interrupted'],
};

/** Where a model's part stands, in a word (rows F1, F2). `waits`: a card of it waits for the person. */
export function stateOf(column: Column, entry: AnswerEntry, waits: boolean): readonly [Tone, string] {
  const { trace, parts } = column;
  if (trace === null) return entry.state === 'running' ? ['run', 'starting'] : ['off', 'did not begin'];
  if (trace.state !== 'running') return ends[trace.state];
  if (waits) return ['warn', 'waits for you'];
  const last = parts.at(-1);
  if (last?.is === 'call' && last.view.call.at === 'held' && last.view.call.for === 'budget') return ['warn', 'paused'];
  if (last?.is === 'reasoning' && !last.done) return ['run', 'thinking'];
  return ['run', last === undefined ? 'waiting for its first word' : 'answering'];
}

/** Time and tokens of a model's part so far, where they are known. */
export function countsOf(trace: Trace | null): string {
  if (trace === null) return '';
  const tokens = (trace.usage.input ?? 0) + (trace.usage.output ?? 0);
  return [trace.ms === null ? '' : timeWords(trace.ms), tokens === 0 ? '' : `${short(tokens)} tokens`]
    .filter((word) => word !== '')
    .join(' · ');
}

/** Part of its answer came, but not all of it. */
export const isPartial = ({ trace, label }: Column): boolean =>
  label !== null && trace !== null && trace.state !== 'running' && trace.state !== 'done';
