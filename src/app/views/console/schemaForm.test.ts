import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileTool } from '../../../core/builtin.ts';
import { withEndings } from './endings.ts';
import { argsOf, enteredOf, fieldsOf } from './schemaForm.ts';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', description: 'The file.' },
    content: { type: 'string' },
    depth: { type: 'integer', minimum: 1, maximum: 3 },
    ratio: { type: ['number', 'null'] },
    deep: { type: 'boolean' },
    mode: { type: 'string', enum: ['fast', 'exact'] },
    list: { type: 'array', items: { type: 'string' } },
    either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
  },
  required: ['path', 'content'],
} as const;
const fields = fieldsOf(schema);

test('V4 a form has a fitting control for each kind of argument, required ones marked', () => {
  expect(fields.map(({ name, control, required }) => [name, control.is, required])).toEqual([
    ['path', 'text', true],
    ['content', 'text', true],
    ['depth', 'number', false],
    ['ratio', 'number', false],
    ['deep', 'flag', false],
    ['mode', 'choice', false],
    ['list', 'json', false],
    ['either', 'json', false],
  ]);
  expect(fields[1]?.control).toEqual({ is: 'text', lines: true });
  expect(fields[2]?.control).toEqual({ is: 'number', whole: true, min: 1, max: 3 });
  expect(fields[0]?.about).toBe('The file.');
});

test('V4 every built-in file tool gives a form, and its entries the arguments', () => {
  const edit = fieldsOf(fileTool('file_edit').schema);
  expect(argsOf(edit, { path: 'a.ts', old_text: 'x', new_text: '', replace_all: 'true' })).toEqual({
    ok: true,
    args: { path: 'a.ts', old_text: 'x', new_text: '', replace_all: true },
  });
  expect(argsOf(fieldsOf(fileTool('list_directory').schema), {})).toEqual({ ok: true, args: {} });
});

test('V4 what is wrong is said field by field', () => {
  expect(argsOf(fields, { depth: '7', ratio: 'x', list: '{"a":1}', either: '{', mode: 'slow' })).toMatchObject({
    ok: false,
    errors: {
      path: 'This is needed.',
      depth: 'The most is 3.',
      ratio: 'This is not a number.',
      list: 'A JSON list is needed, like ["a", "b"].',
      mode: 'Choose one of the list.',
    },
  });
  const wrong = argsOf(fields, { path: 'a', depth: '1.5', either: '{' });
  expect(wrong).toMatchObject({ ok: false, errors: { depth: 'A whole number is needed.' } });
  expect(!wrong.ok && wrong.errors['either']).toMatch(/^This is not JSON: /u);
});

test('V4 an optional field left empty is left out, and a passage may be empty', () => {
  expect(argsOf(fields, { path: 'a', depth: '', list: '', mode: '', deep: 'false' })).toEqual({
    ok: true,
    args: { path: 'a', content: '', deep: false },
  });
});

test('A6 editing one argument leaves the others byte for byte, carriage returns too', () => {
  const before = { path: 'a', content: 'x\r\ny\r\n', extra: { kept: [1] }, ratio: null };
  const form = fieldsOf(schema, before);
  const entered = enteredOf(form, before);
  // What a text area gives back: line feeds only.
  const shown = { ...entered, content: 'x\ny\n' };
  expect(argsOf(form, { ...shown, path: 'b' }, before)).toEqual({ ok: true, args: { ...before, path: 'b' } });
  expect(argsOf(form, { ...shown, content: 'x\nz\n' }, before)).toEqual({
    ok: true,
    args: { ...before, content: 'x\r\nz\r\n' },
  });
});

test('A6 opening the form and changing nothing gives the same arguments', () => {
  const text = fc.string({ maxLength: 8 });
  const args = fc.record(
    {
      path: text.filter((value) => value !== ''),
      content: fc.string({ unit: fc.constantFrom('a', '\r\n', '\n', '\r', ' ') }),
      depth: fc.integer({ min: 1, max: 3 }),
      deep: fc.boolean(),
      mode: fc.constantFrom('fast', 'exact'),
      list: fc.array(text),
      either: fc.oneof(text, fc.integer()),
      unknown: fc.oneof(
        text,
        fc.dictionary(
          text.filter((key) => key !== '__proto__'),
          fc.integer(),
        ),
      ),
    },
    { requiredKeys: ['path', 'content'] },
  );
  fc.assert(
    fc.property(args, (before) => {
      const form = fieldsOf(schema, before);
      expect(argsOf(form, enteredOf(form, before), before)).toEqual({ ok: true, args: before });
    }),
    { seed: 3, numRuns: 200 },
  );
});

test('A6 an edited passage keeps each line break it had, mixed ones too', () => {
  expect(withEndings('a\nB\nc\nd', 'a\r\nb\nc\rd')).toBe('a\r\nB\nc\rd');
  expect(withEndings('a\nnew\nb\n', 'a\r\nb\r\n')).toBe('a\r\nnew\r\nb\r\n');
  expect(withEndings('', 'a\r\n')).toBe('');
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '\r\n', '\n', '\r') });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const [old, now] = [before, after].map((one) => one.replaceAll(/\r\n?/gu, '\n'));
      expect(withEndings(old ?? '', before)).toBe(before);
      expect(withEndings(now ?? '', before).replaceAll(/\r\n?/gu, '\n')).toBe(now);
    }),
    { seed: 5, numRuns: 300 },
  );
});
