import type { CallView } from '../../../core/conversation.ts';
import type { JsonObject } from '../../../core/json.ts';
import type { Progress } from '../../../core/ports.ts';
import { oneLine } from '../oneline.ts';

/** How a call's line is coloured and marked. */
export type Mark = 'ok' | 'run' | 'wait' | 'bad' | 'off';

/** The state of a call in the words of its line (row I1's, as the mock shows them). */
export interface Status {
  readonly mark: Mark;
  readonly text: string;
}

const held = { folder: 'waiting for the folder', plan: 'queued', budget: 'paused', shared: 'shared' } as const;

/** Milliseconds as a person reads them: "4 ms", "1.2 s", "2 min 5 s". */
export function timeWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1_000)} s`;
}

/** What a call's line says at its end. */
export function statusOf({ call, reverted }: CallView, progress: Progress | undefined): Status {
  switch (call.at) {
    case 'proposed':
      return { mark: 'run', text: 'pending' };
    case 'held':
      return { mark: 'wait', text: held[call.for] };
    case 'waiting':
      return { mark: 'wait', text: 'waiting for you' };
    case 'running':
      return { mark: 'run', text: oneLine(progress?.doing ?? 'running', 60) };
    case 'rejected':
      return { mark: 'bad', text: call.by === 'person' ? 'declined' : 'rejected' };
    case 'stopped':
      return { mark: 'off', text: call.ran === 'unknown' ? 'stopped, may have run' : 'stopped' };
    case 'done':
    default: {
      if (!call.outcome.ok) return { mark: 'bad', text: `failed (${timeWords(call.ms)})` };
      const time = call.from === undefined ? timeWords(call.ms) : 'cached';
      const words = [time, call.outcome.value.summary, reverted === null ? '' : 'reverted'];
      return { mark: reverted === null ? 'ok' : 'off', text: words.filter((word) => word !== '').join(' · ') };
    }
  }
}

const word = (args: JsonObject, name: string): string => {
  const value = args[name];
  return typeof value === 'string' ? value : '';
};
const folder = (path: string): string => (path === '' || path === '.' ? '' : path.endsWith('/') ? path : `${path}/`);

/** What a call is about, best effort (row I1): "src/a.ts", "TODO in src/", "a.ts → b.ts". */
export function targetOf({ call, plan }: CallView): string {
  if (plan !== null) return plan.to === null ? plan.path : `${plan.path} → ${plan.to}`;
  const { args, name } = call;
  if (args === null) return '';
  if (name === 'file_rename') return `${word(args, 'from')} → ${word(args, 'to')}`;
  if (name === 'list_directory') return folder(word(args, 'path')) || './';
  if (name === 'grep' || name === 'find_files') {
    const where = folder(word(args, 'path'));
    return word(args, 'pattern') + (where === '' ? '' : ` in ${where}`);
  }
  for (const key of ['path', 'file', 'uri', 'url', 'query', 'name', 'id'])
    if (word(args, key) !== '') return word(args, key);
  return Object.values(args).find((value) => typeof value === 'string') ?? '';
}
