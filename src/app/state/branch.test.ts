import { expect, test } from 'vitest';
import { fold, viewOf, type Thread } from '../../core/chat.ts';
import type { AnswerEntry } from '../../core/conversation.ts';
import type { ModelEvent } from '../../core/model.ts';
import { fail } from '../../core/outcome.ts';
import { dropAttachment, readAttachment } from '../../storage/attachments.ts';
import { branchOf } from './branch.ts';
import type { ChatState } from './contract.ts';
import { exportedLog, fileNameOf } from './exportlog.ts';
import { callsFor, says, stage, type Stage } from './testing/stage.ts';

const ann = { provider: 'p', model: 'ann', name: 'Test · ann' };

function opened({ chats, rulebook }: Stage): ChatState {
  const id = chats.begin('p1');
  rulebook.change({ open: id, grants: [] });
  const chat = chats.current.value;
  if (chat === null) throw new Error('no chat is open');
  return chat;
}
const answers = (chat: ChatState): AnswerEntry[] =>
  chat.conversation.value.entries.flatMap((entry) => (entry.is === 'answer' ? [entry] : []));
async function threadOf(here: Stage, chat: string): Promise<Thread> {
  const read = await here.store.log.read(chat);
  if (!read.ok) throw new Error(read.fault.message);
  return fold(read.value.events);
}
/** What is said and done, without the ids that a branch makes anew. */
const told = (thread: Thread, answer: string): unknown =>
  viewOf(thread, answer).entries.map((entry) =>
    entry.is === 'asked'
      ? entry.text
      : [
          entry.state,
          entry.traces.map(({ model, phase, state }) => [model, phase, state]),
          entry.parts.map((part) =>
            part.is === 'call' ? [part.view.call.at, part.view.call.args] : part.is === 'notice' ? '' : part.text,
          ),
        ],
  );

test('U5 S4 a branch is a chat of its own with the conversation up to an answer, rounds and calls too, and no consents', async () => {
  const here = await stage();
  const chat = opened(here);
  here.scripts.set('demo', [callsFor('file_read', { path: 'a.txt' }), says('First.'), says('Second.')]);
  chat.setPeers([ann]);
  here.scripts.set('ann', [says('Ann.')]);
  chat.send('One');
  await expect.poll(() => answers(chat).map(({ state }) => state)).toEqual(['done']);
  chat.setPeers([]);
  chat.send('Two');
  await expect.poll(() => answers(chat).map(({ state }) => state)).toEqual(['done', 'done']);
  chat.setConsent('s1', 'all');
  const [first, second] = answers(chat);
  const id = first?.id ?? '';
  const made = await branchOf(chat.record.value, id, here.deps);
  if (!made.ok) throw new Error(made.fault.message);
  const branch = made.value;
  expect(branch.consents).toBeUndefined();
  expect([branch.project, branch.title]).toEqual(['p1', 'One (branch)']);

  const [old, fresh] = [await threadOf(here, chat.record.value.id), await threadOf(here, branch.id)];
  const copy = [...fresh.answers.keys()];
  expect(copy).toHaveLength(1);
  expect(told(fresh, copy[0] ?? '')).toEqual(told(old, id));
  // Nothing of one chat names anything of the other.
  const ids = (thread: Thread): string[] => [
    ...thread.asked.keys(),
    ...[...thread.answers.values()].flatMap((answer) => [answer.id, ...answer.parts.map((part) => part.id)]),
  ];
  const known = new Set(ids(old));
  expect(ids(fresh).filter((one) => known.has(one) && !/^n\d+$/u.test(one))).toEqual([]);
  expect(second?.state).toBe('done');
});

test('U5 W1 a file attached before the branch is read in both chats, whichever is removed', async () => {
  const here = await stage();
  const chat = opened(here);
  await chat.attach([new File(['hello'], 'a.txt', { type: 'text/plain' })]);
  here.replies.push(says('Seen.'));
  chat.send('Look');
  await expect.poll(() => answers(chat).map(({ state }) => state)).toEqual(['done']);
  const made = await branchOf(chat.record.value, answers(chat)[0]?.id ?? '', here.deps);
  if (!made.ok) throw new Error(made.fault.message);
  here.chats.touched(made.value);
  const attached = async (id: string): Promise<string> => {
    const [asked] = [...(await threadOf(here, id)).asked.values()];
    return asked?.attached[0]?.id ?? '';
  };
  const [mine, theirs] = [await attached(chat.record.value.id), await attached(made.value.id)];
  expect(mine).not.toBe(theirs);
  await here.chats.remove(chat.record.value.id);
  const [gone, kept] = [await readAttachment(mine), await readAttachment(theirs)];
  expect(gone.ok && gone.value).toBeNull();
  expect(kept.ok && (await kept.value?.text())).toBe('hello');
  await dropAttachment(theirs);
});

test('U5 W6 a branch that cannot be kept leaves nothing behind', async () => {
  const here = await stage();
  const chat = opened(here);
  await chat.attach([new File(['hello'], 'a.txt', { type: 'text/plain' })]);
  here.replies.push(says('Seen.'));
  chat.send('Look');
  await expect.poll(() => answers(chat).map(({ state }) => state)).toEqual(['done']);
  const made: string[] = [];
  const id = (): string => {
    made.push(here.deps.id());
    return made.at(-1) ?? '';
  };
  const full = fail('quota', 'The disk is full.');
  const log = { ...here.deps.log, begin: () => Promise.resolve(full) };
  expect(await branchOf(chat.record.value, answers(chat)[0]?.id ?? '', { ...here.deps, log, id })).toEqual(full);
  expect(made.length).toBeGreaterThan(2);
  for (const one of made) expect(await readAttachment(one)).toEqual({ ok: true, value: null });
  const [asked] = [...(await threadOf(here, chat.record.value.id)).asked.values()];
  const mine = await readAttachment(asked?.attached[0]?.id ?? '');
  expect(mine.ok && (await mine.value?.text())).toBe('hello');
});

test('U5 W6 an answer that still runs is an interrupted one in the branch, with its calls closed', async () => {
  const here = await stage();
  const chat = opened(here);
  here.replies.push(callsFor('file_write', { path: 'a.txt', content: 'x' }));
  chat.send('Write');
  await expect.poll(() => chat.cards.value.length).toBe(1);
  const made = await branchOf(chat.record.value, answers(chat)[0]?.id ?? '', here.deps);
  if (!made.ok) throw new Error(made.fault.message);
  const [copy] = [...(await threadOf(here, made.value.id)).answers.values()];
  expect(copy?.state).toBe('interrupted');
  expect(copy?.parts.flatMap((part) => (part.is === 'call' ? [part.view.call.at] : []))).toEqual(['stopped']);
  expect(chat.cards.value).toHaveLength(1);
  chat.stop();
});

test('U5 an answer that is not there makes no chat', async () => {
  const here = await stage();
  const chat = opened(here);
  here.replies.push(says('Yes.'));
  chat.send('One');
  await expect.poll(() => answers(chat).map(({ state }) => state)).toEqual(['done']);
  const before = here.chats.list.value.length;
  const made = await branchOf(chat.record.value, 'nothing01', here.deps);
  expect(made).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  await here.chats.load();
  expect(here.chats.list.value).toHaveLength(before);
});

test('I2 the exported log holds every event in order, in a named format, and no key', async () => {
  const here = await stage();
  const chat = opened(here);
  const signed: ModelEvent[] = [
    { is: 'reasoning', delta: 'Hm' },
    { is: 'data', of: 'reasoning', data: { s: 'sig' } },
  ];
  here.replies.push([...signed, ...says('Yes.')]);
  chat.send('One');
  await expect.poll(() => answers(chat).map(({ state }) => state)).toEqual(['done']);
  const made = await exportedLog(chat.record.value, here.store.log, 0);
  if (!made.ok) throw new Error(made.fault.message);
  const { events, format, version, exported } = made.value;
  // The record and the log, and nothing of where keys and headers lie (row X5).
  expect(Object.keys(made.value)).toEqual(['format', 'version', 'exported', 'chat', 'events', 'unreadable']);
  expect(made.value.chat).toEqual(chat.record.value);
  expect([format, version, exported]).toEqual(['sluice-log', 1, '1970-01-01T00:00:00.000Z']);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1));
  expect(events.map(({ kind }) => kind)).toEqual(['asked', 'began', 'reasoning', 'text', 'turn', 'closed']);
  expect(fileNameOf('Über: what/ever?  ')).toBe('Über-what-ever.sluice-log.json');
  expect(fileNameOf('///')).toBe('chat.sluice-log.json');
});
