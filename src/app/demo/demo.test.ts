import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { fileToolNames } from '../../core/tool.ts';
import type { Message, ModelEvent } from '../../core/model.ts';
import { full } from '../../test/fixtures.ts';
import { sampleFiles } from '../sample/files.ts';
import { demoModels } from './demo.ts';
import { bugFix, draft, precious, settled, spelling, suspectFile } from './places.ts';
import { play, request, turn, user, type Person, type Turn, type Verdict } from './testing/stage.ts';

let files: Map<string, string>;
beforeEach(() => {
  files = new Map(sampleFiles);
});

const toolsOf = (turns: readonly Turn[]): string[] => turns.flatMap((one) => one.calls.map((call) => call.tool));
const lastOf = (turns: readonly Turn[]): string => turns.at(-1)?.text ?? '';
/** The text that follows the answer to a tool. */
const after = (turns: readonly Turn[], tool: string): string =>
  turns[turns.findIndex((one) => one.calls.some((call) => call.tool === tool)) + 1]?.text ?? '';
const only =
  (tool: string, verdict: Verdict): Person =>
  (asked) =>
    asked === tool ? verdict : 'approve';
const tour = ['find_files', 'grep', 'file_read', 'file_edit', 'file_delete', 'file_rename'];

test('V4 the sample holds the bug and the spelling once each, so that the edits fit', () => {
  expect(sampleFiles.get(suspectFile)?.split(bugFix.old)).toHaveLength(2);
  expect(sampleFiles.get(suspectFile)?.split(spelling.old)).toHaveLength(2);
});

test('V4 any message starts the tour; approved, it fixes the bug and renames the draft', async () => {
  const { turns } = await play(files, 'hello there', only('file_delete', { deny: '' }));
  expect(toolsOf(turns)).toEqual(tour);
  expect(turns[0]?.calls).toHaveLength(2);
  expect(turns[0]?.text).toMatch(/script inside Sluice, not an AI/u);
  expect(after(turns, 'grep')).toMatch(/`daysLate` on \d+ lines, in `src\/loans\/fees\.ts`/u);
  expect(after(turns, 'file_read')).toMatch(/there is a bug: it adds 1/u);
  expect(files.get(suspectFile)).toBe(sampleFiles.get(suspectFile)?.replace(bugFix.old, bugFix.new));
  expect(files.has(precious)).toBe(true);
  expect([files.has(draft), files.has(settled)]).toEqual([false, true]);
  expect(lastOf(turns)).toMatch(
    /Edit a file: ran\n- Ask for what you should decline: declined by you\n- Rename a file: ran/u,
  );
});

test('V4 a declined edit is taken as a no with its reason, is not asked for again, and changes nothing', async () => {
  const { turns } = await play(files, 'hi', (tool) => (tool === 'file_edit' ? { deny: 'not today' } : 'approve'));
  expect(after(turns, 'file_edit')).toMatch(/You declined the edit with the reason “not today”/u);
  expect(toolsOf(turns).filter((tool) => tool === 'file_edit')).toHaveLength(1);
  expect(toolsOf(turns)).not.toContain('file_write');
  expect(files.get(suspectFile)).toBe(sampleFiles.get(suspectFile));
  expect(lastOf(turns)).toContain('Edit a file: declined by you');
});

test('V4 the step that asks to be denied answers a no and a yes differently', async () => {
  const denied = await play(new Map(files), 'hi', only('file_delete', { deny: 'it is the only copy' }));
  expect(after(denied.turns, 'file_delete')).toMatch(/Just so\..*`tool-call-cancelled`.*“it is the only copy”/u);
  const approved = await play(files, 'hi');
  expect(files.has(precious)).toBe(false);
  expect(after(approved.turns, 'file_delete')).toMatch(
    /You approved it.*“Deleted data\/loans\.json\.”.*\*\*Revert\*\*/u,
  );
  expect(after(approved.turns, 'file_delete')).not.toMatch(/Just so/u);
});

test('A6 edited arguments are told apart, by what the person put in place', async () => {
  const mine = bugFix.new.replace('Math.max', 'globalThis.Math.max');
  const person: Person = (tool, args) => {
    if (tool === 'file_edit') return { edit: { ...args, new_text: mine } };
    return tool === 'file_rename' ? { edit: { ...args, to: 'docs/notices.md' } } : 'approve';
  };
  const { turns } = await play(files, 'hi', person);
  expect(after(turns, 'file_edit')).toContain(
    `You changed the edit before it ran, and I was told so: it ran with \`new_text\` “${mine}”`,
  );
  expect(files.get(suspectFile)).toContain(mine);
  expect(after(turns, 'file_read')).not.toContain('You changed');
  expect(after(turns, 'file_rename')).toContain('it ran with `to` “docs/notices.md”');
  expect(files.has('docs/notices.md')).toBe(true);
  expect(lastOf(turns)).toContain('Edit a file: ran, with your changes');
});

test('A6 a search whose pattern the person changed, with an argument left out, is told by what it ran with', async () => {
  const other = new Map([['a.md', '# TODO one\n']]);
  const { turns } = await play(other, 'search', (_, args) =>
    args['max_results'] === undefined ? 'approve' : { edit: { pattern: 'one.*' } },
  );
  expect(lastOf(turns)).toMatch(/The search found `one\.\*` on one line/u);
  expect(lastOf(turns)).toContain('Search for marks: ran, with your changes');
});

test('V4 each word runs one step and no more', async () => {
  const words = {
    search: ['grep'],
    read: ['find_files', 'file_read'],
    edit: ['find_files', 'file_read', 'file_edit'],
    rename: ['find_files', 'file_rename'],
  };
  for (const [word, tools] of Object.entries(words)) {
    for (const said of [word, `${word.toUpperCase()}!`, ` "${word}" `]) {
      const { turns } = await play(new Map(sampleFiles), said);
      expect(toolsOf(turns)).toEqual(tools);
      expect(lastOf(turns)).toContain('That was one step.');
    }
  }
  expect(toolsOf((await play(files, 'please edit the readme')).turns)).toEqual(tour);
});

test('V4 with no project it explains itself in words, and calls nothing', async () => {
  const foreign = { name: 'mcp__x__search', description: '', schema: { type: 'object' } };
  for (const tools of [[], [foreign]]) {
    const { turns } = await play(files, 'hi', () => 'approve', [], { tools });
    expect(toolsOf(turns)).toEqual([]);
    expect(lastOf(turns)).toMatch(/No file tools are offered.*Choose the sample project/u);
  }
});

test('V4 once the bug is fixed it says so and offers another harmless edit, and then a new file', async () => {
  const person = only('file_delete', { deny: '' });
  const first = await play(files, 'hi', person);
  const second = await play(files, 'again', person, first.messages);
  expect(after(second.turns, 'file_read')).toMatch(/fixed already.*harmless edit left.*“calender”/su);
  expect(files.get(suspectFile)).toContain(spelling.new);
  expect(files.has(draft)).toBe(true);
  const third = await play(files, 'edit', person, second.messages);
  expect(toolsOf(third.turns)).toEqual(['find_files', 'file_read', 'file_write']);
  expect([...files.keys()]).toContain('sluice-notes.md');
  const fourth = await play(files, 'edit', person, third.messages);
  expect(fourth.turns.flatMap((one) => one.calls).at(-1)?.args['path']).toBe('sluice-notes-2.md');
});

test('V4 in another project it reads what it finds and asks for nothing of the person’s files', async () => {
  const other = new Map([
    ['app.py', 'import os\n\n# TODO: close the file\nprint(os.name)\n'],
    ['README.md', '# Weather\n'],
  ]);
  const { turns } = await play(other, 'hi', (_, args) =>
    JSON.stringify(args).includes('please-deny') ? { deny: '' } : 'approve',
  );
  expect(toolsOf(turns)).toEqual([
    'find_files',
    'grep',
    'grep',
    'file_read',
    'file_write',
    'file_write',
    'file_rename',
  ]);
  expect(after(turns, 'file_read')).toMatch(/it begins with “import os”/u);
  expect(after(turns, 'file_read')).not.toMatch(/bug/u);
  expect(other.get('app.py')).toBe('import os\n\n# TODO: close the file\nprint(os.name)\n');
  expect(other.get('README.md')).toBe('# Weather\n');
  expect([...other.keys()].toSorted()).toEqual(['README.md', 'app.py', 'sluice-notes-renamed.md']);
});

test('V4 in a folder of no text it does not claim to have read any', async () => {
  const { turns } = await play(new Map([['photo.png', 'x']]), 'hi', () => ({ deny: '' }));
  expect(toolsOf(turns)).not.toContain('file_read');
  expect(turns.map((one) => one.text).join('\n')).not.toMatch(/I read it/u);
});

test('V4 the sample’s precious file is asked for only in the sample', async () => {
  const other = new Map([...sampleFiles].filter(([path]) => path === precious || path === suspectFile));
  const { turns } = await play(other, 'hi');
  expect(toolsOf(turns)).not.toContain('file_delete');
  expect(other.has(precious)).toBe(true);
});

test('G12 rejected, failed and stopped calls are told as what they were, and the tour goes on', async () => {
  const rejected = await play(new Map(files), 'hi', () => 'reject');
  expect(after(rejected.turns, 'find_files')).toMatch(/A rule rejected the listing.*“Rejected by rule G10/u);
  const stopped = await play(new Map(files), 'hi', only('file_read', 'stop'));
  expect(after(stopped.turns, 'file_read')).toMatch(/no result for the reading/u);
  const failing = await play(files, 'hi', (tool) => {
    if (tool === 'file_edit') files.set(suspectFile, 'changed meanwhile');
    return 'approve';
  });
  expect(after(failing.turns, 'file_edit')).toMatch(/The edit did not work.*“old_text was not found/u);
  for (const { turns } of [rejected, stopped, failing]) expect(lastOf(turns)).toContain('That was the tour.');
});

test('F3 where only reading tools are offered it says which steps were left out', async () => {
  const { tools } = request([]);
  const reading = tools.filter((tool) => ['file_read', 'grep', 'find_files'].includes(tool.name));
  const { turns } = await play(files, 'hi', () => 'approve', [], { tools: reading });
  expect(toolsOf(turns)).toEqual(['find_files', 'grep', 'file_read']);
  expect(lastOf(turns)).toContain('Edit a file: left out, since `file_edit` is not offered to me');
});

test('B3 a last turn without tools sums up what happened and what is left', async () => {
  const { messages } = await play(files, 'hi');
  const note = user('[Sluice: this answer has made 250 tool calls, which is the most it may. Tools are off now.]');
  const last = await turn(request([...messages.slice(0, 5), note], { toolsOff: true }));
  expect(last.calls).toEqual([]);
  expect(last.text).toMatch(/switched off.*List the files: ran.*Edit a file: left out, since my tools are off/su);
});

test('V4 the same history gives the same line, so that an answer resumes after a reload', async () => {
  const { messages, turns } = await play(files, 'hi');
  let at = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role !== 'assistant') continue;
    expect(await turn(request(messages.slice(0, index)))).toEqual(turns[at]);
    at += 1;
  }
  expect(at).toBe(turns.length);
});

test('V2 text comes in small pieces, and stop ends the stream with the fault `cancelled`', async () => {
  const stream = demoModels().stream(request([user('hi')]));
  const events: ModelEvent[] = [];
  for await (const event of stream.events) {
    events.push(event);
    if (events.length === 3) stream.stop();
  }
  expect(events).toHaveLength(4);
  expect(events.slice(0, 3).every((event) => event.is === 'text' && event.delta.length < 80)).toBe(true);
  expect(events.at(-1)).toMatchObject({ is: 'fault', fault: { code: 'cancelled' } });
  const early = demoModels().stream(request([user('hi')]));
  early.stop();
  const only: ModelEvent[] = [];
  for await (const event of early.events) only.push(event);
  expect(only).toMatchObject([{ is: 'fault', fault: { code: 'cancelled' } }]);
});

test('V3 any prefix of any history gives one valid turn with offered tools only', async () => {
  const verdict = fc.oneof<fc.Arbitrary<Verdict>[]>(
    fc.constant('approve'),
    fc.constant('reject'),
    fc.constant('stop'),
    fc.record({ deny: fc.string() }),
    fc.record({
      edit: fc.record({
        path: fc.string(),
        pattern: fc.string({ maxLength: 3 }).map((text) => text.replaceAll(/\W/gu, '')),
      }),
    }),
  );
  const spoken = fc.oneof(fc.constantFrom('hi', 'search', 'read', 'edit', 'rename', '[note]', ''), fc.string());
  await fc.assert(
    fc.asyncProperty(
      fc.array(spoken, { minLength: 1, maxLength: 2 }),
      fc.array(verdict, { minLength: 1, maxLength: 8 }),
      fc.subarray([...fileToolNames]),
      fc.boolean(),
      async (says, verdicts, offered, sample) => {
        const world = sample ? new Map(sampleFiles) : new Map([['a.md', '# A\n']]);
        const tools = request([]).tools.filter((tool) => (offered as string[]).includes(tool.name));
        let count = 0;
        const person: Person = () => verdicts[count++ % verdicts.length] ?? 'approve';
        let messages: readonly Message[] = [];
        for (const said of says) messages = (await play(world, said, person, messages, { tools })).messages;
        for (let end = 0; end <= messages.length; end += 1) await turn(request(messages.slice(0, end), { tools }));
      },
    ),
    { numRuns: full ? 300 : 25, seed: 11 },
  );
});
