import { describe, expect, test } from 'vitest';
import { asked } from '../test/core/rounds.ts';
import { calls, chat, states, told } from '../test/core/run.ts';
import { finish, say, want } from '../test/core/script.ts';
import { callsOf, settled, sideBySide, toldTo } from '../test/core/side.ts';
import { fakeWorld } from '../test/core/world.ts';
import { checkedIn, lastTurnWords } from './checkin.ts';
import { recover } from './recover.ts';
import type { Said } from './world.ts';

const read = (path: string) => want('file_read', { path });
const reads = (count: number, from = 0) => Array.from({ length: count }, (_, at) => read(`f${from + at}`));
const edit = (path: string) => want('file_edit', { path, old_text: 'a', new_text: 'b' });
const once: Said = { is: 'yes', offer: { is: 'once' } };
const pauses = (world: ReturnType<typeof fakeWorld>) =>
  world.log.flatMap((event) =>
    event.kind === 'paused' ? [event.reached] : event.kind === 'released' ? [event.how] : [],
  );

describe('the check-in is asked', () => {
  test('B2 after the first number of calls and before the next; Continue runs what was held, and it is not asked again', async () => {
    const world = fakeWorld({ budget: { soft: 3, ceiling: 20 } });
    const ended = chat(world, [
      [...reads(5), finish()],
      [...reads(4, 5), finish()],
    ]);
    await world.checkInAsked();
    await settled();
    expect(states(world)).toEqual(['done', 'done', 'done', 'held', 'held']);
    expect(world.requests).toHaveLength(1);
    expect([...world.thread().answers.values()][0]?.pause).toBe('asking');
    world.release('continue');
    expect((await ended).as).toBe('done');
    expect(world.performed).toHaveLength(9);
    expect(pauses(world)).toEqual(['soft', 'continue']);
  });

  test('B2 an answer that makes just that many calls, and no more, is not asked about', async () => {
    const world = fakeWorld({ budget: { soft: 3, ceiling: 20 } });
    await chat(world, [[...reads(3), finish()]]);
    expect(pauses(world)).toEqual([]);
    expect(states(world)).toEqual(['done', 'done', 'done']);
  });

  test('B1 B2 the calls of all models count together, and all are held by one question', async () => {
    const world = fakeWorld({ budget: { soft: 4, ceiling: 20 } });
    const { ended } = await sideBySide(
      world,
      [0, 1, 2].map((model) => [
        [...reads(2, model * 10), finish()],
        [read(`late${model}`), finish()],
      ]),
    );
    await world.checkInAsked();
    await settled();
    expect(world.performed).toHaveLength(4);
    world.release('continue');
    await ended;
    expect(world.performed).toHaveLength(9);
    expect(pauses(world)).toEqual(['soft', 'continue']);
  });

  test('B2 a call that runs when the question comes finishes', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    let finishRun = (): void => undefined;
    world.hooks.hands = (call) =>
      new Promise((resolve) => {
        finishRun = () => resolve({ ok: true, value: { text: call.raw, summary: '' } });
      });
    const ended = chat(world, [[...reads(2), finish()]]);
    await world.checkInAsked();
    expect(states(world)).toEqual(['running', 'held']);
    finishRun();
    await settled();
    expect(states(world)).toEqual(['done', 'held']);
    world.release('stop');
    await ended;
    expect(world.performed).toHaveLength(1);
  });

  test('B2 a card that waits is taken back while the question stands, and shown again after it', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    const ended = chat(world, [[edit('a'), read('b'), finish()]]);
    await world.checkInAsked();
    await settled();
    expect(world.waiting()).toEqual([]);
    expect(states(world)).toEqual(['held', 'held']);
    world.release('continue');
    await settled();
    for (const card of world.waiting()) card.answer(once);
    await ended;
    expect(states(world)).toEqual(['done', 'done']);
    const [first] = calls(world);
    expect(told(world, first?.call.id).filter((word) => word !== 'held for budget')).toEqual([
      'proposed',
      'waiting (G10)',
      'waiting (G10)',
      'yes by person (G10)',
      'started',
      'ended',
    ]);
  });

  test('B2 what a rule rejects is rejected without waiting for the answer', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    const ended = chat(world, [[...reads(2), want('nothing', {}), finish()]]);
    await world.checkInAsked();
    await settled();
    expect(states(world)).toEqual(['done', 'held', 'rejected']);
    world.release('continue');
    await ended;
  });
});

describe('Stop and summarize', () => {
  test('B2 G4 what was held is rejected, and each model gets one last turn of text that says why', async () => {
    const world = fakeWorld({ budget: { soft: 2, ceiling: 20 } });
    const { ended } = await sideBySide(world, [
      [
        [...reads(2), finish()],
        [say('What I have.'), finish()],
      ],
      [
        [...reads(2, 5), finish()],
        [say('And I.'), finish()],
      ],
    ]);
    await world.checkInAsked();
    await settled();
    world.release('stop');
    await ended;
    expect(world.performed).toHaveLength(2);
    const rejected = [...callsOf(world, 0), ...callsOf(world, 1)].filter((view) => view.call.at === 'rejected');
    expect(rejected.map((view) => [view.by, view.why?.row])).toEqual([
      ['rule', 'G4'],
      ['rule', 'G4'],
    ]);
    expect(rejected[0]?.why?.rule).toContain('You stopped the tools');
    for (const model of [0, 1]) expect(toldTo(world, model)).toContain(lastTurnWords('stop', 20));
    expect(world.requests.map((request) => request.toolsOff)).toEqual([false, false, true, true]);
    expect(pauses(world)).toEqual(['soft', 'stop']);
  });

  test('B2 a part of the answer that begins after Stop is a last turn of text too', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    world.hooks.checkIn = () => 'stop';
    await chat(world, [
      [...reads(2), finish()],
      [read('even so'), finish()],
    ]);
    expect(world.requests.map((request) => request.toolsOff)).toEqual([false, true]);
    expect(calls(world).map((view) => view.why?.row)).toEqual(['G8', 'G4', 'G4']);
  });
});

describe('in a round', () => {
  const script = {
    opus: [
      [...reads(2), finish()],
      [say('One.'), finish()],
      [say('The answer [A].'), finish()],
    ],
    luna: [
      [...reads(2, 5), finish()],
      [say('Two.'), finish()],
    ],
    gem: [[say('Three.'), finish()]],
  };

  test('B2 F1 after Stop the primary still writes the one answer, in a last turn of text', async () => {
    const world = fakeWorld({ budget: { soft: 2, ceiling: 20 }, hooks: { checkIn: () => 'stop' } });
    const { as, answer } = await asked(world, script);
    expect(as).toBe('done');
    const last = world.requests.at(-1);
    expect([last?.model.model, last?.toolsOff]).toEqual(['opus', true]);
    expect(JSON.stringify(last?.messages.at(-1))).toContain('stopped them. Tools are off now');
    expect(answer.traces.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    expect(world.performed.length).toBeLessThanOrEqual(2);
  });

  test('B2 B3 after Continue the synthesis has its tools, up to the ceiling over all models', async () => {
    const world = fakeWorld({ budget: { soft: 2, ceiling: 5 }, hooks: { checkIn: () => 'continue' } });
    const synthesis = [...script.opus.slice(0, 2), [...reads(3, 20), finish()], [say('The answer [A].'), finish()]];
    const { answer } = await asked(world, { ...script, opus: synthesis });
    expect(pauses(world)).toEqual(['soft', 'continue', 'ceiling']);
    expect(answer.counted).toBe(7);
    expect(world.performed).toHaveLength(5);
    expect(world.requests.at(-1)?.toolsOff).toBe(true);
  });
});

describe('while the question stands', () => {
  test('B2 what was allowed but not started when the question comes is held, and runs after Continue', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    let asks = 0;
    world.hooks.wrote = (event) => {
      if (event.kind !== 'decided' || event.answer === null || (asks += 1) > 1) return;
      void checkedIn(world, { ...event, answer: event.answer });
    };
    const ended = chat(world, [[read('a'), finish()]]);
    await world.checkInAsked();
    await settled();
    expect(states(world)).toEqual(['held']);
    expect(told(world)).not.toContain('started');
    world.release('continue');
    await ended;
    expect(states(world)).toEqual(['done']);
  });

  test('B2 no model begins another turn before it is answered', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    let finishRun = (): void => undefined;
    world.hooks.hands = (call) =>
      new Promise((resolve) => {
        finishRun = () => resolve({ ok: true, value: { text: call.raw, summary: '' } });
      });
    const { ended } = await sideBySide(world, [
      [
        [read('slow'), finish()],
        [say('One.'), finish()],
      ],
      [
        [say('Let me see.'), read('x'), finish()],
        [say('Two.'), finish()],
      ],
    ]);
    await world.checkInAsked();
    finishRun();
    await settled();
    expect(world.requests).toHaveLength(2);
    world.release('stop');
    await ended;
    expect(world.requests).toHaveLength(4);
  });

  test('B2 stopping one call, one model or the answer reaches what is held', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    const { ended, stops } = await sideBySide(world, [[[...reads(3), finish()]], [[read('x'), finish()]]]);
    await world.checkInAsked();
    await settled();
    const held = callsOf(world, 0).filter((view) => view.call.at === 'held');
    world.stops.get(held[0]?.call.id ?? '')?.request();
    await settled();
    expect(callsOf(world, 0).map((view) => view.call.at)).toContain('stopped');
    stops[1]?.request();
    await settled();
    expect(callsOf(world, 1).map((view) => view.call.at)).toEqual(['stopped']);
    world.stop.request();
    await ended;
    expect([...callsOf(world, 0), ...callsOf(world, 1)].some((view) => view.call.at === 'held')).toBe(false);
    expect(world.performed.length).toBeLessThanOrEqual(1);
  });

  test('T4 B3 a preset whose ceiling is reached already rejects what is held at once', async () => {
    const world = fakeWorld({ budget: { soft: 1, ceiling: 20 } });
    const ended = chat(world, [[...reads(3), finish()]]);
    await world.checkInAsked();
    await settled();
    world.holds.budget = { soft: 1, ceiling: 1 };
    world.wake();
    await settled();
    expect(states(world)).toEqual(['done', 'rejected', 'rejected']);
    world.release('continue');
    await ended;
    expect(world.requests.at(-1)?.toolsOff).toBe(true);
  });

  test('T4 B2 a preset that was raised before the question is as if it had always been', async () => {
    const world = fakeWorld({ budget: { soft: 2, ceiling: 20 } });
    world.hooks.wrote = () => {
      if (world.performed.length === 1) world.holds.budget = { soft: 10, ceiling: 20 };
    };
    await chat(world, [
      [read('a'), finish()],
      [...reads(4), finish()],
    ]);
    expect(pauses(world)).toEqual([]);
    expect(world.performed).toHaveLength(5);
  });

  test('B2 W6 after a reload it is asked again, nothing runs before, and the log has it once', async () => {
    const dead = fakeWorld({ budget: { soft: 2, ceiling: 20 } });
    const { runs } = await sideBySide(dead, [[[...reads(4), finish()]]]);
    await dead.checkInAsked();
    await settled();
    const world = fakeWorld({ budget: { soft: 2, ceiling: 20 } });
    for (const event of dead.log) await world.append(event, event);
    const [run] = runs;
    if (run === undefined) throw new Error('no run');
    const ended = recover(run, world);
    await world.checkInAsked();
    await settled();
    expect(world.performed).toEqual([]);
    world.release('continue');
    expect((await ended).as).toBe('done');
    expect(world.performed).toHaveLength(2);
    expect(pauses(world)).toEqual(['soft', 'continue']);
  });
});
