import { describe, expect, test } from 'vitest';
import { fileTool } from './builtin.ts';
import { covers, grantFor, grantName, grantPrefix, grantWords, type Grant } from './grants.ts';
import type { FileToolName, Tool } from './tool.ts';
import { mcpTool } from '../test/core/make.ts';

const given = (name: FileToolName, ...paths: string[]): Grant => grantFor(fileTool(name), paths, 'p1', 'c1');
const reaches = (grant: Grant, tool: FileToolName, ...paths: string[]): boolean =>
  covers(grant, fileTool(tool), paths, 'p1', 'c1', null);

describe('what a remembered approval covers', () => {
  test('A4 the folder that holds the file, and all below it', () => {
    const grant = given('file_edit', 'src/app/a.ts');
    for (const path of ['src/app/a.ts', 'src/app/b.ts', 'src/app/deep/er/c.ts']) {
      expect([path, reaches(grant, 'file_edit', path)]).toEqual([path, true]);
    }
    for (const path of ['src/a.ts', 'a.ts', 'lib/app/a.ts', 'src/app', 'src/ap/a.ts']) {
      expect([path, reaches(grant, 'file_edit', path)]).toEqual([path, false]);
    }
  });

  test('A4 P5 whole segments count: src does not hold src-secret', () => {
    const grant = given('file_edit', 'src/a.ts');
    for (const path of ['src-secret/a.ts', 'srcs/a.ts', 'SRC/a.ts', 'src.ts', 'x/src/a.ts']) {
      expect([path, reaches(grant, 'file_edit', path)]).toEqual([path, false]);
    }
  });

  test('A4 a change in the top folder grants only what lies directly there', () => {
    for (const tool of ['file_write', 'file_edit', 'file_delete'] as const) {
      const grant = given(tool, 'README.md');
      expect(reaches(grant, tool, 'LICENSE')).toBe(true);
      expect(reaches(grant, tool, 'src/a.ts')).toBe(false);
    }
    expect(reaches(given('file_read', 'README.md'), 'file_read', 'src/a.ts')).toBe(true);
  });

  test('A4 listing and searching grant the folder they name; a search of one file grants the folder that holds it', () => {
    for (const tool of ['list_directory', 'find_files', 'grep'] as const) {
      const grant = given(tool, 'src');
      expect(grant.reach).toEqual({ any: false, folder: 'src', deep: true });
      expect(reaches(grant, tool, 'src/deep')).toBe(true);
      expect(reaches(grant, tool, '')).toBe(false);
      expect(reaches(given(tool, ''), tool, 'anything/at/all')).toBe(true);
    }
    const one = grantFor(fileTool('grep'), ['src/a.ts'], 'p1', 'c1', ['file']);
    expect(one.reach).toEqual({ any: false, folder: 'src', deep: true });
    expect(grantWords(one)).toBe('Grep search anywhere under src/');
  });

  test('A4 a rename grant holds both ends: from under the first folder, to under the second', () => {
    const grant = given('file_rename', 'src/a.ts', 'lib/a.ts');
    expect(reaches(grant, 'file_rename', 'src/x/b.ts', 'lib/y/b.ts')).toBe(true);
    expect(reaches(grant, 'file_rename', 'src/b.ts', 'src/c.ts')).toBe(false);
    expect(reaches(grant, 'file_rename', 'lib/a.ts', 'src/a.ts')).toBe(false);
    expect(reaches(grant, 'file_rename', 'other/a.ts', 'lib/a.ts')).toBe(false);
    expect(reaches(grant, 'file_rename', 'src/a.ts')).toBe(false);
    const top = given('file_rename', 'a.ts', 'lib/a.ts');
    expect(reaches(top, 'file_rename', 'b.ts', 'lib/b.ts')).toBe(true);
    expect(reaches(top, 'file_rename', 'src/b.ts', 'lib/b.ts')).toBe(false);
    const outward = given('file_rename', 'src/a.ts', 'a.ts');
    expect(reaches(outward, 'file_rename', 'src/b.ts', 'b.ts')).toBe(true);
    expect(reaches(outward, 'file_rename', 'src/b.ts', 'lib/b.ts')).toBe(false);
  });

  test('A4 a grant is one tool’s: no other tool, and no other server’s tool of the same name', () => {
    expect(reaches(given('file_edit', 'src/a.ts'), 'file_write', 'src/a.ts')).toBe(false);
    const grant = grantFor(mcpTool('search', null, 's1'), [], 'p1', 'c1');
    const covered = (tool: Tool) => covers(grant, tool, [], 'p1', 'c1', null);
    expect(covered(mcpTool('search', null, 's1'))).toBe(true);
    expect(covered(mcpTool('search', null, 's2'))).toBe(false);
    expect(covered(mcpTool('push', null, 's1'))).toBe(false);
  });

  test('A4 with a project it is the project’s, without one the chat’s', () => {
    const edit = fileTool('file_edit');
    const inProject = grantFor(edit, ['src/a.ts'], 'p1', 'c1');
    expect(covers(inProject, edit, ['src/a.ts'], 'p2', 'c1', null)).toBe(false);
    expect(covers(inProject, edit, ['src/a.ts'], null, 'c1', null)).toBe(false);
    expect(covers(inProject, edit, ['src/a.ts'], 'p1', 'c2', null)).toBe(true);
    const tool = mcpTool();
    const inChat = grantFor(tool, [], null, 'c1');
    expect(covers(inChat, tool, [], null, 'c1', null)).toBe(true);
    expect(covers(inChat, tool, [], null, 'c2', null)).toBe(false);
  });

  test('L5 a flow’s grant covers the very same script only', () => {
    const tool = mcpTool();
    const grant: Grant = { ...grantFor(tool, [], 'p1', 'c1'), script: 'hash1' };
    expect(covers(grant, tool, [], 'p1', 'c1', 'hash1')).toBe(true);
    expect(covers(grant, tool, [], 'p1', 'c1', 'hash2')).toBe(false);
    expect(covers(grant, tool, [], 'p1', 'c1', null)).toBe(false);
  });
});

describe('a grant in words', () => {
  test('A4 the checkbox says the scope as a person would', () => {
    expect(grantWords(given('file_edit', 'src/a.ts'))).toBe('Edit file anywhere under src/');
    expect(grantWords(given('file_write', 'a.ts'))).toBe('Write file directly in the project’s top folder');
    expect(grantWords(given('file_read', 'a.ts'))).toBe('Read file anywhere in this project');
    expect(grantWords(given('file_rename', 'src/a.ts', 'lib/b.ts'))).toBe(
      'Rename file from anywhere under src/ to anywhere under lib/',
    );
    expect(grantWords(grantFor(mcpTool(), [], 'p1', 'c1'))).toBe('search (any path)');
  });

  test('T3 the list in Settings shows the path, or that there is none', () => {
    expect(grantPrefix(given('file_edit', 'src/a.ts'))).toBe('src/');
    expect(grantPrefix(given('file_edit', 'a.ts'))).toBe('./');
    expect(grantPrefix(given('file_rename', 'src/a.ts', 'b.ts'))).toBe('src/ → ./');
    expect(grantPrefix(grantFor(mcpTool(), [], 'p1', 'c1'))).toBe('(any path)');
  });

  test('T3 two approvals of one scope are one grant, of two scopes two', () => {
    expect(grantName(given('file_edit', 'src/a.ts'))).toBe(grantName(given('file_edit', 'src/b.ts')));
    const names = [
      given('file_edit', 'src/a.ts'),
      given('file_edit', 'lib/a.ts'),
      given('file_write', 'src/a.ts'),
      grantFor(fileTool('file_edit'), ['src/a.ts'], 'p2', 'c1'),
      grantFor(fileTool('file_edit'), ['src/a.ts'], null, 'c1'),
    ].map(grantName);
    expect(new Set(names).size).toBe(names.length);
  });
});
