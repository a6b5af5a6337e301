import { afterEach, expect, test } from 'vitest';
import type { FaultCode } from '../../core/outcome.ts';
import { surveyAndRun, testCall, testFolder } from '../../test/folder.ts';
import { makeFiles } from './api.ts';
import { faultOf } from './errors.ts';

const files = makeFiles();
const none = (): void => undefined;
const { getFileHandle, removeEntry } = FileSystemDirectoryHandle.prototype;
const { getFile } = FileSystemFileHandle.prototype;

afterEach(() => {
  Object.assign(FileSystemDirectoryHandle.prototype, { getFileHandle, removeEntry });
  Object.assign(FileSystemFileHandle.prototype, { getFile });
});

test('U6 every error the browser has for files becomes a fault that says what, why and what to do', () => {
  const expected: Readonly<Record<string, FaultCode>> = {
    NotFoundError: 'not-found',
    NotReadableError: 'changed',
    NotAllowedError: 'reconnect',
    NoModificationAllowedError: 'locked',
    InvalidModificationError: 'not-empty',
    InvalidStateError: 'name-refused',
    TypeMismatchError: 'not-a-file',
    SecurityError: 'blocked-by-browser',
    AbortError: 'blocked-by-browser',
    QuotaExceededError: 'quota',
  };
  for (const [name, code] of Object.entries(expected)) {
    const fault = faultOf(new DOMException('x', name), { verb: 'write', path: 'src/a.ts' });
    expect(fault.code, name).toBe(code);
    expect(fault.message, name).toMatch(/^Could not write src\/a\.ts: .{20,}\.$/u);
  }
  expect(faultOf(new TypeError('bad name'), { verb: 'open', path: '' })).toMatchObject({
    code: 'name-refused',
    message: expect.stringContaining('top folder'),
  });
  // Errors of another realm have their name only; anything else is told as it is.
  expect(faultOf({ name: 'QuotaExceededError' }, { verb: 'write', path: 'a' }).code).toBe('quota');
  expect(faultOf('odd', { verb: 'write', path: 'a' })).toMatchObject({
    code: 'bug',
    message: expect.stringContaining('odd'),
  });
});

test('P1 a lapsed permission asks for reconnecting, in survey and in run, and is no denial', async () => {
  const { root } = await testFolder({ 'a.txt': 'a' });
  FileSystemDirectoryHandle.prototype.getFileHandle = () =>
    Promise.reject(new DOMException('lapsed', 'NotAllowedError'));
  const read = testCall('file_read', { path: 'a.txt' });
  expect(await files.survey(root, read)).toMatchObject({ ok: false, fault: { code: 'reconnect' } });
  expect(await files.run(root, read, null, none)).toMatchObject({ ok: false, fault: { code: 'reconnect' } });
});

test('P6 a file that changes while it is read is read once more, and only once', async () => {
  const { root } = await testFolder({ 'a.txt': 'text' });
  let fails = 1;
  FileSystemFileHandle.prototype.getFile = function flaky(this: FileSystemFileHandle) {
    fails -= 1;
    return fails >= 0 ? Promise.reject(new DOMException('changed', 'NotReadableError')) : getFile.call(this);
  };
  expect(await files.run(root, testCall('file_read', { path: 'a.txt' }), null, none)).toMatchObject({
    ok: true,
    value: { text: 'text' },
  });
  fails = 2;
  expect(await files.run(root, testCall('file_read', { path: 'a.txt' }), null, none)).toMatchObject({
    ok: false,
    fault: { code: 'changed' },
  });
});

/** As on a disk where a folder holds a symbolic link: nothing shows, yet it cannot be removed. */
const linked = (name: string): void => {
  FileSystemDirectoryHandle.prototype.removeEntry = function refusing(this: FileSystemDirectoryHandle, entry, options) {
    if (entry === name) return Promise.reject(new DOMException('not empty', 'InvalidModificationError'));
    return removeEntry.call(this, entry, options);
  };
};

test('P5 what a folder rename could not move is reported, and the rest can still be put back', async () => {
  const project = await testFolder({ 'd/a.txt': 'A', 'd/e/b.txt': 'B' });
  linked('d');
  const { call, outcome } = await surveyAndRun(files, project.root, testCall('file_rename', { from: 'd', to: 'f' }));
  expect(outcome).toMatchObject({
    ok: true,
    value: { text: expect.stringMatching(/^Renamed d to f\. Still in the old place: d\/\. .*symbolic links/u) },
  });
  expect(await project.tree()).toEqual(['d/', 'f/', 'f/a.txt', 'f/e/', 'f/e/b.txt']);
  expect(await files.revert(project.root, call.id)).toMatchObject({ ok: true });
  expect(await project.tree()).toEqual(['d/', 'd/a.txt', 'd/e/', 'd/e/b.txt']);
});

test('P5 a folder that looks empty but holds links is not deleted, and the message says so', async () => {
  const project = await testFolder();
  await project.folder('d');
  linked('d');
  const { outcome } = await surveyAndRun(files, project.root, testCall('file_delete', { path: 'd' }));
  expect(outcome).toMatchObject({
    ok: false,
    fault: { code: 'not-empty', message: expect.stringMatching(/looks empty.*symbolic links/u) },
  });
});

test('P9 a rename whose old file cannot be deleted takes its copy away again', async () => {
  const project = await testFolder({ 'a.py': 'A', 'd/b.txt': 'B' });
  FileSystemDirectoryHandle.prototype.removeEntry = function refusing(this: FileSystemDirectoryHandle, entry, options) {
    if (this.name !== 'new' && ['a.py', 'b.txt', 'd'].includes(entry)) {
      if (this.name !== 'f') return Promise.reject(new DOMException('locked', 'NoModificationAllowedError'));
    }
    return removeEntry.call(this, entry, options);
  };
  const file = await surveyAndRun(files, project.root, testCall('file_rename', { from: 'a.py', to: 'new/a.py' }));
  expect(file.outcome).toMatchObject({ ok: false, fault: { code: 'locked' } });
  const folder = await surveyAndRun(files, project.root, testCall('file_rename', { from: 'd', to: 'f' }));
  expect(folder.outcome).toMatchObject({
    ok: false,
    fault: { code: 'locked', message: expect.stringContaining('taken away again') },
  });
  expect(await project.tree()).toEqual(['a.py', 'd/', 'd/b.txt']);
});

test('U6 a project whose folder was deleted says so', async () => {
  const project = await testFolder({ 'p/a.txt': 'a' });
  const root = await project.folder('p');
  await project.root.removeEntry('p', { recursive: true });
  for (const call of [testCall('file_read', { path: 'a.txt' }), testCall('file_info', { path: '' })]) {
    const outcome = await files.run(root, call, null, none);
    expect(outcome).toMatchObject({
      ok: false,
      fault: { code: 'not-found', message: expect.stringMatching(/project’s folder is not there any more/u) },
    });
  }
});
