import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { FileToolName } from '../../core/tool.ts';
import { surveyAndRun, testCall, testFolder } from '../../test/folder.ts';
import { makeFiles } from './api.ts';

const files = makeFiles();
const change = (root: FileSystemDirectoryHandle, tool: FileToolName, args: JsonObject) =>
  surveyAndRun(files, root, testCall(tool, args));
describe('P9 keeping and putting back', () => {
  const revert = (root: FileSystemDirectoryHandle, id: string) => files.revert(root, id);

  test('P9 every kind of change can be put back, and leaves nothing behind', async () => {
    const project = await testFolder({
      'a.txt': 'old\r\n',
      'run.py': 'P',
      'd/x.txt': 'X',
      bin: Uint8Array.from([0, 1, 2]),
    });
    await project.folder('empty');
    const before = await project.tree();
    for (const [tool, args] of [
      ['file_write', { path: 'n/m/new.txt', content: 'x' }],
      ['file_write', { path: 'a.txt', content: 'new' }],
      ['file_edit', { path: 'a.txt', old_text: 'old', new_text: 'new' }],
      ['file_delete', { path: 'bin' }],
      ['file_delete', { path: 'empty' }],
      ['file_rename', { from: 'a.txt', to: 'q/b.txt' }],
      ['file_rename', { from: 'run.py', to: 'walk.py' }],
      ['file_rename', { from: 'd', to: 'e' }],
    ] as const) {
      const { call, outcome } = await change(project.root, tool, args);
      expect(outcome, JSON.stringify(args)).toMatchObject({ ok: true, value: { kept: true } });
      expect(
        (await project.tree().then((tree) => JSON.stringify(tree))) !== JSON.stringify(before) ||
          (await project.text('a.txt')) !== 'old\r\n',
      ).toBe(true);
      expect(await revert(project.root, call.id), JSON.stringify(args)).toMatchObject({ ok: true });
      expect(await project.tree(), JSON.stringify(args)).toEqual(before);
    }
    expect([await project.text('a.txt'), await project.text('run.py'), await project.text('d/x.txt')]).toEqual([
      'old\r\n',
      'P',
      'X',
    ]);
    expect(await project.bytes('bin')).toEqual(Uint8Array.from([0, 1, 2]));
  });

  test('P9 what has changed since is not put back, and stays as it is', async () => {
    const project = await testFolder({ 'a.txt': 'one', 'd.txt': 'd', 'r.md': 'r' });
    const edited = await change(project.root, 'file_edit', { path: 'a.txt', old_text: 'one', new_text: 'two' });
    await project.put('a.txt', 'two and more');
    expect(await revert(project.root, edited.call.id)).toMatchObject({ ok: false, fault: { code: 'changed' } });
    const deleted = await change(project.root, 'file_delete', { path: 'd.txt' });
    await project.put('d.txt', 'another');
    expect(await revert(project.root, deleted.call.id)).toMatchObject({ ok: false, fault: { code: 'changed' } });
    const created = await change(project.root, 'file_write', { path: 'c.txt', content: 'c' });
    await project.put('c.txt', 'c!');
    expect(await revert(project.root, created.call.id)).toMatchObject({ ok: false, fault: { code: 'changed' } });
    const renamed = await change(project.root, 'file_rename', { from: 'r.md', to: 's.md' });
    await project.put('s.md', 'r!');
    expect(await revert(project.root, renamed.call.id)).toMatchObject({ ok: false, fault: { code: 'changed' } });
    expect([
      await project.text('a.txt'),
      await project.text('d.txt'),
      await project.text('c.txt'),
      await project.text('s.md'),
    ]).toEqual(['two and more', 'another', 'c!', 'r!']);
  });

  test('P9 changes of one file are put back one after the other, the newest first', async () => {
    const project = await testFolder({ 'a.txt': '1' });
    const first = await change(project.root, 'file_write', { path: 'a.txt', content: '2' });
    const second = await change(project.root, 'file_edit', { path: 'a.txt', old_text: '2', new_text: '3' });
    expect(await revert(project.root, first.call.id)).toMatchObject({ ok: false, fault: { code: 'changed' } });
    expect(await revert(project.root, second.call.id)).toMatchObject({ ok: true });
    expect(await revert(project.root, first.call.id)).toMatchObject({ ok: true });
    expect(await project.text('a.txt')).toBe('1');
    expect(await revert(project.root, first.call.id)).toMatchObject({ ok: false, fault: { code: 'no-change' } });
  });

  test('P9 a call that changed nothing has nothing to put back', async () => {
    const { root } = await testFolder();
    expect(await revert(root, 'never0000')).toMatchObject({ ok: false, fault: { code: 'not-found' } });
    expect(await files.kept('never0000')).toEqual({ ok: true, value: null });
  });

  test('P9 a file that another writer holds stays as it is, and the fault says so', async () => {
    const project = await testFolder({ 'a.txt': 'old' });
    const handle = await project.root.getFileHandle('a.txt');
    const other = await handle.createWritable();
    const { outcome, call } = await change(project.root, 'file_write', { path: 'a.txt', content: 'new' });
    expect(outcome).toMatchObject({ ok: false, fault: { code: 'locked' } });
    await other.abort();
    expect(await project.text('a.txt')).toBe('old');
    expect(
      await files.settle(
        project.root,
        call.id,
        (await change(project.root, 'file_write', { path: 'a.txt', content: 'new' })).plan ??
          (() => {
            throw new Error('no plan');
          })(),
      ),
    ).toEqual({ ok: true, value: 'done' });
  });
});
