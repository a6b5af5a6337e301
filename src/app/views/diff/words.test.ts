import { expect, test } from 'vitest';
import type { Plan, Preview, Side } from '../../../core/ports.ts';
import { endingOf, sizeWords, tell } from './words.ts';

const plan: Plan = {
  kind: 'replace',
  path: 'a',
  to: null,
  entry: 'file',
  before: null,
  after: null,
  lines: null,
  action: '',
};
const text = (content: string, over: Partial<Extract<Side, { is: 'text' }>> = {}): Side => ({
  is: 'text',
  text: content,
  encoding: 'UTF-8',
  ending: 'lf',
  bom: false,
  ...over,
});
const preview = (before: Side | null, after: Side | null, over: Partial<Plan> = {}): Preview => ({
  plan: { ...plan, ...over },
  before,
  after,
});

test('D3 a change of line endings alone is said in words, with carriage returns marked', () => {
  expect(tell(preview(text('a\r\nb\r\n'), text('a\nb\n')))).toMatchObject({
    notes: ['Only line endings change: CRLF → LF.'],
    endings: true,
  });
  expect(tell(preview(text('a\r\nb\n'), text('a\nb\n'))).notes).toEqual(['Only line endings change: mixed → LF.']);
  expect(tell(preview(text('a\r\nb\r\n'), text('a\nc\n'))).notes).toEqual(['Line endings change: CRLF → LF.']);
});

test('D3 a file that is CRLF before and after is not full of marks, and a mixed one says so', () => {
  expect(tell(preview(text('a\r\nb\r\n'), text('a\r\nc\r\n')))).toMatchObject({ notes: [], endings: false });
  expect(tell(preview(text('a\r\nb\n'), text('a\r\nc\n')))).toMatchObject({
    notes: ['The file mixes line endings (␍ marks a carriage return).'],
    endings: true,
  });
});

test('D3 a change of encoding or byte order mark is said in words', () => {
  expect(tell(preview(text('é', { encoding: 'Latin-1' }), text('é')))).toEqual({
    notes: ['The encoding changes: Latin-1 → UTF-8.', 'The text itself stays the same.'],
    texts: null,
    endings: false,
  });
  expect(tell(preview(text('a', { bom: true }), text('a'))).notes[0]).toBe('The byte order mark is removed.');
  expect(tell(preview(text('a'), text('b', { bom: true }))).notes).toEqual(['A byte order mark is added.']);
});

test('D3 binary content is its kind and size, never compared as text', () => {
  expect(tell(preview({ is: 'binary', kind: 'PNG image', size: 12_595 }, text('a')))).toEqual({
    notes: ['Binary content, not shown: PNG image, 12.3 KB → text, UTF-8.'],
    texts: null,
    endings: false,
  });
  expect(tell(preview({ is: 'binary', kind: 'ZIP archive', size: 1 }, null)).notes[0]).toContain(
    'ZIP archive, 1 byte → no file',
  );
});

test('D1 an empty file, an empty folder and the same text twice say so', () => {
  expect(tell(preview(null, text(''))).notes).toEqual(['The file is empty.']);
  expect(tell(preview(null, null, { kind: 'delete', entry: 'folder' })).notes[0]).toContain('empty folder');
  expect(tell(preview(text('a'), text('a'))).notes).toEqual(['Nothing changes.']);
});

test('D3 line endings and sizes have their names', () => {
  expect(['', 'a', 'a\n', 'a\r\n', 'a\rb', 'a\r\nb\n'].map(endingOf)).toEqual([
    'none',
    'none',
    'LF',
    'CRLF',
    'CR',
    'mixed',
  ]);
  expect([0, 1, 1023, 1536, 200 * 1024, 3 * 1024 ** 2].map(sizeWords)).toEqual([
    '0 bytes',
    '1 byte',
    '1023 bytes',
    '1.5 KB',
    '200 KB',
    '3.0 MB',
  ]);
});
