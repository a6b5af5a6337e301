import { expect, test } from 'vitest';
import type { AnswerEntry } from '../../core/conversation.ts';
import type { ModelRef } from '../../core/ids.ts';
import { fail, ok } from '../../core/outcome.ts';
import type { ModelEvent } from '../../core/model.ts';
import { freshName } from '../../storage/testing/fresh.ts';
import { demoModel } from '../demo/provider.ts';
import type { ChatState } from './contract.ts';
import { callsFor, says, stage, type Stage } from './testing/stage.ts';

const model = (id: string): ModelRef => ({ provider: 'p', model: id, name: `Test · ${id}` });
const [ann, bob] = [model('ann'), model('bob')];
const broken: ModelEvent = { is: 'fault', fault: { code: 'provider', message: 'The provider fell over.' } };

function opened({ chats, rulebook }: Stage, peers: readonly ModelRef[] = [ann, bob]): ChatState {
  const id = chats.begin('p1');
  rulebook.change({ open: id, grants: [] });
  const chat = chats.current.value;
  if (chat === null) throw new Error('no chat is open');
  chat.setPeers(peers);
  return chat;
}

const answer = (chat: ChatState): AnswerEntry => {
  const found = chat.conversation.value.entries.findLast((entry) => entry.is === 'answer');
  if (found?.is !== 'answer') throw new Error('there is no answer');
  return found;
};
const traces = (chat: ChatState): string[] =>
  answer(chat).traces.map(({ model: who, phase, state }) => `${who.model} ${phase} ${state}`);
const ended = async (chat: ChatState, as: AnswerEntry['state']): Promise<void> =>
  expect.poll(() => chat.conversation.value.entries.length > 0 && answer(chat).state).toBe(as);
const calls = (chat: ChatState) => answer(chat).parts.flatMap((part) => (part.is === 'call' ? [part.view.call] : []));
const manyReads = (count: number): ModelEvent[] => [
  ...Array.from({ length: count }, (_, at): ModelEvent => ({
    is: 'call',
    call: { tool: 'file_read', raw: JSON.stringify({ path: `${at}.txt` }) },
  })),
  { is: 'finish', reason: 'tool_calls', cut: false },
];

test('F1 F2 three models answer side by side, one fails, and the primary writes the one answer with both that came', async () => {
  const here = await stage();
  const chat = opened(here);
  here.scripts.set('ann', [says('Ann says yes.')]);
  here.scripts.set('bob', [[broken]]);
  here.scripts.set(demoModel.model, [says('I say no.'), says('Yes [B], though no [A].')]);
  chat.send('Well?');
  await ended(chat, 'done');
  expect(traces(chat)).toEqual([
    `${demoModel.model} dispatch done`,
    'ann dispatch done',
    'bob dispatch failed',
    `${demoModel.model} synthesis done`,
  ]);
  const last = here.requests.at(-1);
  const given = JSON.stringify(last?.messages);
  expect(given).toContain('Ann says yes.');
  expect(given).toContain('I say no.');
  // Each was told as what it answers (row V7).
  expect(here.requests.map(({ system }) => /one of several models|one final answer/u.exec(system)?.[0])).toEqual([
    'one of several models',
    'one of several models',
    'one of several models',
    'one final answer',
  ]);
});

test('F3 a peer is refused a write by name, and the primary may make it in its synthesis', async () => {
  const here = await stage();
  const chat = opened(here, [ann]);
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, tools: { file_write: 'always' } } });
  const write = callsFor('file_write', { path: 'a.txt', content: 'new' });
  here.scripts.set('ann', [write, says('I could not.')]);
  here.scripts.set(demoModel.model, [says('Mine.'), write, says('Written [A].')]);
  chat.send('Write it');
  await ended(chat, 'done');
  expect(calls(chat).map(({ at, phase }) => `${phase} ${at}`)).toEqual(['dispatch rejected', 'synthesis done']);
  expect(here.ran.map(({ tool }) => tool)).toEqual(['file_write']);
  expect(here.requests.find((one) => one.model.model === 'ann')?.tools.map(({ name }) => name)).not.toContain(
    'file_write',
  );
});

test('F2 one model is stopped alone: what it said stays, and the round goes on', async () => {
  const here = await stage();
  const chat = opened(here, [ann]);
  here.scripts.set('ann', [[{ is: 'text', delta: 'Half a thought' }, new Promise<ModelEvent>(() => undefined)]]);
  here.scripts.set(demoModel.model, [says('Whole.'), says('Together [A].')]);
  chat.send('Think');
  await expect
    .poll(() => chat.running.value !== null && JSON.stringify(answer(chat).parts))
    .toContain('Half a thought');
  chat.stopModel(ann);
  await ended(chat, 'done');
  expect(traces(chat)).toContain('ann dispatch stopped');
  expect(JSON.stringify(here.requests.at(-1)?.messages)).toContain('Half a thought');
});

test('A5 the same call of two models is one card for both, and runs once', async () => {
  const here = await stage();
  const chat = opened(here, [ann]);
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, tools: { file_read: 'ask' } } });
  const read = callsFor('file_read', { path: 'a.txt' });
  here.scripts.set('ann', [read, says('Read.')]);
  here.scripts.set(demoModel.model, [read, says('Read too.'), says('Both [A].')]);
  chat.send('Read it');
  await expect.poll(() => chat.cards.value.map(({ sharers }) => sharers.length)).toEqual([1]);
  const [card] = chat.cards.value;
  chat.answer(card?.view.call.id ?? '', { verdict: 'yes', offer: { is: 'once' } });
  await ended(chat, 'done');
  expect(here.ran).toHaveLength(1);
  expect(calls(chat).map((call) => call.at === 'done' && call.from !== undefined)).toEqual(
    expect.arrayContaining([true, false]),
  );
  expect(answer(chat).counted).toBe(2);
});

test('B2 the check-in is asked again after a reload, nothing runs before it is answered, and Continue lets all go on', async () => {
  const name = freshName();
  const before = await stage(name);
  const chat = opened(before, []);
  before.rulebook.change({ settings: { ...before.rulebook.now().settings, budget: 'focused' } });
  before.hooks.run = () => Promise.resolve(ok({ text: 'x', summary: 'read' }));
  before.replies.push(manyReads(26));
  chat.send('Read them all');
  await expect.poll(() => chat.checkIn.value?.calls).toBe(25);
  expect(before.chats.marks.value.get(chat.record.value.id)).toBe('waiting');
  await expect.poll(() => before.ran.length).toBe(25);

  before.hooks.alone = () => Promise.resolve();
  const here = await stage(name);
  here.hooks.alone = () => Promise.resolve();
  here.hooks.run = before.hooks.run;
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, budget: 'focused' } });
  here.chats.open(chat.record.value.id);
  const again = here.chats.current.value;
  if (again === null) throw new Error('no chat is open');
  await expect.poll(() => again.checkIn.value?.calls).toBe(25);
  expect(here.ran).toEqual([]);
  here.replies.push(says('All read.'));
  again.release('continue');
  await ended(again, 'done');
  expect(here.ran).toHaveLength(1);
  expect(again.checkIn.value).toBeNull();
});

test('B2 Stop and summarize: what is held is rejected, and the model has one last turn without tools', async () => {
  const here = await stage();
  const chat = opened(here, []);
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, budget: 'focused' } });
  here.hooks.run = () => Promise.resolve(ok({ text: 'x', summary: 'read' }));
  here.replies.push(manyReads(30), says('So far.'));
  chat.send('Read');
  await expect.poll(() => chat.checkIn.value).not.toBeNull();
  chat.release('stop');
  await ended(chat, 'done');
  expect(calls(chat).filter(({ at }) => at === 'rejected')).toHaveLength(5);
  expect(here.requests.at(-1)?.toolsOff).toBe(true);
});

test('F1 W6 a round that a closed page cut goes on from the answers that came', async () => {
  const name = freshName();
  const before = await stage(name);
  const chat = opened(before, [ann]);
  before.scripts.set('ann', [says('Ann was done.')]);
  before.scripts.set(demoModel.model, [
    [{ is: 'text', delta: 'I had begun' }, new Promise<ModelEvent>(() => undefined)],
  ]);
  chat.send('Go');
  await expect.poll(() => chat.running.value !== null && traces(chat)).toContain('ann dispatch done');

  const here = await stage(name);
  here.hooks.alone = () => Promise.resolve();
  here.scripts.set(demoModel.model, [says('and end.'), says('Ann is right [B].')]);
  here.chats.open(chat.record.value.id);
  const again = here.chats.current.value;
  if (again === null) throw new Error('no chat is open');
  await ended(again, 'interrupted');
  expect(traces(again)).toContain('ann dispatch done');
  again.goOn(answer(again).id);
  await ended(again, 'done');
  expect(traces(again).at(-1)).toBe(`${demoModel.model} synthesis done`);
  expect(here.requests.some((one) => one.model.model === 'ann')).toBe(false);
});

test('V6 AGENTS.md is given as the project’s text, shown in the chip, and withheld where the chat says so', async () => {
  const here = await stage();
  here.hooks.agents = 'Use tabs.';
  const chat = opened(here, []);
  await expect.poll(() => chat.given.value.agents).toBe('on');
  chat.send('One');
  await ended(chat, 'done');
  expect(here.requests.at(-1)?.system).toContain('<project-text>\nUse tabs.');
  chat.setGiven('agents', false);
  await expect.poll(() => chat.given.value.agents).toBe('off');
  chat.send('Two');
  await expect.poll(() => here.requests.length).toBe(2);
  expect(here.requests.at(-1)?.system).not.toContain('Use tabs.');
});

test('V6 an AGENTS.md that cannot be read holds no answer up', async () => {
  const here = await stage();
  here.hooks.folder = () => Promise.resolve(fail('reconnect', 'One click is wanted.'));
  const chat = opened(here, []);
  chat.send('Hello');
  await ended(chat, 'done');
  expect(chat.given.value.agents).toBe('none');
});

test('V6 V8 Stop ends an answer whose project’s text is slow to come', async () => {
  const here = await stage();
  here.hooks.folder = () => new Promise(() => undefined);
  const chat = opened(here, []);
  chat.send('Hello');
  await expect.poll(() => chat.running.value).not.toBeNull();
  chat.stop();
  await ended(chat, 'stopped');
  expect(here.requests).toEqual([]);
});

test('B5 the meter counts while an answer runs, and goes with it', async () => {
  const here = await stage();
  const chat = opened(here, []);
  let end: (event: ModelEvent) => void = () => undefined;
  const last = new Promise<ModelEvent>((resolve) => {
    end = resolve;
  });
  here.scripts.set(demoModel.model, [[{ is: 'text', delta: 'word '.repeat(100) }, last]]);
  chat.send('Talk');
  await expect.poll(() => (chat.meter.value?.output ?? 0) > 50).toBe(true);
  expect(chat.meter.value?.estimated).toBe(true);
  end({ is: 'finish', reason: 'stop', cut: false });
  await ended(chat, 'done');
  expect(chat.meter.value).toBeNull();
});

test('U6 an answer that fails before it begins is told, and the next message is answered', async () => {
  const here = await stage();
  const chat = opened(here, []);
  const { folder } = here.hooks;
  here.hooks.folder = () => Promise.reject(new Error('the disk fell out'));
  chat.send('One');
  await expect.poll(() => here.told.map(({ message }) => message).join()).toContain('the disk fell out');
  await expect.poll(() => chat.running.value).toBeNull();
  here.hooks.folder = folder;
  chat.send('Two');
  await ended(chat, 'done');
});
