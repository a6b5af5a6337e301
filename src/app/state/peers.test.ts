import { expect, test } from 'vitest';
import type { AnswerEntry } from '../../core/conversation.ts';
import type { ModelRef } from '../../core/ids.ts';
import type { ModelEvent } from '../../core/model.ts';
import { freshName } from '../../storage/testing/fresh.ts';
import { demoModel } from '../demo/provider.ts';
import type { ChatState } from './contract.ts';
import { begin, card, ended, serve, yes } from './testing/served.ts';
import { callsFor, says, stage, type Stage } from './testing/stage.ts';

const model = (id: string): ModelRef => ({ provider: 'p', model: id, name: `Test · ${id}` });
const [ann, bob] = [model('ann'), model('bob')];
const never = () => new Promise<ModelEvent>(() => undefined);

const answerOf = (chat: ChatState): AnswerEntry | undefined =>
  chat.conversation.value.entries.findLast((entry) => entry.is === 'answer');
const peersOf = (chat: ChatState) => chat.record.value.peers?.map((one) => one.model);

function again(here: Stage, id: string): ChatState {
  here.chats.open(id);
  const chat = here.chats.current.value;
  if (chat === null) throw new Error('no chat is open');
  return chat;
}

test('F1 peers are each once and never the primary, also where a peer becomes the primary', async () => {
  const here = await stage();
  const chat = begin(here);
  chat.setPeers([ann, demoModel, bob, ann]);
  expect(peersOf(chat)).toEqual(['ann', 'bob']);
  chat.setModel(ann);
  expect(chat.record.value.model).toEqual(ann);
  expect(peersOf(chat)).toEqual(['bob']);
});

test('F1 U5 an answer made anew asks the peers that the chat has now', async () => {
  const here = await stage();
  const chat = begin(here);
  chat.send('Hello');
  await ended(chat);
  expect(here.requests.map((one) => one.model.model)).toEqual([demoModel.model]);
  chat.setPeers([ann]);
  chat.regenerate(answerOf(chat)?.id ?? '');
  await expect.poll(() => answerOf(chat)?.peers.map((one) => one.model)).toEqual(['ann']);
  await ended(chat);
  expect(here.requests.slice(1).map((one) => one.model.model)).toEqual([demoModel.model, 'ann', demoModel.model]);
});

test('F4 a Primary-only server is not offered to a peer, and its call is refused there; an All-models server is', async () => {
  const here = await stage();
  await serve(here, ['look'], { name: 'Mine', url: 'https://mine.example.com/mcp', policy: 'never' });
  await serve(here, ['seek'], { name: 'Ours', url: 'https://ours.example.com/mcp', policy: 'never', audience: 'all' });
  const chat = begin(here);
  chat.setPeers([ann]);
  await expect.poll(() => here.rulebook.now().catalog.byName.size).toBeGreaterThan(0);
  const names = [...here.rulebook.now().catalog.names.values()];
  const [mine = '', ours = ''] = [
    names.find((name) => name.includes('look')),
    names.find((name) => name.includes('seek')),
  ];
  here.scripts.set('ann', [callsFor(mine, {}), says('I may not.')]);
  chat.send('Look');
  await ended(chat);
  const offered = (who: string) =>
    here.requests.find((one) => one.model.model === who)?.tools.map(({ name }) => name) ?? [];
  expect(offered('ann')).toContain(ours);
  expect(offered('ann')).not.toContain(mine);
  expect(offered(demoModel.model)).toEqual(expect.arrayContaining([mine, ours]));
  const call = answerOf(chat)?.parts.find((part) => part.is === 'call');
  expect(call?.is === 'call' && call.view.call.at).toBe('rejected');
  expect(here.host.ran).toEqual([]);
});

test('A4 A5 F1 W6 a shared card of three is live again after a reload, is answered once, and the round goes on', async () => {
  const name = freshName();
  const before = await stage(name);
  before.rulebook.change({ settings: { ...before.rulebook.now().settings, tools: { file_read: 'ask' } } });
  const first = begin(before, 'p1');
  first.setPeers([ann, bob]);
  const read = callsFor('file_read', { path: 'a.txt' });
  for (const who of ['ann', 'bob', demoModel.model]) before.scripts.set(who, [read]);
  first.send('Read it');
  await expect.poll(() => first.cards.value.map(({ sharers }) => sharers.length)).toEqual([2]);
  // Another chat is opened: the round goes on behind it, marked.
  begin(before);
  expect(before.chats.marks.value.get(first.record.value.id)).toBe('waiting');

  before.hooks.alone = () => Promise.resolve();
  const here = await stage(name);
  here.hooks.alone = () => Promise.resolve();
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, tools: { file_read: 'ask' } } });
  const chat = again(here, first.record.value.id);
  await expect.poll(() => chat.cards.value.map(({ sharers }) => sharers.length)).toEqual([2]);
  yes(chat, await card(chat));
  await ended(chat);
  expect(here.ran).toHaveLength(1);
  const traces = answerOf(chat)?.traces.map(({ phase, state }) => `${phase} ${state}`);
  expect(traces).toEqual(['dispatch done', 'dispatch done', 'dispatch done', 'synthesis done']);
});

test('W4 an answer that another tab has gone on with is not gone on with once more', async () => {
  const name = freshName();
  const dead = await stage(name);
  const lost = begin(dead);
  lost.setPeers([ann]);
  dead.scripts.set('ann', [says('Ann was done.')]);
  dead.scripts.set(demoModel.model, [[{ is: 'text', delta: 'I had begun' }, never()]]);
  lost.send('Go');
  await expect.poll(() => answerOf(lost)?.traces.some(({ state }) => state === 'done')).toBe(true);

  const one = await stage(name);
  one.hooks.alone = () => Promise.resolve();
  const here = again(one, lost.record.value.id);
  await expect.poll(() => answerOf(here)?.state).toBe('interrupted');
  const two = await stage(name);
  const there = again(two, lost.record.value.id);
  await expect.poll(() => answerOf(there)?.state).toBe('interrupted');
  // The page that died holds its lock in this test only: it lives on.
  lost.stop();
  await expect.poll(() => lost.running.value).toBe(null);

  here.goOn(answerOf(here)?.id ?? '');
  await expect.poll(() => answerOf(here)?.state).toBe('done');
  expect(one.requests.length).toBeGreaterThan(0);
  there.goOn(answerOf(there)?.id ?? '');
  await expect.poll(() => answerOf(there)?.state).toBe('done');
  expect(two.requests).toEqual([]);
});
