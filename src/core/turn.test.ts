import { describe, expect, test } from 'vitest';
import { mcpTool } from '../test/core/make.ts';
import { answersGiven, calls, chat, states, told } from '../test/core/run.ts';
import { finish, say, want } from '../test/core/script.ts';
import { fakeWorld } from '../test/core/world.ts';
import { canonical } from './json.ts';
import { ok } from './outcome.ts';
import type { Said } from './world.ts';

const read = (path: string) => want('file_read', { path });
const edit = (path: string) => want('file_edit', { path, old_text: 'a', new_text: 'b' });
const once: Said = { is: 'yes', offer: { is: 'once' } };

describe('the calls of one turn', () => {
  test('V8 reads run in parallel, eight at most; changes queue, each planned after the one before it ended', async () => {
    const world = fakeWorld({ hooks: { person: () => once } });
    let reads = 0;
    let most = 0;
    const order: string[] = [];
    world.hooks.survey = (call, tool) => {
      if (tool.effect === 'write') order.push(`plan ${canonical(call.args?.['path'] ?? null)}`);
      return fakeWorld().survey(call, tool);
    };
    world.hooks.hands = async (call, tool) => {
      const write = tool.effect === 'write';
      if (!write) most = Math.max(most, (reads += 1));
      for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
      if (write) order.push(`done ${canonical(call.args?.['path'] ?? null)}`);
      else reads -= 1;
      return ok({ text: '', summary: '' });
    };
    const paths = Array.from({ length: 20 }, (_, at) => read(`r${at}`));
    await chat(world, [[edit('w1'), ...paths, edit('w2'), edit('w3'), finish()]]);
    expect(most).toBe(8);
    const firstPlans = order.filter((word, at) => order.indexOf(word) === at);
    expect(firstPlans).toEqual(['w1', 'w2', 'w3'].flatMap((path) => [`plan "${path}"`, `done "${path}"`]));
    expect(new Set(states(world))).toEqual(new Set(['done']));
    expect(told(world).filter((word) => word === 'held for plan')).toHaveLength(2);
  });

  test('V8 a change that waits for its card holds the next change, not the reads', async () => {
    const world = fakeWorld();
    const ended = chat(world, [[edit('a'), edit('b'), read('c'), finish()]]);
    const card = await world.card();
    expect(world.waiting()).toHaveLength(1);
    card.answer(once);
    (await world.card()).answer(once);
    await ended;
    expect(world.performed.filter((call) => call.name === 'file_edit').map((call) => call.args?.['path'])).toEqual([
      'a',
      'b',
    ]);
  });

  test('V8 two changes of one file: the second is planned on what the first left', async () => {
    const world = fakeWorld({ hooks: { person: () => once } });
    await chat(world, [[edit('a'), want('file_edit', { path: 'a', old_text: 'x', new_text: 'y' }), finish()]]);
    const [first, second] = world.performed.map((call) => call.allowed.plan);
    expect(second?.before?.hash).toBe(first?.after?.hash);
  });

  test('V8 case 40: arguments that were cut off are not run nor repaired, and the model is told', async () => {
    for (const raw of [
      '{"path":"a","content":"abc',
      '{"cmds":["x","y"',
      '[1]',
      '"a"',
      '{"path":"a"}{"path":"b"}',
      'null',
    ]) {
      const world = fakeWorld();
      await chat(world, [[want('file_write', raw), finish('length', true)]]);
      expect([raw, told(world)]).toEqual([raw, ['proposed', 'ended bad-arguments']]);
      expect(answersGiven(world)[0]).toMatch(/not one JSON object.*cut off/su);
      const [, sent] = world.requests.at(-1)?.messages ?? [];
      expect(sent).toMatchObject({ parts: [{ is: 'call', args: {} }] });
    }
  });

  test('V8 case 40: arguments that had not begun when the output limit came are not the empty ones', async () => {
    const world = fakeWorld();
    await chat(world, [[want('list_directory', ''), want('list_directory', ''), finish('length', true)]]);
    expect(states(world)).toEqual(['done', 'done']);
    expect(world.performed).toHaveLength(1);
    expect(told(world).filter((word) => word.startsWith('ended'))).toEqual(
      expect.arrayContaining(['ended', 'ended bad-arguments']),
    );
  });

  test('V8 no arguments at all are the empty ones', async () => {
    const world = fakeWorld();
    await chat(world, [[want('list_directory', ''), finish()]]);
    expect(world.performed[0]?.args).toEqual({});
  });

  test('V8 arguments that do not fit the schema are an error without a card', async () => {
    const world = fakeWorld();
    const odd = [{ path: 1 }, {}, { path: 'a', old_text: 'x', new_text: 'y', extra: true }];
    await chat(world, [[...odd.map((args) => want('file_edit', args)), finish()]]);
    expect(new Set(told(world))).toEqual(new Set(['proposed', 'held for plan', 'ended bad-arguments']));
    expect(answersGiven(world)).toHaveLength(3);
  });

  test('V8 arguments nested beyond reason end their call, not the answer', async () => {
    const world = fakeWorld();
    const raw = `{"path":${'['.repeat(9_000)}${']'.repeat(9_000)}}`;
    expect((await chat(world, [[want('file_read', raw), finish()]])).as).toBe('done');
    expect(told(world)).toEqual(['proposed', 'ended bad-arguments']);
  });

  test('G1 a tool that does not exist is rejected, told to the model, and the loop goes on', async () => {
    const world = fakeWorld();
    expect((await chat(world, [[want('shell', { cmd: 'ls' }), finish()]])).as).toBe('done');
    expect(told(world)).toEqual(['proposed', 'no by rule (G1)']);
    expect(answersGiven(world)[0]).toContain('no tool called “shell”');
  });

  test('G5 what cannot be carried out ends with its fault, without a card', async () => {
    const world = fakeWorld();
    world.hooks.survey = async (call, tool) => {
      const found = await fakeWorld().survey(call, tool);
      const fault = { code: 'no-match', message: 'The passage is not in the file.' } as const;
      return found.ok && found.value !== null ? ok({ ...found.value, plan: null, fault }) : found;
    };
    await chat(world, [[edit('a'), finish()]]);
    expect(told(world)).toEqual(['proposed', 'ended no-match']);
  });

  test('V3 case 38: calls that a provider gives the same id, or none, are rows of their own', async () => {
    const world = fakeWorld();
    await chat(world, [
      [read('a'), finish()],
      [read('b'), finish()],
    ]);
    expect(new Set(calls(world).map((view) => view.call.id)).size).toBe(2);
    expect(answersGiven(world)).toEqual(['file_read of {"path":"a"}', 'file_read of {"path":"b"}']);
  });
});

describe('the ceiling of the tool budget', () => {
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, at) => read(`f${from + at}`));

  test('B3 calls over it are rejected, then one last text turn without tools, which is told why', async () => {
    const world = fakeWorld({ budget: { soft: 5, ceiling: 5 } });
    const ended = await chat(world, [
      [...many(3), finish()],
      [...many(4, 3), finish()],
      [say('Here is what I have.'), finish()],
    ]);
    expect(ended.as).toBe('done');
    expect(world.performed).toHaveLength(5);
    expect(
      calls(world)
        .slice(5)
        .map((view) => view.why?.row),
    ).toEqual(['G4', 'G4']);
    expect(world.requests.map((request) => request.toolsOff)).toEqual([false, false, true]);
    expect(world.requests.at(-1)?.tools.length).toBeGreaterThan(0);
    expect(world.requests.at(-1)?.messages.at(-1)).toMatchObject({
      role: 'user',
      parts: [{ text: expect.stringContaining('5 tool calls') as string }],
    });
    expect(world.log.filter((event) => event.kind === 'paused')).toHaveLength(1);
  });

  test('B3 a model that calls even so gets its calls rejected, and the answer ends', async () => {
    const world = fakeWorld({ budget: { soft: 2, ceiling: 2 } });
    const ended = await chat(world, [
      [...many(2), finish()],
      [...many(2, 2), finish()],
      [say('never asked'), finish()],
    ]);
    expect(ended.as).toBe('done');
    expect(world.requests).toHaveLength(2);
    expect(calls(world).map((view) => view.why?.row)).toEqual(['G8', 'G8', 'G4', 'G4']);
  });

  test('B1 rejected, failed and declined calls count too', async () => {
    const world = fakeWorld({
      budget: { soft: 4, ceiling: 4 },
      tools: [...fakeWorld().holds.tools, mcpTool()],
      hooks: { person: () => ({ is: 'no', reason: '' }) },
    });
    await chat(world, [[want('nothing', {}), want('file_read', {}), edit('a'), read('b'), read('c'), finish()]]);
    expect([...world.thread().answers.values()][0]?.counted).toBe(5);
    expect(calls(world)[4]?.why?.row).toBe('G4');
    expect(world.requests.at(-1)?.toolsOff).toBe(true);
  });
});
