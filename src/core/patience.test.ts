import { describe, expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { answerOf, began, ends, luna } from '../test/core/rounds.ts';
import { calls, write } from '../test/core/run.ts';
import { finish, say, want, type Reply } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { limits } from './limits.ts';
import type { ModelRequest } from './model.ts';
import { ok } from './outcome.ts';
import { stopModel } from './parts.ts';

const read = (path: string) => want('file_read', { path });
const textOf = (request: ModelRequest | undefined): string =>
  (request?.messages ?? [])
    .flatMap((message) => (message.role === 'user' ? message.parts : []))
    .map((part) => (part.is === 'text' ? part.text : ''))
    .join('\n');
const lastRequest = (world: Fake): ModelRequest | undefined => world.requests.at(-1);
const said = (text: string): Reply[] => [[say(text), finish()]];
/** Says a word, and then nothing until it is stopped. */
const stalls = (word: string): Reply =>
  async function* (_request, stop) {
    yield say(word);
    await stop.wait;
  };

describe('what ends a part, and what does not', () => {
  const silence = (world: Fake) => [...world.timers].filter(({ ms }) => ms === limits.round.silentMs);

  test('F1 a model silent for too long is timed out, before its first word too, and the round goes on', async () => {
    for (const word of ['', 'Half']) {
      const world = fakeWorld();
      const going = await began(world, await write(world, 'Go'), { luna: [stalls(word)], gem: said('Here.') });
      await expect
        .poll(() => answerOf(world, going.id).traces.map(({ state }) => state))
        .toEqual(['done', 'running', 'done']);
      const [timer] = silence(world);
      timer?.fire();
      expect((await going.ended).as).toBe('done');
      const trace = answerOf(world, going.id).traces[1];
      expect(trace).toMatchObject({ state: 'timed-out', fault: { code: 'timed-out' } });
      expect(trace?.fault?.message).toContain('said nothing for 120 seconds');
      expect(textOf(lastRequest(world)).includes('state="partial: it took too long"')).toBe(word !== '');
      expect(world.timers.size).toBe(0);
    }
  });

  test('F1 calls of a turn that a time-out cut did not run, and say so', async () => {
    const world = fakeWorld();
    const cut: Reply = async function* (_request, stop) {
      yield read('a');
      await stop.wait;
    };
    const going = await began(world, await write(world, 'Go'), { luna: [cut] });
    await expect.poll(() => silence(world)).toHaveLength(1);
    await expect.poll(() => calls(world)).toHaveLength(1);
    silence(world)[0]?.fire();
    await going.ended;
    expect(calls(world)[0]?.call).toMatchObject({ at: 'stopped', ran: 'no', fault: { code: 'timed-out' } });
  });

  test('F1 B2 the minutes of a model run in its requests and its hands only, never while the person thinks', async () => {
    const world = fakeWorld({ tools: [mcpTool('look')], policy: 'always', audience: 'all' });
    const minutes = () => [...world.timers].filter(({ ms }) => ms > limits.round.silentMs);
    let release = (): void => undefined;
    world.hooks.hands = () => new Promise((resolve) => (release = () => resolve(ok({ text: 'x', summary: 'x' }))));
    const going = await began(world, await write(world, 'Go'), { luna: [[want('mcp__Docs__look', {}), finish()]] });
    const card = await world.card();
    await expect
      .poll(() => answerOf(world, going.id).traces.map(({ state }) => state))
      .toEqual(['done', 'running', 'done']);
    expect(minutes()).toEqual([]);
    card.answer({ is: 'yes', offer: { is: 'once' } });
    await expect.poll(minutes).toHaveLength(1);
    minutes()[0]?.fire();
    await expect.poll(() => world.cancelled).toHaveLength(1);
    release();
    await going.ended;
    expect(answerOf(world, going.id).traces[1]).toMatchObject({
      state: 'timed-out',
      fault: { message: expect.stringContaining('15 minutes') as string },
    });
  });

  test('F2 one model is stopped alone: its stream, its card; the others go on', async () => {
    for (const [tools, reply] of [
      [[], stalls('So far')],
      [[mcpTool('look')], [say('So far'), want('mcp__Docs__look', {}), finish()]],
    ] as const) {
      const world = fakeWorld({ tools, policy: 'always', audience: 'all' });
      const going = await began(world, await write(world, 'Go'), { luna: [reply], gem: said('Here.') });
      await expect
        .poll(() => answerOf(world, going.id).traces.map(({ state }) => state))
        .toEqual(['done', 'running', 'done']);
      await expect.poll(() => JSON.stringify(world.log)).toContain('So far');
      if (tools.length > 0) await world.card();
      expect(stopModel(going.parts, luna)).toBe(true);
      expect((await going.ended).as).toBe('done');
      expect(stopModel(going.parts, luna)).toBe(false);
      expect(ends(answerOf(world, going.id))).toContain('luna dispatch stopped');
      expect(textOf(lastRequest(world))).toContain('state="partial: stopped by the person"');
      expect(world.performed).toEqual([]);
    }
  });

  test('F2 stopping the answer ends every part, and nothing is written from them', async () => {
    const world = fakeWorld();
    const going = await began(world, await write(world, 'Go'), {
      opus: [stalls('a')],
      luna: [stalls('b')],
      gem: said('c'),
    });
    await expect.poll(() => answerOf(world, going.id).parts).toHaveLength(3);
    world.stop.request();
    expect((await going.ended).as).toBe('stopped');
    expect(ends(answerOf(world, going.id)).toSorted()).toEqual([
      'gem dispatch done',
      'luna dispatch stopped',
      'opus dispatch stopped',
    ]);
  });

  test('F1 where the log cannot be written, all parts end and the round throws', async () => {
    const world = fakeWorld();
    const append = world.append;
    world.append = (happening, stamp) =>
      stamp.model?.model === 'gem' && happening.kind !== 'joined'
        ? Promise.reject(new Error('The disk is full.'))
        : append(happening, stamp);
    const going = await began(world, await write(world, 'Go'), { luna: [stalls('b')] });
    await expect(going.ended).rejects.toThrow('The disk is full.');
    expect(answerOf(world, going.id).traces[1]).toMatchObject({ state: 'stopped' });
  });
});
