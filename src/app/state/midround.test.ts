/** What a person, another tab or the disk does while several models answer. */
import { expect, test } from 'vitest';
import type { AnswerEntry } from '../../core/conversation.ts';
import type { ModelRef } from '../../core/ids.ts';
import type { ModelEvent } from '../../core/model.ts';
import { fail, ok } from '../../core/outcome.ts';
import type { Settings } from '../../core/records.ts';
import { freshName } from '../../storage/testing/fresh.ts';
import { demoModel } from '../demo/provider.ts';
import type { ChatState } from './contract.ts';
import { begin, card, ended, yes } from './testing/served.ts';
import { callsFor, says, stage, type Stage } from './testing/stage.ts';

const model = (id: string): ModelRef => ({ provider: 'p', model: id, name: `Test · ${id}` });
const [ann, bob, main] = [model('ann'), model('bob'), demoModel.model];
const stuck = () => new Promise<ModelEvent>(() => undefined);
const finish: ModelEvent = { is: 'finish', reason: 'tool_calls', cut: false };
const reads = (count: number): ModelEvent[] => [
  ...Array.from({ length: count }, (_, at): ModelEvent => {
    const raw = JSON.stringify({ path: `${at}.txt` });
    return { is: 'call', call: { tool: 'file_read', raw } };
  }),
  finish,
];

/** Something a model says only when the test lets it. */
function later(): { readonly said: Promise<ModelEvent>; readonly say: () => void } {
  let resolve: (event: ModelEvent) => void = () => undefined;
  const said = new Promise<ModelEvent>((done) => {
    resolve = done;
  });
  return { said, say: () => resolve({ is: 'text', delta: ' and more' }) };
}

async function ready(name = freshName(), settings: Partial<Settings> = {}): Promise<Stage> {
  const here = await stage(name);
  here.hooks.run = () => Promise.resolve(ok({ text: 'x', summary: 'read' }));
  set(here, settings);
  return here;
}
const set = ({ rulebook }: Stage, settings: Partial<Settings>): void =>
  rulebook.change({ settings: { ...rulebook.now().settings, ...settings } });

function opened(here: Stage, peers: readonly ModelRef[]): ChatState {
  const chat = begin(here, 'p1');
  chat.setPeers(peers);
  return chat;
}
const answerOf = (chat: ChatState): AnswerEntry | undefined =>
  chat.conversation.value.entries.findLast((entry) => entry.is === 'answer');
/** How many calls of each model stand where. */
function tally(chat: ChatState): Record<string, number> {
  const all: Record<string, number> = {};
  for (const part of answerOf(chat)?.parts ?? []) {
    if (part.is !== 'call') continue;
    const what = `${part.model?.model ?? ''} ${part.view.call.at}`;
    all[what] = (all[what] ?? 0) + 1;
  }
  return all;
}
const parts = (chat: ChatState) =>
  answerOf(chat)?.traces.map(({ model: who, phase, state }) => `${who.model} ${phase} ${state}`);

test('T4 A5 a tool that is denied while its card is shared is rejected for every model that shares it', async () => {
  const here = await ready(freshName(), { tools: { file_read: 'ask' } });
  const chat = opened(here, [ann, bob]);
  for (const who of ['ann', 'bob', main]) here.scripts.set(who, [callsFor('file_read', { path: 'a.txt' })]);
  chat.send('Read');
  await expect.poll(() => chat.cards.value.map(({ sharers }) => sharers.length)).toEqual([2]);
  set(here, { tools: { file_read: 'deny' } });
  await ended(chat);
  expect(tally(chat)).toEqual({ 'ann rejected': 1, 'bob rejected': 1, [`${main} rejected`]: 1 });
  expect(here.ran).toEqual([]);
});

test('B1 B2 T4 a budget that is lowered below the count asks at once, and Continue goes on to the lower end', async () => {
  const here = await ready(freshName(), { budget: 'extended' });
  const runs: (() => void)[] = [];
  here.hooks.run = () => new Promise((done) => runs.push(() => done(ok({ text: 'x', summary: 'read' }))));
  const chat = opened(here, [ann]);
  here.scripts.set('ann', [reads(120), says('Ann.')]);
  chat.send('Read');
  const pumped = async (): Promise<number> => {
    for (const run of runs.splice(0)) run();
    return Promise.resolve(here.ran.length);
  };
  await expect.poll(pumped).toBeGreaterThan(30);
  set(here, { budget: 'focused' });
  await expect.poll(async () => (await pumped(), chat.checkIn.value)).not.toBeNull();
  chat.release('continue');
  await expect.poll(async () => (await pumped(), chat.running.value)).toBeNull();
  expect(answerOf(chat)?.state).toBe('done');
  expect(here.ran).toHaveLength(100);
  expect(tally(chat)).toEqual({ 'ann done': 100, 'ann rejected': 20 });
});

test('A4 B2 W6 a card that the check-in took back, and the check-in, are there after a reload; the round goes on from both', async () => {
  const [name, settings] = [freshName(), { budget: 'focused', tools: { find_files: 'ask' } } as const];
  const before = await ready(name, settings);
  const lost = opened(before, [ann, bob]);
  const go = later();
  before.scripts.set('ann', [callsFor('find_files', { pattern: '*' })]);
  before.scripts.set('bob', [[{ is: 'text', delta: 'Half of Bob' }, stuck()]]);
  before.scripts.set(main, [[go.said, ...reads(27)]]);
  lost.send('Look');
  await card(lost);
  go.say();
  await expect.poll(() => lost.checkIn.value).not.toBeNull();
  await expect.poll(() => lost.cards.value).toEqual([]);
  await expect.poll(() => before.ran.length).toBe(24);

  before.hooks.alone = () => Promise.resolve();
  const here = await ready(name, settings);
  here.hooks.alone = () => Promise.resolve();
  here.chats.open(lost.record.value.id);
  const chat = here.chats.current.value;
  if (chat === null) throw new Error('no chat is open');
  await expect.poll(() => chat.checkIn.value?.calls).toBe(25);
  expect([chat.cards.value, here.requests, here.ran]).toEqual([[], [], []]);
  chat.release('continue');
  yes(chat, await card(chat));
  await ended(chat);
  expect(tally(chat)).toEqual({ 'ann done': 1, [`${main} done`]: 27 });
  expect(here.ran).toHaveLength(4);
  expect(parts(chat)).toEqual([
    `${main} dispatch done`,
    'ann dispatch done',
    'bob dispatch interrupted',
    `${main} synthesis done`,
  ]);
});

test.each(['removed', 'full'] as const)(
  'U6 W4 F2 where the log is %s in mid-round all its models end, and the person is told once',
  async (how) => {
    const name = freshName();
    const here = await ready(name);
    const chat = opened(here, [ann, bob]);
    const go = ['ann', 'bob', main].map((who) => {
      const one = later();
      here.scripts.set(who, [[{ is: 'text', delta: who }, one.said, ...callsFor('file_read', { path: 'a.txt' })]]);
      return one;
    });
    chat.send('Go');
    await expect.poll(() => here.requests.length).toBe(3);
    if (how === 'removed') await (await stage(name)).deps.chats.remove(chat.record.value.id);
    else {
      const full = () => Promise.resolve(fail('quota', 'The disk is full.'));
      Object.assign(here.deps.log, { append: full, grow: full });
    }
    for (const one of go) one.say();
    await ended(chat);
    expect(answerOf(chat)?.state).toBe('failed');
    expect(here.told).toHaveLength(1);
    expect(parts(chat)).toEqual([`${main} dispatch failed`, 'ann dispatch failed', 'bob dispatch failed']);
    expect(here.ran).toEqual([]);
  },
);

test('F1 models that are chosen in mid-round answer from the next message on', async () => {
  const here = await ready();
  const chat = opened(here, [ann]);
  const go = later();
  here.scripts.set('ann', [[go.said, { is: 'finish', reason: 'stop', cut: false }]]);
  chat.send('Go');
  await expect.poll(() => here.requests.length).toBe(2);
  chat.setPeers([bob]);
  chat.setModel(ann);
  go.say();
  await ended(chat);
  expect(here.requests.map((one) => one.model.model)).toEqual([main, 'ann', main]);
  chat.send('Again');
  await expect.poll(() => here.requests.length).toBe(6);
  expect(here.requests.slice(3).map((one) => one.model.model)).toEqual(['ann', 'bob', 'ann']);
});
