import { describe, expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { calls, chat, states, told } from '../test/core/run.ts';
import { finish, say, want, type Reply } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { history } from './history.ts';
import { view } from './chat.ts';
import { fail, ok } from './outcome.ts';
import { makeStop, parallel } from './stop.ts';

const edit = want('file_edit', { path: 'src/a.ts', old_text: 'a', new_text: 'b' });
const read = (path = 'a') => want('file_read', { path });
const files = new Map();

/** Hands that answer only when they are cancelled, as a worker does. */
function untilCancelled(world: Fake, began: () => void): void {
  world.hooks.hands = async (call) => {
    const cancelled = new Promise<void>((resolve) => {
      const seen = world.cancelled.push.bind(world.cancelled);
      world.cancel = (id) => {
        seen(id);
        if (id === call.id) resolve();
      };
    });
    began();
    await cancelled;
    return fail('cancelled', 'The person stopped this.');
  };
}

describe('the person stops the answer', () => {
  test('V2 while it streams: what was said is kept, and the request is aborted', async () => {
    const world = fakeWorld();
    const streaming: Reply = async function* (_request, stop) {
      yield say('Half a sent');
      world.stop.request();
      await stop.wait;
      yield say('ence that must not arrive.');
    };
    const ended = await chat(world, [streaming]);
    expect(ended).toMatchObject({ as: 'stopped', fault: null });
    const [answer] = [...world.thread().answers.values()];
    expect(answer?.parts).toMatchObject([{ is: 'text', text: 'Half a sent', done: true }]);
  });

  test('V3 case 37: while it streams after a call: the call did not run, and the model is told so', async () => {
    const world = fakeWorld();
    const streaming: Reply = async function* (_request, stop) {
      yield read();
      world.stop.request();
      await stop.wait;
      yield say('never');
    };
    await chat(world, [streaming]);
    expect(world.performed).toEqual([]);
    expect(calls(world)[0]?.call).toMatchObject({ at: 'stopped', ran: 'no' });
    expect(history(view(world.thread()), files).map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });

  test('V3 while a card waits: the card goes, nothing ran, the calls behind it did not either', async () => {
    const world = fakeWorld();
    const ended = chat(world, [[edit, edit, finish()]]);
    await world.card();
    world.stop.request();
    expect((await ended).as).toBe('stopped');
    expect(world.performed).toEqual([]);
    expect(told(world).filter((word) => word === 'dropped, ran: no')).toHaveLength(2);
    expect(world.requests).toHaveLength(1);
  });

  test('V3 while the folder is waited for', async () => {
    const world = fakeWorld({ away: true });
    world.hooks.wrote = (event) => void (event.kind === 'held' && world.stop.request());
    expect((await chat(world, [[read(), finish()]])).as).toBe('stopped');
    expect(told(world).at(-1)).toBe('dropped, ran: no');
  });

  test('V3 while a file call runs: the worker is told, and the call is known not to have run', async () => {
    const world = fakeWorld();
    untilCancelled(world, () => world.stop.request());
    expect((await chat(world, [[read(), finish()]])).as).toBe('stopped');
    expect(world.cancelled).toEqual([calls(world)[0]?.call.id]);
    expect(calls(world)[0]?.call).toMatchObject({ at: 'stopped', ran: 'no' });
  });

  test('V3 while a server’s tool runs: it may have run, and the log says that', async () => {
    const world = fakeWorld({ tools: [mcpTool()] });
    untilCancelled(world, () => world.stop.request());
    await chat(world, [[want('mcp__Docs__search', {}), finish()]]);
    expect(calls(world)[0]?.call).toMatchObject({ at: 'stopped', ran: 'unknown' });
  });

  test('V3 a call that had ended in time keeps its result', async () => {
    const world = fakeWorld();
    world.hooks.hands = () => {
      world.stop.request();
      return Promise.resolve(ok({ text: 'read', summary: 'read' }));
    };
    expect((await chat(world, [[read(), finish()]])).as).toBe('stopped');
    expect(states(world)).toEqual(['done']);
  });

  test('T4 between the decision and the running: nothing runs', async () => {
    const world = fakeWorld();
    world.hooks.wrote = (event) => void (event.kind === 'started' && world.stop.request());
    await chat(world, [[read(), finish()]]);
    expect(world.performed).toEqual([]);
    expect(calls(world)[0]?.call).toMatchObject({ at: 'stopped', ran: 'no' });
  });

  test('U4 while the disk is surveyed: the worker is told too', async () => {
    const world = fakeWorld();
    world.hooks.survey = async (call) => {
      world.stop.request();
      while (!world.cancelled.includes(call.id)) await Promise.resolve();
      return fail('cancelled', 'The person stopped this.');
    };
    expect((await chat(world, [[read(), finish()]])).as).toBe('stopped');
    expect(told(world).at(-1)).toBe('dropped, ran: no');
  });

  test('V3 calls that have ended are not cancelled afterwards', async () => {
    const world = fakeWorld();
    await chat(world, [[read(), finish()]]);
    world.stop.request();
    for (let turns = 0; turns < 20; turns += 1) await Promise.resolve();
    expect(world.cancelled).toEqual([]);
  });
});

describe('the person stops one call', () => {
  test('V3 the others and the answer go on', async () => {
    const world = fakeWorld();
    let first = '';
    world.hooks.hands = (call) => {
      first ||= call.id;
      if (call.id !== first) return Promise.resolve(ok({ text: 'read', summary: 'read' }));
      world.stopOf(call.id).wait.catch(() => undefined);
      world.stops.get(call.id)?.request();
      return world.stopOf(call.id).wait.then(() => fail('cancelled', 'The person stopped this.'));
    };
    const ended = await chat(world, [[read('a'), read('b'), finish()]]);
    expect(ended.as).toBe('done');
    expect(states(world)).toEqual(['stopped', 'done']);
    expect(world.requests).toHaveLength(2);
  });

  test('V3 a card whose call is stopped is closed, and the next in the queue has its turn', async () => {
    const world = fakeWorld();
    const ended = chat(world, [[edit, edit, finish()]]);
    const card = await world.card();
    world.stops.get(card.call.id)?.request();
    const next = await world.card();
    next.answer({ is: 'yes', offer: { is: 'once' } });
    expect((await ended).as).toBe('done');
    expect(states(world)).toEqual(['stopped', 'done']);
  });
});

describe('doing several things at once', () => {
  test('V8 no more than so many run together, each runs once, in order', async () => {
    let now = 0;
    let most = 0;
    const began: number[] = [];
    const tasks = Array.from({ length: 20 }, (_, at) => async () => {
      began.push(at);
      most = Math.max(most, (now += 1));
      await Promise.resolve();
      await Promise.resolve();
      now -= 1;
    });
    await parallel(tasks, 8);
    expect([most, now]).toEqual([8, 0]);
    expect(began).toEqual(Array.from({ length: 20 }, (_, at) => at));
    await parallel([], 8);
  });

  test('V2 a stop is requested once and stays', async () => {
    const stop = makeStop();
    expect(stop.requested).toBe(false);
    stop.request();
    stop.request();
    await stop.wait;
    expect(stop.requested).toBe(true);
  });
});
