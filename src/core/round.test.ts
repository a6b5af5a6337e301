import { describe, expect, test } from 'vitest';
import { mcpTool, opus } from '../test/core/make.ts';
import { asked, ends, gem, luna } from '../test/core/rounds.ts';
import { calls, chat } from '../test/core/run.ts';
import { broke, finish, say, want, type Reply } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import type { ModelRequest } from './model.ts';

const read = (path: string) => want('file_read', { path });
const edit = want('file_edit', { path: 'src/a.ts', old_text: 'a', new_text: 'b' });
const textOf = (request: ModelRequest | undefined): string =>
  (request?.messages ?? [])
    .flatMap((message) => (message.role === 'user' ? message.parts : []))
    .map((part) => (part.is === 'text' ? part.text : ''))
    .join('\n');
const lastRequest = (world: Fake): ModelRequest | undefined => world.requests.at(-1);
const said = (text: string): Reply[] => [[say(text), finish()]];
describe('a round', () => {
  test('F1 all answer side by side, and the primary gets the question and every labelled answer', async () => {
    const world = fakeWorld();
    let open = 0;
    let most = 0;
    const slow = (text: string): Reply =>
      async function* () {
        most = Math.max(most, (open += 1));
        for (let at = 0; at < 50; at += 1) await Promise.resolve();
        open -= 1;
        yield say(text);
        yield finish();
      };
    const { as, answer } = await asked(world, {
      opus: [slow('I say one.'), [say('All say one [A].'), finish()]],
      luna: [[read('a'), finish()], slow('Luna says one.')],
      gem: [slow('Gem says two.')],
    });
    expect(as).toBe('done');
    expect(most).toBeGreaterThanOrEqual(2);
    expect(ends(answer)).toEqual([
      'opus dispatch done',
      'luna dispatch done',
      'gem dispatch done',
      'opus synthesis done',
    ]);
    expect(answer.traces.map(({ role, basis }) => [role, basis])).toEqual([
      ['primary', null],
      ['peer', null],
      ['peer', null],
      ['synthesis', 'answers'],
    ]);
    expect(world.requests.map(({ system }) => system)).toContain('You are OpenAI · Luna: peer.');
    expect(lastRequest(world)?.system).toBe('You are Anthropic · Opus: synthesis.');
    const given = textOf(lastRequest(world));
    expect(given).toContain('What is it?');
    for (const part of ['label="A" model="Anthropic · Opus"', 'I say one.', 'label="B"', 'Luna says one.', 'label="C"'])
      expect(given).toContain(part);
    expect(given).toContain('B1: Read file · a → read');
  });

  test('F1 in the dispatch a model sees the question and its own turns only', async () => {
    const world = fakeWorld();
    await asked(world, {
      luna: [[say('SECRET OF LUNA'), read('a'), finish()], ...said('Done.')],
      gem: said('SECRET OF GEM'),
    });
    const dispatched = world.requests.filter(({ system }) => /: (?:peer|primary)\./u.test(system));
    expect(dispatched).toHaveLength(4);
    for (const request of dispatched) {
      const text = JSON.stringify(request.messages);
      expect(text).not.toContain('SECRET OF GEM');
      if (request.model.model !== 'luna') expect(text).not.toContain('SECRET OF LUNA');
    }
  });

  test('F1 later turns see only what the primary wrote', async () => {
    const world = fakeWorld();
    const { id } = await asked(world, {
      opus: [...said('My own words.'), ...said('The one answer.')],
      luna: said('Luna’s words.'),
    });
    world.scripts.clear();
    await chat(world, [], id);
    const text = JSON.stringify(lastRequest(world)?.messages);
    expect(text).toContain('The one answer.');
    expect(text).not.toContain('My own words.');
    expect(text).not.toContain('Luna’s words.');
  });

  test('F2 one peer’s error never ends the round; what it said is kept and marked, and who said nothing is named', async () => {
    const world = fakeWorld();
    const { as, answer } = await asked(world, {
      luna: [[say('Half a word'), broke()]],
      gem: [[broke('No such model.')]],
    });
    expect(as).toBe('done');
    expect(ends(answer)).toContain('luna dispatch failed');
    const given = textOf(lastRequest(world));
    expect(given).toContain('state="partial: it failed in the middle"');
    expect(given).toContain('Google · Gem: it failed: No such model.');
  });

  test('F2 an error of the program’s own in one part is that part’s end', async () => {
    const world = fakeWorld();
    const stream = world.stream;
    world.stream = (request) => {
      if (request.model.model === 'gem') throw new Error('Oh no.');
      return stream(request);
    };
    const { as, answer } = await asked(world, { luna: said('Fine.') });
    expect(as).toBe('done');
    expect(answer.traces.find(({ model }) => model.model === 'gem')).toMatchObject({
      state: 'failed',
      fault: { code: 'bug', message: expect.stringContaining('Oh no.') as string },
    });
  });

  test('F2 where the primary failed, it still writes the answer from what the peers said', async () => {
    const world = fakeWorld();
    const { as, answer } = await asked(world, {
      opus: [[broke()], ...said('From Luna [A].')],
      luna: said('Luna knows.'),
    });
    expect(as).toBe('done');
    expect(answer.traces.at(-1)).toMatchObject({ phase: 'synthesis', basis: 'answers', state: 'done' });
    expect(textOf(lastRequest(world))).toContain('label="A" model="OpenAI · Luna"');
  });

  test('F2 where the synthesis fails, the answer is failed and the answers stay', async () => {
    const world = fakeWorld();
    const { as, answer, fault } = await asked(world, {
      opus: [...said('One.'), [broke('Too busy.')]],
      luna: said('Two.'),
    });
    expect([as, fault?.message]).toEqual(['failed', 'Too busy.']);
    expect(answer.parts.flatMap((part) => (part.is === 'text' ? [part.text] : []))).toEqual(
      expect.arrayContaining(['One.', 'Two.']),
    );
  });

  test('F2 nobody answered: the fault names what each model says of it', async () => {
    const world = fakeWorld();
    const { as, fault } = await asked(world, {
      opus: [[broke('No key.')]],
      luna: [[broke('No network.')]],
      gem: [[finish()]],
    });
    expect(as).toBe('failed');
    for (const part of ['Anthropic · Opus', 'No key.', 'OpenAI · Luna', 'No network.', 'Gem: it ended without saying'])
      expect(fault?.message).toContain(part);
    expect(world.log.some((event) => event.kind === 'joined' && event.phase === 'synthesis')).toBe(false);
  });

  test('F2 where only the primary answered, it goes on from its own text with all its tools, and may end without a word', async () => {
    const world = fakeWorld({ hooks: { person: () => ({ is: 'yes', offer: { is: 'once' } }) } });
    const { as, answer } = await asked(world, {
      opus: [...said('It is in src/a.ts.'), [edit, finish()], [finish()]],
      luna: [[broke()]],
      gem: [[broke()]],
    });
    expect(as).toBe('done');
    expect(answer.traces.at(-1)).toMatchObject({ phase: 'synthesis', basis: 'own', share: null });
    expect(world.performed.map(({ name }) => name)).toEqual(['file_edit']);
    expect(world.log.filter((event) => event.kind === 'notice')).toEqual([]);
    const messages = lastRequest(world)?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant', 'tool']);
    expect(JSON.stringify(messages[2])).toContain('No other model answered: OpenAI · Luna (it failed');
  });

  test('F2 an answer over its share is cut, and marked', async () => {
    const world = fakeWorld({ facts: { context: 3_000, inputPrice: null, outputPrice: null } });
    const { answer } = await asked(world, {
      opus: said('Short.'),
      luna: said('long '.repeat(9_000)),
      gem: said('Short.'),
    });
    expect(answer.traces.at(-1)?.share).toBe(500);
    const given = textOf(lastRequest(world));
    expect(given).toContain('over its share');
    expect(given.length).toBeLessThan(6_000);
  });
});

describe('who may do what', () => {
  test('F3 G1 writes are refused by name in the dispatch, to the primary too, and are its in the synthesis', async () => {
    const world = fakeWorld({ hooks: { person: () => ({ is: 'yes', offer: { is: 'once' } }) } });
    await asked(world, {
      opus: [[edit, finish()], ...said('I could not.'), [edit, finish()], ...said('Now I did.')],
      luna: [[edit, finish()], ...said('Refused.')],
    });
    expect(calls(world).map(({ call, why }) => [call.phase, call.at, why?.row])).toEqual([
      ['dispatch', 'rejected', 'G1'],
      ['dispatch', 'rejected', 'G1'],
      ['synthesis', 'done', 'G10'],
    ]);
    expect(calls(world)[0]?.why?.rule).toContain('file_edit');
    for (const { system, tools } of world.requests) {
      const offered = tools.some(({ name }) => name === 'file_edit');
      expect([system, offered]).toEqual([system, system.includes('synthesis')]);
    }
  });

  test('F4 a server for all models is offered to each, one for the primary to no peer', async () => {
    for (const audience of ['all', 'primary'] as const) {
      const world = fakeWorld({ tools: [mcpTool('look')], audience });
      await asked(world, { luna: [[want('mcp__Docs__look', {}), finish()]] });
      for (const { model, tools } of world.requests)
        expect(tools.length).toBe(audience === 'all' || model.model === opus.model ? 1 : 0);
      expect(calls(world)[0]?.call.at).toBe(audience === 'all' ? 'done' : 'rejected');
    }
  });

  test('G3 what the person declined of one model is declined for all, for the rest of the answer', async () => {
    const world = fakeWorld({ tools: [mcpTool('act')], policy: 'always', audience: 'all' });
    let cards = 0;
    world.hooks.person = () => {
      cards += 1;
      return { is: 'no', reason: '' };
    };
    const act = want('mcp__Docs__act', {});
    await asked(world, { opus: [...said('Hm.'), [act, finish()], ...said('Well.')], luna: [[act, finish()]] }, [luna]);
    expect(cards).toBe(1);
    expect(calls(world).map(({ by, why }) => [by, why?.row])).toEqual([
      ['person', 'G6'],
      ['rule', 'G3'],
    ]);
  });

  test('B1 B3 the calls of all models count together, up to the ceiling', async () => {
    const world = fakeWorld({ budget: { soft: 6, ceiling: 6 } });
    const loops = (path: string): Reply[] =>
      Array.from({ length: 9 }, (_, at) => [say(`${path}${at}.`), read(`${path}${at}`), finish()] as const);
    const { answer } = await asked(world, { opus: loops('o'), luna: loops('l'), gem: loops('g') }, [luna, gem]);
    expect(world.performed.length).toBe(6);
    expect(answer.counted).toBeGreaterThanOrEqual(6);
    const last = world.requests.filter(({ toolsOff }) => toolsOff);
    expect(last.length).toBeGreaterThan(0);
    for (const request of last) expect(textOf(request)).toContain('6 tool calls');
    // What is written from the answers after that is a last turn too.
    expect([lastRequest(world)?.toolsOff, answer.traces.at(-1)?.phase]).toEqual([true, 'synthesis']);
  });
});
