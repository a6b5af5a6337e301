import type { AnswerEntry, AnswerPart, AskedEntry } from '../../../core/conversation.ts';
import type { ModelRef } from '../../../core/ids.ts';
import type { ChatRecord, ProviderRecord } from '../../../core/records.ts';
import type { ProjectView } from '../../state/contract.ts';

export const demoModel: ModelRef = { provider: 'demo', model: 'demo', name: 'Demo model (scripted)' };
export const demoProvider: ProviderRecord = {
  id: 'demo',
  name: 'Demo',
  kind: 'demo',
  baseUrl: '',
  key: null,
  models: ['demo'],
  made: 0,
};

export function fakeRecord(over: Partial<ChatRecord> = {}): ChatRecord {
  return {
    id: 'chat-1',
    title: 'Retry policy',
    renamed: false,
    project: 'sample',
    model: demoModel,
    made: 0,
    touched: 0,
    ...over,
  };
}

export function fakeProject(
  over: Partial<ProjectView['record']> = {},
  state: ProjectView['state'] = 'ready',
): ProjectView {
  return { record: { id: 'sample', name: 'Sample project', kind: 'sample', folder: null, made: 0, ...over }, state };
}

export function fakeAsked(over: Partial<AskedEntry> = {}): AskedEntry {
  const versions = { index: 0, leaves: [null] };
  return {
    is: 'asked',
    id: 'asked-1',
    seq: 1,
    at: 0,
    text: 'Why does it give up?',
    attached: [],
    after: null,
    versions,
    ...over,
  };
}

export function fakeText(
  text: string,
  over: Partial<{ id: string; done: boolean; is: 'text' | 'reasoning' }> = {},
): AnswerPart {
  return { is: 'text', id: 'part-1', done: true, data: null, turn: 1, model: demoModel, phase: 'solo', ...over, text };
}

export function fakeAnswer(over: Partial<AnswerEntry> = {}): AnswerEntry {
  return {
    is: 'answer',
    id: 'answer-1',
    seq: 2,
    at: 0,
    to: 'asked-1',
    after: null,
    project: 'sample',
    system: '',
    model: demoModel,
    parts: [],
    state: 'done',
    fault: null,
    usage: { input: null, output: null },
    counted: 0,
    pause: 'none',
    peers: [],
    traces: [],
    summary: null,
    versions: { index: 0, leaves: ['answer-1'] },
    ...over,
  };
}
