import { expect, test } from 'vitest';
import { factsOf } from '../test/core/make.ts';
import { answersGiven, chat, told } from '../test/core/run.ts';
import { finish, say, want } from '../test/core/script.ts';
import { fakeWorld, type Fake } from '../test/core/world.ts';
import type { Setting } from './gate.ts';
import { ok } from './outcome.ts';

const edit = want('file_edit', { path: 'src/a.ts', old_text: 'x', new_text: 'y' });

/** An edit that matches nothing; the planner's message quotes the nearest line. */
async function nearestTold(read: Setting | null, edits: Setting | null): Promise<{ world: Fake; text: string }> {
  const world = fakeWorld();
  if (read !== null) world.settings.set('file_read', read);
  if (edits !== null) world.settings.set('file_edit', edits);
  world.hooks.survey = (call, tool) => {
    const fault = { code: 'no-match', message: 'The nearest is line 1, "password = hunter2".' } as const;
    return Promise.resolve(ok(factsOf(tool, call.args ?? {}, { plan: null, fault })));
  };
  await chat(world, [
    [edit, finish()],
    [say('Ok.'), finish()],
  ]);
  return { world, text: answersGiven(world).join('\n') };
}

test('P7 the nearest line is told where reading the file needs nobody’s word', async () => {
  expect((await nearestTold(null, null)).text).toContain('hunter2');
});

test('G10 an edit that matches nothing quotes nothing of a file whose reading asks or is denied', async () => {
  for (const [read, edits] of [
    ['ask', null],
    ['deny', null],
    ['deny', 'always'],
  ] as const) {
    const { world, text } = await nearestTold(read, edits);
    expect(told(world)).toEqual(['proposed', 'ended no-match']);
    expect(text).toContain('src/a.ts');
    expect(text).not.toContain('hunter2');
  }
});
