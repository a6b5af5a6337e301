import type { JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import type { Ctx } from '../context.ts';
import { countOf, pathOf } from './args.ts';
import { Breath } from './breathe.ts';
import { errorName, faultOf } from '../errors.ts';
import { Halt, halting } from './halt.ts';
import { bracketed, count } from './report.ts';
import { Skips, type Reason } from './skips.ts';
import { baseOf, byPath, readFolder, type Entry, type Open } from './walk.ts';

const mostDepth = 3;

/** Folders that are shown but not opened unless named: their contents would bury the rest. */
const closed: ReadonlySet<Reason | null> = new Set<Reason | null>(['git', 'heavy', 'ignored']);
const never: ReadonlySet<Reason | null> = new Set<Reason | null>(['leftover', 'blocked', 'unnamed']);

/** Lists a folder (row P4): one entry a line, folders end in `/`. Ignored and secret names are shown, blocked ones not. */
export async function listDirectory(
  root: FileSystemDirectoryHandle,
  args: JsonObject,
  ctx: Ctx,
): Promise<Outcome<ToolResult>> {
  const path = pathOf(args);
  if (!path.ok) return path;
  const depth = countOf(args, 'depth', 1, 1, mostDepth);
  if (!depth.ok) return depth;
  const outcome = await halting({ verb: 'list', path: path.value }, () => run(root, path.value, depth.value, ctx));
  return outcome.ok ? outcome.value : outcome;
}

interface Listed {
  readonly shown: Entry[];
  readonly unopened: string[];
  readonly skips: Skips;
  /** Entries that were met but not shown. */
  over: number;
}

async function run(
  root: FileSystemDirectoryHandle,
  path: string,
  depth: number,
  ctx: Ctx,
): Promise<Outcome<ToolResult>> {
  const breath = new Breath(ctx.signal);
  breath.check();
  const base = await baseOf(root, path);
  if (!base.ok) return base;
  if (base.value.is === 'file')
    return fail('not-a-folder', `${path} is a file, not a folder. Use file_info or file_read for it.`);
  const listed: Listed = { shown: [], unopened: [], skips: new Skips(), over: 0 };
  let level: Open[] = [base.value.open];
  for (let at = 1; at <= depth && level.length > 0; at += 1) {
    const next: Open[] = [];
    // One after another and level by level: where the cap is reached, it is the deepest entries that are missing.
    for (const open of level) {
      if (breath.due) await breath.pause();
      breath.check();
      next.push(...(await listOne(open, at < depth, listed, open === base.value.open)));
      ctx.progress({ doing: 'listing', done: listed.shown.length, total: null });
    }
    level = next;
  }
  const lines = listed.shown.toSorted(byPath).map((entry) => (entry.kind === 'folder' ? `${entry.path}/` : entry.path));
  const more = listed.over > 0 ? '+' : '';
  const summary =
    lines.length === 0 ? 'empty folder' : `${lines.length}${more} ${lines.length === 1 ? 'entry' : 'entries'}`;
  const head = lines.length === 0 ? ['The folder shows no entries.'] : lines;
  const notes = notesOf(listed);
  return ok({ text: [...head, ...(notes.length > 0 ? ['', bracketed(notes)] : [])].join('\n'), summary });
}

async function listOne(open: Open, deeper: boolean, listed: Listed, asked: boolean): Promise<Open[]> {
  const next: Open[] = [];
  let read: Awaited<ReturnType<typeof readFolder>>;
  try {
    read = await readFolder(open);
  } catch (error) {
    if (asked || error instanceof Halt || errorName(error) === 'NotAllowedError') {
      throw error instanceof Halt ? error : new Halt(faultOf(error, { verb: 'list', path: open.path }));
    }
    listed.skips.add('unreadable', open.path);
    return next;
  }
  for (const entry of read.entries) {
    if (never.has(entry.left)) listed.skips.add(entry.left ?? 'blocked', entry.path);
    else if (listed.shown.length >= limits.list.entries) listed.over += 1;
    else {
      listed.shown.push(entry);
      if (entry.kind !== 'folder' || !deeper) continue;
      if (closed.has(entry.left)) listed.unopened.push(`${entry.path}/`);
      else
        next.push({
          ...read.inside,
          handle: entry.handle,
          path: entry.path,
          depth: open.depth + 1,
        });
    }
  }
  return next;
}

function notesOf(listed: Listed): string[] {
  const notes: string[] = [];
  if (listed.over > 0) {
    notes.push(
      `More entries: at least ${count(listed.over, 'entry is', 'entries are')} not shown. List a folder inside, or use find_files.`,
    );
  }
  if (listed.unopened.length > 0) {
    const names = listed.unopened.slice(0, 10).join(', ');
    notes.push(
      `Not opened: ${names}${listed.unopened.length > 10 ? ', …' : ''} (ignored or heavy). Name one as path to list it.`,
    );
  }
  const skipped = listed.skips.words();
  if (skipped !== null) notes.push(`Not shown: ${skipped}.`);
  return notes;
}
