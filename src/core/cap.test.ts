import { assert, constantFrom, array, integer, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capped, utf8Bytes } from './cap.ts';
import { limits } from './limits.ts';

const { total, head, tail } = limits.result;
/** The note that stands where something was left out; the two pieces around it are the text's own. */
const note = /\n\[… (\d+) bytes left out here\. ([^\n]*) …\]\n/u;

interface Pieces {
  readonly head: string;
  readonly tail: string;
  readonly left: number;
  readonly how: string;
}
function pieces(text: string): Pieces {
  const found = note.exec(text);
  if (found === null) throw new Error('nothing was cut');
  return {
    head: text.slice(0, found.index),
    tail: text.slice(found.index + found[0].length),
    left: Number(found[1]),
    how: found[2] ?? '',
  };
}

describe('sizes in UTF-8', () => {
  test('P11 bytes are those that would travel', () => {
    for (const text of ['', 'abc', 'é', '€', '日本', '👩‍👧', 'a\u0000\n', '\u07ff\u0800\uffff']) {
      expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
    }
  });

  test('P11 half a surrogate pair counts as the mark that stands for it, whatever follows', () => {
    for (const text of ['\ud800', '\ud800a', '\ud800€', '\ud800\ud800', '\udc00\ud800', '\udfff\udfff', 'a\ud83d']) {
      expect(utf8Bytes(text)).toBe(new TextEncoder().encode(text).length);
    }
  });

  test('P11 any text at all is measured as the encoder measures it', () => {
    const units = array(integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes));
    assert(
      property(units, (text) => utf8Bytes(text) === new TextEncoder().encode(text).length),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('a result as the model gets it', () => {
  test('P11 up to 32 KB it is the text itself', () => {
    const text = 'x'.repeat(total);
    expect(capped(text, 'file_read')).toBe(text);
    const wide = '€'.repeat(Math.floor(total / 3));
    expect(capped(wide, 'file_read')).toBe(wide);
  });

  test('P11 one byte more and it is cut to 24 KB of its head and 8 KB of its tail, with how to get the rest', () => {
    const cut = pieces(capped(`${'h'.repeat(head)}m${'t'.repeat(tail)}`, 'file_read'));
    expect(cut).toMatchObject({ head: 'h'.repeat(head), tail: 't'.repeat(tail), left: 1 });
    expect(cut.how).toContain('start_line');
  });

  test('P11 how to get the rest depends on the tool', () => {
    const long = 'x'.repeat(total * 2);
    expect(pieces(capped(long, 'grep')).how).toContain('pattern');
    expect(pieces(capped(long, 'mcp:s1:search')).how).toContain('less');
  });

  test('P11 it is cut at lines where there are lines', () => {
    const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at} ${'.'.repeat(20)}`);
    const cut = pieces(capped(`${lines.join('\n')}\n`, 'grep'));
    const whole = new Set(lines);
    const kept = `${cut.head}${cut.tail}`.trimEnd().split('\n');
    expect(kept.filter((line) => !whole.has(line))).toEqual([]);
    expect(kept[0]).toBe(lines[0]);
    expect(kept.at(-1)).toBe(lines.at(-1));
  });

  test('P11 a pair of surrogates is never cut in two, at either end', () => {
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const cut = pieces(capped(shift + '👍'.repeat(20_000) + shift, 'file_read'));
      expect(/\p{Surrogate}/u.test(cut.head + cut.tail)).toBe(false);
    }
  });

  test('P11 whatever the text: head and tail are its own, within their limits, and the count of what is missing is right', () => {
    const texts = array(
      string({
        unit: constantFrom('a', '\n', '\r\n', 'é', '€', '👍', '\ud83d', '\udc4d'),
        minLength: 1,
        maxLength: 40,
      }),
      { minLength: 1, maxLength: 8 },
    ).map((parts) => parts.map((part, at) => part.repeat(150 * (at + 1))).join(''));
    assert(
      property(texts, (text) => {
        const result = capped(text, 'grep');
        if (utf8Bytes(text) <= total) return result === text;
        const cut = pieces(result);
        const [before, after] = [utf8Bytes(cut.head), utf8Bytes(cut.tail)];
        return (
          text.startsWith(cut.head) &&
          text.endsWith(cut.tail) &&
          before <= head &&
          after <= tail &&
          before >= head / 2 - 4 &&
          after >= tail / 2 - 4 &&
          before + after + cut.left === utf8Bytes(text) &&
          utf8Bytes(result) <= total + 200
        );
      }),
      { seed: 2, numRuns: 120 },
    );
  }, 60_000);
});
