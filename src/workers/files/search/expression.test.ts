import fc from 'fast-check';
import { expect, test } from 'vitest';
import { full } from '../../../test/fixtures.ts';
import { express, type Expression } from './expression.ts';
import { wholeLine } from './pieces.ts';

function ready(pattern: string, literal = false, ignoreCase = false): Expression {
  const made = express(pattern, literal, ignoreCase);
  if (!made.ok) throw new Error(made.fault.message);
  return made.value;
}

const matches = (pattern: string, line: string, ignoreCase = false): boolean => {
  const expression = ready(pattern, false, ignoreCase);
  return expression.seek(`${line}\n`, 0) >= 0 && expression.find(line, wholeLine) >= 0;
};

test.each<[pattern: string, yes: string[], no: string[]]>([
  ['(?i)todo', ['// TODO', 'todo'], ['tod']],
  ['def f|class G', ['def f():', 'class G:'], ['def g']],
  ['a || b', ['a || b', 'anything'], []],
  ['{ name }', ['const { name } = x'], ['{name}']],
  ['{ return', ['() => { return 1 }'], ['return']],
  ['a{2}', ['baab'], ['aba']],
  ['a{,3}b', ['a{,3}b'], ['aab']],
  ['x{2,}y', ['xxxy'], ['xy']],
  ['^.{3} dev', ['👩\u200d💻 dev'], ['ab dev']],
  ['foo$', ['a foo'], ['foo ']],
  ['^$', [''], ['a']],
  ['\\d+', ['a1', '٣'], ['x']],
  ['\\w+-', ['é-', 'a_1-'], ['--']],
  ['\\S', ['x'], ['\u00a0 \t']],
  ['[\\W_]x', ['_x', ' x'], ['ax', 'éx']],
  ['[^\\w]x', [' x'], ['éx', 'ax']],
  ['[^a]', ['b'], ['a']],
  ['[]a]', [']', 'a'], ['[']],
  ['[a\\]]', [']'], ['\\']],
  ['[[:alpha:]][[:digit:]]', ['a1'], ['1a', 'é1']],
  ['[a-]', ['-'], ['b']],
  ['\\p{Han}+', ['日本'], ['テスト']],
  ['\\p{Script=Greek}', ['λ'], ['l']],
  ['\\p{Lu}', ['É'], ['é']],
  ['\\P{L}', ['1'], ['é']],
  ['\\x41\\u{42}\\u0043', ['ABC'], ['abc']],
  ['\\bнайти\\b', ['найти Найти', 'x найти.'], ['найтись', 'ненайти']],
  ['\\bfoo\\b', ['a foo b', 'é foo', 'foo'], ['foobar', 'éfoo', 'fooé']],
  ['o\\b\\b x', ['foo x', 'é foo x'], ['foox']],
  ['\\Bar', ['bar', 'éar'], ['ar', 'é ar']],
  ['^\\bé', ['été'], ['a é']],
  ['t\\b$', ['é et'], ['é et ']],
  ['\\<foo\\>', ['a foo b', '<foo>'], ['foobar']],
  ['Map\\<string\\>', ['Map<string>'], ['Mapstring']],
  ['\\Qa.b\\E.', ['a.bc'], ['axbc']],
  ['(?:a|b){2}c', ['abc'], ['ac']],
  ['(?P<x>a)(?<y>b)', ['ab'], ['ba']],
  ['(?-i)a(?i:b)c', ['aBc'], ['ABc']],
  ['a(?i)b|c', ['aB', 'C'], ['AB']],
  ['\\.ts\\b', ['a.ts'], ['a.tsx']],
  ['foo\\s*\\(', ['foo  (x)'], ['foo)']],
  ['\\/\\/ x', ['// x'], ['/ x']],
  ['"a\\-b"', ['"a-b"'], []],
])('P10 pattern %s', (pattern, yes, no) => {
  for (const line of yes) expect([line, matches(pattern, line)]).toEqual([line, true]);
  for (const line of no) expect([line, matches(pattern, line)]).toEqual([line, false]);
});

test('P10 ignoring letter case folds as Unicode says, one character to one', () => {
  expect(matches('НАЙТИ', 'найти Найти', true)).toBe(true);
  expect(matches('strasse', 'Straße', true)).toBe(false);
  expect(matches('istanbul', 'İstanbul ıstanbul', true)).toBe(false);
  expect(matches('[^a]', 'A', true)).toBe(false);
  expect(matches('s+k', '\u017f\u212a', true)).toBe(true);
});

test.each(['foo(', 'i++', '*.ts', '[abc', 'a)', 'x\\', 'C:\\projects', 'a{3,1}', '[z-a]', '?', '\\y'])(
  'P10 case 22: %j is no expression, so it is searched for as it stands, and the note says so',
  (pattern) => {
    const expression = ready(pattern);
    expect(expression.note).toContain('not a valid regular expression');
    expect(expression.note).toContain('plain text');
    expect(expression.find(`before ${pattern} after`, wholeLine)).toBe(7);
    expect(expression.find('something else', wholeLine)).toBe(-1);
  },
);

test.each<[pattern: string, why: string]>([
  ['foo(?=bar)', 'look-around'],
  ['(?<!a)b', 'look-around'],
  ['(a)\\1', 'back-references'],
  ['(?P<n>a)(?P=n)', 'back-references'],
  ['(?>a)', 'not supported'],
  ['(?x)a b', 'flag "x"'],
  ['a\\nb', 'line by line'],
  ['a\nb', 'line by line'],
  ['a{1001}', '1,000'],
  ['((a{100}){100}){100}', 'repeat'],
  ['[a-z&&[^b]]', 'set operations'],
  ['a'.repeat(5_000), 'longer than'],
  [`${'('.repeat(300)}a${')'.repeat(300)}`, 'deep'],
])('P10 what cannot run in linear time is an error that says why: %s', (pattern, why) => {
  const made = express(pattern, false, false);
  expect(made).toMatchObject({ ok: false, fault: { code: 'bad-pattern' } });
  expect(made.ok ? '' : made.fault.message).toContain(why);
});

test.each<[pattern: string, line: string, hit: boolean]>([
  ['(a+)+$', `${'a'.repeat(30)}!`, false],
  ['\\s+$', `${' '.repeat(100_000)}x`, false],
  ['^(.*a){12}$', 'a'.repeat(40), true],
  ['^(.*a){12}$', `${'a'.repeat(40)}b`, false],
  ['(x+x+)+y', 'x'.repeat(50_000), false],
  ['(.*)*(.*)*(.*)*z', 'a'.repeat(20_000), false],
  ['\\b(\\w+\\s?)+é$', `${'word '.repeat(2_000)}é!`, false],
])('P10 case 23: %s ends with its true result', (pattern, line, hit) => {
  const from = performance.now();
  expect(ready(pattern).find(line, wholeLine) >= 0).toBe(hit);
  // A backtracking engine would need longer than the universe has; the bound only tells the two apart.
  expect(performance.now() - from).toBeLessThan(10_000);
});

test('P10 the place of a hit in a very long line is near the hit', () => {
  const line = `${'x'.repeat(300_000)}foo12${'y'.repeat(300_000)}`;
  for (const pattern of ['fo+\\d\\d', '[f]oo', 'o\\d+']) {
    const at = ready(pattern).find(line, wholeLine);
    expect(at).toBeGreaterThanOrEqual(300_000);
    expect(at).toBeLessThan(300_010);
  }
});

const text = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', ' ', '_', '1', 'é', 'ß', '日', '.', '-', '👩'),
  maxLength: 12,
});

test('P10 a literal is found exactly where indexOf finds it', () => {
  fc.assert(
    fc.property(text, text, (needle, line) => {
      fc.pre(needle !== '');
      return ready(needle, true).find(line, wholeLine) === line.indexOf(needle);
    }),
    { seed: 3, numRuns: full ? 5_000 : 400 },
  );
});

test('P10 an expression finds the same lines as the browser’s own engine, and the search for its literals loses none', () => {
  const atom = fc.constantFrom(
    'a',
    'b',
    'A',
    '.',
    '[ab]',
    '[^a]',
    '\\d',
    'é',
    '日',
    'ab',
    '\\s',
    '_',
    '(?:a|bb)',
    '^',
    '$',
    '1',
  );
  const piece = fc
    .tuple(atom, fc.constantFrom('', '', '', '*', '+', '?', '{2}'))
    .map(([one, times]) => (/[\^$]/u.test(one) ? one : `(?:${one})${times}`));
  const pattern = fc
    .array(
      fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 2 },
    )
    .map((parts) => parts.join('|'));
  fc.assert(
    fc.property(pattern, text, fc.boolean(), (source, line, ignoreCase) => {
      const own = new RegExp(source, ignoreCase ? 'iu' : 'u').test(line);
      return matches(source, line, ignoreCase) === own;
    }),
    { seed: 11, numRuns: full ? 3_000 : 250 },
  );
});

test('P10 word edges in any script are those of ripgrep', { timeout: 120_000 }, () => {
  const wordy = '[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}]';
  const edge = `(?:(?<=${wordy})(?!${wordy})|(?<!${wordy})(?=${wordy}))`;
  const inside = `(?:(?<=${wordy})(?=${wordy})|(?<!${wordy})(?!${wordy}))`;
  const atom = fc.constantFrom('a', 'é', '日', '\\b', '\\B', '.', ' ', '^', '$', '(?:\\ba)?', '(?:a|\\b)');
  fc.assert(
    fc.property(fc.array(atom, { minLength: 1, maxLength: 5 }), text, (atoms, line) => {
      const source = atoms.join('');
      const own = new RegExp(source.replaceAll('\\b', edge).replaceAll('\\B', inside), 'u').test(line);
      return matches(source, line) === own;
    }),
    { seed: 5, numRuns: full ? 500 : 100 },
  );
});
