import { afterEach, expect, test } from 'vitest';
import { fail, type Outcome } from '../../core/outcome.ts';
import { isFileTool } from '../../core/tool.ts';
import { makeProjectFolder, removeProjectFolder } from '../../storage/folders.ts';
import { filesHands } from '../hands/files.ts';
import { createSample } from '../sample/sample.ts';
import { bugFix, precious, settled, spelling, suspectFile } from './places.ts';
import { play, type Hands, type Person } from './testing/stage.ts';

const id = `tour-${crypto.randomUUID()}`;
afterEach(() => removeProjectFolder(id));

function must<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.fault.message);
  return outcome.value;
}

/** The real files worker on a folder. */
function handsOn(folder: FileSystemDirectoryHandle): Hands {
  const files = filesHands();
  return async (call, tool, args) => {
    if (!isFileTool(tool)) return fail('bug', `${tool} is no file tool`);
    const facts = await files.survey(folder, { id: call, tool, args });
    if (!facts.ok) return facts;
    if (facts.value.fault !== null) return { ok: false, fault: facts.value.fault };
    return files.run(folder, { id: call, tool, args }, facts.value.plan, () => undefined);
  };
}

async function textOf(root: FileSystemDirectoryHandle, path: string): Promise<string | null> {
  const [name = '', ...folders] = path.split('/').toReversed();
  let folder = root;
  for (const each of folders.toReversed()) folder = await folder.getDirectoryHandle(each);
  return folder.getFileHandle(name).then(
    async (file) => (await file.getFile()).text(),
    () => null,
  );
}

test('V4 with the real tools the tour finds, reads and fixes the sample’s bug, takes a no, and renames', async () => {
  const root = must(await makeProjectFolder(id));
  must(await createSample(root));
  const hands = handsOn(root);
  const person: Person = (tool) => (tool === 'file_delete' ? { deny: 'the only copy' } : 'approve');

  const first = await play(hands, 'hello', person);
  const words = first.turns.map((one) => one.text).join('\n\n');
  expect(words).toMatch(/found `daysLate` on \d+ lines, in .*`src\/loans\/fees\.ts`/u);
  expect(words).toMatch(/there is a bug: it adds 1/u);
  expect(words).toMatch(/the error `tool-call-cancelled`, and the reason you gave: “the only copy”/u);
  expect(words).not.toMatch(/did not work|no result/u);
  expect(first.turns.at(-1)?.text).toMatch(/Edit a file: ran\n.*declined by you\n- Rename a file: ran/u);
  expect(await textOf(root, suspectFile)).toContain(bugFix.new);
  expect(await textOf(root, precious)).not.toBeNull();
  expect(await textOf(root, settled)).toContain('# Letters');

  const second = await play(hands, 'again', person, first.messages);
  expect(second.turns.map((one) => one.text).join('\n')).toMatch(/fixed already/u);
  expect(await textOf(root, suspectFile)).toContain(spelling.new);
  const third = await play(hands, 'edit', person, second.messages);
  expect(await textOf(root, 'sluice-notes.md')).toContain('# Notes');
  expect(third.turns.at(-1)?.text).toContain('Write a notes file: ran');
});

test('V4 with the real tools and a folder that is not the sample it reads what it found, and asks only for files of its own', async () => {
  const root = must(await makeProjectFolder(id));
  const hands = handsOn(root);
  must(await hands('w1', 'file_write', { path: 'app/main.py', content: 'import os\n# TODO: close it\n' }));
  const { turns } = await play(hands, 'hi', (_, args) =>
    JSON.stringify(args).includes('deny') ? { deny: '' } : 'approve',
  );
  const words = turns.map((one) => one.text).join('\n\n');
  expect(words).toContain('I read `app/main.py` before');
  expect(words).toContain('it begins with “import os”');
  expect(await textOf(root, 'app/main.py')).toBe('import os\n# TODO: close it\n');
  expect(await textOf(root, 'sluice-notes-renamed.md')).toContain('Read: app/main.py');
  expect(await textOf(root, 'sluice-please-deny.md')).toBeNull();
});
