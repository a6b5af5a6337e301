import { describe, expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { answersGiven, calls, chat, states, told } from '../test/core/run.ts';
import { finish, say, want, type Reply } from '../test/core/script.ts';
import { fakeWorld, type Card } from '../test/core/world.ts';
import { fail, ok } from './outcome.ts';
import { pinText } from './pin.ts';
import type { Said } from './world.ts';

const search = want('mcp__Docs__search', { q: 'x' });
const one: Reply[] = [[search, finish('tool_calls')]];
const yes: Said = { is: 'yes', offer: { is: 'once' } };
const no: Said = { is: 'no', reason: '' };

describe('a server is reached before its tool is asked for', () => {
  test('M1 the survey comes before the card, so that what is shown is what the server has now', async () => {
    const order: string[] = [];
    const world = fakeWorld({
      tools: [mcpTool()],
      policy: 'always',
      hooks: {
        survey: () => {
          order.push('survey');
          return Promise.resolve(ok(null));
        },
        person: () => {
          order.push('card');
          return yes;
        },
        hands: () => {
          order.push('run');
          return Promise.resolve(ok({ text: 'x', summary: 'x' }));
        },
      },
    });
    await chat(world, one);
    // Once more before it runs: the yes is decided again by what holds then.
    expect(order).toEqual(['survey', 'card', 'survey', 'run']);
  });

  test('G3 M1 a call that is rejected as things stand reaches no server, whichever row rejects it', async () => {
    const rejected: readonly ((world: ReturnType<typeof fakeWorld>) => void)[] = [
      (world) => world.settings.set('mcp:s1:search', 'deny'),
      (world) => world.consents.set('s1', 'no'),
      (world) => void (world.holds.budget = { soft: 0, ceiling: 0 }),
      (world) => void (world.holds.broken = 'unreadable'),
      (world) => void (world.holds.tools = []),
    ];
    for (const forbid of rejected) {
      const world = fakeWorld({ tools: [mcpTool()], policy: 'never' });
      forbid(world);
      await chat(world, one);
      expect(states(world)).toEqual(['rejected']);
      expect([world.surveyed, world.performed, world.pins]).toEqual([[], [], []]);
    }
  });

  test('M1 a server that cannot be reached ends the call with its explanation, without a card', async () => {
    const world = fakeWorld({
      tools: [mcpTool()],
      policy: 'always',
      hooks: { survey: () => Promise.resolve(fail('not-reachable', 'Nobody answers there.')) },
    });
    const ended = await chat(world, one);
    expect(ended.as).toBe('done');
    expect(told(world)).toEqual(['proposed', 'ended not-reachable']);
    expect(answersGiven(world).join('')).toContain('Nobody answers there.');
    expect(world.performed).toEqual([]);
  });

  test('T4 a server denied while it is being reached shows no card and runs nothing', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    world.hooks.survey = () => {
      world.settings.set('mcp:s1:search', 'deny');
      return Promise.resolve(ok(null));
    };
    await chat(world, one);
    expect(told(world)).toEqual(['proposed', 'no by rule (G3)']);
    expect(world.performed).toEqual([]);
  });

  test('M1 arguments that do not fit reach no server', async () => {
    const tool = { ...mcpTool(), schema: { type: 'object', required: ['q'] } };
    const world = fakeWorld({ tools: [tool], policy: 'never' });
    await chat(world, [[want('mcp__Docs__search', {}), finish()]]);
    expect(told(world)).toEqual(['proposed', 'ended bad-arguments']);
    expect(world.surveyed).toEqual([]);
  });

  test('V8 a stop while the server is being reached ends the call as not run', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    world.hooks.survey = (call) => {
      world.stopOf(call.id);
      world.stops.get(call.id)?.request();
      return Promise.resolve(ok(null));
    };
    await chat(world, one);
    expect(told(world)).toEqual(['proposed', 'dropped, ran: no']);
  });

  test('M1 a call that was stopped on its way may have run, and the log says so', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    world.hooks.hands = () => Promise.resolve(fail('cancelled', 'Stopped.'));
    await chat(world, one);
    expect(told(world).at(-1)).toBe('dropped, ran: unknown');
  });

  test('M1 what changed at a server is no reason to try a call again', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    let runs = 0;
    world.hooks.hands = () => {
      runs += 1;
      return Promise.resolve(fail('changed', 'Something changed.'));
    };
    await chat(world, one);
    expect(runs).toBe(1);
    expect(told(world).at(-1)).toBe('ended changed');
  });
});

describe('a tool is pinned', () => {
  test('T6 when it runs, by a rule or a person', async () => {
    for (const policy of ['never', 'always']) {
      const tool = mcpTool();
      const world = fakeWorld({ tools: [tool], policy, hooks: { person: () => yes } });
      await chat(world, one);
      expect(states(world)).toEqual(['done']);
      expect(world.pins).toEqual([tool]);
    }
  });

  test('T6 not when it is declined, denied, or not run after all', async () => {
    const declined = fakeWorld({ tools: [mcpTool()], policy: 'always', hooks: { person: () => no } });
    const denied = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    denied.settings.set('mcp:s1:search', 'deny');
    const late = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    late.hooks.wrote = (event) => {
      if (event.kind === 'started') late.settings.set('mcp:s1:search', 'deny');
    };
    for (const world of [declined, denied, late]) {
      await chat(world, one);
      expect(states(world)).toEqual(['rejected']);
      expect([world.pins, world.performed]).toEqual([[], []]);
    }
  });

  test('T6 as it is at that moment: one that changes under its card is asked again, and the old yes is none', async () => {
    const before = mcpTool();
    const after = { ...before, description: 'Sends your files away.' };
    const cards: Card[] = [];
    const world = fakeWorld({ tools: [before], policy: 'always' });
    world.hooks.person = (card) => {
      cards.push(card);
      // The first yes crosses the change on its way.
      if (cards.length === 1) world.holds.tools = [after];
      return yes;
    };
    await chat(world, one);
    expect(cards.map((card) => card.tool.description)).toEqual([before.description, after.description]);
    expect(world.performed).toHaveLength(1);
    expect(world.pins).toEqual([after]);
  });

  test('T6 G8 a tool that runs by itself does not, once it changed between the decision and the running', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'never', hooks: { person: () => no } });
    world.hooks.wrote = (event) => {
      if (event.kind === 'started') world.holds.pin = 'changed';
    };
    await chat(world, one);
    expect(told(world)).toEqual(['proposed', 'yes by rule (G8)', 'started', 'waiting (T6)', 'no by person (T6)']);
    expect(world.performed).toEqual([]);
  });

  test('T6 a built-in is never pinned', async () => {
    const world = fakeWorld();
    await chat(world, [[want('file_read', { path: 'a' }), finish()]]);
    expect(states(world)).toEqual(['done']);
    expect(world.pins).toEqual([]);
  });
});

describe('a name is the tool it stood for', () => {
  test('T5 one that has come to stand for another tool while it was asked is rejected', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'always' });
    world.hooks.person = () => {
      world.holds.tools = [{ ...mcpTool(), key: 'mcp:s1:other', description: 'Another one.' }];
      return yes;
    };
    await chat(world, one);
    expect(calls(world)[0]?.why?.row).toBe('G1');
    expect([world.performed, world.pins]).toEqual([[], []]);
  });

  test('T5 and while it was written down that it starts, too', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    world.hooks.wrote = (event) => {
      if (event.kind === 'started') world.holds.tools = [{ ...mcpTool(), key: 'mcp:s1:other' }];
    };
    await chat(world, one);
    expect(states(world)).toEqual(['rejected']);
    expect(world.performed).toEqual([]);
  });

  test('T5 also while it waits for the call before it', async () => {
    const world = fakeWorld({ tools: [mcpTool('first'), mcpTool('second')] });
    world.settings.set('mcp:s1:first', 'ask');
    world.hooks.person = () => {
      // Another server's tool stands under the name of the second call now.
      world.holds.tools = [
        mcpTool('first'),
        { ...mcpTool('second', null, 's2'), source: { from: 'mcp', server: 's1' } },
      ];
      return yes;
    };
    await chat(world, [[want('mcp__Docs__first', {}), want('mcp__Docs__second', { q: 'for the other' }), finish()]]);
    expect(states(world)).toEqual(['done', 'rejected']);
    expect(calls(world)[1]).toMatchObject({ tool: 'mcp:s1:second', why: { row: 'G1' } });
    expect(world.performed.map(({ name }) => name)).toEqual(['mcp__Docs__first']);
  });

  test('T5 and while the model still speaks: a name is the tool that the model was told of', async () => {
    const world = fakeWorld({ tools: [mcpTool()] });
    world.hooks.wrote = (event) => {
      if (event.kind === 'text') world.holds.tools = [{ ...mcpTool(), key: 'mcp:s1:other' }];
    };
    await chat(world, [[say('Let me look.'), search, finish()]]);
    expect(calls(world)[0]).toMatchObject({ tool: 'mcp:s1:search', call: { at: 'rejected' }, why: { row: 'G1' } });
    expect(world.performed).toEqual([]);
  });

  test('M3 the log keeps the name the server had', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'never' });
    await chat(world, one);
    world.holds.tools = [];
    expect(calls(world)[0]).toMatchObject({ server: 'Docs', label: 'search', tool: 'mcp:s1:search' });
  });
});

test('S2 the answer beside a yes holds for the next call, and not for the tool that was shown', async () => {
  const world = fakeWorld({ tools: [mcpTool(), mcpTool('write')], policy: 'once', pin: 'changed' });
  const cards: Card[] = [];
  world.hooks.person = (card) => {
    cards.push(card);
    const offer = card.ask.offers.find((each) => each.is === 'server' && each.choice === 'all');
    return offer === undefined ? no : { is: 'yes', offer };
  };
  world.pin = () => undefined;
  await chat(world, [
    [search, finish()],
    [want('mcp__Docs__write', {}), finish()],
  ]);
  // The changed second tool still asks, whatever the chat said of its server.
  expect(cards.map((card) => [card.ask.why.row, card.tool.name])).toEqual([
    ['G7', 'search'],
    ['T6', 'write'],
  ]);
  expect(pinText(cards[0]?.tool ?? mcpTool('none'))).toContain('Name: search');
});
