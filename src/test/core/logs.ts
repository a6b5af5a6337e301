/**
 * Logs of random chats, for whatever must hold of any of them (row V3): messages, answers and rounds with failures, stops,
 * time-outs, retries, edits, declined calls, notices, summaries, answers that go on, other branches and console runs.
 */
import * as fc from 'fast-check';
import { view, viewOf, type Thread } from '../../core/chat.ts';
import { modelsOf } from '../../core/collect.ts';
import { history, type Reader } from '../../core/history.ts';
import type { AnswerId } from '../../core/ids.ts';
import type { LogEvent } from '../../core/log.ts';
import type { Message, ModelEvent } from '../../core/model.ts';
import { fail, ok } from '../../core/outcome.ts';
import { goOn } from '../../core/recover.ts';
import { stopModel } from '../../core/parts.ts';
import { makeStop } from '../../core/stop.ts';
import type { Said, Stamp } from '../../core/world.ts';
import { about, began, luna, script, stampOfAnswer } from './rounds.ts';
import { answer, chat, write } from './run.ts';
import { broke, finish, say, think, want, type Reply } from './script.ts';
import { invalid } from './valid.ts';
import { fakeWorld, type Card, type Fake } from './world.ts';

const read = (path = 'a') => want('file_read', { path });
const edit = (path = 'src/a.ts') => want('file_edit', { path, old_text: 'a', new_text: 'b' });

const events: fc.Arbitrary<ModelEvent> = fc.constantFrom<ModelEvent[]>(
  say('Hello'),
  say(''),
  think('Hm'),
  { is: 'break' },
  { is: 'data', of: 'reasoning', data: { signature: 's' } },
  { is: 'data', of: 'text', data: { thought: 't' } },
  { is: 'usage', usage: { input: 3, output: null } },
  { is: 'retry', fault: { code: 'busy', message: 'Busy.' }, waitMs: 0 },
  read(),
  edit(),
  want('file_edit', '{"path":"a'),
  want('nothing here', {}),
  want('', ''),
);
const replies: fc.Arbitrary<Reply[]> = fc.array(
  fc
    .tuple(fc.array(events, { maxLength: 5 }), fc.constantFrom(finish(), finish('length', true), broke()))
    .map(([all, end]) => [...all, end]),
  { maxLength: 3 },
);
type Word = 'yes' | 'remember' | 'no' | 'edit' | 'stop';
const step = fc.record({
  replies,
  luna: replies,
  gem: replies,
  /** In a round: after how many events this model is stopped alone, and when a timer runs out. */
  stopAt: fc.nat(40),
  fireAt: fc.nat(60),
  words: fc.array(fc.constantFrom<Word[]>('yes', 'yes', 'remember', 'no', 'edit', 'stop'), {
    minLength: 1,
    maxLength: 4,
  }),
  hands: fc.constantFrom('ok', 'ok', 'fault', 'cancelled'),
  kind: fc.constantFrom(
    'next',
    'round',
    'round',
    'round',
    'reround',
    'go on',
    'regenerate',
    'resend',
    'choose',
    'summary',
    'console',
  ),
});
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function wordOf(word: Word, card: Card, world: Fake): Said {
  const remember = card.ask.offers.find((offer) => offer.is === 'remember');
  if (word === 'stop') world.stop.request();
  if (word === 'no') return { is: 'no', reason: 'why not' };
  if (word === 'edit') return { is: 'edit', args: { path: 'lib/z.ts', old_text: 'a', new_text: 'c' } };
  return { is: 'yes', offer: word === 'remember' && remember !== undefined ? remember : { is: 'once' } };
}

/** Steps of a chat; `lived` makes its log. */
export const chats: fc.Arbitrary<Step[]> = fc.array(step, { minLength: 1, maxLength: 5 });

/** Lives through one random chat; every event that was ever written, growth included. */
export async function lived(steps: readonly Step[]): Promise<readonly LogEvent[]> {
  const world = fakeWorld({ budget: { soft: 6, ceiling: 6 } });
  for (const one of steps) {
    const { replies: replied, words, hands, kind } = one;
    world.stop = makeStop();
    let asked = 0;
    world.hooks.person = (card) => wordOf(asked > 6 ? 'no' : (words[(asked += 1) % words.length] ?? 'no'), card, world);
    world.hooks.hands = () =>
      Promise.resolve(
        hands === 'ok'
          ? ok({ text: 'fine', summary: 'fine' })
          : fail(hands === 'fault' ? 'not-found' : 'cancelled', 'There is no such file.'),
      );
    const { entries, leaf } = view(world.thread());
    const last = entries.findLast((entry) => entry.is === 'asked');
    const first = [...world.thread().answers.keys()][0];
    if (kind === 'regenerate' && last !== undefined) await answer(world, last.id, replied);
    else if (kind === 'resend' && last?.is === 'asked')
      await answer(world, await write(world, 'Else', last.after), replied);
    else if (kind === 'choose' && first !== undefined) await chose(world, first);
    else if (kind === 'console') await runTool(world);
    else if (kind === 'round') await rounded(world, one, await write(world, 'All of you', leaf));
    else if (kind === 'reround' && last !== undefined) await rounded(world, one, last.id);
    else if (kind === 'go on' && leaf !== null) await wentOn(world, one, leaf);
    else if (kind === 'summary' && leaf !== null)
      await world.append({ kind: 'summarised', text: 'They talked.' }, stampOfAnswer(leaf));
    else await chat(world, replied, leaf);
  }
  const refused = world.requests.flatMap((request) => invalid(request.messages));
  if (refused.length > 0) throw new Error(`a request was sent with ${refused.join('; ')}`);
  return world.journal;
}

const nobody: Stamp = { answer: null, model: null, phase: 'solo', turn: 0 };
const chose = (world: Fake, leaf: AnswerId) => world.append({ kind: 'chose', leaf }, nobody);

export async function runTool(world: Fake): Promise<void> {
  const stamp = { answer: world.id(), model: null, phase: 'console', turn: 1 } as const;
  const call = world.id();
  await world.append({ kind: 'began', to: null, project: null, after: view(world.thread()).leaf, system: '' }, stamp);
  const args = { path: 'SECRET OF THE CONSOLE' };
  await world.append(
    { kind: 'proposed', call, parent: null, name: 'grep', label: 'Grep', tool: 'grep', args, raw: '' },
    stamp,
  );
  await world.append(
    { kind: 'ended', call, outcome: ok({ text: 'SECRET OF THE CONSOLE', summary: '' }), ms: 1 },
    stamp,
  );
  await world.append({ kind: 'closed', as: 'done', fault: null }, { ...stamp, turn: 0 });
}

const scriptsOf = (one: Step) => ({ opus: one.replies, luna: one.luna, gem: one.gem });

async function rounded(world: Fake, one: Step, to: string): Promise<void> {
  const start = world.journal.length;
  const going = await began(world, to, scriptsOf(one));
  world.hooks.wrote = () => {
    if (world.journal.length === start + one.stopAt) stopModel(going.parts, luna);
    if (world.journal.length === start + one.fireAt) [...world.timers][0]?.fire();
  };
  await going.ended;
  delete world.hooks.wrote;
}

/** An answer that did not end well goes on. */
async function wentOn(world: Fake, one: Step, id: AnswerId): Promise<void> {
  const before = world.thread().answers.get(id);
  if (before === undefined || before.state === 'done' || before.peers.length === 0) return;
  script(world, scriptsOf(one));
  const ended = await goOn(about(world, id), world);
  await world.append({ kind: 'closed', as: ended.as, fault: ended.fault }, stampOfAnswer(id));
}

/** What the next request of each reader of the chat would send: whoever comes next, and every model of the newest answer. */
export function nextRequests(thread: Thread): Message[][] {
  const now = view(thread);
  const all = [history(now, new Map())];
  const node = now.leaf === null ? undefined : thread.answers.get(now.leaf);
  if (node === undefined) return all;
  const conversation = viewOf(thread, node.id);
  const readers: Reader[] = modelsOf(node).map((model) => ({
    answer: node.id,
    model,
    phase: node.peers.length > 0 ? 'dispatch' : 'solo',
  }));
  if (node.peers.length > 0 && node.model !== null)
    readers.push({ answer: node.id, model: node.model, phase: 'synthesis' });
  return [...all, ...readers.map((reader) => history(conversation, new Map(), reader))];
}
