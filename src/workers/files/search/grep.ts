import type { JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { ok } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import type { Ctx } from '../context.ts';
import { countOf, flagOf, pathOf, textOf } from './args.ts';
import { Breath } from './breathe.ts';
import { decodeFile } from './decode.ts';
import { express, type Expression } from './expression.ts';
import { readGlob, type Glob } from './glob.ts';
import { halting } from './halt.ts';
import { contents, twice, type Content } from './read.ts';
import { bracketed, count, searchedWords } from './report.ts';
import { Scan, type Line } from './scan.ts';
import { Skips } from './skips.ts';
import { stream } from './stream.ts';
import { baseOf, walk, type Base, type FileEntry } from './walk.ts';

interface Asked {
  readonly path: string;
  readonly expression: Expression;
  readonly include: Glob | null;
  readonly includeText: string;
  readonly context: number;
  readonly most: number;
  /** Hits shown of one file; a file that is named, with a number asked for, has no limit of its own. */
  readonly perFile: number;
  readonly mostGiven: boolean;
  readonly includeIgnored: boolean;
}

function read(args: JsonObject): Outcome<Asked> {
  const pattern = textOf(args, 'pattern', null);
  if (!pattern.ok) return pattern;
  const path = pathOf(args);
  if (!path.ok) return path;
  const literal = flagOf(args, 'literal');
  if (!literal.ok) return literal;
  const ignoreCase = flagOf(args, 'ignore_case');
  if (!ignoreCase.ok) return ignoreCase;
  const includeIgnored = flagOf(args, 'include_ignored');
  if (!includeIgnored.ok) return includeIgnored;
  const context = countOf(args, 'context', 0, 0, limits.grep.context);
  if (!context.ok) return context;
  const most = countOf(args, 'max_results', limits.grep.matches, 1, limits.grep.mostMatches);
  if (!most.ok) return most;
  const includeText = textOf(args, 'include', '');
  if (!includeText.ok) return includeText;
  const include = args['include'] === undefined ? ok(null) : readGlob(includeText.value);
  if (!include.ok) return include;
  const expression = express(pattern.value, literal.value, ignoreCase.value);
  if (!expression.ok) return expression;
  return ok({
    path: path.value,
    expression: expression.value,
    include: include.value,
    includeText: includeText.value,
    context: context.value,
    most: most.value,
    perFile: limits.grep.perFile,
    mostGiven: args['max_results'] !== undefined,
    includeIgnored: includeIgnored.value,
  });
}

/** What a search has found so far. */
interface Found {
  readonly out: string[];
  readonly skips: Skips;
  /** Files that were searched to the end or to their cap. */
  searched: number;
  hits: number;
  inFiles: number;
  /** Files with more hits than are shown of one file. */
  readonly capped: string[];
  cut: number;
  pieced: number;
  loose: number;
  /** The search ended before all files were searched. */
  full: boolean;
}

/** Row P4: `path:line:text` for hits, `path-line-text` for context, `--` between groups that do not touch. */
function shown(path: string, lines: readonly Line[], context: number): string[] {
  const out: string[] = [];
  let last = 0;
  for (const line of lines) {
    if (context > 0 && last > 0 && line.number > last + 1) out.push('--');
    const mark = line.hit ? ':' : '-';
    out.push(`${path}${mark}${line.number}${mark}${line.text}`);
    last = line.number;
  }
  return out;
}

/** Searches one file; a file that changes while it is read is read once more from its begin. */
async function searchFile(content: Content, asked: Asked, found: Found, breath: Breath, ctx: Ctx): Promise<void> {
  const { entry } = content;
  const wanted = { ...asked, most: Math.min(asked.perFile, asked.most - found.hits) };
  let scan = new Scan(wanted, breath);
  let loose = false;
  if (content.is === 'bytes') {
    const decoded = decodeFile(content.bytes);
    if (decoded.is === 'binary') return found.skips.add('binary', entry.path);
    ({ loose } = decoded);
    await scan.feed(decoded.text);
  } else {
    const end = await twice(entry, found.skips, async (file) => {
      scan = new Scan(wanted, breath);
      return stream(file, scan, asked.expression.window, (done) =>
        ctx.progress({ doing: `searching ${entry.path}`, done, total: file.size }),
      );
    });
    if (end === null) return undefined;
    ({ loose } = end);
    if (end.is === 'binary') found.skips.add('binary', entry.path);
    if (end.is === 'binary' && scan.hits === 0) return undefined;
  }
  found.searched += 1;
  if (loose) found.loose += 1;
  found.pieced += scan.pieced;
  if (scan.hits === 0 && !scan.more) return undefined;
  found.hits += scan.hits;
  found.inFiles += scan.hits > 0 ? 1 : 0;
  found.cut += scan.cut;
  if (scan.more && scan.hits === asked.perFile) found.capped.push(entry.path);
  else if (scan.more) found.full = true;
  if (asked.context > 0 && found.out.length > 0 && scan.lines.length > 0) found.out.push('--');
  found.out.push(...shown(entry.path, scan.lines, asked.context));
  return undefined;
}

async function search(
  files: readonly FileEntry[],
  asked: Asked,
  found: Found,
  breath: Breath,
  ctx: Ctx,
): Promise<void> {
  let done = 0;
  for await (const content of contents(files, found.skips, breath)) {
    if (found.full) return;
    await searchFile(content, asked, found, breath, ctx);
    done += 1;
    if (done % 64 === 0) ctx.progress({ doing: 'searching', done, total: files.length });
  }
}

function notes(asked: Asked, found: Found, base: Base, files: number, listed: number): string[] {
  const out: string[] = [];
  if (asked.expression.note !== null) out.push(asked.expression.note);
  if (found.full) {
    out.push(
      `More matches: the search stopped at ${count(found.hits, 'match', 'matches')}. Narrow it by path, include or a longer pattern${asked.most < limits.grep.mostMatches ? `, or raise max_results (up to ${limits.grep.mostMatches})` : ''}.`,
    );
  }
  if (found.capped.length > 0) {
    const names = found.capped.slice(0, 5).join(', ');
    const rest = found.capped.length > 5 ? ` and ${found.capped.length - 5} more` : '';
    out.push(
      `More matches in ${names}${rest}: only the first ${asked.perFile} of a file are shown. For more, name one as path and set max_results.`,
    );
  }
  if (found.cut > 0)
    out.push(
      `${count(found.cut, 'long line was', 'long lines were')} cut to ${limits.grep.excerptChars} characters around the hit ("…").`,
    );
  if (found.pieced > 0)
    out.push(
      `${count(found.pieced, 'very long line was', 'very long lines were')} searched in pieces: a hit that spans more than ${Math.floor(asked.expression.window / 4096).toLocaleString('en')} KB of such a line can be missed.`,
    );
  if (found.loose > 0)
    out.push(
      `${count(found.loose, 'file is', 'files are')} not valid UTF-8; bytes that are none were read as windows-1252.`,
    );
  if (asked.include !== null && files === 0 && base.is === 'folder')
    out.push(
      `No file matches include ${JSON.stringify(asked.includeText)}, so nothing was searched (${count(listed, 'file', 'files')} looked at).`,
    );
  out.push(searchedWords(found.searched, found.full ? files : null, found.skips, asked.includeIgnored));
  return out;
}

/** Row P10: searches the text of files, in linear time, and says what it did not search. */
export async function grep(root: FileSystemDirectoryHandle, args: JsonObject, ctx: Ctx): Promise<Outcome<ToolResult>> {
  const { path } = args;
  const outcome = await halting({ verb: 'search', path: typeof path === 'string' ? path : '' }, async () => {
    const asked = read(args);
    return asked.ok ? run(root, asked.value, ctx) : asked;
  });
  return outcome.ok ? outcome.value : outcome;
}

async function run(root: FileSystemDirectoryHandle, given: Asked, ctx: Ctx): Promise<Outcome<ToolResult>> {
  const breath = new Breath(ctx.signal);
  breath.check();
  const base = await baseOf(root, given.path);
  if (!base.ok) return base;
  const alone = base.value.is === 'file' && given.mostGiven;
  const asked = alone ? { ...given, perFile: given.most } : given;
  const skips = new Skips();
  const found: Found = {
    out: [],
    skips,
    searched: 0,
    hits: 0,
    inFiles: 0,
    capped: [],
    cut: 0,
    pieced: 0,
    loose: 0,
    full: false,
  };
  // A file that is named is searched whatever `include` or an ignore rule says.
  const listed =
    base.value.is === 'file'
      ? [base.value.entry]
      : (await walk(base.value.open, asked.includeIgnored, skips, breath, ctx)).files;
  const { include } = asked;
  const inner = (path: string): string => (asked.path === '' ? path : path.slice(asked.path.length + 1));
  const files =
    include === null || base.value.is === 'file' ? listed : listed.filter(({ path }) => include(path, inner(path)));
  await search(files, asked, found, breath, ctx);
  const more = found.full || found.capped.length > 0 ? '+' : '';
  const summary =
    found.hits === 0
      ? 'no matches'
      : `${found.hits}${more} ${found.hits === 1 && more === '' ? 'match' : 'matches'} in ${count(found.inFiles, 'file', 'files')}`;
  const head = found.hits === 0 ? ['No matches.'] : found.out;
  return ok({
    text: [...head, '', bracketed(notes(asked, found, base.value, files.length, listed.length))].join('\n'),
    summary,
  });
}
