import { Validator } from '@cfworker/json-schema';
import { describe, expect, test } from 'vitest';
import { fileTool, fileTools } from './builtin.ts';
import { isObject, type JsonObject } from './json.ts';
import { fileToolNames } from './tool.ts';

const takes = (name: (typeof fileToolNames)[number], args: JsonObject): boolean =>
  new Validator({ ...fileTool(name).schema }).validate(args).valid;

describe('the file tools', () => {
  test('P4 there are exactly nine, under their registry names and labels, and no shell', () => {
    expect(fileTools.map((tool) => [tool.name, tool.label, tool.effect])).toEqual([
      ['file_read', 'Read file', 'read'],
      ['file_write', 'Write file', 'write'],
      ['file_edit', 'Edit file', 'write'],
      ['file_delete', 'Delete file', 'write'],
      ['file_rename', 'Rename file', 'write'],
      ['file_info', 'File info', 'read'],
      ['list_directory', 'List directory', 'read'],
      ['find_files', 'Find files', 'read'],
      ['grep', 'Grep search', 'read'],
    ]);
    expect(fileTools.map((tool) => tool.name)).toEqual([...fileToolNames]);
  });

  test('P4 the arguments are those of the table, and only the marked ones may be left out', () => {
    const shape = fileTools.map((tool) => {
      const properties = tool.schema['properties'];
      const required = tool.schema['required'];
      const must = Array.isArray(required) ? required : [];
      return `${tool.name} ${Object.keys(isObject(properties) ? properties : {})
        .map((key) => (must.includes(key) ? key : `${key}?`))
        .join(' ')}`;
    });
    expect(shape).toEqual([
      'file_read path start_line? end_line?',
      'file_write path content',
      'file_edit path old_text new_text replace_all?',
      'file_delete path',
      'file_rename from to',
      'file_info path',
      'list_directory path? depth?',
      'find_files pattern path? include_ignored?',
      'grep pattern path? include? literal? ignore_case? context? max_results? include_ignored?',
    ]);
  });

  test('T2 read tools are hinted read-only and the four others are not', () => {
    for (const tool of fileTools) expect(tool.readOnlyHint).toBe(tool.effect === 'read');
    expect(fileTools.filter((tool) => tool.readOnlyHint === false)).toHaveLength(4);
  });

  test('V8 every schema is a closed object whose every argument has a type and a description', () => {
    for (const tool of fileTools) {
      expect(tool.schema['type']).toBe('object');
      expect(tool.schema['additionalProperties']).toBe(false);
      const properties = tool.schema['properties'];
      if (!isObject(properties)) throw new Error(`${tool.name} has no properties`);
      for (const [name, property] of Object.entries(properties)) {
        if (!isObject(property)) throw new Error(`${tool.name}.${name} is no schema`);
        expect(['string', 'integer', 'boolean']).toContain(property['type']);
        expect(property['description']).toMatch(/^.{10,}\.$/u);
      }
    }
  });

  test('V8 arguments that break a schema are told apart from those that keep it', () => {
    expect(takes('file_read', { path: 'a.ts', start_line: 1, end_line: 20 })).toBe(true);
    expect(takes('file_read', { path: 'a.ts', start_line: 0 })).toBe(false);
    expect(takes('file_read', { path: '' })).toBe(false);
    expect(takes('file_write', { path: 'a.ts', content: '' })).toBe(true);
    expect(takes('file_write', { path: 'a.ts', content: 'x', mode: 'append' })).toBe(false);
    expect(takes('file_edit', { path: 'a.ts', old_text: 'x', new_text: '' })).toBe(true);
    expect(takes('list_directory', {})).toBe(true);
    expect(takes('list_directory', { depth: 4 })).toBe(false);
    expect(takes('grep', { pattern: 'x', context: 10, max_results: 1000 })).toBe(true);
    expect(takes('grep', { pattern: 'x', context: 11 })).toBe(false);
    expect(takes('grep', { pattern: 'x', max_results: 1001 })).toBe(false);
    expect(takes('grep', { pattern: 'x', ignore_case: 'yes' })).toBe(false);
  });

  test('P7 an empty old_text passes the schema, so that the planner can name file_write in its error', () => {
    expect(takes('file_edit', { path: 'a.ts', old_text: '', new_text: 'x' })).toBe(true);
  });

  test('T5 the names are valid for every provider and key the approvals', () => {
    for (const tool of fileTools) {
      expect(tool.name).toMatch(/^[a-z_][a-z0-9_]{0,63}$/u);
      expect(tool.key).toBe(tool.name);
      expect(tool.source).toEqual({ from: 'files' });
    }
  });

  test('P6 P10 the descriptions teach paging, literal text, the pattern dialect and what is left out', () => {
    expect(fileTool('file_read').description).toMatch(/2000 whole lines.*start_line/u);
    expect(fileTool('file_edit').description).toMatch(/literal/u);
    expect(fileTool('grep').description).toMatch(/linear time.*look-around.*back-references/u);
    expect(fileTool('grep').description).toMatch(/\.gitignore.*node_modules.*Binary/u);
    expect(fileTool('find_files').description).toMatch(/newest first/u);
  });
});
