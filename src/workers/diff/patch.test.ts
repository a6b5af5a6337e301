import { applyPatch } from 'diff';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fixtureJson, fixtureTest } from '../../test/fixtures.ts';
import { patchOf } from './patch.ts';

const relaxed = 60_000;
/** No time at all: what a comparison that takes too long comes to, without waiting for one. */
const spent = -1;
const patch = (before: string | null, after: string | null, limit = relaxed) =>
  patchOf({ path: 'src/a.ts', before, after }, limit);
const headers = (unified: string): string[] => unified.match(/^@@ .*? @@/gmu) ?? [];
const unsectioned = (body: string): string => body.replaceAll(/^(@@ .*? @@).*$/gmu, '$1');
const bodyOf = (unified: string): string => unified.slice(unified.indexOf('@@ '));

interface Pair {
  readonly name: string;
  readonly a_b64: string;
  readonly b_b64: string;
  readonly git_diff: string | null;
  readonly gnu_diff_u: string | null;
  readonly added: string;
  readonly removed: string;
  readonly hunk_headers: readonly string[];
}
const decode = (base64: string): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));

describe('patchOf', () => {
  fixtureTest(
    'D3 the patch of 25 recorded pairs is line by line what git or GNU diff prints, and applies',
    async () => {
      const pairs = (await fixtureJson('files/diff-oracle.json')) as readonly Pair[];
      expect(pairs).toHaveLength(25);
      for (const pair of pairs) {
        const [before, after] = [decode(pair.a_b64), decode(pair.b_b64)];
        const made = patch(before, after);
        const counts = { added: String(made.added), removed: String(made.removed) };
        expect({ name: pair.name, ...counts }).toEqual({ name: pair.name, added: pair.added, removed: pair.removed });
        // Git slides a repeated block by its indentation, GNU diff does not: either is true.
        const printed = [pair.git_diff, pair.gnu_diff_u].filter((text) => text !== null);
        const bodies = printed.map((text) => (text === '' ? '' : unsectioned(bodyOf(text))));
        if (bodies.length === 0) expect(headers(made.unified)).toEqual(pair.hunk_headers);
        else expect(bodies).toContain(made.unified === '' ? '' : unsectioned(bodyOf(made.unified)));
        if (made.unified !== '')
          expect({
            name: pair.name,
            applied: applyPatch(before, made.unified, { autoConvertLineEndings: false }),
          }).toEqual({ name: pair.name, applied: after });
      }
    },
  );

  test('D3 a missing newline at the end is marked on the side that lacks it', () => {
    expect(bodyOf(patch('a\nb', 'a\nb\n').unified)).toBe('@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n');
    expect(bodyOf(patch('a\nb\n', 'a\nb').unified)).toBe('@@ -1,2 +1,2 @@\n a\n-b\n+b\n\\ No newline at end of file\n');
  });

  test('D3 a change of line endings alone changes every line, with the carriage returns kept', () => {
    const made = patch('a\r\nb\r\n', 'a\nb\n');
    expect(bodyOf(made.unified)).toBe('@@ -1,2 +1,2 @@\n-a\r\n-b\r\n+a\n+b\n');
    expect(made).toMatchObject({ added: 2, removed: 2, whole: false });
  });

  test('D1 a created and a deleted file have /dev/null on their other side', () => {
    expect(patch(null, 'x\n').unified).toBe('--- /dev/null\n+++ b/src/a.ts\n@@ -0,0 +1 @@\n+x\n');
    expect(patch('x\n', null).unified).toBe('--- a/src/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n');
  });

  test('D1 a hunk names the section it stands in', () => {
    const body = ['export function f() {', ...Array.from({ length: 8 }, (_, at) => `  line ${at}`), '}', ''].join('\n');
    expect(patch(body, body.replace('line 6', 'line six')).unified).toContain(
      '@@ -5,6 +5,6 @@ export function f() {\n',
    );
  });

  test('D3 the same text twice has no patch, and an empty new file none either', () => {
    expect(patch('a\n', 'a\n')).toEqual({ unified: '', added: 0, removed: 0, whole: false });
    expect(patch(null, '').unified).toBe('');
  });

  test('D3 past the time limit everything stands as one hunk, which is labelled and applies', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}`);
    const before = lines.join('\n');
    const after = `${lines.map((line, at) => (at % 2 === 0 ? `new ${line}` : line)).join('\n')}\n`;
    const made = patch(before, after, spent);
    expect(made.whole).toBe(true);
    expect(headers(made.unified)).toEqual(['@@ -1,10000 +1,10000 @@']);
    expect(made).toMatchObject({ added: 10_000, removed: 10_000 });
    expect(applyPatch(before, made.unified, { autoConvertLineEndings: false })).toBe(after);
  });

  test('D3 a few changes in 10,000 lines are found well within the limit', () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `line ${at}\n`);
    const after = lines.with(17, 'changed\n').with(9_000, 'changed too\n').toSpliced(5_000, 1);
    expect(patch(lines.join(''), after.join(''))).toMatchObject({ added: 2, removed: 3, whole: false });
  });

  test('D3 every patch turns one text into the other, within the limit and beyond it', () => {
    const line = fc.constantFrom(
      'a\n',
      'b\n',
      'c\r\n',
      '\n',
      '\r\n',
      '-- x\n',
      '\\ No newline at end of file\n',
      '@@ -1 +1 @@\n',
      '\u{feff}é\n',
    );
    const text = fc
      .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom('', 'end', 'end\r'))
      .map(([lines, end]) => lines.join('') + end);
    fc.assert(
      fc.property(text, text, fc.constantFrom(relaxed, spent), (before, after, limit) => {
        const made = patch(before, after, limit);
        if (before === after) return made.unified === '';
        const applied = applyPatch(before, made.unified, { autoConvertLineEndings: false });
        return applied === after;
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
