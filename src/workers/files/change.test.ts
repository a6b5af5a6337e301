import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../core/json.ts';
import type { FileToolName } from '../../core/tool.ts';
import { surveyAndRun, testCall, testFolder } from '../../test/folder.ts';
import { makeFiles } from './api.ts';

const files = makeFiles();
const none = (): void => undefined;
const change = (root: FileSystemDirectoryHandle, tool: FileToolName, args: JsonObject) =>
  surveyAndRun(files, root, testCall(tool, args));
const done = async (root: FileSystemDirectoryHandle, tool: FileToolName, args: JsonObject): Promise<string> => {
  const { outcome } = await change(root, tool, args);
  return outcome.ok ? outcome.value.text : `${outcome.fault.code}: ${outcome.fault.message}`;
};

describe('P4 what the changing tools do and say', () => {
  test('P4 file_write creates a file and its folders, or replaces one, and says so in one line', async () => {
    const project = await testFolder({ 'a.txt': 'old\n' });
    expect(await done(project.root, 'file_write', { path: 'x/y/new.txt', content: 'one\ntwo\n' })).toBe(
      'Created x/y/new.txt (8 bytes, 2 lines; made the folder x/y/).',
    );
    expect(await done(project.root, 'file_write', { path: 'a.txt', content: 'new' })).toBe(
      'Replaced a.txt (3 bytes, 1 line).',
    );
    expect(await done(project.root, 'file_write', { path: 'a.txt', content: 'new' })).toMatch(/^no-change/u);
    expect(await done(project.root, 'file_write', { path: 'x', content: '' })).toMatch(/^not-a-file/u);
    expect(await done(project.root, 'file_write', { path: 'empty', content: '' })).toBe(
      'Created empty (0 bytes, 0 lines).',
    );
    expect(await project.tree()).toEqual(['a.txt', 'empty', 'x/', 'x/y/', 'x/y/new.txt']);
    expect([await project.text('a.txt'), await project.text('x/y/new.txt')]).toEqual(['new', 'one\ntwo\n']);
  });

  test('P7 a replaced file keeps its BOM and encoding while they can hold the new text', async () => {
    const project = await testFolder({
      'bom.ps1': '\ufeffold',
      'u16.txt': Uint8Array.from([0xff, 0xfe, 0x68, 0]),
      'l1.txt': Uint8Array.from([0xe9]),
    });
    expect(await done(project.root, 'file_write', { path: 'bom.ps1', content: 'new' })).toContain(
      'UTF-8 with BOM as before',
    );
    expect(await project.text('bom.ps1')).toBe('\ufeffnew');
    await done(project.root, 'file_write', { path: 'u16.txt', content: 'é' });
    expect(await project.bytes('u16.txt')).toEqual(Uint8Array.from([0xff, 0xfe, 0xe9, 0]));
    await done(project.root, 'file_write', { path: 'l1.txt', content: '→' });
    expect(await project.text('l1.txt')).toBe('→');
  });

  test('P4 file_edit says how many replacements on which lines', async () => {
    const project = await testFolder({ 'a.txt': 'x\ny\nx\n' });
    expect(await done(project.root, 'file_edit', { path: 'a.txt', old_text: 'y', new_text: 'z' })).toBe(
      'Replaced 1 passage in a.txt (line 2).',
    );
    expect(
      await done(project.root, 'file_edit', { path: 'a.txt', old_text: 'x', new_text: 'w', replace_all: true }),
    ).toBe('Replaced 2 passages in a.txt (lines 1 and 3).');
    expect(await project.text('a.txt')).toBe('w\nz\nw\n');
    expect(await done(project.root, 'file_edit', { path: 'no.txt', old_text: 'x', new_text: 'w' })).toMatch(
      /^not-found/u,
    );
  });

  test('P4 file_delete takes a file or an empty folder, nothing else', async () => {
    const project = await testFolder({ 'a.txt': '12345', 'd/x': '1' });
    await project.folder('e');
    expect(await done(project.root, 'file_delete', { path: 'a.txt' })).toBe('Deleted a.txt (5 bytes).');
    expect(await done(project.root, 'file_delete', { path: 'e/' })).toBe('Deleted the empty folder e.');
    expect(await done(project.root, 'file_delete', { path: 'd' })).toMatch(/^not-empty.*1 entry/u);
    expect(await done(project.root, 'file_delete', { path: '.' })).toMatch(/^bad-path/u);
    expect(await project.tree()).toEqual(['d/', 'd/x']);
  });

  test('P4 file_rename moves files and folders, makes folders on the way, and never overwrites', async () => {
    const project = await testFolder({ 'a.md': 'A', 'run.py': 'P', 'd/x.txt': 'X', 'd/e/y.sh': 'Y', 'taken.md': 'T' });
    await project.folder('d/empty');
    expect(await done(project.root, 'file_rename', { from: 'a.md', to: 'new/b.md' })).toBe('Renamed a.md to new/b.md.');
    expect(await done(project.root, 'file_rename', { from: 'run.py', to: 'run2.py' })).toBe(
      'Renamed run.py to run2.py.',
    );
    expect(await done(project.root, 'file_rename', { from: 'd', to: 'f/g' })).toBe('Renamed d to f/g.');
    expect(await done(project.root, 'file_rename', { from: 'run2.py', to: 'taken.md' })).toMatch(/^exists/u);
    expect(await done(project.root, 'file_rename', { from: 'f', to: 'f/g/h' })).toMatch(/^bad-arguments.*into itself/u);
    expect(await done(project.root, 'file_rename', { from: 'f', to: 'f' })).toMatch(/^no-change/u);
    expect(await project.tree()).toEqual([
      'f/',
      'f/g/',
      'f/g/e/',
      'f/g/e/y.sh',
      'f/g/empty/',
      'f/g/x.txt',
      'new/',
      'new/b.md',
      'run2.py',
      'taken.md',
    ]);
    expect([await project.text('f/g/e/y.sh'), await project.text('taken.md'), await project.text('run2.py')]).toEqual([
      'Y',
      'T',
      'P',
    ]);
  });

  test('P5 a rename that changes only the letter case works', async () => {
    const project = await testFolder({ 'readme.md': 'R', 'Src/a.ts': 'S', 'tool.py': 'T' });
    expect(await done(project.root, 'file_rename', { from: 'readme.md', to: 'README.md' })).toBe(
      'Renamed readme.md to README.md.',
    );
    expect(await done(project.root, 'file_rename', { from: 'Src', to: 'src' })).toBe('Renamed Src to src.');
    expect(await done(project.root, 'file_rename', { from: 'tool.py', to: 'Tool.py' })).toBe(
      'Renamed tool.py to Tool.py.',
    );
    expect(await project.tree()).toEqual(['README.md', 'Tool.py', 'src/', 'src/a.ts']);
  });

  test('P5 a look-alike name can be cured by a rename to the plain one', async () => {
    const project = await testFolder({ 'Shot\u00a01.png': 'x' });
    expect(await done(project.root, 'file_rename', { from: 'Shot\u00a01.png', to: 'Shot 1.png' })).toMatch(/^Renamed/u);
    expect(await project.tree()).toEqual(['Shot 1.png']);
  });
});

describe('P8 one planner', () => {
  test('P8 the plan says what will be done, with both contents and the lines', async () => {
    const { root } = await testFolder({ 'a.txt': 'a\nb\nc\n', 'e/f': '1' });
    const plan = async (tool: FileToolName, args: JsonObject) => {
      const facts = await files.survey(root, testCall(tool, args));
      return facts.ok ? facts.value.plan : null;
    };
    expect(await plan('file_edit', { path: 'a.txt', old_text: 'b\n', new_text: 'x\ny\n' })).toMatchObject({
      kind: 'edit',
      entry: 'file',
      lines: { removed: 1, added: 2 },
      action: 'Replace 1 passage (−1 +2 lines)',
    });
    expect(await plan('file_write', { path: 'n/a.txt', content: 'q' })).toMatchObject({
      kind: 'create',
      entry: 'none',
      before: null,
      action: 'Create file in the new folder n/ (+1 line)',
    });
    expect(await plan('file_write', { path: 'a.txt', content: 'a\nc\n' })).toMatchObject({
      kind: 'replace',
      lines: { removed: 1, added: 0 },
      action: 'Replace whole file (−1 line)',
    });
    expect(await plan('file_delete', { path: 'a.txt' })).toMatchObject({
      kind: 'delete',
      after: null,
      action: 'Delete file (−3 lines)',
    });
    expect(await plan('file_rename', { from: 'e', to: 'g' })).toMatchObject({
      kind: 'rename',
      entry: 'folder',
      to: 'g',
      action: 'Rename folder (1 entry)',
    });
    expect(await plan('file_read', { path: 'a.txt' })).toBeNull();
  });

  test('P8 what the preview shows is what is written, byte for byte', async () => {
    const project = await testFolder({ 'a.txt': '\ufeffa\r\nb\r\n' });
    const call = testCall('file_edit', { path: 'a.txt', old_text: 'b\n', new_text: 'x\ny\n' });
    const preview = await files.preview(project.root, call);
    expect(preview).toMatchObject({
      ok: true,
      value: {
        before: { is: 'text', text: 'a\r\nb\r\n', encoding: 'UTF-8 with BOM', ending: 'CRLF', bom: true },
        after: { is: 'text', text: 'a\r\nx\r\ny\r\n', bom: true },
      },
    });
    const { plan } = await surveyAndRun(files, project.root, call);
    expect(preview.ok && preview.value.plan).toEqual(plan);
    expect(await project.text('a.txt')).toBe('\ufeffa\r\nx\r\ny\r\n');
    expect(await files.kept(call.id)).toEqual(preview);
  });

  test('P8 a file that changed since the plan was approved is not written', async () => {
    const project = await testFolder({ 'a.txt': 'one two', 'd.txt': 'd', 'f/x': '1' });
    for (const [call, spoil] of [
      [
        testCall('file_edit', { path: 'a.txt', old_text: 'one', new_text: '1' }),
        () => project.put('a.txt', 'one three'),
      ],
      [
        testCall('file_edit', { path: 'a.txt', old_text: 'three', new_text: '3' }),
        () => project.put('a.txt', 'none of it'),
      ],
      [testCall('file_write', { path: 'new.txt', content: 'mine' }), () => project.put('new.txt', 'theirs')],
      [testCall('file_delete', { path: 'd.txt' }), () => project.put('d.txt', 'precious')],
      [testCall('file_rename', { from: 'f', to: 'g' }), () => project.put('f/y', '2')],
      [testCall('file_rename', { from: 'f', to: 'h' }), () => project.put('h', 'in the way')],
    ] as const) {
      const facts = await files.survey(project.root, call);
      if (!facts.ok || facts.value.plan === null) throw new Error(`not planned: ${JSON.stringify(facts)}`);
      await spoil();
      const before = await project.tree();
      expect(await files.run(project.root, call, facts.value.plan, none), call.tool).toMatchObject({
        ok: false,
        fault: { code: 'changed' },
      });
      expect(await project.tree()).toEqual(before);
      expect(await files.kept(call.id)).toEqual({ ok: true, value: null });
    }
    expect([await project.text('a.txt'), await project.text('new.txt'), await project.text('d.txt')]).toEqual([
      'none of it',
      'theirs',
      'precious',
    ]);
  });

  test('P8 nothing is changed without a plan, or with another call’s plan', async () => {
    const project = await testFolder({ 'a.txt': 'a', 'b.txt': 'a' });
    const call = testCall('file_write', { path: 'a.txt', content: 'x' });
    expect(await files.run(project.root, call, null, none)).toMatchObject({ ok: false, fault: { code: 'rejected' } });
    const other = await files.survey(project.root, testCall('file_write', { path: 'b.txt', content: 'x' }));
    if (!other.ok) throw new Error(other.fault.message);
    expect(await files.run(project.root, call, other.value.plan, none)).toMatchObject({
      ok: false,
      fault: { code: 'changed' },
    });
    expect(await project.text('a.txt')).toBe('a');
  });
});
