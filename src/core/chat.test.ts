import { describe, expect, test } from 'vitest';
import { opus } from '../test/core/make.ts';
import { answer, chat, write } from '../test/core/run.ts';
import { finish, say, want } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { add, empty, fold, view, viewOf } from './chat.ts';
import type { AnswerId } from './ids.ts';
import type { LogEvent } from './log.ts';

const nobody = { answer: null, model: null, phase: 'solo', turn: 0 } as const;
const reply = (text: string) => [[say(text), finish()]];
/** The visible conversation in words: what was asked, and what was said to it. */
const seen = (world: Fake): string[] =>
  view(world.thread()).entries.map((entry) =>
    entry.is === 'asked'
      ? `? ${entry.text}`
      : `! ${entry.parts.map((part) => (part.is === 'text' ? part.text : part.is)).join(' ')}`,
  );
const choose = (world: Fake, leaf: AnswerId | null | undefined) =>
  world.append({ kind: 'chose', leaf: leaf ?? 'none' }, nobody);
const versions = (world: Fake) =>
  view(world.thread()).entries.map((entry) => [entry.versions.index, entry.versions.leaves.length]);

/** Two questions and their answers. */
async function twoTurns() {
  const world = fakeWorld();
  const first = await write(world, 'one');
  const { id: a } = await answer(world, first, reply('A'));
  const second = await write(world, 'two', a);
  const { id: b } = await answer(world, second, reply('B'));
  return { world, first, second, a, b };
}

describe('branches', () => {
  test('U5 a chat in order is one branch', async () => {
    const { world, b } = await twoTurns();
    expect(seen(world)).toEqual(['? one', '! A', '? two', '! B']);
    expect(view(world.thread()).leaf).toBe(b);
    expect(versions(world)).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
  });

  test('U5 a regenerated answer stands in place of the old one, which can be chosen again', async () => {
    const { world, second, b } = await twoTurns();
    const { id: again } = await answer(world, second, reply('B2'));
    expect(seen(world)).toEqual(['? one', '! A', '? two', '! B2']);
    expect(versions(world).at(-1)).toEqual([1, 2]);
    expect(view(world.thread()).entries.at(-1)?.versions.leaves).toEqual([b, again]);
    await choose(world, b);
    expect(seen(world).at(-1)).toBe('! B');
    expect(versions(world).at(-1)).toEqual([0, 2]);
    await choose(world, again);
    expect(seen(world).at(-1)).toBe('! B2');
  });

  test('U5 an edited message begins a branch from where it stood; the old one and all below it stays', async () => {
    const { world, b } = await twoTurns();
    const edited = await write(world, 'one, edited');
    expect(seen(world)).toEqual(['? one, edited']);
    expect(view(world.thread()).leaf).toBeNull();
    const { id: c } = await answer(world, edited, reply('C'));
    expect(seen(world)).toEqual(['? one, edited', '! C']);
    expect(view(world.thread()).entries[0]?.versions).toEqual({ index: 1, leaves: [b, c] });
    await choose(world, b);
    expect(seen(world)).toEqual(['? one', '! A', '? two', '! B']);
  });

  test('U5 V4 a run from the console is no branch that could be chosen', async () => {
    const { world, b } = await twoTurns();
    const stamp = { answer: 'console01', model: null, phase: 'console', turn: 1 } as const;
    await world.append({ kind: 'began', to: null, project: null, after: b, system: '' }, stamp);
    await choose(world, 'console01');
    expect(seen(world).slice(0, 4)).toEqual(['? one', '! A', '? two', '! B']);
  });

  test('U5 going back to an older version shows the newest of what came below it', async () => {
    const { world, first, second, b } = await twoTurns();
    const { id: b2 } = await answer(world, second, reply('B2'));
    await answer(world, first, reply('A2'));
    expect(seen(world)).toEqual(['? one', '! A2']);
    const leaves = view(world.thread()).entries[1]?.versions.leaves;
    expect(leaves?.[0]).toBe(b2);
    await choose(world, leaves?.[0]);
    expect(seen(world)).toEqual(['? one', '! A', '? two', '! B2']);
    await choose(world, b);
    expect(seen(world).at(-1)).toBe('! B');
  });

  test('U5 a choice that does not exist changes nothing', async () => {
    const { world } = await twoTurns();
    const before = world.thread();
    await choose(world, 'nowhere');
    expect(world.thread()).toBe(before);
  });

  test('U5 an answer is sent its own branch, whatever branch is looked at meanwhile', async () => {
    const { world, first, b } = await twoTurns();
    world.hooks.wrote = (event) => {
      if (event.kind !== 'ended') return;
      delete world.hooks.wrote;
      void choose(world, b);
    };
    await answer(world, first, [[want('file_read', { path: 'x' }), finish()], ...reply('A2')]);
    const texts = JSON.stringify(world.requests.at(-1)?.messages);
    expect(texts).toContain('file_read of');
    expect(texts).not.toContain('two');
  });
});

describe('console runs', () => {
  test('V4 they stand where they happened and are nobody’s branch', async () => {
    const { world, a, b } = await twoTurns();
    const stamp = { ...nobody, answer: 'console1', phase: 'console', turn: 1 } as const;
    await world.append({ kind: 'began', to: null, project: null, after: b, system: '' }, stamp);
    await world.append({ kind: 'notice', text: 'run' }, stamp);
    expect(seen(world)).toEqual(['? one', '! A', '? two', '! B', '! notice']);
    expect(view(world.thread()).leaf).toBe(b);
    await answer(world, await write(world, 'three', b), reply('C'));
    expect(seen(world)).toEqual(['? one', '! A', '? two', '! B', '! notice', '? three', '! C']);
    expect(viewOf(world.thread(), a).leaf).toBe(a);
  });
});

describe('folding', () => {
  test('W1 the same events give the same conversation, one by one or all at once', async () => {
    const { world } = await twoTurns();
    expect(view(fold(world.log))).toEqual(view(world.journal.reduce(add, empty)));
  });

  test('W1 a grown event replaces itself, however often it is read again', async () => {
    const world = fakeWorld();
    await chat(world, [[say('Hel'), say('lo'), finish()]]);
    const grown = world.journal.flatMap((event) => (event.kind === 'text' ? [event] : []));
    expect(grown.map((event) => [event.text, event.done])).toEqual([
      ['Hel', false],
      ['Hello', false],
      ['Hello', true],
    ]);
    expect(new Set(grown.map((event) => event.seq)).size).toBe(1);
    const again = [...grown, ...grown].reduce(add, world.thread());
    expect(view(again)).toEqual(view(world.thread()));
  });

  test('W4 a call that is proposed twice is one call', async () => {
    const world = fakeWorld();
    await chat(world, [[want('file_read', { path: 'a' }), finish()]]);
    const proposed = world.log.filter((event) => event.kind === 'proposed');
    expect(view(proposed.reduce(add, world.thread()))).toEqual(view(world.thread()));
  });

  test('W6 a void part is not part of the answer, live or read again', async () => {
    const world = fakeWorld();
    const busy = { is: 'retry', fault: { code: 'busy', message: 'Busy.' }, waitMs: 0 } as const;
    await chat(world, [[say('no'), busy, say('yes'), finish()]]);
    for (const thread of [world.thread(), fold(world.log)]) {
      expect(view(thread).entries[1]).toMatchObject({ parts: [{ is: 'notice' }, { is: 'text', text: 'yes' }] });
    }
  });

  test('W1 kinds of events this version does not know change nothing', async () => {
    const { world, b } = await twoTurns();
    const strange = { ...nobody, answer: b, kind: 'hologram', chat: 'chat1', seq: 99, at: 1 } as unknown as LogEvent;
    expect(add(world.thread(), strange)).toBe(world.thread());
    expect(add(world.thread(), { ...strange, answer: null })).toBe(world.thread());
    expect(add(world.thread(), { ...strange, answer: 'unknown' })).toBe(world.thread());
  });

  test('W6 events of a call or an answer whose beginning was lost change nothing', async () => {
    const { world, b } = await twoTurns();
    const ended = { kind: 'dropped', call: 'lost', ran: 'no', fault: { code: 'bug', message: '' } } as const;
    const event: LogEvent = { ...nobody, ...ended, answer: b, chat: 'chat1', seq: 99, at: 1 };
    expect(view(add(world.thread(), event))).toEqual(view(world.thread()));
  });

  test('W6 a lost message or answer hides no more than itself', async () => {
    const { world, first, second, a } = await twoTurns();
    const without = (lost: (event: LogEvent) => boolean) => {
      const { entries } = view(fold(world.log.filter((event) => !lost(event))));
      return entries.map((entry) => entry.id);
    };
    const all = view(world.thread()).entries.map((entry) => entry.id);
    for (const asked of [first, second]) {
      expect(without((event) => event.kind === 'asked' && event.id === asked)).toEqual(
        all.filter((id) => id !== asked),
      );
    }
    expect(without((event) => event.kind === 'began' && event.answer === a)).toEqual(all.filter((id) => id !== a));
  });

  test('W5 records that follow each other in a circle do not hang the fold', () => {
    const at = { chat: 'chat1', at: 1, model: opus, phase: 'solo', turn: 0 } as const;
    const began = (seq: number, id: string, to: string): LogEvent => ({
      ...at,
      seq,
      kind: 'began',
      answer: id,
      to,
      project: null,
      after: null,
      system: '',
    });
    const asked = (seq: number, id: string, after: string): LogEvent => ({
      ...at,
      seq,
      kind: 'asked',
      answer: null,
      id,
      text: id,
      attached: [],
      after,
    });
    const circle = [asked(1, 'q1', 'a2'), began(2, 'a1', 'q1'), asked(3, 'q2', 'a1'), began(4, 'a2', 'q2')];
    expect(view(fold(circle)).entries).toHaveLength(4);
  });
});

describe('what is drawn again', () => {
  test('U4 entries that did not change keep their identity, so that a growing answer redraws itself alone', async () => {
    const { world, b } = await twoTurns();
    const before = view(world.thread());
    await world.append({ kind: 'notice', text: 'more' }, { ...nobody, answer: b, turn: 1 });
    const after = view(world.thread(), before);
    expect(after.entries.slice(0, 3).every((entry, at) => entry === before.entries[at])).toBe(true);
    expect(after.entries[3]).not.toBe(before.entries[3]);
    expect(view(world.thread(), after).entries.every((entry, at) => entry === after.entries[at])).toBe(true);
  });

  test('U5 an entry whose versions changed is drawn again', async () => {
    const { world, first } = await twoTurns();
    const before = view(world.thread());
    await answer(world, first, reply('A2'));
    const after = view(world.thread(), before);
    expect(after.entries[0]).not.toBe(before.entries[0]);
    expect(after.entries[0]?.versions).not.toEqual(before.entries[0]?.versions);
  });
});
