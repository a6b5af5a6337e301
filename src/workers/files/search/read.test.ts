import { expect, test } from 'vitest';
import { folderWith, put } from '../../../test/tree.ts';
import { Breath } from './breathe.ts';
import { grep } from './grep.ts';
import { contents } from './read.ts';
import { Skips } from './skips.ts';
import type { FileEntry } from './walk.ts';

const quiet = { signal: new AbortController().signal, progress: (): void => undefined };

async function entry(root: FileSystemDirectoryHandle, path: string): Promise<FileEntry> {
  return { kind: 'file', path, handle: await root.getFileHandle(path), left: null };
}

async function read(entries: readonly FileEntry[]): Promise<{ texts: string[]; skips: Skips }> {
  const skips = new Skips();
  const texts: string[] = [];
  for await (const content of contents(entries, skips, new Breath(quiet.signal))) {
    texts.push(
      `${content.entry.path}=${content.is === 'bytes' ? new TextDecoder().decode(content.bytes) : content.is}`,
    );
  }
  return { texts, skips };
}

/** A handle that first gives a file as it was before a change, as the browser does when one changes between two steps. */
function stale(handle: FileSystemFileHandle, old: File): FileSystemFileHandle {
  const files = [old];
  Object.defineProperty(handle, 'getFile', {
    value: () => {
      const next = files.shift();
      return next === undefined ? FileSystemFileHandle.prototype.getFile.call(handle) : Promise.resolve(next);
    },
  });
  return handle;
}

test('P10 many files are read in their order, small and large ones alike', async () => {
  const root = await folderWith('read', { a: 'one', b: '', c: 'x'.repeat(5 * 1024 * 1024), d: 'two' });
  const { texts } = await read(await Promise.all(['a', 'b', 'c', 'd'].map((path) => entry(root, path))));
  expect(texts).toEqual(['a=one', 'b=', 'c=large', 'd=two']);
});

test('P10 a file that vanished is counted as such and costs the others nothing', async () => {
  const root = await folderWith('read', { a: 'one', gone: 'x', z: 'two' });
  const entries = await Promise.all(['a', 'gone', 'z'].map((path) => entry(root, path)));
  await root.removeEntry('gone');
  const { texts, skips } = await read(entries);
  expect(texts).toEqual(['a=one', 'z=two']);
  expect(skips.words()).toBe('1 file that changed or vanished meanwhile (gone)');
});

test('P10 a file that changed since it was opened is asked for again and read as it is now', async () => {
  const root = await folderWith('read', { a: 'one', b: 'old', c: 'three' });
  const entries = await Promise.all(['a', 'b', 'c'].map((path) => entry(root, path)));
  const [, middle] = entries;
  if (middle === undefined) throw new Error('three files were made');
  const old = await middle.handle.getFile();
  await put(root, 'b', 'something new');
  stale(middle.handle, old);
  const { texts, skips } = await read(entries);
  expect(texts).toEqual(['a=one', 'b=something new', 'c=three']);
  expect(skips.words()).toBeNull();
});

function failing(root: FileSystemDirectoryHandle, name: string): FileSystemDirectoryHandle {
  Object.defineProperty(root, 'values', {
    value: () => {
      throw new DOMException('no', name);
    },
  });
  return root;
}

test('P1 a grant that lapsed is said to need reconnecting, not taken for an empty folder', async () => {
  const root = failing(await folderWith('read', { a: 'x' }), 'NotAllowedError');
  expect(await grep(root, { pattern: 'x' }, quiet)).toMatchObject({ ok: false, fault: { code: 'reconnect' } });
});

test('P10 one folder that cannot be read is named as skipped, and the rest is searched', async () => {
  const root = await folderWith('read', { 'a.txt': 'x', 'shut/b.txt': 'x' });
  const shut = failing(await root.getDirectoryHandle('shut'), 'NoModificationAllowedError');
  const file = await root.getFileHandle('a.txt');
  Object.defineProperty(root, 'values', { value: () => [file, shut].values() });
  const outcome = await grep(root, { pattern: 'x' }, quiet);
  expect(outcome.ok && outcome.value.text).toContain(
    'a.txt:1:x\n\n[Searched 1 file. Skipped: 1 folder or file that could not be read (shut).]',
  );
});
