import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixtureJson, fixtureTest, full } from '../../test/fixtures.ts';
import { edit } from './edit.ts';
import { boms, encode } from './encode.ts';
import { decode, type Encoding } from './text.ts';

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
interface More {
  readonly all?: boolean;
  readonly discreet?: boolean;
}
const attempt = (bytes: Uint8Array<ArrayBuffer>, old: string, now: string, more: More = {}) =>
  edit('f.txt', bytes, { old, new: now, all: more.all ?? false, discreet: more.discreet ?? false });
/** The text of a UTF-8 file after an edit that must succeed. */
const edited = (text: string, old: string, now: string, more?: More): string => {
  const result = attempt(utf8(text), old, now, more);
  if (!result.ok) throw new Error(result.fault.message);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(result.value.bytes);
};
const fault = (text: string, old: string, now: string, more?: More) => {
  const result = attempt(utf8(text), old, now, more);
  if (result.ok) throw new Error(`it was edited: ${new TextDecoder().decode(result.value.bytes)}`);
  return result.fault;
};

describe('P7 line endings', () => {
  test('P7 LF in old text matches a CRLF file, whose endings stay (case 1)', () => {
    expect(edited('a\r\nb\r\nc\r\n', 'a\nb', 'A\nB')).toBe('A\r\nB\r\nc\r\n');
  });
  test('P7 CRLF in old text matches an LF file, and no CR is written (case 2)', () => {
    expect(edited('a\nb\n', 'a\r\nb', 'x')).toBe('x\n');
    expect(edited('a\nb\n', 'a', 'x\r\ny')).toBe('x\ny\nb\n');
  });
  test('P7 lines that are not touched keep their own endings in a mixed file (case 3)', () => {
    expect(edited('a\r\nb\nc\r\n', 'b', 'B')).toBe('a\r\nB\nc\r\n');
    expect(edited('a\r\nb\nc\r\n', 'a\nb\nc\n', 'a\nB\nc\n')).toBe('a\r\nB\nc\r\n');
  });
  test('P7 new line breaks take the span’s ending, else the file’s dominant one', () => {
    expect(edited('a\r\nb\r\n', 'b', 'b1\nb2')).toBe('a\r\nb1\r\nb2\r\n');
    expect(edited('a\nb\nc\nx\r\ny\r\n', 'x\ny', 'x\nz\ny')).toBe('a\nb\nc\nx\r\nz\r\ny\r\n');
    expect(edited('a\rb\rc', 'a\nb', 'a\nx\nb')).toBe('a\rx\rb\rc');
  });
  test('P7 an exact match never tears a CRLF apart', () => {
    expect(edited('x\r\nfoo\r\n', '\nfoo', 'bar')).toBe('xbar\r\n');
    expect(edited('x\r\nfoo\r\n', '\nfoo', '\nbar')).toBe('x\r\nbar\r\n');
    expect(fault('x\r\ny', 'x\r', 'z\r').code).toBe('no-match');
  });
  test('P7 an exact match wins over one that needs line endings normalised', () => {
    expect(edited('a\r\nb\r\n-\na\nb\n', 'a\nb', 'Z')).toBe('a\r\nb\r\n-\nZ\n');
  });
  test('P7 replace_all takes every match whatever its line endings', () => {
    expect(edited('a\r\nb-a\nb', 'a\nb', 'x', { all: true })).toBe('x-x');
    expect(edited('aaaa', 'aa', 'b', { all: true })).toBe('bb');
  });
  test('P7 texts that differ only in line endings are no change, and the message says how to change them', () => {
    expect(fault('a\r\nb', 'a\r\nb', 'a\nb')).toMatchObject({
      code: 'no-change',
      message: expect.stringMatching(/line endings.*file_write/u),
    });
  });
});

describe('P7 bytes', () => {
  test('P7 the new text is literal: $& and its kin are just characters (case 4)', () => {
    const odd = 'log("$& $1 $$ $` $\'");';
    expect(edited('log(x);', 'log(x);', odd)).toBe(odd);
    expect(edited('q;q', 'q', odd, { all: true })).toBe(`${odd};${odd}`);
  });
  test('P7 the BOM stays, and the first line can be matched (cases 6 and 7)', () => {
    const bom = Uint8Array.from([0xef, 0xbb, 0xbf, 0x68, 0x69, 0x0a]);
    expect(attempt(bom, 'hi', 'ho')).toMatchObject({
      ok: true,
      value: { bytes: Uint8Array.from([0xef, 0xbb, 0xbf, 0x68, 0x6f, 0x0a]) },
    });
    expect(attempt(bom, '\ufeffhi', '\ufeffho')).toMatchObject({
      ok: true,
      value: { bytes: Uint8Array.from([0xef, 0xbb, 0xbf, 0x68, 0x6f, 0x0a]) },
    });
    expect(edited('\ufeff# T\n', '# T', '# U')).toBe('\ufeff# U\n');
  });
  test('P7 UTF-16 and single-byte files are edited in their own encoding', () => {
    const sixteen = Uint8Array.from([0xff, 0xfe, 0x68, 0, 0x69, 0, 0x0d, 0, 0x0a, 0]);
    expect(attempt(sixteen, 'hi\n', 'hé🌍\n')).toMatchObject({
      ok: true,
      value: { bytes: Uint8Array.from([0xff, 0xfe, 0x68, 0, 0xe9, 0, 0x3c, 0xd8, 0x0d, 0xdf, 0x0d, 0, 0x0a, 0]) },
    });
    const single = Uint8Array.from([0x63, 0xe9, 0x0a, 0xff]);
    expect(attempt(single, 'c', 'ç')).toMatchObject({
      ok: true,
      value: { bytes: Uint8Array.from([0xe7, 0xe9, 0x0a, 0xff]) },
    });
    const cannot = attempt(single, 'c', '→');
    expect(cannot).toMatchObject({
      ok: false,
      fault: { code: 'bad-arguments', message: expect.stringMatching(/cannot hold.*→.*file_write/u) },
    });
  });
  test('P7 halves of a surrogate pair are never parted', () => {
    expect(edited('x🌍y', '🌍', '🌎')).toBe('x🌎y');
    expect(edited('a🌍b', '🌍b', '🌎b')).toBe('a🌎b');
    expect(edited('𐐀𐐁', '𐐀', '𐐁')).toBe('𐐁𐐁');
    expect(fault('abc', 'b', '\ud800')).toMatchObject({ code: 'bad-arguments' });
  });
  test('P7 a binary file is not edited', () => {
    expect(fault('a\0b', 'a', 'b')).toMatchObject({ code: 'binary' });
  });
});

describe('P7 messages', () => {
  test('P7 empty old text names file_write', () => {
    expect(fault('', '', 'x')).toMatchObject({ code: 'bad-arguments', message: expect.stringContaining('file_write') });
  });
  test('P7 no change is an error', () => {
    expect(fault('abc', 'b', 'b')).toMatchObject({ code: 'no-change' });
  });
  test('P7 more than one match names the lines', () => {
    expect(fault('test\ntest\nother test', 'test', 'x')).toMatchObject({
      code: 'ambiguous',
      message: expect.stringMatching(/3 times.*lines 1, 2 and 3/u),
    });
    expect(fault('aaa', 'aa', 'b')).toMatchObject({ code: 'ambiguous' });
  });
  const near = (text: string, old: string): string => {
    const found = fault(text, old, 'new');
    expect(found.code).toBe('no-match');
    return found.message;
  };
  test('P7 no match names the nearest line and the one character that differs', () => {
    expect(near('first\nlet a\u00a0= 1;\nlast', 'let a = 1;')).toMatch(/line 2.*NBSP.*a space/u);
    expect(near('say \u201chi\u201d', 'say "hi"')).toMatch(/line 1.*curly quote/u);
    expect(near('if (x) {\n\treturn 1;\n}', 'if (x) {\n    return 1;\n}')).toMatch(
      /line 2.*indentation.*a tab.*a space/u,
    );
    expect(near('line1   \nline2', 'line1\nline2')).toMatch(/line 1.*trailing blanks that old_text lacks/u);
    expect(near('line1\nline2', 'line1  \nline2')).toMatch(/line 1.*old_text has trailing blanks/u);
    expect(near('Hello World', 'hello world')).toMatch(/line 1.*letter case.*"H".*"h"/u);
    expect(near('total += items[i].price;', 'total += items[i].pric;')).toMatch(/line 1.*column 23.*"e".*";"/u);
    expect(near('Alpha\nBravo\nCharlie\nDelta\nEcho', 'Alpha\nBravo\nXray\nDelta\nEcho')).toMatch(/line 3/u);
    expect(near('a\nb', 'completely different')).toMatch(/No line of it comes near/u);
  });
  test('X2 the message for a secret file quotes nothing of it', () => {
    const said = fault('PASSWORD=hunter2', 'PASSWORD=x', 'y', { discreet: true });
    expect(said.code).toBe('no-match');
    expect(said.message).not.toMatch(/hunter2|line/u);
  });
  test('P7 a very repetitive large file is matched in linear time', () => {
    const text = `${'a'.repeat(2_000_000)}\n`;
    const start = performance.now();
    expect(fault(text, `b${'a'.repeat(500_000)}`, 'x').code).toBe('no-match');
    expect(fault(text, `${'a'.repeat(500_000)}b`, 'x').code).toBe('no-match');
    // Quadratic would take minutes.
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});

interface ApplyCase {
  readonly name: string;
  readonly input: string;
  readonly old: string;
  readonly new: string;
  readonly expected?: string;
  readonly exactOccurrences: number;
}

fixtureTest('P7 the 35 edits of another editor: one match applies, none or many explain themselves', async () => {
  const cases = (await fixtureJson('files/vscode-applyedit-cases.json')) as readonly ApplyCase[];
  expect(cases).toHaveLength(35);
  for (const one of cases) {
    const result = attempt(utf8(one.input), one.old, one.new);
    if (one.exactOccurrences === 1 && one.old !== one.new) {
      expect(result.ok && new TextDecoder().decode(result.value.bytes), one.name).toBe(one.expected);
      continue;
    }
    const code =
      one.exactOccurrences === -1
        ? 'bad-arguments'
        : one.old === one.new
          ? 'no-change'
          : one.exactOccurrences === 0
            ? 'no-match'
            : 'ambiguous';
    expect(result, one.name).toMatchObject({ ok: false, fault: { code } });
    if (!result.ok && code === 'bad-arguments') expect(result.fault.message).toContain('file_write');
    if (!result.ok && code === 'no-match') expect(result.fault.message, one.name).toMatch(/line \d/u);
  }
});

const piece = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\t', '\n', '\r\n', 'é', '"', '$&', 'x1'),
  maxLength: 12,
});
const encodings = fc.constantFrom<Encoding>('utf-8', 'utf-16le', 'utf-16be', 'single-byte');

test('P7 an edit keeps every byte outside the span, for any encoding, BOM and line endings', () => {
  fc.assert(
    fc.property(piece, piece, piece, encodings, fc.boolean(), (head, tail, now, encoding, marked) => {
      // Ends in no CR and starts with no LF, so that the span's edges tear no line ending.
      const needle = 'NEEDLE-ß'.slice(0, 7);
      const bom = encoding === 'utf-8' ? (marked ? boms['utf-8'] : []) : boms[encoding];
      const odd = encoding === 'single-byte' ? [0xff] : [];
      const before = Uint8Array.from([...bom, ...encode(head, encoding)]);
      const after = Uint8Array.from([...encode(tail, encoding), ...odd]);
      const bytes = Uint8Array.from([...before, ...encode(needle, encoding), ...after]);
      const result = attempt(bytes, needle, now);
      if (!result.ok) throw new Error(result.fault.message);
      const whole = result.value.bytes;
      expect(whole.subarray(0, before.length)).toEqual(before);
      expect(whole.subarray(whole.length - after.length)).toEqual(after);
      const middle = decode(Uint8Array.from([...bom, ...whole.subarray(before.length, whole.length - after.length)]));
      if (middle.is === 'text' && encoding !== 'single-byte')
        expect(middle.text.replaceAll('\r\n', '\n')).toBe(now.replaceAll('\r\n', '\n'));
    }),
    { seed: 7, numRuns: full ? 20_000 : 1_000 },
  );
});
