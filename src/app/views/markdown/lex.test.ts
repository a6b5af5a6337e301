import { array, assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { guarded } from './guard.ts';
import { lex, type Lexed } from './lex.ts';

const pieces = [
  'word ',
  '**bold** ',
  '`code` ',
  '\n',
  '\n\n',
  '- item\n',
  '1. first\n',
  '  more\n',
  '> quote\n',
  '```js\nlet a = 1;\n',
  '```\n',
  '# Title\n',
  '---\n',
  '===\n',
  '| a | b |\n| - | - |\n',
  '| 1 | 2 |\n',
  '<b>raw</b>',
  '[x](https://a.example) ',
  '    four\n',
  '- [ ] task\n',
  '[ref]: https://a.example\n',
  '[ref] ',
  '\r\n',
  '\t',
  '***',
  '~~',
];

test('X4 a text that grows in pieces gives the same blocks as the whole text', () => {
  assert(
    property(array(constantFrom(...pieces), { maxLength: 30 }), integer({ min: 1, max: 9 }), (parts, step) => {
      const whole = parts.join('');
      let growing: Lexed | null = null;
      for (let at = 0; at < whole.length; at += step) growing = lex(whole.slice(0, at + step), growing);
      expect(growing?.blocks ?? []).toEqual(lex(whole, null).blocks);
    }),
    { seed: 11, numRuns: 400 },
  );
});

test('X4 U4 a growing text is guarded as the whole one is, though only its last lines are looked at', () => {
  const deep = [...pieces, '> - '.repeat(13), ' '.repeat(130), '\u2028', '\r', '-', ' '];
  assert(
    property(array(constantFrom(...deep), { maxLength: 40 }), integer({ min: 1, max: 9 }), (parts, step) => {
      const whole = parts.join('');
      let growing: Lexed | null = null;
      for (let at = 0; at < whole.length; at += step) growing = lex(whole.slice(0, at + step), growing, true);
      expect(growing?.source ?? '').toBe(guarded(whole));
    }),
    { seed: 12, numRuns: 400 },
  );
});

test('U4 only the last blocks are read again while an answer grows, however long it is', () => {
  const paragraph = 'Some words with **bold** and `code` in them, as answers have.\n\n';
  let lexed: Lexed | null = null;
  let most = 0;
  for (let count = 1; count <= 300; count += 1) {
    const before: ReadonlySet<unknown> = new Set(lexed?.blocks);
    lexed = lex(paragraph.repeat(count), lexed);
    most = Math.max(most, lexed.blocks.filter((block) => !before.has(block)).length);
  }
  expect(lexed?.blocks.length).toBeGreaterThanOrEqual(599);
  expect(most).toBeLessThanOrEqual(6);
});

test('U4 a block too long to be read at every word stands as written until it is whole', () => {
  const items = '- one item of a list\n'.repeat(4_000);
  const head = 'First.\n\nSecond.\n\nThird.\n\n';
  let lexed: Lexed = lex(head, null, true);
  lexed = lex(head + items, lexed, true);
  const from = performance.now();
  for (let at = 0; at < 200; at += 1) lexed = lex(`${lexed.source}- more\n`, lexed, true);
  expect(performance.now() - from).toBeLessThan(2_000);
  expect(lexed.blocks.map((block) => block.raw).join('')).toBe(lexed.source);
  expect(lexed.blocks.some((block) => block.type === 'list')).toBe(false);
  const whole = lex(lexed.source, lexed);
  expect(whole.blocks).toEqual(lex(lexed.source, null).blocks);
  expect(whole.blocks.some((block) => block.type === 'list')).toBe(true);
});

const attacks: Readonly<Record<string, string>> = {
  'nested quotes': `${'>'.repeat(5_000)} a`,
  'nested lists': `${'- '.repeat(5_000)}a`,
  'nested numbers': `${'1. '.repeat(5_000)}a`,
  'mixed containers': `${'> - '.repeat(2_500)}a`,
  'indented lists': Array.from({ length: 400 }, (_, at) => `${' '.repeat(2 * at)}- a`).join('\n'),
  emphasis: '*a '.repeat(20_000),
  underscores: '_a'.repeat(20_000),
  brackets: '[a]('.repeat(20_000),
  images: '!['.repeat(20_000),
  backticks: '`a``'.repeat(10_000),
  'a long word before @': `${'a'.repeat(50_000)}@`,
  angles: '<'.repeat(50_000),
};

test.each(Object.entries(attacks))('X4 hostile text ends soon and loses nothing: %s', (_, text) => {
  const from = performance.now();
  const { blocks } = lex(text, null);
  expect(performance.now() - from).toBeLessThan(1_500);
  expect(blocks.length).toBeGreaterThan(0);
});
