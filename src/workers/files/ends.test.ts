import { expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { FileToolName } from '../../core/tool.ts';
import { surveyAndRun, testCall, testFolder } from '../../test/folder.ts';
import { makeFiles } from './api.ts';
import { act } from './carry.ts';
import { plainHands, type Hands } from './hands.ts';
import { contentOf } from './hash.ts';
import { resolve } from './resolve.ts';

/** Files whose work calls `at` between its steps. */
const stopping = (at: (step: string) => Promise<void>) => makeFiles((ctx) => ({ ...plainHands(ctx), step: at }));

/** Another program takes the file away right after the change, before it is verified. */
async function takenAt(step: string, tool: FileToolName, args: JsonObject, path: string) {
  const project = await testFolder({ 'a.txt': 'old\n' });
  const files = stopping(async (name) => {
    if (name === step) await project.root.removeEntry(path);
  });
  const { call, outcome } = await surveyAndRun(files, project.root, testCall(tool, args));
  return { outcome, kept: await files.kept(call.id) };
}

test('P9 old content stays kept where the new file vanishes before it was verified', async () => {
  const { outcome, kept } = await takenAt('swapped', 'file_write', { path: 'a.txt', content: 'new' }, 'a.txt');
  expect(outcome).toMatchObject({ ok: false, fault: { code: 'storage' } });
  expect(outcome.ok ? '' : outcome.fault.message).toContain('was written');
  expect(kept).toMatchObject({ ok: true, value: { before: { text: 'old\n' } } });
});

test('P9 a rename that cannot be verified says that it was done, and is not planned again', async () => {
  const { outcome, kept } = await takenAt('moved', 'file_rename', { from: 'a.txt', to: 'b.txt' }, 'b.txt');
  expect(outcome).toMatchObject({ ok: false, fault: { code: 'storage' } });
  expect(outcome.ok ? '' : outcome.fault.message).toContain('was renamed');
  expect(kept).toMatchObject({ ok: true, value: { plan: { kind: 'rename' } } });
});

test('P5 a stop in the middle of a rename that changes letter case only leaves no file under a third name', async () => {
  const project = await testFolder({ 'a.py': 'text' });
  const found = await resolve(project.root, 'a.py');
  if (!found.ok || found.value.kind !== 'file') throw new Error('it is not there');
  const stop = new AbortController();
  const hands: Hands = {
    ...plainHands({ signal: stop.signal, progress: () => undefined }),
    step: (name) => {
      if (name === 'removed') stop.abort();
      return Promise.resolve();
    },
  };
  const content = await contentOf(new TextEncoder().encode('text'));
  const done = await act(
    {
      plan: {
        kind: 'rename',
        path: 'a.py',
        to: 'A.py',
        entry: 'file',
        before: content,
        after: content,
        lines: null,
        action: 'Rename file',
      },
      act: {
        is: 'move-file',
        target: found.value,
        place: { path: 'A.py', parent: project.root, missing: ['A.py'] },
        caseOnly: true,
      },
    },
    hands,
  );
  expect(await project.tree()).toEqual([done.ok ? 'A.py' : 'a.py']);
});

/** A folder on a disk that takes names for one which differ in letter case or in how Unicode folds it, as macOS does. */
function foldingFolder(onDisk: string): FileSystemDirectoryHandle {
  const fold = (name: string): string =>
    name.replaceAll('\u200d', '').toLowerCase().replaceAll('\u017f', 's').replaceAll('\u00df', 'ss');
  return {
    kind: 'directory',
    name: 'project',
    getFileHandle: (name: string) =>
      fold(name) === fold(onDisk)
        ? Promise.resolve({ kind: 'file', name: onDisk })
        : Promise.reject(new DOMException('', 'NotFoundError')),
    async *keys() {
      yield await Promise.resolve(onDisk);
    },
  } as unknown as FileSystemDirectoryHandle;
}

test('X2 a name that only the disk takes for a secret one is not that file', async () => {
  for (const [onDisk, disguised] of [
    ['secrets.json', '\u017fecrets.json'],
    ['.ssh', '.\u00dfh'],
    ['.env', '.e\u200dnv'],
    ['.agentblock', '.agentblock\u200d'],
  ] as const) {
    expect(await resolve(foldingFolder(onDisk), disguised), disguised).toMatchObject({ value: { kind: 'none' } });
    expect(await resolve(foldingFolder(onDisk), onDisk), onDisk).toMatchObject({ value: { kind: 'file' } });
  }
});
