import type { JsonObject } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { normalise } from '../../core/path.ts';
import type { ToolResult } from '../../core/tool.ts';
import type { Ctx } from './context.ts';
import { sizeName, withFile } from './disk.ts';
import { countEndings, countLines } from './endings.ts';
import { cancelled } from './errors.ts';
import { Pager, type Page } from './lines.ts';
import { absent, resolve } from './resolve.ts';
import { decoderName, encodingName, sniff, type Sniffed } from './text.ts';

/** How much of a file tells whether it is text. */
export const sniffBytes = 64 * 1024;
const slice = 1024 * 1024;
/** Whole lines up to what a model is given, less room for the notes at the end (row P6). */
const pageBytes = limits.result.total - 1024;

/** Reads a file's text piece by piece. `use` answers whether it wants more. */
export async function stream(
  file: File,
  form: Extract<Sniffed, { is: 'text' }>,
  ctx: Ctx,
  use: (text: string) => boolean,
): Promise<void> {
  const decoder = new TextDecoder(decoderName(form.encoding), { ignoreBOM: true });
  for (let at = form.bom; at < file.size; at += slice) {
    ctx.signal.throwIfAborted();
    const bytes = await file.slice(at, at + slice).arrayBuffer();
    if (!use(decoder.decode(bytes, { stream: at + slice < file.size }))) return;
    if (file.size > limits.read.whole) ctx.progress({ doing: 'reading', done: at, total: file.size });
  }
}

interface Reading {
  readonly page: Page;
  readonly form: Sniffed;
  readonly size: number;
  /** All lines of the file; null where it was too large to count them. */
  readonly total: number | null;
}

async function readPage(file: File, from: number, to: number, ctx: Ctx): Promise<Reading> {
  const nothing: Page = { text: '', last: from - 1, seen: 0, cut: [] };
  const start = new Uint8Array(await file.slice(0, sniffBytes).arrayBuffer());
  let form = sniff(start, file.size <= sniffBytes);
  if (form.is === 'binary' || file.size > limits.read.whole) {
    if (form.is === 'binary') return { page: nothing, form, size: file.size, total: null };
    const pager = new Pager(from, to, '\n', pageBytes);
    await stream(file, form, ctx, (text) => {
      pager.feed(text);
      return !pager.done;
    });
    const ended = !pager.done;
    const page = pager.end();
    return { page, form, size: file.size, total: ended && !pager.done ? page.seen : null };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  form = sniff(bytes);
  if (form.is === 'binary') return { page: nothing, form, size: file.size, total: null };
  const text = new TextDecoder(decoderName(form.encoding), { ignoreBOM: true }).decode(bytes.subarray(form.bom));
  const { lf, crlf, cr } = countEndings(text);
  const pager = new Pager(from, to, lf + crlf === 0 && cr > 0 ? '\r' : '\n', pageBytes);
  pager.feed(text);
  return { page: pager.end(), form, size: file.size, total: countLines(text) };
}

function notes(path: string, reading: Reading, from: number, to: number): string[] {
  const { page, form, total, size } = reading;
  const said: string[] = [];
  const whole = total === null ? `of a file of ${sizeName(size)}` : `of ${total}`;
  const more = total === null ? page.last < to : page.last < Math.min(to, total);
  if (more && (total !== null || page.last >= from))
    said.push(`[Lines ${from}–${page.last} ${whole}. Read on with start_line ${page.last + 1}.]`);
  const [cut] = page.cut;
  if (cut !== undefined) {
    const which =
      page.cut.length === 1 ? `Line ${cut.line} is` : `${page.cut.length} lines (the first is line ${cut.line}) are`;
    said.push(
      `[${which} cut at ${limits.read.lineChars.toLocaleString('en')} characters. To see more of a long line, search it with grep, path "${path}".]`,
    );
  }
  if (form.is === 'text' && form.encoding !== 'utf-8')
    said.push(`[Encoding: ${encodingName(form.encoding, form.bom > 0)}.]`);
  return said;
}

/** The refusal of row P6: what the file is and how large, whatever its name says. */
export function binaryFault(path: string, kind: string, size: number): Outcome<never> {
  const image = kind.endsWith('image') ? ' The person can attach it to a message as an image.' : '';
  return fail('binary', `${path} is a binary file (${kind}, ${sizeName(size)}), so there is no text to read.${image}`);
}

/** `file_read`: the text itself, whole lines up to the cap, and how to read on. */
export async function fileRead(
  root: FileSystemDirectoryHandle,
  args: JsonObject,
  ctx: Ctx,
): Promise<Outcome<ToolResult>> {
  const named = normalise(typeof args['path'] === 'string' ? args['path'] : '', false);
  if (!named.ok) return named;
  const path = named.value;
  const from = typeof args['start_line'] === 'number' ? args['start_line'] : 1;
  const to = typeof args['end_line'] === 'number' ? args['end_line'] : Number.POSITIVE_INFINITY;
  if (to < from)
    return fail(
      'bad-arguments',
      `end_line ${to} lies before start_line ${from}. Lines count from 1, and both ends are included.`,
    );
  const found = await resolve(root, path);
  if (!found.ok) return found;
  if (found.value.kind === 'none') return absent(path, found.value);
  if (found.value.kind === 'folder') return fail('not-a-file', `${path} is a folder. List it with list_directory.`);
  const read = await withFile(found.value.file, path, (file) => readPage(file, from, to, ctx));
  if (ctx.signal.aborted) return cancelled();
  if (!read.ok) return read;
  const { page, form, size, total } = read.value;
  if (form.is === 'binary') return binaryFault(path, form.kind, size);
  if (page.last < from && (from > 1 || size > limits.read.whole)) {
    const lines = total ?? page.seen;
    return fail(
      'bad-arguments',
      `${path} has ${lines === 1 ? '1 line' : `${lines} lines`}, so start_line ${from} lies beyond its end.`,
    );
  }
  const said = notes(path, read.value, from, to);
  const gap = said.length === 0 || page.text === '' || /[\n\r]$/u.test(page.text) ? '' : '\n';
  return ok({ text: `${page.text}${gap}${said.join('\n')}`, summary: summaryOf(page, from, total) });
}

function summaryOf(page: Page, from: number, total: number | null): string {
  if (page.last < from) return 'empty file';
  if (from === 1 && page.last === total) return total === 1 ? '1 line' : `${total} lines`;
  const of = total === null ? '' : ` of ${total}`;
  return from === page.last ? `line ${from}${of}` : `lines ${from}–${page.last}${of}`;
}
