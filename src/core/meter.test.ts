import { describe, expect, test } from 'vitest';
import { opus } from '../test/core/make.ts';
import { answerOf, asked, began, gem, luna } from '../test/core/rounds.ts';
import { chat, write } from '../test/core/run.ts';
import { finish, say, want, type Reply } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { unknownModel, type ModelFacts } from './facts.ts';
import type { AnswerId, ModelRef } from './ids.ts';
import { meterOf, type InFlight } from './meter.ts';
import type { ModelEvent } from './model.ts';
import { modelKey } from './records.ts';
import { tokensOf } from './tokens.ts';

const budget = { soft: 75, ceiling: 250 };
const priced: ModelFacts = { context: null, inputPrice: 2, outputPrice: 10 };
const used = (input: number | null, output: number | null): ModelEvent => ({ is: 'usage', usage: { input, output } });
const meter = (world: Fake, id: AnswerId, facts: (model: ModelRef) => ModelFacts, flight?: InFlight) =>
  meterOf(answerOf(world, id), budget, facts, flight);
const all = (): ModelFacts => priced;

/** A reply that says something and then waits for the test. */
function held(text: string): { readonly reply: Reply; readonly said: Promise<void>; release(): void } {
  let [release, spoke]: [() => void, () => void] = [() => undefined, () => undefined];
  const gate = new Promise<void>((resolve) => (release = resolve));
  const said = new Promise<void>((resolve) => (spoke = resolve));
  async function* reply(): AsyncGenerator<ModelEvent> {
    yield say(text);
    spoke();
    await gate;
    yield used(400, 30);
    yield finish();
  }
  return { reply, said, release };
}

describe('the meter of an answer', () => {
  test('B5 it counts calls, tokens and cost of every request of an answer', async () => {
    const world = fakeWorld();
    const { id } = await chat(world, [
      [want('file_read', { path: 'a' }), used(1_000, 100), finish()],
      [say('Done.'), used(2_000, 50), finish()],
    ]);
    const now = meter(world, id, all);
    expect(now).toMatchObject({ calls: 1, budget, input: 3_000, output: 150, estimated: false, partial: false });
    expect(now.cost).toBeCloseTo((3_000 * 2 + 150 * 10) / 1_000_000, 12);
  });

  test('B5 F1 the models of a round are counted together, and one without a price makes the cost a part of it', async () => {
    const world = fakeWorld();
    const { id } = await asked(world, {
      opus: [
        [say('One.'), used(100, 10), finish()],
        [say('All.'), used(300, 20), finish()],
      ],
      luna: [[say('Two.'), used(200, 10), finish()]],
      gem: [[say('Three.'), used(400, 40), finish()]],
    });
    const whole = meter(world, id, all);
    expect(whole).toMatchObject({ input: 1_000, output: 80, partial: false });
    const without = meter(world, id, (model) => (model.model === gem.model ? unknownModel : priced));
    expect(without).toMatchObject({ input: 1_000, output: 80, partial: true });
    expect(without.cost).toBeCloseTo((600 * 2 + 40 * 10) / 1_000_000, 12);
    expect(meter(world, id, () => unknownModel)).toMatchObject({ cost: null, partial: true });
  });

  test('B5 a model that reports nothing leaves the cost open, unless it costs nothing', async () => {
    const world = fakeWorld();
    const { id } = await chat(world, [[say('Done.'), finish()]]);
    expect(meter(world, id, all)).toMatchObject({ cost: null, partial: true });
    const free: ModelFacts = { context: null, inputPrice: 0, outputPrice: 0 };
    expect(meter(world, id, () => free)).toMatchObject({ cost: 0, partial: false });
  });

  test('B5 what is on its way is estimated until it is reported: the request, and what was said so far', async () => {
    const world = fakeWorld();
    const { reply, said, release } = held('Half of what there is to say.');
    world.scripts.set('luna', [reply]);
    const going = await began(world, await write(world, 'Well?'), { luna: [reply] }, [luna]);
    await said;
    // The words are in the log as soon as the loop took them.
    while (answerOf(world, going.id).parts.every((part) => part.model?.model !== 'luna')) await Promise.resolve();
    const flight: InFlight = new Map([
      [modelKey(luna), 500],
      [modelKey(opus), 0],
    ]);
    const now = meter(world, going.id, all, flight);
    expect(now).toMatchObject({ input: 500, output: tokensOf('Half of what there is to say.'), estimated: true });
    release();
    await going.ended;
    // What is over is not estimated, whatever the flight still says.
    expect(meter(world, going.id, all, flight)).toMatchObject({ input: 400, output: 30, estimated: false });
  });

  test('B5 V5 what a summary of earlier turns took is the answer’s, and the primary’s price', async () => {
    const world = fakeWorld();
    const { id } = await asked(world, { opus: [[say('One.'), used(100, 10), finish()]] }, [luna]);
    const before = meter(world, id, all);
    await world.append(
      { kind: 'usage', usage: { input: 50, output: 5 } },
      { answer: id, model: null, phase: 'dispatch', turn: 0 },
    );
    const after = meter(world, id, all);
    expect(after.input - before.input).toBe(50);
    expect((after.cost ?? 0) - (before.cost ?? 0)).toBeCloseTo((50 * 2 + 5 * 10) / 1_000_000, 12);
  });
});
