import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outsideCode } from './outsidecode.ts';
import { citations, readSynthesis, synthesisForm } from './synthesis.ts';

const labels = ['A', 'B', 'C'];
const whole = `The bug is in \`fees.ts\` [A], and nobody has written a test for it [B].

### Where they agree
- The fee is worked out in **one** place [A] (rests on A1, B2)
- The tests pass [B] (rests on B1)

### Where they differ
- Which line to mend
  - Line 4, since it adds a day [A] (rests on A2)
  - Line 9 [C] (rests on no call)
- Whether a rule is written
  - It is [B] (rests on B3).
  - It is not [C]
`;

describe('a synthesis', () => {
  test('F5 its claims are read with their one citation and the calls they rest on, dissent by subject', () => {
    const read = readSynthesis(whole, labels);
    expect(read?.body).toBe('The bug is in `fees.ts` [A], and nobody has written a test for it [B].');
    expect(read?.agree).toEqual([
      {
        text: 'The fee is worked out in **one** place',
        cite: 'A',
        rests: [
          { label: 'A', call: 1 },
          { label: 'B', call: 2 },
        ],
      },
      { text: 'The tests pass', cite: 'B', rests: [{ label: 'B', call: 1 }] },
    ]);
    expect(read?.differ).toEqual([
      {
        about: 'Which line to mend',
        sides: [
          { text: 'Line 4, since it adds a day', cite: 'A', rests: [{ label: 'A', call: 2 }] },
          { text: 'Line 9', cite: 'C', rests: [] },
        ],
      },
      {
        about: 'Whether a rule is written',
        sides: [
          { text: 'It is.', cite: 'B', rests: [{ label: 'B', call: 3 }] },
          { text: 'It is not', cite: 'C', rests: [] },
        ],
      },
    ]);
  });

  test('F5 the form that the primary is told is the form that is read', () => {
    const read = readSynthesis(synthesisForm, labels);
    expect(read?.agree[0]).toMatchObject({ text: 'one claim', cite: 'A', rests: [{ call: 1 }, { call: 3 }] });
    expect(read?.differ[0]).toMatchObject({ about: 'what they differ about', sides: [{ cite: 'A' }, { cite: 'B' }] });
  });

  test('F5 other headings, bullets and marks are taken as they come', () => {
    for (const [agree, differ] of [
      ['# Where they agree', '## Where They Differ:'],
      ['**Where they agree**', '**Where they disagree:**'],
      ['### **Points of agreement**', '#### Points of disagreement'],
    ]) {
      const text = `So [A].\n${agree}\n* One [B][A] (rests on: A1)\n\n${differ}\n1. The line:\n   1) Four [A, B]\n   2) Nine [C]`;
      const read = readSynthesis(text, labels);
      expect([agree, read?.agree]).toEqual([agree, [{ text: 'One', cite: 'B', rests: [{ label: 'A', call: 1 }] }]]);
      expect(read?.differ).toMatchObject([{ about: 'The line', sides: [{ cite: 'A' }, { cite: 'C' }] }]);
    }
  });

  test('F5 sides that stand flat under their subject belong to it, and prose after another heading is the body’s', () => {
    const text = '### Where they differ\nWhich line\n- Four [A]\n- Nine [B]\n\n### What now\nMend it.';
    const read = readSynthesis(text, labels);
    expect(read?.differ).toMatchObject([{ about: 'Which line', sides: [{ cite: 'A' }, { cite: 'B' }] }]);
    expect(read?.body).toBe('### What now\nMend it.');
  });

  test('F5 a text that cites nobody and has no section is plain text; labels that do not exist cite nobody', () => {
    for (const text of [
      '',
      'Just words.',
      'See [D], [a] and [1].',
      '`[A]`',
      '```\n[A]\n### Where they agree\n- x\n```',
      '[A](x)',
    ])
      expect([text, readSynthesis(text, labels)]).toEqual([text, null]);
    expect(readSynthesis('It is so [A].', labels)).toEqual({ body: 'It is so [A].', agree: [], differ: [] });
    expect(readSynthesis(whole, [])?.agree[0]?.cite).toBeNull();
  });

  test('F5 while it streams, what is there is read, and the beginning never changes', () => {
    for (let end = 0; end <= whole.length; end += 1) {
      const read = readSynthesis(whole.slice(0, end), labels);
      const text = JSON.stringify(read);
      expect(text).not.toContain('Where they');
      expect(read?.agree.length ?? 0).toBeLessThanOrEqual(2);
    }
  });

  test('F5 citations are found outside code only, where they stand', () => {
    const text = 'One [A]. `[B]` ``a ` [B]``\n\n~~~\n[C]\n~~~\nTwo [C, A]. ` open\n\n[B]';
    const found = citations(text, labels);
    expect(found.map(({ at, end, label }) => [text.slice(at, end), label])).toEqual([
      ['[A]', 'A'],
      ['[C, A]', 'C'],
      ['[B]', 'B'],
    ]);
  });
});

test('F5 whatever a model writes is read without an error, and citations stand where they say', () => {
  const pieces = fc.constantFrom(
    '[A]',
    '[B',
    ']',
    '`',
    '```',
    '~~~',
    '\n',
    '\n\n',
    '- ',
    '  - ',
    '### ',
    'Where they agree',
    '### Where they differ\n',
    '(rests on A1',
    ')',
    '**',
    'word ',
    '\ud83d\ude00',
    '\u2028',
    '(',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (all) => {
      const text = all.join('');
      if (outsideCode(text).length !== text.length) throw new Error('characters moved');
      readSynthesis(text, labels);
      for (const { at, end, label } of citations(text, labels))
        if (!text.slice(at, end).startsWith(`[${label}`)) throw new Error('a citation elsewhere');
    }),
    { seed: 5, numRuns: process.env['SLUICE_FULL'] === '1' ? 20_000 : 1_000 },
  );
});

test('F5 reading takes linear time, whatever is repeated', () => {
  const most = 200_000;
  const began = performance.now();
  for (const piece of [
    '[A',
    '[A,',
    '`',
    '`a``',
    '- x\n',
    '### Where they differ\n',
    '(rests on ',
    '\n \n',
    '[A] ',
    '* \n',
    '#',
    ' ',
  ])
    readSynthesis(`[A]\n# Where they differ\n${piece.repeat(most / piece.length)}`, labels);
  // Quadratic reading of any of these takes minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});
