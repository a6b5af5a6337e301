import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { answer, chat, write } from '../test/core/run.ts';
import { broke, finish, say, think, want, type Reply } from '../test/core/script.ts';
import { invalid } from '../test/core/valid.ts';
import { fakeWorld, type Card, type Fake } from '../test/core/world.ts';
import { add, empty, view, viewOf, type Thread } from './chat.ts';
import { history } from './history.ts';
import type { AnswerId } from './ids.ts';
import type { LogEvent } from './log.ts';
import type { ModelEvent } from './model.ts';
import { fail, ok } from './outcome.ts';
import { makeStop } from './stop.ts';
import type { Said } from './world.ts';

const files = new Map();
const sent = (thread: Thread) => history(view(thread), files);
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
  words: fc.array(fc.constantFrom<Word[]>('yes', 'yes', 'remember', 'no', 'edit', 'stop'), {
    minLength: 1,
    maxLength: 4,
  }),
  hands: fc.constantFrom('ok', 'ok', 'fault', 'cancelled'),
  kind: fc.constantFrom('next', 'next', 'regenerate', 'resend', 'choose', 'console'),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function wordOf(word: Word, card: Card, world: Fake): Said {
  const remember = card.ask.offers.find((offer) => offer.is === 'remember');
  if (word === 'stop') world.stop.request();
  if (word === 'no') return { is: 'no', reason: 'why not' };
  if (word === 'edit') return { is: 'edit', args: { path: 'lib/z.ts', old_text: 'a', new_text: 'c' } };
  return { is: 'yes', offer: word === 'remember' && remember !== undefined ? remember : { is: 'once' } };
}

/** Lives through one random chat; every event that was ever written, growth included. */
async function lived(steps: readonly Step[]): Promise<readonly LogEvent[]> {
  const world = fakeWorld({ budget: { soft: 6, ceiling: 6 } });
  for (const { replies: script, words, hands, kind } of steps) {
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
    if (kind === 'regenerate' && last !== undefined) await answer(world, last.id, script);
    else if (kind === 'resend' && last?.is === 'asked')
      await answer(world, await write(world, 'Else', last.after), script);
    else if (kind === 'choose' && first !== undefined) await chose(world, first);
    else if (kind === 'console') await runTool(world);
    else await chat(world, script, leaf);
  }
  const refused = world.requests.flatMap((request) => invalid(request.messages));
  if (refused.length > 0) throw new Error(`a request was sent with ${refused.join('; ')}`);
  return world.journal;
}

const nobody = { answer: null, model: null, phase: 'solo', turn: 0 } as const;
const chose = (world: Fake, leaf: AnswerId) => world.append({ kind: 'chose', leaf }, nobody);

async function runTool(world: Fake): Promise<void> {
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

const seeded = { seed: 37, numRuns: process.env['SLUICE_FULL'] === '1' ? 600 : 60 };
const chats = fc.array(step, { minLength: 1, maxLength: 5 });

describe('history after anything at all', () => {
  test('V3 W6 cases 37, 38: every prefix of every log gives a request that no provider refuses', async () => {
    let seen = 0;
    await fc.assert(
      fc.asyncProperty(chats, async (steps) => {
        let thread = empty;
        for (const event of await lived(steps)) {
          thread = add(thread, event);
          const messages = sent(thread);
          seen += 1;
          const faults = thread.asked.size === 0 && messages.length === 0 ? [] : invalid(messages);
          if (faults.length > 0) throw new Error(`after ${event.seq} ${event.kind}: ${faults.join('; ')}`);
        }
      }),
      seeded,
    );
    expect(seen).toBeGreaterThan(1_000);
  }, 120_000);

  test('W6 any lost records leave a request that no provider refuses, and the rest of the chat in sight', async () => {
    await fc.assert(
      fc.asyncProperty(chats, fc.array(fc.nat(30), { maxLength: 10 }), async (steps, lost) => {
        const log = (await lived(steps)).filter((event) => !lost.includes(event.seq));
        const thread = log.reduce(add, empty);
        const messages = sent(thread);
        if (messages.length > 0 && invalid(messages).length > 0) throw new Error(invalid(messages).join('; '));
      }),
      seeded,
    );
    expect(invalid([])).toHaveLength(1);
  }, 120_000);

  test('V4 runs from the tool console are never sent', async () => {
    await fc.assert(
      fc.asyncProperty(chats, async (steps) => {
        const thread = (await lived(steps)).reduce(add, empty);
        const text = JSON.stringify([...thread.answers.keys()].map((id) => history(viewOf(thread, id), files)));
        return !text.includes('SECRET OF THE CONSOLE');
      }),
      { seed: 4, numRuns: 30 },
    );
    const world = fakeWorld();
    await runTool(world);
    expect(sent(world.thread())).toEqual([]);
    expect(view(world.thread()).entries).toHaveLength(1);
  }, 120_000);
});

describe('what one call tells the model', () => {
  const textsOf = (thread: Thread) =>
    sent(thread).flatMap((message) =>
      message.role === 'tool' ? message.answers.map((one) => [one.failed, one.text]) : [],
    );

  test('P11 results and errors alike are capped', async () => {
    for (const outcome of [ok({ text: 'x'.repeat(99_999), summary: '' }), fail('bug', 'x'.repeat(99_999))]) {
      const world = fakeWorld({ hooks: { hands: () => Promise.resolve(outcome) } });
      await chat(world, [[read(), finish()]]);
      const [[failed, text] = []] = textsOf(world.thread());
      expect(failed).toBe(!outcome.ok);
      expect(String(text).length).toBeLessThan(34_000);
    }
  });

  test('V3 half a surrogate pair never travels', async () => {
    const world = fakeWorld({ hooks: { hands: () => Promise.resolve(ok({ text: 'cut \ud83d', summary: '' })) } });
    await chat(world, [[read(), finish()]]);
    expect(textsOf(world.thread())).toEqual([[false, 'cut \ufffd']]);
  });

  test('W6 a call that a killed tab left running may or may not have run, one that waited did not', async () => {
    const world = fakeWorld({ hooks: { person: () => ({ is: 'yes', offer: { is: 'once' } }) } });
    await chat(world, [[edit(), finish()]]);
    const until = (kind: LogEvent['kind']) => {
      const at = world.log.findIndex((event) => event.kind === kind);
      return textsOf(world.log.slice(0, at + 1).reduce(add, empty));
    };
    expect(until('proposed')).toEqual([[true, 'cancelled: the answer ended before this ran.']]);
    expect(until('waiting')).toEqual([[true, 'cancelled: the answer ended before this ran.']]);
    expect(until('started')[0]?.[1]).toContain('it may or may not have run');
    expect(until('ended')).toEqual([[false, 'Edit file: src/a.ts']]);
  });

  test('P9 what the person put back afterwards is told with the next message', async () => {
    const world = fakeWorld({ hooks: { person: () => ({ is: 'yes', offer: { is: 'once' } }) } });
    const { id } = await chat(world, [[edit(), finish()]]);
    const call = [...world.thread().answers.values()][0]?.parts.find((part) => part.is === 'call')?.id ?? '';
    await world.append({ kind: 'reverted', call, summary: 'put back' }, { ...nobody, answer: id });
    await write(world, 'And now?', id);
    expect(sent(world.thread()).at(-1)).toMatchObject({
      role: 'user',
      parts: [{ text: '[The person put back these changes: Edit file src/a.ts.]' }, { text: 'And now?' }],
    });
  });
});
