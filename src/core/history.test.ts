import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chats, lived, nextRequests, runTool } from '../test/core/logs.ts';
import { answer, chat, write } from '../test/core/run.ts';
import { finish, say, want } from '../test/core/script.ts';
import { invalid } from '../test/core/valid.ts';
import { fakeWorld } from '../test/core/world.ts';
import { add, empty, view, viewOf, type Thread } from './chat.ts';
import { history } from './history.ts';
import type { LogEvent } from './log.ts';
import { fail, ok } from './outcome.ts';

const files = new Map();
const sent = (thread: Thread) => history(view(thread), files);
const read = (path = 'a') => want('file_read', { path });
const edit = (path = 'src/a.ts') => want('file_edit', { path, old_text: 'a', new_text: 'b' });
const nobody = { answer: null, model: null, phase: 'solo', turn: 0 } as const;

const seeded = { seed: 37, numRuns: process.env['SLUICE_FULL'] === '1' ? 600 : 60 };

describe('history after anything at all', () => {
  test('V3 W6 cases 37, 38: every prefix of every log gives a request that no provider refuses', async () => {
    let seen = 0;
    const kinds = new Set<string>();
    await fc.assert(
      fc.asyncProperty(chats, async (steps) => {
        let thread = empty;
        for (const event of await lived(steps)) {
          thread = add(thread, event);
          if (event.kind === 'joined') kinds.add(`${event.phase} ${event.basis ?? ''}`);
          if (event.kind === 'left') kinds.add(event.as);
          for (const messages of nextRequests(thread)) {
            seen += 1;
            const faults = thread.asked.size === 0 && messages.length === 0 ? [] : invalid(messages);
            if (faults.length > 0) throw new Error(`after ${event.seq} ${event.kind}: ${faults.join('; ')}`);
          }
        }
      }),
      seeded,
    );
    expect(seen).toBeGreaterThan(1_000);
    const met = ['dispatch ', 'synthesis answers', 'synthesis own', 'done', 'stopped', 'failed', 'timed-out'];
    expect([...kinds]).toEqual(expect.arrayContaining(met));
  }, 120_000);

  test('W6 any lost records leave a request that no provider refuses, and the rest of the chat in sight', async () => {
    await fc.assert(
      fc.asyncProperty(chats, fc.array(fc.nat(30), { maxLength: 10 }), async (steps, lost) => {
        const log = (await lived(steps)).filter((event) => !lost.includes(event.seq));
        const thread = log.reduce(add, empty);
        for (const messages of nextRequests(thread))
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

describe('a summary', () => {
  test('V5 U5 stands for everything before it, for whoever comes after it on its own branch only', async () => {
    const world = fakeWorld();
    const first = await chat(world, [[say('OLD WORDS'), finish()]]);
    await world.append({ kind: 'summarised', text: 'They met.' }, { ...nobody, answer: first.id });
    const asked = await write(world, 'And now?', first.id);
    const now = sent(world.thread());
    expect(now.map(({ role }) => role)).toEqual(['user']);
    expect(JSON.stringify(now)).toContain('They met.');
    expect(JSON.stringify(now)).toContain('And now?');
    expect(JSON.stringify(now)).not.toContain('OLD WORDS');
    // Another version of the message before it knows nothing of it.
    await write(world, 'Otherwise', null);
    expect(JSON.stringify(sent(world.thread()))).not.toContain('They met.');
    await answer(world, asked, [[say('NEW WORDS'), finish()]]);
    expect(JSON.stringify(sent(world.thread()))).toMatch(/They met\..*NEW WORDS/u);
  });
});
