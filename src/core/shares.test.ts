import { describe, expect, test } from 'vitest';
import { mcpTool, opus } from '../test/core/make.ts';
import { told } from '../test/core/run.ts';
import { finish, want } from '../test/core/script.ts';
import { callsOf, models, settled, sideBySide, toldTo } from '../test/core/side.ts';
import { fakeWorld, type Start } from '../test/core/world.ts';
import { asked, open } from './answer.ts';
import { ok, type Outcome } from './outcome.ts';
import type { Running } from './running.ts';
import type { ToolResult } from './tool.ts';
import { settleAll } from './turn.ts';
import type { Said } from './world.ts';

const search = (q = 'x') => want('mcp__Docs__search', { q });
const once: Said = { is: 'yes', offer: { is: 'once' } };
/** A server's tool that asks, offered to all models. */
const asking = (more: Start = {}) => fakeWorld({ tools: [mcpTool()], audience: 'all', policy: 'always', ...more });
const at = (world: ReturnType<typeof fakeWorld>) =>
  models.flatMap((_, index) => callsOf(world, index).map((view) => view.call.at));
const all = (world: ReturnType<typeof fakeWorld>) => models.flatMap((_, index) => callsOf(world, index));
const same = (count: number) => Array.from({ length: count }, () => [[search(), finish()]]);
const only = (world: ReturnType<typeof fakeWorld>) => {
  const [card, ...more] = world.waiting();
  if (card === undefined || more.length > 0) throw new Error(`${more.length + 1} cards wait`);
  return card;
};

describe('one card and one execution', () => {
  test('A5 the same call of three models is one card for all three, and is run once: the others read cached', async () => {
    const world = asking();
    const { ended } = await sideBySide(world, same(3));
    await settled();
    const card = only(world);
    expect(world.sharers.get(card.call.id)?.map(({ model }) => model)).toHaveLength(3);
    card.answer(once);
    await ended;
    expect(world.performed).toHaveLength(1);
    expect(at(world)).toEqual(['done', 'done', 'done']);
    const followers = all(world).filter((view) => view.call.at === 'done' && view.call.from === card.call.id);
    expect(followers).toHaveLength(2);
    for (const view of followers) {
      expect([view.by, view.why]).toEqual(['person', card.ask.why]);
      expect(told(world, view.call.id)).toEqual(['proposed', 'held for shared', 'yes by person (G6)', 'ended']);
    }
    for (const index of [0, 1, 2]) expect(toldTo(world, index)).toContain('search of');
  });

  test('A5 B1 each share counts as a call of the answer', async () => {
    const world = asking({ hooks: { person: () => once } });
    const { ended } = await sideBySide(world, same(3));
    await ended;
    expect([...world.thread().answers.values()][0]?.counted).toBe(3);
  });

  test('A5 a call that runs without a card is run once too, shared while it runs', async () => {
    const world = fakeWorld();
    let finishRun = (): void => undefined;
    world.hooks.hands = () => new Promise((resolve) => (finishRun = () => resolve(ok({ text: 'all', summary: '' }))));
    const read = [[want('file_read', { path: 'a' }), finish()]];
    const { ended } = await sideBySide(world, [read, [[want('file_read', { path: './a' }), finish()]]]);
    await settled();
    expect(at(world).toSorted()).toEqual(['held', 'running']);
    finishRun();
    await ended;
    expect(world.performed).toHaveLength(1);
    expect(all(world).map((view) => view.why?.row)).toEqual(['G8', 'G8']);
  });

  test('A5 after the leader has ended the same call runs by itself', async () => {
    const world = fakeWorld();
    const read = want('file_read', { path: 'a' });
    const { ended } = await sideBySide(world, [
      [
        [read, finish()],
        [read, finish()],
      ],
      [[finish()]],
    ]);
    await ended;
    expect(world.performed).toHaveLength(2);
  });

  test('A5 two same calls of one model are not shared', async () => {
    const world = asking();
    const { ended } = await sideBySide(world, [[[search(), search(), finish()]]]);
    await settled();
    (await world.card()).answer(once);
    (await world.card()).answer(once);
    await ended;
    expect(world.performed).toHaveLength(2);
  });

  test('A5 other arguments are another call', async () => {
    const world = asking({ hooks: { person: () => once } });
    const { ended } = await sideBySide(world, [[[search('x'), finish()]], [[search('y'), finish()]]]);
    await ended;
    expect(world.performed).toHaveLength(2);
  });

  test('A5 a failure is shared as well', async () => {
    const failed: Outcome<ToolResult> = { ok: false, fault: { code: 'tool-failed', message: 'No such page.' } };
    const world = asking({ hooks: { person: () => once, hands: () => Promise.resolve(failed) } });
    const { ended } = await sideBySide(world, same(2));
    await ended;
    expect(world.performed).toHaveLength(1);
    for (const index of [0, 1]) expect(toldTo(world, index)).toContain('No such page.');
  });
});

describe('the person’s word is for all', () => {
  test('A5 A7 a decline is for all, with the reason', async () => {
    const world = asking({ hooks: { person: () => ({ is: 'no', reason: 'use the docs' }) } });
    const { ended } = await sideBySide(world, same(3));
    await ended;
    expect(world.performed).toEqual([]);
    expect(all(world).map((view) => [view.call.at, view.by])).toEqual([0, 1, 2].map(() => ['rejected', 'person']));
    for (const index of [0, 1, 2]) expect(toldTo(world, index)).toContain('use the docs');
  });

  test('A5 A6 an edit applies to all, and each is told', async () => {
    const world = asking();
    const { ended } = await sideBySide(world, same(3));
    await settled();
    only(world).answer({ is: 'edit', args: { q: 'better' } });
    await settled();
    const card = only(world);
    expect(card.call.args).toEqual({ q: 'better' });
    expect(world.sharers.get(card.call.id)).toHaveLength(3);
    card.answer(once);
    await ended;
    expect(world.performed.map((call) => call.args)).toEqual([{ q: 'better' }]);
    expect(all(world).map((view) => view.original)).toEqual([0, 1, 2].map(() => ({ q: 'x' })));
    for (const index of [0, 1, 2]) expect(toldTo(world, index)).toContain('The person changed the arguments');
  });

  test('A5 S2 an answer to the server on a shared card is for all', async () => {
    const world = fakeWorld({ tools: [mcpTool()], audience: 'all', policy: 'once' });
    const { ended } = await sideBySide(world, same(3));
    await settled();
    const card = only(world);
    card.answer({ is: 'yes', offer: card.ask.offers[0] ?? { is: 'once' } });
    await ended;
    expect(world.performed).toHaveLength(1);
    expect(world.consents.get('s1')).toBe('met');
    expect(at(world)).toEqual(['done', 'done', 'done']);
  });
});

describe('each call stands for itself', () => {
  test('F4 A5 a model to which the tool is not offered is rejected, whatever the others get', async () => {
    const world = asking({ audience: 'primary', hooks: { person: () => once } });
    const { ended } = await sideBySide(world, same(2));
    await ended;
    expect(at(world)).toEqual(['done', 'rejected']);
    expect(callsOf(world, 1)[0]?.why?.row).toBe('G1');
  });

  test('A5 T4 a follower that a rule rejects meanwhile is rejected; the leader’s run goes on', async () => {
    const world = asking();
    let finishRun = (): void => undefined;
    world.hooks.hands = () => new Promise((resolve) => (finishRun = () => resolve(ok({ text: 'all', summary: '' }))));
    const { ended } = await sideBySide(world, same(2));
    await settled();
    only(world).answer(once);
    await settled();
    world.settings.set(mcpTool().key, 'deny');
    world.wake();
    await settled();
    finishRun();
    await ended;
    expect(at(world).toSorted()).toEqual(['done', 'rejected']);
    expect(new Set(all(world).map((view) => view.why?.row))).toEqual(new Set(['G3', 'G6']));
  });

  test('A5 a follower can be stopped alone', async () => {
    const world = asking();
    const { ended } = await sideBySide(world, same(3));
    await settled();
    const card = only(world);
    const follower = all(world).find((view) => view.call.at === 'held');
    world.stops.get(follower?.call.id ?? '')?.request();
    await settled();
    expect(world.sharers.get(card.call.id)).toHaveLength(2);
    card.answer(once);
    await ended;
    expect(at(world).toSorted()).toEqual(['done', 'done', 'stopped']);
  });

  test('A5 F2 where the leader’s model is stopped, the next one’s call leads, with a card of its own', async () => {
    const world = asking();
    const { ended, stops } = await sideBySide(world, same(3));
    await settled();
    const first = only(world);
    stops[models.findIndex(({ model }) => model === first.call.model?.model)]?.request();
    await settled();
    const second = only(world);
    expect(second.call.model).not.toEqual(first.call.model);
    expect(world.sharers.get(second.call.id)).toHaveLength(2);
    second.answer(once);
    await ended;
    expect(world.performed.map((call) => call.id)).toEqual([second.call.id]);
    expect(at(world).toSorted()).toEqual(['done', 'done', 'stopped']);
  });

  test('A5 T4 what ran by a rule is no yes of the person: a follower that asks by then asks by itself', async () => {
    const world = fakeWorld({ tools: [mcpTool()], audience: 'all', policy: 'never' });
    let finishRun = (): void => undefined;
    world.hooks.hands = () => new Promise((resolve) => (finishRun = () => resolve(ok({ text: 'all', summary: '' }))));
    const { ended } = await sideBySide(world, same(2));
    await settled();
    expect(at(world).toSorted()).toEqual(['held', 'running']);
    world.holds.policy = 'always';
    world.wake();
    await settled();
    finishRun();
    await settled();
    only(world).answer({ is: 'no', reason: '' });
    await ended;
    expect(at(world).toSorted()).toEqual(['done', 'rejected']);
    expect(world.performed).toHaveLength(1);
  });

  test('A5 B2 the check-in takes the shared card back, and afterwards it is one card again', async () => {
    const world = asking({ budget: { soft: 3, ceiling: 20 } });
    const { ended } = await sideBySide(world, [...same(3), [[search('y'), finish()]]]);
    await world.checkInAsked();
    await settled();
    expect(world.waiting()).toEqual([]);
    world.release('continue');
    await settled();
    expect(world.waiting()).toHaveLength(2);
    for (const card of world.waiting()) card.answer(once);
    await ended;
    expect(world.performed).toHaveLength(2);
  });
});

describe('after a reload', () => {
  const cut = async (when: (word: string[]) => boolean) => {
    const dead = asking({ hooks: { person: () => null } });
    const { runs } = await sideBySide(dead, same(2));
    await settled();
    const kept: typeof dead.log = [];
    only(dead).answer(once);
    await settled();
    for (const event of dead.log) {
      kept.push(event);
      if (when(kept.map(({ kind }) => kind))) break;
    }
    const world = asking();
    for (const event of kept) await world.append(event, event);
    return { world, runs };
  };

  test('A5 W6 calls that shared a card share it again', async () => {
    const { world, runs } = await cut((kinds) => kinds.filter((kind) => kind === 'held').length === 1);
    const ended = Promise.all(
      runs.map(async (run) => {
        const calls = all(world).filter((view) => view.call.model?.model === run.model.model);
        return calls.length > 0 && recoverAlone(run, world);
      }),
    );
    await settled();
    const card = only(world);
    expect(world.sharers.get(card.call.id)).toHaveLength(2);
    card.answer(once);
    await ended;
    expect(world.performed).toHaveLength(1);
  });

  test('A5 W6 a follower whose leader had ended takes its result: nothing runs a second time', async () => {
    const { world, runs } = await cut((kinds) => kinds.at(-1) === 'ended');
    for (const run of runs) {
      const held = all(world).find((view) => view.call.at === 'held' && view.call.model?.model === run.model.model);
      if (held !== undefined) await recoverAlone(run, world);
    }
    expect(world.performed).toEqual([]);
    expect(at(world)).toEqual(['done', 'done']);
    expect(all(world).filter((view) => view.call.at === 'done' && view.call.from !== undefined)).toHaveLength(1);
  });
});

/** One model's part of what a dead page left, as a round resumes it. */
async function recoverAlone(run: Running, world: ReturnType<typeof fakeWorld>): Promise<void> {
  const left = all(world).filter(({ call }) => call.model?.model === run.model.model && open(call));
  await settleAll(
    run,
    world,
    1,
    left.map(({ call }) => asked(call)),
  );
}

test('A5 the primary is one of the sharers', async () => {
  const world = asking();
  const { ended } = await sideBySide(world, same(2));
  await settled();
  expect(world.sharers.get(only(world).call.id)).toContainEqual(opus);
  only(world).answer(once);
  await ended;
});
