import { describe, expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { answersGiven, calls, chat, states, told } from '../test/core/run.ts';
import { finish, want, type Reply } from '../test/core/script.ts';
import { fakeWorld, type Card } from '../test/core/world.ts';
import type { Said } from './world.ts';

const edit = (path = 'src/a.ts', new_text = 'b') => want('file_edit', { path, old_text: 'a', new_text });
const one = (event = edit()): Reply[] => [[event, finish('tool_calls')]];
const once: Said = { is: 'yes', offer: { is: 'once' } };
const remembered = (card: Card): Said => {
  const offer = card.ask.offers.find((each) => each.is === 'remember');
  return offer === undefined ? { is: 'stop' } : { is: 'yes', offer };
};

describe('a card is answered', () => {
  test('A2 Approve runs the call once, and the next like it asks again', async () => {
    const world = fakeWorld({ hooks: { person: () => once } });
    await chat(world, [[edit('src/a.ts'), edit('src/b.ts'), finish()]]);
    expect(states(world)).toEqual(['done', 'done']);
    expect(told(world).filter((word) => word.startsWith('waiting'))).toHaveLength(2);
    expect(world.holds.grants).toEqual([]);
    expect(calls(world).map((view) => view.by)).toEqual(['person', 'person']);
  });

  test('A2 A4 Approve with Remember runs the next in that folder without a card, and no other', async () => {
    const world = fakeWorld({
      hooks: { person: (card) => (card.call.args?.['path'] === 'lib/c.ts' ? once : remembered(card)) },
    });
    await chat(world, [[edit('src/a.ts'), edit('src/deep/b.ts'), edit('lib/c.ts'), finish()]]);
    const [first, second, third] = calls(world);
    expect([first?.by, second?.by, third?.by]).toEqual(['person', 'rule', 'person']);
    expect(second?.why?.row).toBe('G9');
    expect(first?.remembered).toBe('Edit file anywhere under src/');
    expect(second?.remembered).toBeNull();
    expect(world.holds.grants).toHaveLength(1);
  });

  test('G12 Deny returns tool-call-cancelled to the model, and the loop goes on', async () => {
    const world = fakeWorld({ hooks: { person: () => ({ is: 'no', reason: '' }) } });
    const ended = await chat(world, one());
    expect(ended.as).toBe('done');
    expect(world.performed).toEqual([]);
    expect(calls(world)[0]?.call).toMatchObject({ at: 'rejected', by: 'person' });
    expect(answersGiven(world)).toEqual(['tool-call-cancelled: declined by the person: do not repeat.']);
    expect(world.requests).toHaveLength(2);
  });

  test('A7 the model receives the reason a person gives', async () => {
    const world = fakeWorld({ hooks: { person: () => ({ is: 'no', reason: 'use tabs' }) } });
    await chat(world, one());
    expect(answersGiven(world)[0]).toContain('Reason: use tabs');
  });

  test('G3 a declined call that is made again in the answer is rejected without a card; another one asks', async () => {
    const cards: Card[] = [];
    const person = (card: Card): Said => {
      cards.push(card);
      return { is: 'no', reason: '' };
    };
    const world = fakeWorld({ hooks: { person } });
    await chat(world, [
      [edit('src/a.ts'), finish()],
      [edit('./src/a.ts'), finish()],
      [edit('src/a.ts', 'c'), finish()],
    ]);
    expect(cards).toHaveLength(2);
    expect(calls(world).map((view) => [view.by, view.why?.row])).toEqual([
      ['person', 'G10'],
      ['rule', 'G3'],
      ['person', 'G10'],
    ]);
    await chat(world, one());
    expect(cards).toHaveLength(3);
  });

  test('A2 a person can take only what was offered', async () => {
    const tool = mcpTool('search', true);
    const forged: Said = { is: 'yes', offer: { is: 'server', server: 's1', choice: 'all' } };
    let answers = 0;
    const person = (): Said => ((answers += 1) === 1 ? forged : { is: 'no', reason: '' });
    const world = fakeWorld({ tools: [tool], policy: 'always', hooks: { person } });
    await chat(world, one(want('mcp__Docs__search', {})));
    expect(answers).toBe(2);
    expect(world.performed).toEqual([]);
    expect(world.consents.size).toBe(0);
  });
});

describe('a person edits the arguments', () => {
  const edited = (args: Record<string, string>, then: Said = once) => {
    const cards: Card[] = [];
    const person = (card: Card): Said => {
      cards.push(card);
      return cards.length === 1 ? { is: 'edit', args } : then;
    };
    return { cards, world: fakeWorld({ hooks: { person } }) };
  };
  const changed = { path: 'src/b.ts', old_text: 'a', new_text: 'b' };

  test('A6 the edited call is planned anew and shown before a yes to it counts', async () => {
    const { cards, world } = edited(changed);
    await chat(world, one());
    expect(cards.map((card) => card.facts?.plan?.path)).toEqual(['src/a.ts', 'src/b.ts']);
    expect(world.performed.map((call) => [call.args?.['path'], call.allowed.plan?.path])).toEqual([
      ['src/b.ts', 'src/b.ts'],
    ]);
    expect(told(world)).toEqual([
      'proposed',
      'waiting (G10)',
      'edit by person (G10)',
      'waiting (G10)',
      'yes by person (G10)',
      'started',
      'ended',
    ]);
  });

  test('A6 the model is told what was changed and by whom, and its own call stays in the history', async () => {
    const { world } = edited(changed);
    await chat(world, one());
    expect(answersGiven(world)[0]).toContain(
      '[The person changed the arguments of this call. Changed: {"path":"src/b.ts"}.]',
    );
    const sent = world.requests.at(-1)?.messages.find((message) => message.role === 'assistant');
    expect(sent?.role === 'assistant' && sent.parts).toMatchObject([{ args: { path: 'src/a.ts' } }]);
  });

  test('A6 an edited call that a rule rejects is rejected, and never shown as approved', async () => {
    const { cards, world } = edited({ ...changed, path: 'blocked/b.ts' });
    const { survey } = fakeWorld();
    world.hooks.survey = async (call, tool) => {
      const found = await survey(call, tool);
      if (!found.ok || found.value === null || call.args?.['path'] !== 'blocked/b.ts') return found;
      return { ok: true, value: { ...found.value, blockedBy: '.agentblock, line 1: blocked/' } };
    };
    await chat(world, one());
    expect(cards).toHaveLength(1);
    expect(world.performed).toEqual([]);
    expect(calls(world)[0]).toMatchObject({ by: 'rule', why: { row: 'G2' }, original: { path: 'src/a.ts' } });
  });

  test('A6 Remember uses the edited target', async () => {
    const { cards, world } = edited(changed);
    world.hooks.person = (card) => {
      cards.push(card);
      return cards.length === 1 ? { is: 'edit', args: { ...changed, path: 'lib/b.ts' } } : remembered(card);
    };
    await chat(world, one());
    expect(world.holds.grants.map((grant) => grant.reach)).toEqual([{ any: false, folder: 'lib', deep: true }]);
  });

  test('A6 arguments that do not fit the tool change nothing: the person is told, and the card stays', async () => {
    const { cards, world } = edited({ path: 'src/b.ts' });
    await chat(world, one());
    expect(cards.map((card) => card.call.args?.['path'])).toEqual(['src/a.ts', 'src/a.ts']);
    expect(world.log.some((event) => event.kind === 'notice' && event.text.includes('do not fit Edit file'))).toBe(
      true,
    );
    expect(calls(world)[0]?.original).toBeNull();
    expect(states(world)).toEqual(['done']);
  });

  test('G3 A6 a call declined after an edit is declined as the model made it too', async () => {
    const { cards, world } = edited(changed, { is: 'no', reason: '' });
    await chat(world, [
      [edit(), finish()],
      [edit(), finish()],
      [edit('src/b.ts'), finish()],
    ]);
    expect(cards).toHaveLength(2);
    expect(calls(world).map((view) => [view.by, view.why?.row])).toEqual([
      ['person', 'G10'],
      ['rule', 'G3'],
      ['rule', 'G3'],
    ]);
  });
});

describe('a server that asks once per chat', () => {
  const search = want('mcp__Docs__search', { q: 'x' });
  const take =
    (choice: 'met' | 'all') =>
    (card: Card): Said => {
      const offer =
        card.ask.offers.find((each) => each.is === 'server' && each.choice === choice) ?? card.ask.offers[0];
      return offer === undefined ? { is: 'stop' } : { is: 'yes', offer };
    };

  test('S2 “this call” runs this call at one yes, and each tool’s setting decides from then on', async () => {
    const cards: Card[] = [];
    const world = fakeWorld({ tools: [mcpTool()], policy: 'once' });
    world.hooks.person = (card) => {
      cards.push(card);
      return card.ask.why.row === 'G7' ? take('met')(card) : once;
    };
    await chat(world, [
      [search, finish()],
      [search, finish()],
    ]);
    expect(cards.map((card) => card.ask.why.row)).toEqual(['G7', 'G10']);
    expect(world.consents.get('s1')).toBe('met');
    expect(states(world)).toEqual(['done', 'done']);
  });

  test('S2 “every tool of this server” runs the rest without a card, and the log says so', async () => {
    const world = fakeWorld({ tools: [mcpTool()], policy: 'once', hooks: { person: take('all') } });
    await chat(world, [
      [search, finish()],
      [search, finish()],
    ]);
    expect(calls(world).map((view) => [view.by, view.why?.row])).toEqual([
      ['person', 'G7'],
      ['rule', 'G8'],
    ]);
    expect(calls(world)[0]?.remembered).toContain('every tool of Docs in this chat');
  });

  test('S2 Deny is for the whole server in this chat: a later call is rejected without a card', async () => {
    let cards = 0;
    const person = (): Said => ((cards += 1) > 0 ? { is: 'no', reason: '' } : once);
    const world = fakeWorld({ tools: [mcpTool(), mcpTool('other', true)], policy: 'once', hooks: { person } });
    await chat(world, [
      [search, finish()],
      [want('mcp__Docs__other', {}), finish()],
    ]);
    expect(cards).toBe(1);
    expect(world.consents.get('s1')).toBe('no');
    expect(calls(world)[1]?.why?.row).toBe('G3');
  });
});
