import { describe, expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { answersGiven, calls, chat, states, told } from '../test/core/run.ts';
import { finish, want } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import { grantFor } from './grants.ts';
import { fileTool } from './builtin.ts';
import { fail } from './outcome.ts';
import type { Said } from './world.ts';

const edit = (path = 'src/a.ts') => want('file_edit', { path, old_text: 'a', new_text: 'b' });
const once: Said = { is: 'yes', offer: { is: 'once' } };
const deny: Said = { is: 'no', reason: '' };

/** One edit whose card waits; `go` changes something then, and the answer is taken to its end. */
async function whileItWaits(world: Fake, go: () => void | Promise<void>, event = edit()): Promise<void> {
  const ended = chat(world, [[event, finish()]]);
  await world.card();
  await go();
  await ended;
}

describe('a rule changes while a card waits', () => {
  test('T4 Deny closes it without a word of the person', async () => {
    const world = fakeWorld();
    await whileItWaits(world, () => {
      world.settings.set('file_edit', 'deny');
      world.wake();
    });
    expect(told(world)).toEqual(['proposed', 'waiting (G10)', 'no by rule (G3)']);
    expect(world.performed).toEqual([]);
  });

  test('T4 Always runs it', async () => {
    const world = fakeWorld();
    await whileItWaits(world, () => {
      world.settings.set('file_edit', 'always');
      world.wake();
    });
    expect(told(world)).toEqual(['proposed', 'waiting (G10)', 'yes by rule (G8)', 'started', 'ended']);
  });

  test('T4 a grant that covers it runs it, and one that does not leaves it waiting', async () => {
    const world = fakeWorld();
    await whileItWaits(world, async () => {
      world.remember(grantFor(fileTool('file_edit'), ['lib/a.ts'], 'project1', 'chat1'));
      await world.card();
      expect(states(world)).toEqual(['waiting']);
      world.remember(grantFor(fileTool('file_edit'), ['src/z.ts'], 'project1', 'chat1'));
    });
    expect(calls(world)[0]?.why?.row).toBe('G9');
  });

  test('T4 what still asks shows the choices now offered, and only those count', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'once' });
    await whileItWaits(
      world,
      async () => {
        world.holds.policy = 'always';
        world.wake();
        const renewed = await world.card();
        expect([renewed.ask.why.row, renewed.ask.offers]).toEqual(['G6', [{ is: 'once' }]]);
        renewed.answer({ is: 'yes', offer: { is: 'server', server: 's1', choice: 'all' } });
        const again = await world.card();
        expect(world.performed).toEqual([]);
        again.answer(once);
      },
      want('mcp__Docs__search', {}),
    );
    expect(told(world).filter((word) => word.startsWith('waiting'))).toEqual(['waiting (G7)', 'waiting (G6)']);
    expect(states(world)).toEqual(['done']);
    expect(world.consents.size).toBe(0);
  });

  test('T4 a yes that crosses a Deny does not run', async () => {
    const world = fakeWorld();
    const ended = chat(world, [[edit(), finish()]]);
    const card = await world.card();
    world.settings.set('file_edit', 'deny');
    card.answer(once);
    await ended;
    expect(told(world)).toEqual(['proposed', 'waiting (G10)', 'no by rule (G3)']);
  });

  test('T4 a setting changed between the decision and the running stops the call, and nothing is remembered', async () => {
    const world = fakeWorld({
      hooks: {
        person: (card) => ({ is: 'yes', offer: card.ask.offers.at(-1) ?? { is: 'once' } }),
        wrote: (event) => void (event.kind === 'started' && world.settings.set('file_edit', 'deny')),
      },
    });
    await chat(world, [[edit(), finish()]]);
    expect(world.performed).toEqual([]);
    expect(world.holds.grants).toEqual([]);
    expect(told(world).slice(-2)).toEqual(['started', 'no by rule (G3)']);
    expect(answersGiven(world)[0]).toContain('Rejected by rule G3');
  });

  test('T4 a rule that changes while the card is being written down is not missed', async () => {
    const world = fakeWorld({
      hooks: { wrote: (event) => void (event.kind === 'waiting' && world.settings.set('file_edit', 'always')) },
    });
    await chat(world, [[edit(), finish()]]);
    expect(world.waiting()).toEqual([]);
    expect(states(world)).toEqual(['done']);
  });

  test('T4 a tool that is gone closes its card', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'always' });
    await whileItWaits(
      world,
      () => {
        world.holds.tools = [];
        world.wake();
      },
      want('mcp__Docs__search', {}),
    );
    expect(told(world).at(-1)).toBe('no by rule (G1)');
  });
});

describe('the file changes', () => {
  test('P8 under a waiting card: the yes to the old plan does not count, the new plan is shown', async () => {
    const world = fakeWorld();
    await whileItWaits(world, async () => {
      const [card] = world.waiting();
      world.disk.set('src/a.ts', 'edited outside');
      card?.answer(once);
      const renewed = await world.card();
      expect(world.performed).toEqual([]);
      expect(renewed.facts?.plan?.before?.hash).toBe('edited outside');
      renewed.answer(once);
    });
    expect(world.performed.map((call) => call.allowed.plan?.before?.hash)).toEqual(['edited outside']);
    expect(told(world).filter((word) => word.startsWith('waiting'))).toHaveLength(2);
  });

  test('P8 between the yes and the write: the call is not run, but planned and asked again', async () => {
    const world = fakeWorld({
      hooks: {
        wrote: (event) =>
          void (
            event.kind === 'started' &&
            !world.disk.has('src/a.ts') &&
            world.disk.set('src/a.ts', 'edited outside')
          ),
      },
    });
    await whileItWaits(world, async () => {
      world.waiting()[0]?.answer(once);
      const renewed = await world.card();
      expect(world.disk.get('src/a.ts')).toBe('edited outside');
      renewed.answer(once);
    });
    expect(told(world)).toEqual([
      'proposed',
      'waiting (G10)',
      'yes by person (G10)',
      'started',
      'waiting (G10)',
      'yes by person (G10)',
      'started',
      'ended',
    ]);
  });

  test('P8 and back again: the call was not run, so even the same plan is asked again', async () => {
    const world = fakeWorld();
    world.hooks.hands = () => {
      delete world.hooks.hands;
      return Promise.resolve(fail('changed', 'The file has changed.'));
    };
    await whileItWaits(world, async () => {
      world.waiting()[0]?.answer(once);
      (await world.card()).answer(deny);
    });
    expect(world.performed).toHaveLength(1);
    expect(told(world).at(-1)).toBe('no by person (G10)');
  });

  test('P8 A4 a Remember on a plan that went stale is not remembered: the new plan is asked', async () => {
    const world = fakeWorld({
      hooks: { wrote: (event) => void (event.kind === 'started' && world.disk.set('src/a.ts', 'edited outside')) },
    });
    await whileItWaits(world, async () => {
      const [card] = world.waiting();
      card?.answer({ is: 'yes', offer: card.ask.offers.at(-1) ?? { is: 'once' } });
      const renewed = await world.card();
      expect(world.holds.grants).toEqual([]);
      renewed.answer(deny);
    });
    expect(calls(world)[0]).toMatchObject({ by: 'person', remembered: null });
  });

  test('P8 a file that never comes to rest ends the call with what happened, not in a circle', async () => {
    let writes = 0;
    const world = fakeWorld({
      hooks: {
        person: () => once,
        wrote: (event) => void (event.kind === 'started' && world.disk.set('src/a.ts', `${(writes += 1)}`)),
      },
    });
    await chat(world, [[edit(), finish()]]);
    expect(told(world).at(-1)).toBe('ended changed');
    expect(writes).toBeLessThan(10);
  });
});
