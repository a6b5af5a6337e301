import type { JsonObject } from '../../../core/json.ts';
import { limits } from '../../../core/limits.ts';
import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import type { Ctx } from '../context.ts';
import { flagOf, pathOf, textOf } from './args.ts';
import { Breath, pooled } from './breathe.ts';
import { readGlob, type Glob } from './glob.ts';
import { halting } from './halt.ts';
import { twice } from './read.ts';
import { bracketed, count, searchedWords } from './report.ts';
import { Skips } from './skips.ts';
import { baseOf, byPath, walk, type FileEntry } from './walk.ts';

interface Asked {
  readonly path: string;
  readonly pattern: string;
  readonly glob: Glob;
  readonly includeIgnored: boolean;
}

function read(args: JsonObject): Outcome<Asked> {
  const pattern = textOf(args, 'pattern', null);
  if (!pattern.ok) return pattern;
  const path = pathOf(args);
  if (!path.ok) return path;
  const includeIgnored = flagOf(args, 'include_ignored');
  if (!includeIgnored.ok) return includeIgnored;
  const glob = readGlob(pattern.value);
  if (!glob.ok) return glob;
  return ok({ path: path.value, pattern: pattern.value, glob: glob.value, includeIgnored: includeIgnored.value });
}

/** Finds files by glob, newest first (row P4), and says what it did not look at (row P10). */
export async function findFiles(
  root: FileSystemDirectoryHandle,
  args: JsonObject,
  ctx: Ctx,
): Promise<Outcome<ToolResult>> {
  const asked = read(args);
  if (!asked.ok) return asked;
  const outcome = await halting({ verb: 'look for files in', path: asked.value.path }, () =>
    run(root, asked.value, ctx),
  );
  return outcome.ok ? outcome.value : outcome;
}

interface Dated {
  readonly path: string;
  readonly modified: number;
}

/** When each file was last changed. One that vanished meanwhile is left out and counted. */
async function dated(files: readonly FileEntry[], skips: Skips, breath: Breath, ctx: Ctx): Promise<Dated[]> {
  const out: Dated[] = [];
  await pooled(files, async (entry) => {
    if (breath.due) await breath.pause();
    breath.check();
    const modified = await twice(entry, skips, (file) => Promise.resolve(file.lastModified));
    if (modified !== null) out.push({ path: entry.path, modified });
    if (out.length % 256 === 0) ctx.progress({ doing: 'reading dates', done: out.length, total: files.length });
  });
  return out.toSorted((a, b) => b.modified - a.modified || byPath(a, b));
}

async function run(root: FileSystemDirectoryHandle, asked: Asked, ctx: Ctx): Promise<Outcome<ToolResult>> {
  const breath = new Breath(ctx.signal);
  breath.check();
  const base = await baseOf(root, asked.path);
  if (!base.ok) return base;
  if (base.value.is === 'file')
    return fail('not-a-folder', `${asked.path} is a file. Give find_files a folder to look in, or leave path out.`);
  const skips = new Skips();
  const walked = await walk(base.value.open, asked.includeIgnored, skips, breath, ctx);
  const wanted = ({ path }: { readonly path: string }): boolean =>
    asked.glob(path, asked.path === '' ? path : path.slice(asked.path.length + 1));
  const matching = walked.files.filter(wanted);
  const found = await dated(matching, skips, breath, ctx);
  const shown = found.slice(0, limits.list.entries).map(({ path }) => path);
  const notes: string[] = [];
  if (found.length > shown.length) {
    notes.push(
      `More files: ${count(found.length - shown.length, 'older file is', 'older files are')} not shown. Narrow the pattern, or give a path.`,
    );
  }
  const folders = walked.folders.filter((path) => wanted({ path }));
  if (found.length === 0 && folders.length > 0) {
    const names = folders.slice(0, 5).map((path) => `${path}/`);
    notes.push(
      `The pattern fits ${count(folders.length, 'folder', 'folders')} (${names.join(', ')}); only files are listed. Add "/**" for the files in it.`,
    );
  }
  notes.push(searchedWords(walked.files.length, null, skips, asked.includeIgnored).replace('Searched', 'Looked at'));
  const head = shown.length === 0 ? ['No files.'] : shown;
  const more = found.length > shown.length ? '+' : '';
  const summary = shown.length === 0 ? 'no files' : `${shown.length}${more} ${shown.length === 1 ? 'file' : 'files'}`;
  return ok({ text: [...head, '', bracketed(notes)].join('\n'), summary });
}
