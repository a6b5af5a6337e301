import type { AnswerEntry, AnswerPart, Trace } from '../../../core/conversation.ts';
import type { ModelRef } from '../../../core/ids.ts';
import { ok } from '../../../core/outcome.ts';
import { doneView } from './calls.ts';
import { fakeAnswer, fakeText } from './entries.ts';

export const opus: ModelRef = { provider: 'p1', model: 'opus', name: 'Anthropic · Opus' };
export const sonnet: ModelRef = { provider: 'p1', model: 'sonnet', name: 'Anthropic · Sonnet' };
export const qwen: ModelRef = { provider: 'p2', model: 'qwen', name: 'Ollama · Qwen 3' };

/** One model's part of a round, ended well unless said otherwise. */
export const fakeTrace = (model: ModelRef, over: Partial<Trace> = {}): Trace => ({
  model,
  phase: 'dispatch',
  role: model === opus ? 'primary' : 'peer',
  system: '',
  basis: null,
  share: null,
  at: 0,
  firstMs: 400,
  ms: 9_100,
  state: 'done',
  fault: null,
  usage: { input: 10_000, output: 1_000 },
  turns: 1,
  ...over,
});

/** What a model said in a round. */
export const said = (model: ModelRef, text: string, over: Partial<AnswerPart> = {}): AnswerPart =>
  ({ ...fakeText(text), id: `${model.model} said`, model, phase: 'dispatch', ...over }) as AnswerPart;

/** A file that a model read in a round. */
export const readBy = (model: ModelRef, path: string): AnswerPart => {
  const id = `${model.model} read`;
  const view = doneView('file_read', { path }, ok({ text: '', summary: '118 lines' }));
  return { is: 'call', id, view: { ...view, call: { ...view.call, id } }, turn: 1, model, phase: 'dispatch' };
};

/** A round of Opus with Sonnet and Qwen 3 as it runs: the first thinks, the second is done, the third failed. */
export const runningRound = (over: Partial<AnswerEntry> = {}): AnswerEntry =>
  fakeAnswer({
    model: opus,
    peers: [sonnet, qwen],
    state: 'running',
    traces: [
      fakeTrace(opus, { state: 'running', ms: null, usage: { input: null, output: null } }),
      fakeTrace(sonnet),
      fakeTrace(qwen, {
        state: 'failed',
        fault: { code: 'not-reachable', message: 'Ollama does not answer. Start it.' },
      }),
    ],
    parts: [
      said(opus, 'I look at the delivery', { done: false }),
      readBy(sonnet, 'src/webhooks/deliver.ts'),
      said(sonnet, 'It gives up after **one** failure.'),
    ],
    ...over,
  });

export const synthesisText = [
  'Deliveries give up too early [A]. Retrying three times is enough [B].',
  '### Where they agree',
  '- `deliver()` drops the event after its first failure [B] (rests on B1)',
  '### Where they differ',
  '- How often to retry',
  '  - Three times [B] (rests on B1)',
  '  - Until it works [A] (rests on no call)',
].join('\n');

/** The same round with its one answer written. */
export const writtenRound = (text = synthesisText, over: Partial<AnswerEntry> = {}): AnswerEntry =>
  runningRound({
    state: 'done',
    traces: [
      fakeTrace(opus),
      fakeTrace(sonnet),
      fakeTrace(qwen, { state: 'stopped' }),
      fakeTrace(opus, { phase: 'synthesis', role: 'synthesis', basis: 'answers' }),
    ],
    parts: [
      said(opus, 'Retry until it works.'),
      readBy(sonnet, 'src/webhooks/deliver.ts'),
      said(sonnet, 'Retry three times.'),
      said(opus, text, { id: 'synthesis', phase: 'synthesis' }),
    ],
    ...over,
  });
