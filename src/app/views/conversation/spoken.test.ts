import { expect, test } from 'vitest';
import { spoken } from './spoken.ts';

test.for([
  ['## What happened\n\n- **Search**: ran\n- `edit`: declined', 'What happened Search: ran edit: declined'],
  ['> quoted *words* and 2 * 3 * 4', 'quoted words and 2 * 3 * 4'],
  ['See [the rules](https://x.example/a_b) and ![a gate](g.png).', 'See the rules and image: a gate.'],
  ['Before\n```ts\nconst a = `1`;\n```\nafter', 'Before ts code. after'],
  ['Open\n```ts\nconst never = "ends";', 'Open ts code.'],
  ['| a | b |\n|---|---|\n| 1 | 2 |', 'a b 1 2'],
  ['snake_case_name stays', 'snake_case_name stays'],
  ['a\u202Eb', 'a⟨U+202E⟩b'],
])('U3 a reader hears words, not marks: %j', ([text, words]) => {
  expect(spoken(text!)).toBe(words);
});

test('U3 of a long text the beginning is spoken, and hostile text takes no time', () => {
  expect(spoken('word '.repeat(5_000)).length).toBeLessThanOrEqual(401);
  const began = performance.now();
  for (const bad of [
    '>'.repeat(5_000),
    '* '.repeat(5_000),
    '[a]('.repeat(2_000),
    '```'.repeat(2_000),
    '|--'.repeat(2_000),
  ])
    spoken(bad);
  expect(performance.now() - began).toBeLessThan(1_000);
});
