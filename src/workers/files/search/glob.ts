import picomatch from 'picomatch/posix';
import { RE2JS } from 're2js';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';

/** Whether a path is meant. `inner` is the same path seen from the folder that is searched. */
export type Glob = (path: string, inner: string) => boolean;

const mostChars = 1_000;
const mostBraced = 1_000;

/**
 * picomatch guards "." and ".." segments and empty names by look-aheads. Paths here never hold either, and a pattern
 * without look-aheads can run in the linear engine: `*a*a*a*a*b` hangs the native one (row P10).
 */
const guards = ['(?!\\.{1,2}(?:\\/|$))', '(?!(?:^|\\/)\\.{1,2}(?:\\/|$))', '(?=.)'];

class Broken extends Error {}

function braced(from: string, to: string): string {
  const [a, b] = [Number(from), Number(to)];
  if (from.length === 1 && to.length === 1) return `[${from < to ? `${from}-${to}` : `${to}-${from}`}]`;
  if (!/^-?\d+$/u.test(from) || !/^-?\d+$/u.test(to))
    throw new Broken(`the range {${from}..${to}} is neither letters nor numbers`);
  if (Math.abs(b - a) >= mostBraced) throw new Broken(`the range {${from}..${to}} has more than ${mostBraced} members`);
  const width = /^-?0\d/u.test(from) || /^-?0\d/u.test(to) ? Math.max(from.length, to.length) : 0;
  const members = Array.from({ length: Math.abs(b - a) + 1 }, (_, step) =>
    String(Math.min(a, b) + step).padStart(width, '0'),
  );
  return `(?:${members.join('|')})`;
}

function linear(glob: string): RE2JS {
  const options = {
    dot: true,
    noextglob: true,
    strictBrackets: true,
    posix: true,
    nonegate: true,
    keepQuotes: true,
    fastpaths: false,
    maxLength: 4 * mostChars,
  };
  // `**` beside other characters in a segment is read as `*`, as everywhere.
  let source = picomatch.makeRe(glob, { ...options, expandRange: braced }).source;
  for (const guard of guards) source = source.replaceAll(guard, '');
  if (/\(\?[=!<]/u.test(source)) throw new Broken('it uses syntax that cannot be matched in linear time');
  return RE2JS.compile(source, RE2JS.DOTALL);
}

/** Parentheses and bars are plain characters in names (`(auth)`); brackets are, in the second, literal reading. */
const escapePlain = (glob: string): string =>
  glob.replaceAll(/\\.|[()|]/gsu, (hit) => (hit.length > 1 ? hit : `\\${hit}`));
const escapeBrackets = (glob: string): string =>
  glob.replaceAll(/\\.|[[\]]/gsu, (hit) => (hit.length > 1 ? hit : `\\${hit}`));

function balanced(glob: string): boolean {
  let depth = 0;
  for (const character of glob.replaceAll(/\\./gsu, '')) {
    if (character === '[') depth += 1;
    if (character === ']') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * The readings of a glob: with brackets as a class, and with brackets as themselves, since folders are really called
 * `[id]` and `[...slug]` (case 17). A pattern that has neither reading is an error, never a silent zero (case 19).
 */
function readings(glob: string): RE2JS[] {
  const plain = escapePlain(glob);
  const asClass = (): RE2JS => linear(plain);
  if (!/[[\]]/u.test(glob)) return [asClass()];
  if (!balanced(glob)) return [asClass()];
  const literal = linear(escapeBrackets(plain));
  try {
    return [asClass(), literal];
  } catch {
    return [literal];
  }
}

function evenBraces(plain: string): boolean {
  let depth = 0;
  for (const character of plain.replaceAll(/\[[^\]]*\]/gu, '')) {
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

function refuse(glob: string): string | null {
  if (glob.replace(/^!/u, '').trim() === '') return 'it is empty';
  if (glob.length > mostChars) return `it is longer than ${mostChars} characters`;
  if (glob.includes('\0')) return 'it holds a NUL character';
  if (/^!?[a-z]:/iu.test(glob)) return 'it begins with a drive letter; paths are relative to the project';
  if (/(^!?|\/)\.\.(\/|$)/u.test(glob)) return '".." would leave the project';
  if (/\\[\p{L}\p{N}_.-]/u.test(glob)) return 'folders are separated by "/", not by a backslash';
  if (glob.endsWith('\\')) return 'it ends in a lone backslash';
  const plain = glob.replaceAll(/\\./gsu, '_');
  if (/[@+!]\(|[?*]\([^)]*\|/u.test(plain)) return 'groups like "@(a|b)" are not understood; write {a,b}';
  if (plain.includes('|')) return '"|" is not understood; write {a,b}';
  if (/[,\s]\s*!?\*\./u.test(plain.replaceAll(/\{[^{}]*\}/gu, '_')) && /^!?\*\./u.test(plain))
    return 'it holds several patterns; write one, like "*.{ts,js}"';
  if (!evenBraces(plain)) return 'a "{" or "}" stands alone; put a backslash before a literal one';
  if (glob.split('**').length > 9) return 'it has more than eight "**"';
  return null;
}

/**
 * Reads a glob as `find_files` and `grep`'s `include` take it: without a slash it speaks of the name anywhere, with one
 * of the whole path, seen from the project's root or from the folder that is searched. A leading `!` turns it around.
 */
export function readGlob(glob: string): Outcome<Glob> {
  const bad = (why: string): Outcome<Glob> =>
    fail(
      'bad-pattern',
      `The glob ${JSON.stringify(glob)} cannot be used: ${why}. Use patterns like "*.ts", "src/**/*.{ts,tsx}" or "**/test/*".`,
    );
  const why = refuse(glob);
  if (why !== null) return bad(why);
  const turned = glob.startsWith('!');
  const rooted = (turned ? glob.slice(1) : glob).replace(/^\.\//u, '');
  const plain = rooted.replace(/^\//u, '').normalize('NFC');
  const target = plain.endsWith('/') ? `${plain}**` : plain;
  const whole = target.includes('/') || rooted.startsWith('/');
  try {
    const all = readings(target);
    const one = (text: string): boolean => all.some((reading) => reading.testExact(text));
    const hits: Glob = whole
      ? (path, inner) => one(path) || one(inner)
      : (path) => one(path.slice(path.lastIndexOf('/') + 1));
    return ok(turned ? (path, inner) => !parents(path, inner).some(([outer, within]) => hits(outer, within)) : hits);
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return bad(
      text.replace(/^error parsing regexp: /u, '').replace(/ - use .*$/u, '; put a backslash before a literal one'),
    );
  }
}

/** A path and the folders above it, since `!src` leaves out all that lies in `src`. */
function parents(path: string, inner: string): [path: string, inner: string][] {
  const found: [string, string][] = [];
  for (let outer = path, within = inner; outer !== '';) {
    found.push([outer, within]);
    outer = outer.slice(0, Math.max(0, outer.lastIndexOf('/')));
    within = within.slice(0, Math.max(0, within.lastIndexOf('/')));
  }
  return found;
}
