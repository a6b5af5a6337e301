import { expect, test } from 'vitest';
import { fileTool } from '../../core/builtin.ts';
import { fail, ok } from '../../core/outcome.ts';
import type { ChatState } from './contract.ts';
import { freshName } from '../../storage/testing/fresh.ts';
import { callsFor, says, stage, writePlan, type Stage } from './testing/stage.ts';

const write = { path: 'a.txt', content: 'new' };

/** The open chat, of the project `p1`. */
function opened({ chats, rulebook }: Stage): ChatState {
  const id = chats.begin('p1');
  rulebook.change({ open: id, grants: [] });
  const chat = chats.current.value;
  if (chat === null) throw new Error('no chat is open');
  return chat;
}

/** A page that opens the same data: the one before is as good as dead, but for what a test does with it. */
async function reloaded({ hooks }: Stage, name: string): Promise<Stage> {
  hooks.alone = () => Promise.resolve();
  const here = await stage(name);
  here.hooks.alone = () => Promise.resolve();
  return here;
}

const callStates = (chat: ChatState): string[] =>
  chat.conversation.value.entries.flatMap((entry) =>
    'parts' in entry ? entry.parts.flatMap((part) => (part.is === 'call' ? [part.view.call.at] : [])) : [],
  );
const answersOf = (chat: ChatState): string[] =>
  chat.conversation.value.entries.flatMap((entry) => (entry.is === 'answer' ? [entry.state] : []));
const idOf = (chat: ChatState): string => chat.record.value.id;

test('V8 a write that was allowed does not run when the answer is stopped while its folder is being asked for', async () => {
  const here = await stage();
  const chat = opened(here);
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, tools: { file_write: 'always' } } });
  here.replies.push(callsFor('file_write', write));
  // The call, not the reading of AGENTS.md, is what the stop meets.
  chat.setGiven('agents', false);
  let asked = 0;
  here.hooks.folder = async () => {
    asked += 1;
    chat.stop();
    await Promise.resolve();
    return ok({ kind: 'directory', name: 'work' });
  };
  chat.send('Please');
  await expect.poll(() => callStates(chat)).toEqual(['stopped']);
  expect(asked).toBeGreaterThan(0);
  expect(here.ran).toEqual([]);
});

test('A6 a yes to a card that shows an older plan than the one that would run does not count', async () => {
  const here = await stage();
  const chat = opened(here);
  let hash = 'b'.repeat(64);
  here.hooks.plan = () => writePlan('a.txt', hash);
  here.replies.push(callsFor('file_write', write));
  chat.send('Please');
  await expect.poll(() => chat.cards.value.length).toBe(1);
  const [shown] = chat.cards.value;
  // The file changes, and the call is planned anew; the screen has not been drawn since.
  hash = 'c'.repeat(64);
  const screen = { drawn: false };
  chat.cards.subscribe((cards) => {
    screen.drawn ||= cards[0] !== undefined && cards[0] !== shown;
  });
  here.chats.wake();
  let tried = 0;
  while (!screen.drawn) {
    chat.answer(shown?.view.call.id ?? '', { verdict: 'yes', offer: { is: 'once' } });
    tried += 1;
    await new Promise((next) => setTimeout(next, 1));
  }
  expect(tried).toBeGreaterThan(0);
  expect(callStates(chat)).toEqual(['waiting']);
  expect(here.ran).toEqual([]);
  const [again] = chat.cards.value;
  expect(again?.view.plan?.after?.hash).toBe(hash);
  chat.answer(again?.view.call.id ?? '', { verdict: 'yes', offer: { is: 'once' } });
  await expect.poll(() => here.ran.length).toBe(1);
});

test('A4 a chat whose console call has no card yet stays in memory when another chat is opened', async () => {
  const here = await stage();
  const chat = opened(here);
  here.replies.push(says('Hello.'));
  chat.send('Hello');
  await expect.poll(() => chat.running.value === null && chat.conversation.value.entries.length === 2).toBe(true);
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => (release = done));
  here.hooks.folder = async () => {
    await gate;
    return ok({ kind: 'directory', name: 'work' });
  };
  chat.runTool(fileTool('file_write'), write);
  await expect.poll(() => callStates(chat)).toEqual(['proposed']);
  here.chats.begin('p1');
  expect(here.chats.current.value).not.toBe(chat);
  release();
  await expect.poll(() => here.chats.marks.value.get(idOf(chat))).toBe('waiting');
  here.chats.open(idOf(chat));
  await expect.poll(() => here.chats.current.value?.cards.value.length).toBe(1);
});

test('A4 a chat that is left in the moment after sending keeps its answer in reach', async () => {
  const here = await stage();
  const chat = opened(here);
  here.replies.push(says('Hello.'), callsFor('file_write', write));
  chat.send('Hello');
  await expect.poll(() => chat.running.value === null && chat.conversation.value.entries.length === 2).toBe(true);
  chat.send('Please');
  here.chats.begin('p1');
  await expect.poll(() => here.chats.marks.value.get(idOf(chat))).toBe('waiting');
});

test('W6 files that wait to be sent are still there after another chat was open', async () => {
  const here = await stage();
  const chat = opened(here);
  here.replies.push(says('Hello.'));
  chat.send('Hello');
  await expect.poll(() => chat.running.value === null && chat.conversation.value.entries.length === 2).toBe(true);
  await chat.attach([new File(['one line'], 'a.txt', { type: 'text/plain' })]);
  here.chats.begin('p1');
  here.chats.open(idOf(chat));
  expect(here.chats.current.value?.attached.value.map(({ name }) => name)).toEqual(['a.txt']);
});

test('W6 a chat that is left while it is being read keeps the card it picks up within reach', async () => {
  const name = freshName();
  const before = await stage(name);
  const chat = opened(before);
  before.replies.push(callsFor('file_write', write));
  chat.send('Please');
  await expect.poll(() => chat.cards.value.length).toBe(1);
  const here = await reloaded(before, name);
  here.chats.open(idOf(chat));
  here.chats.begin('p1');
  await expect.poll(() => here.chats.marks.value.get(idOf(chat))).toBe('waiting');
});

test('W4 what another tab has ended is not picked up again from what was read before', async () => {
  const name = freshName();
  const before = await stage(name);
  const chat = opened(before);
  before.replies.push(callsFor('file_write', write));
  chat.send('Please');
  await expect.poll(() => chat.cards.value.length).toBe(1);
  const here = await reloaded(before, name);
  // Between the reading of the log and the moment this tab has the answer to itself, the other one ends it.
  here.hooks.alone = async () => {
    chat.answer(chat.cards.value[0]?.view.call.id ?? '', { verdict: 'yes', offer: { is: 'once' } });
    await expect.poll(() => chat.running.value).toBe(null);
  };
  here.chats.open(idOf(chat));
  await expect.poll(() => before.ran.length).toBe(1);
  await expect.poll(() => here.chats.current.value?.conversation.value.entries.at(-1)).toMatchObject({ state: 'done' });
  expect(here.chats.current.value?.cards.value).toEqual([]);
  expect(here.ran).toEqual([]);
});

test('U5 two quick clicks on Send again make one version, not two', async () => {
  const here = await stage();
  const chat = opened(here);
  here.replies.push(says('Hello.'), says('Again.'));
  chat.send('Hello');
  await expect.poll(() => chat.running.value === null && chat.conversation.value.entries.length === 2).toBe(true);
  const [first] = chat.conversation.value.entries;
  if (first?.is !== 'asked') throw new Error('no message');
  chat.resend(first.id, 'Hello again');
  chat.resend(first.id, 'Hello again');
  await expect.poll(() => chat.conversation.value.entries[0]).toMatchObject({ text: 'Hello again' });
  await expect.poll(() => chat.conversation.value.entries[1]).toMatchObject({ state: 'done' });
  expect(chat.conversation.value.entries[0]).toMatchObject({ versions: { index: 1, leaves: { length: 2 } } });
});

test('P9 W1 with a chat the old contents of its changes go, and the files that were attached', async () => {
  const here = await stage();
  const chat = opened(here);
  here.rulebook.change({ settings: { ...here.rulebook.now().settings, tools: { file_write: 'always' } } });
  here.replies.push(callsFor('file_write', write));
  await chat.attach([new File(['note'], 'note.txt', { type: 'text/plain' })]);
  const file = chat.attached.value[0]?.id ?? '';
  chat.send('Please');
  await expect.poll(() => callStates(chat)).toEqual(['done']);
  await expect.poll(() => chat.running.value).toBe(null);
  expect(await chat.attachment(file)).not.toBe(null);
  await here.chats.remove(idOf(chat));
  expect(here.forgotten).toEqual(here.ran.map((call) => call.id));
  expect(await chat.attachment(file)).toBe(null);
});

test('W6 V8 a message sent while an older answer is being picked up waits for it, and is answered, and so is the next', async () => {
  const name = freshName();
  const before = await stage(name);
  const chat = opened(before);
  before.replies.push(callsFor('file_write', write));
  chat.send('Please');
  await expect.poll(() => chat.cards.value.length).toBe(1);
  const here = await reloaded(before, name);
  let release: () => void = () => undefined;
  const gate = new Promise<void>((done) => (release = done));
  const { log } = here.store;
  let reads = 0;
  const read = log.read.bind(log);
  Object.assign(log, {
    read: async (id: string) => {
      reads += 1;
      if (reads === 2) await gate;
      return read(id);
    },
  });
  here.chats.open(idOf(chat));
  await expect.poll(() => reads).toBe(2);
  const again = here.chats.current.value;
  if (again === null) throw new Error('no chat is open');
  here.replies.push(says('Cut off no more.'), says('First.'), says('Second.'));
  // Nobody knows yet whether an answer runs, so the message waits.
  again.send('One');
  expect(again.queue.value.map((one) => one.text)).toEqual(['One']);
  release();
  await expect.poll(() => again.cards.value.length).toBe(1);
  expect(again.queue.value.map((one) => one.text)).toEqual(['One']);
  again.answer(again.cards.value[0]?.view.call.id ?? '', { verdict: 'no', reason: '' });
  await expect.poll(() => answersOf(again)).toEqual(['done', 'done']);
  expect(again.queue.value).toEqual([]);
  await expect.poll(() => again.running.value).toBe(null);
  again.send('Two');
  await expect.poll(() => answersOf(again)).toEqual(['done', 'done', 'done']);
  expect(here.ran).toEqual([]);
});

test('W6 P9 a change whose worker died is told by what the disk holds, and is never done twice', async () => {
  for (const [settled, wanted] of [
    ['done', { ok: true }],
    ['not-run', { ok: false, fault: { message: expect.stringContaining('Nothing was changed') } }],
    ['other', { ok: false, fault: { message: expect.stringContaining('in part') } }],
  ] as const) {
    const here = await stage();
    const chat = opened(here);
    here.rulebook.change({ settings: { ...here.rulebook.now().settings, tools: { file_write: 'always' } } });
    here.hooks.run = () => Promise.resolve(fail('bug', 'The files worker stopped working.'));
    here.hooks.settle = () => Promise.resolve(ok(settled));
    here.replies.push(callsFor('file_write', write));
    chat.send('Please');
    await expect.poll(() => callStates(chat)).toEqual(['done']);
    const call = chat.conversation.value.entries.flatMap((entry) => ('parts' in entry ? entry.parts : []))[0];
    expect(call).toMatchObject({ view: { call: { outcome: wanted } } });
    expect(here.ran).toHaveLength(1);
  }
});

test('V4 W1 removing a chat ends the person’s own call that waits in it, without a word', async () => {
  const here = await stage();
  const chat = opened(here);
  chat.runTool(fileTool('file_write'), write);
  await expect.poll(() => chat.cards.value.length).toBe(1);
  await here.chats.remove(idOf(chat));
  await expect.poll(() => chat.cards.value.length).toBe(0);
  expect(here.ran).toEqual([]);
  expect(here.told).toEqual([]);
});

test('W6 V8 what was written, queued or attached and not sent is there again after the page died', async () => {
  const name = freshName();
  const here = await stage(name);
  const chat = opened(here);
  here.replies.push(callsFor('file_write', write));
  chat.send('Please');
  await expect.poll(() => chat.cards.value.length).toBe(1);
  chat.send('and then this');
  await chat.attach([new File(['note'], 'note.txt', { type: 'text/plain' })]);
  chat.draft.value = 'half a sent';
  here.chats.flush();
  await expect.poll(async () => (await here.store.chats.get(idOf(chat))).ok).toBe(true);

  const next = await reloaded(here, name);
  next.chats.open(idOf(chat));
  const again = next.chats.current.value;
  expect(again?.draft.value).toBe('and then this\n\nhalf a sent');
  expect(again?.attached.value.map((file) => file.name)).toEqual(['note.txt']);
  again?.send('sent now');
  await expect.poll(() => again?.queue.value.map((one) => one.text)).toEqual(['sent now']);
});

test('P6 X2 X3 an image goes from a call into a message only where the files worker lets its path through', async () => {
  const here = await stage();
  const chat = opened(here);
  here.hooks.run = () => Promise.resolve(fail('binary', 'dot.png is a binary file (PNG image).'));
  here.replies.push(callsFor('file_read', { path: 'dot.png' }));
  chat.send('Please');
  await expect.poll(() => callStates(chat)).toEqual(['done']);
  const [part] = chat.conversation.value.entries.flatMap((entry) => ('parts' in entry ? entry.parts : []));
  const { files } = here.deps;
  const survey = files.survey.bind(files);
  for (const [against, words] of [
    [{ blockedBy: '.agentblock: *.png' }, 'closed to models by .agentblock'],
    [{ secret: 'deny' }, 'list of secrets'],
    [{ refused: 'It leaves the project.' }, 'leaves the project'],
  ] as const) {
    Object.assign(files, {
      survey: async (...args: Parameters<typeof survey>) => {
        const facts = await survey(...args);
        return facts.ok ? ok({ ...facts.value, ...against }) : facts;
      },
    });
    await chat.attachFromCall(part?.id ?? '');
    expect(here.told.at(-1)?.message).toContain(words);
    expect(chat.attached.value).toEqual([]);
  }
});
