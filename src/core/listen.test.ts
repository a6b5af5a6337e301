import { describe, expect, test } from 'vitest';
import { chat, states, told } from '../test/core/run.ts';
import { broke, finish, say, think, want } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { limits } from './limits.ts';

const read = (path: string) => want('file_read', { path });
const edit = (path: string) => want('file_edit', { path, old_text: 'a', new_text: 'b' });
const textOf = (world: Fake): string[] =>
  [...world.thread().answers.values()].flatMap((answer) =>
    answer.parts.flatMap((part) => (part.is === 'text' ? [part.text] : [])),
  );
const notices = (world: Fake): string[] => world.log.flatMap((event) => (event.kind === 'notice' ? [event.text] : []));

describe('how a turn ends', () => {
  test('V2 case 53: calls run although the wire said stop, or nothing', async () => {
    for (const reason of ['stop', '', 'end_turn', 'tool_calls']) {
      const world = fakeWorld();
      await chat(world, [[read('a'), finish(reason)]]);
      expect([reason, states(world)]).toEqual([reason, ['done']]);
    }
    const world = fakeWorld();
    const silent = [read('a')];
    world.stream = ((stream) => (request) => {
      const made = stream(request);
      if (world.requests.length > 1) return made;
      async function* bare() {
        for (const event of silent) yield await Promise.resolve(event);
      }
      return { events: bare(), stop: () => undefined };
    })(world.stream);
    await chat(world, []);
    expect(states(world)).toEqual(['done']);
  });

  test('V2 case 56: “tool_calls” without a call ends the turn and says that nothing came', async () => {
    const world = fakeWorld();
    expect((await chat(world, [[finish('tool_calls')]])).as).toBe('done');
    expect(world.requests).toHaveLength(1);
    expect(notices(world)).toEqual(['The model ended its turn without saying anything.']);
  });

  test('V2 an answer cut at the output limit says so', async () => {
    const world = fakeWorld();
    await chat(world, [[say('Once upon'), finish('length', true)]]);
    expect(notices(world)).toEqual(['The answer was cut off at the model’s output limit.']);
  });

  test('V3 what an adapter wants the person to know is a notice in the log, between the parts, and no model hears it', async () => {
    const world = fakeWorld();
    const left = { is: 'notice', text: 'The tool “wide” is not offered.' } as const;
    await chat(world, [[left, say('He'), left, say('llo'), finish()]]);
    expect(notices(world)).toEqual([left.text, left.text]);
    expect(textOf(world)).toEqual(['He', 'llo']);
    await chat(world, [[say('More.'), finish()]]);
    expect(JSON.stringify(world.requests)).not.toContain('wide');
  });

  test('V2 text and reasoning grow in their own parts, and provider data stays with its part', async () => {
    const world = fakeWorld();
    const signed = { is: 'data', of: 'reasoning', data: { signature: 's' } } as const;
    await chat(world, [
      [think('Hm'), think('m'), signed, say('He'), say('llo'), { is: 'break' }, say('again'), finish()],
    ]);
    const [answer] = [...world.thread().answers.values()];
    expect(answer?.parts).toMatchObject([
      { is: 'reasoning', text: 'Hmm', done: true, data: { signature: 's' } },
      { is: 'text', text: 'Hello', done: true },
      { is: 'text', text: 'again', done: true },
    ]);
  });

  test('V2 a retry voids what was streamed, text and calls, and says that it tries again', async () => {
    const world = fakeWorld();
    const retry = { is: 'retry', fault: { code: 'busy', message: 'The provider is busy.' }, waitMs: 2_000 } as const;
    await chat(world, [[say('Half'), read('a'), retry, say('Whole'), read('a'), finish()]]);
    expect(textOf(world)).toEqual(['Whole', 'Done.']);
    expect(world.performed).toHaveLength(1);
    expect(states(world)).toEqual(['stopped', 'done']);
    expect(notices(world)).toEqual(['The provider is busy. Trying again in 2 s.']);
  });

  test('F2 V3 a fault in mid-stream keeps the text and drops the calls truthfully', async () => {
    const world = fakeWorld();
    const ended = await chat(world, [[say('Let me look.'), read('a'), edit('b'), broke()]]);
    expect(ended).toMatchObject({ as: 'failed', fault: { message: 'The connection broke.' } });
    expect(textOf(world)).toEqual(['Let me look.']);
    expect(world.performed).toEqual([]);
    expect(told(world).filter((word) => word === 'dropped, ran: no')).toHaveLength(2);
    expect(world.log.at(-1)).toMatchObject({ kind: 'closed', as: 'failed' });
  });
});

describe('a model or provider gone wrong', () => {
  test('B1 a turn that asks for more calls than any budget has is ended, and none of them runs', async () => {
    const world = fakeWorld();
    let stopped = false;
    const flood = async function* (_request: unknown, stop: { wait: Promise<void> }) {
      void stop.wait.then(() => (stopped = true));
      for (let at = 0; ; at += 1) yield await Promise.resolve(read(`f${at}`));
    };
    const ended = await chat(world, [flood]);
    expect(ended).toMatchObject({ as: 'failed', fault: { code: 'too-large' } });
    expect(stopped).toBe(true);
    expect(world.performed).toEqual([]);
    expect(states(world)).toHaveLength(limits.turn.calls);
    expect(new Set(states(world))).toEqual(new Set(['stopped']));
  });

  test('V2 a stream that never ends is ended, and what was said is kept', async () => {
    const world = fakeWorld();
    const piece = 'x'.repeat(1024 * 1024);
    const endless = async function* () {
      for (;;) yield await Promise.resolve(say(piece));
    };
    expect(await chat(world, [endless])).toMatchObject({ as: 'failed', fault: { code: 'too-large' } });
    expect(textOf(world).join('')).toHaveLength(limits.turn.chars);
  });
});
