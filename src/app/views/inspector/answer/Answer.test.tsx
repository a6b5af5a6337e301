import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnswerPart, CallView, Trace } from '../../../../core/conversation.ts';
import { fail, ok } from '../../../../core/outcome.ts';
import type { Allow } from '../../../../core/gate.ts';
import { App } from '../../App.tsx';
import { doneView, fileView } from '../../testing/calls.ts';
import { demoModel, fakeAnswer, fakeApp, fakeAsked, fakeChat } from '../../testing/fake.ts';
import { mount, unmountAll } from '../../testing/mount.tsx';
import { callStatus, money, stateWords, tokenWords } from './words.ts';

beforeEach(() => page.viewport(1_280, 900));
afterEach(() => {
  unmountAll();
  vi.restoreAllMocks();
});

const opus = { provider: 'a', model: 'opus', name: 'Anthropic · Opus' };
const qwen = { provider: 'o', model: 'qwen', name: 'Ollama · Qwen\u202E' };
const trace = (over: Partial<Trace>): Trace => ({
  model: opus,
  phase: 'dispatch',
  role: 'primary',
  system: 'You are one of several.',
  basis: null,
  share: null,
  at: 0,
  firstMs: 800,
  ms: 9_100,
  state: 'done',
  fault: null,
  usage: { input: 18_000, output: 400 },
  turns: 2,
  ...over,
});
const callPart = (view: CallView, id: string, of = opus, phase: AnswerPart['phase'] = 'dispatch'): AnswerPart => ({
  is: 'call',
  id,
  view: { ...view, call: { ...view.call, id } },
  turn: 1,
  model: of,
  phase,
});
const said = (text: string, over: Partial<AnswerPart>): AnswerPart =>
  ({
    is: 'text',
    id: text,
    text,
    done: true,
    data: null,
    turn: 1,
    model: opus,
    phase: 'dispatch',
    ...over,
  }) as AnswerPart;
const read = (summary = '118 lines'): CallView =>
  doneView('file_read', { path: 'src/a.ts' }, ok({ text: 'const a = 1;', summary }), { by: 'rule' });

const round = fakeAnswer({
  model: opus,
  peers: [qwen],
  counted: 4,
  pause: 'released',
  traces: [
    trace({}),
    trace({ model: qwen, role: 'peer', state: 'stopped', usage: { input: null, output: null }, fault: null }),
    trace({ phase: 'synthesis', role: 'synthesis', basis: 'answers', share: 16_000, system: 'Write the one answer.' }),
  ],
  parts: [
    callPart(read(), 'c1'),
    said('It gives **up**.', {}),
    said('Thinking of it.', { is: 'reasoning', id: 'r' }),
    callPart(doneView('grep', { pattern: 'retry', path: 'src' }, fail('tool-failed', 'No.')), 'c2', qwen),
    said('a notice', { is: 'notice', model: qwen }),
    callPart(fileView('file_edit', { path: 'src/a.ts' }, { at: 'waiting', offers: [] }), 'c3', opus, 'synthesis'),
    said('All agree.', { phase: 'synthesis' }),
  ],
});

function show(answer = round, call: string | null = null) {
  const chat = fakeChat({}, [fakeAsked(), answer]);
  const app = fakeApp(chat);
  vi.spyOn(app, 'modelFacts').mockImplementation((model) => ({
    facts:
      model.model === 'opus'
        ? { context: 200_000, inputPrice: 5, outputPrice: 25 }
        : { context: null, inputPrice: null, outputPrice: null },
    own: false,
  }));
  mount(<App />, app);
  app.inspecting.value = { at: 'answer', answer: answer.id, call };
  return { app, chat };
}
const panel = page.getByRole('complementary', { name: 'Inspector' });
const card = (name: string) => panel.getByRole('region', { name, exact: true });

test('I1 one card a model and part, with its times, tokens, cost and tools', async () => {
  show();
  await expect.element(panel.getByRole('heading', { name: 'This answer' })).toBeVisible();
  const primary = card('Anthropic · Opus, primary');
  await expect.element(primary).toHaveTextContent('done · 9.1 s');
  await expect.element(primary).toHaveTextContent('800 ms first token');
  await expect.element(primary).toHaveTextContent('18k in · 400 out tokens');
  await expect.element(primary).toHaveTextContent('$0.10');
  await expect.element(primary.getByText('Tools (1)')).toBeVisible();
  const peer = card('Ollama · Qwen⟨U+202E⟩, peer');
  await expect.element(peer).toHaveTextContent('stopped');
  await expect.element(peer).toHaveTextContent('failed (4 ms)');
  await expect.element(peer).toHaveTextContent('a notice');
  const synthesis = card('Anthropic · Opus, synthesis');
  await expect.element(synthesis).toHaveTextContent('at most 16,000 tokens of each answer');
  await expect.element(synthesis).toHaveTextContent('pending');
  await expect.element(panel).toHaveTextContent('4 calls');
  await expect.element(panel).toHaveTextContent('you let it continue');
});

test('I1 V7 the whole answer, the reasoning and the system prompt open, and nothing of them is drawn before', async () => {
  show();
  const primary = card('Anthropic · Opus, primary');
  await expect.element(primary).toBeVisible();
  await expect.element(primary).not.toHaveTextContent('It gives');
  await userEvent.click(primary.getByText('Answer', { exact: false }));
  await expect.element(primary.getByText('up', { exact: true })).toBeVisible();
  await userEvent.click(primary.getByText('Reasoning', { exact: false }));
  await expect.element(primary.getByText('Thinking of it.')).toBeVisible();
  await userEvent.click(primary.getByText('System prompt', { exact: false }));
  await expect.element(primary.getByText('You are one of several.')).toBeVisible();
});

test('I1 G13 a row opens to arguments, result, decision and why', async () => {
  show();
  await userEvent.click(card('Anthropic · Opus, primary').getByRole('button', { name: /Read file/u }));
  const primary = card('Anthropic · Opus, primary');
  await expect.element(primary.getByText('const a = 1;')).toBeVisible();
  await expect.element(primary.getByText('Run by a rule.')).toBeVisible();
  await expect.element(primary).toHaveTextContent('Set in: Settings → Tools. Lasts: until you change it.');
});

test('I1 it opens at a call: its row stands open, in sight and with the focus; closing gives the focus back', async () => {
  const many = fakeAnswer({
    model: opus,
    peers: [qwen],
    traces: round.traces,
    parts: Array.from({ length: 200 }, (_, at) => callPart(read(), `k${at}`)),
  });
  const { app } = show(many, 'k150');
  const row = panel.getByRole('button', { expanded: true });
  await expect.element(row).toHaveFocus();
  expect(row.element().closest('[data-call]')?.getAttribute('data-call')).toBe('k150');
  const box = row.element().getBoundingClientRect();
  expect(box.top).toBeGreaterThanOrEqual(0);
  expect(box.bottom).toBeLessThanOrEqual(innerHeight);
  app.inspecting.value = { at: 'answer', answer: many.id, call: 'k3' };
  await expect.poll(() => document.activeElement?.closest('[data-call]')?.getAttribute('data-call')).toBe('k3');
  await userEvent.keyboard('{Escape}');
  await expect.element(panel).not.toBeInTheDocument();
  expect(app.inspecting.value).toBeNull();
});

test('I1 it is live while the answer runs', async () => {
  const running = fakeAnswer({
    model: opus,
    state: 'running',
    traces: [trace({ state: 'running', ms: null, phase: 'solo', role: 'solo' })],
  });
  const { chat } = show(running);
  await expect.element(panel).toHaveTextContent('answering');
  await expect.element(panel).toHaveTextContent('0 of 250 calls');
  chat.conversation.value = {
    entries: [fakeAsked(), { ...running, counted: 1, parts: [callPart(read(), 'c1', opus, 'solo')] }],
    leaf: running.id,
  };
  await expect.element(panel.getByText('Tools (1)')).toBeVisible();
  await expect.element(panel).toHaveTextContent('1 of 250 calls');
});

test('I1 a run from the tool console and an answer without traces have their card too', async () => {
  const own = fakeAnswer({
    id: 'own',
    to: null,
    model: null,
    parts: [{ ...callPart(read(), 'c9'), model: null, phase: 'console' }],
  });
  show(own);
  await expect.element(card('You')).toHaveTextContent('tool console');
  unmountAll();
  show(fakeAnswer({ model: demoModel, parts: [said('Hello', { phase: 'solo', model: demoModel })] }));
  await expect.element(panel.getByText(/^Answer/u)).toBeVisible();
  unmountAll();
  const { app } = show();
  app.inspecting.value = { at: 'answer', answer: 'gone', call: null };
  await expect.element(panel).toHaveTextContent('another chat');
});

test('I2 the log is exported from here', async () => {
  const { chat } = show();
  await userEvent.click(panel.getByRole('button', { name: 'Export log' }));
  expect(chat.asks).toEqual([['exportLog']]);
});

test('U1 on a narrow window it is a sheet, and nothing is wider than it', async () => {
  await page.viewport(360, 780);
  show(round, 'c1');
  const sheet = page.getByRole('dialog', { name: 'Inspector' });
  await expect.element(sheet.getByText('const a = 1;')).toBeVisible();
  const parts = sheet.element().querySelector('.parts');
  expect((parts?.scrollWidth ?? 0) - (parts?.clientWidth ?? 0)).toBeLessThanOrEqual(0);
});

test('I1 each status is one of the row’s words', () => {
  const at = (state: Parameters<typeof fileView>[2]): string => callStatus(fileView('file_read', {}, state));
  expect(at({ at: 'proposed' })).toBe('pending');
  expect(at({ at: 'held', for: 'budget' })).toBe('pending');
  expect(at({ at: 'waiting', offers: [] })).toBe('pending');
  expect(at({ at: 'running', allowed: {} as Allow })).toBe('running');
  expect(at({ at: 'rejected', by: 'person' })).toBe('rejected');
  expect(at({ at: 'stopped', ran: 'unknown' })).toBe('stopped');
  expect(callStatus(read())).toBe('4 ms');
  const shared = read();
  expect(callStatus({ ...shared, call: { ...shared.call, from: 'c0' } as CallView['call'] })).toBe('cached');
  expect(callStatus(doneView('grep', {}, fail('timed-out', 'x')))).toBe('failed (4 ms)');
});

test('B5 numbers are told short and true', () => {
  expect([0, 0.00001, 0.0042, 0.0999, 0.312, 12].map(money)).toEqual([
    '$0',
    'under $0.0001',
    '$0.0042',
    '$0.1',
    '$0.31',
    '$12.00',
  ]);
  expect(tokenWords({ input: null, output: null })).toBeNull();
  expect(tokenWords({ input: 950, output: null })).toBe('950 in');
  expect(stateWords(trace({ state: 'timed-out', ms: null }))).toBe('timed out');
  expect(stateWords(trace({ state: 'running', phase: 'synthesis', ms: null }))).toBe('synthesizing');
});
