import type { JsonObject } from '../../core/json.ts';
import { limits } from '../../core/limits.ts';
import { ok, type Outcome } from '../../core/outcome.ts';
import { normalise } from '../../core/path.ts';
import type { ToolResult } from '../../core/tool.ts';
import type { Ctx } from './context.ts';
import { sizeName, withFile } from './disk.ts';
import { countEndings, endingName, type Endings } from './endings.ts';
import { attempt, cancelled } from './errors.ts';
import { sniffBytes, stream } from './read.ts';
import { absent, resolve } from './resolve.ts';
import { encodingName, sniff } from './text.ts';

/** Lines and endings of a text that may be larger than memory. */
async function count(
  file: File,
  form: Parameters<typeof stream>[1],
  ctx: Ctx,
): Promise<{ lines: number; endings: Endings }> {
  let sum: Endings = { lf: 0, crlf: 0, cr: 0 };
  let last = '';
  let text = '';
  await stream(file, form, ctx, (piece) => {
    // A CRLF may be cut in two: a CR at the end waits for the next piece.
    text = last + piece;
    last = text.endsWith('\r') ? '\r' : '';
    if (last !== '') text = text.slice(0, -1);
    const found = countEndings(text);
    sum = { lf: sum.lf + found.lf, crlf: sum.crlf + found.crlf, cr: sum.cr + found.cr };
    return true;
  });
  if (last !== '') sum = { ...sum, cr: sum.cr + 1 };
  const breaks = sum.lf + sum.crlf === 0 ? sum.cr : sum.lf + sum.crlf;
  const open =
    file.size > form.bom && !(text.endsWith('\n') && last === '') && !(last !== '' && sum.lf + sum.crlf === 0);
  return { lines: breaks + (open ? 1 : 0), endings: sum };
}

async function infoOf(file: File, path: string, ctx: Ctx): Promise<JsonObject> {
  const common = { path, kind: 'file', size: file.size, modified: new Date(file.lastModified).toISOString() };
  const start = new Uint8Array(await file.slice(0, sniffBytes).arrayBuffer());
  const whole = file.size <= limits.read.whole;
  const form = whole ? sniff(new Uint8Array(await file.arrayBuffer())) : sniff(start, false);
  if (form.is === 'binary') return { ...common, content: form.kind, lines: null, encoding: null, line_ending: null };
  const encoding = encodingName(form.encoding, form.bom > 0);
  if (file.size > limits.grep.file) return { ...common, content: 'text', lines: null, encoding, line_ending: null };
  const { lines, endings } = await count(file, form, ctx);
  return { ...common, content: 'text', lines, encoding, line_ending: endingName(endings) };
}

const counted = (n: number, one: string): string => `${n} ${n === 1 ? one : `${one}s`}`;

/** `file_info`: kind, size, modified, lines, encoding and line ending, as JSON (row P4). */
export async function fileInfo(
  root: FileSystemDirectoryHandle,
  args: JsonObject,
  ctx: Ctx,
): Promise<Outcome<ToolResult>> {
  const named = normalise(typeof args['path'] === 'string' ? args['path'] : '', true);
  if (!named.ok) return named;
  const path = named.value;
  const found = await resolve(root, path);
  if (!found.ok) return found;
  const at = found.value;
  if (at.kind === 'none') return absent(path, at);
  if (at.kind === 'folder') {
    const entries = await attempt({ verb: 'list', path }, async () => {
      let held = 0;
      for await (const _ of at.folder.keys()) held += 1;
      return held;
    });
    if (!entries.ok) return entries;
    return result(
      { path: path === '' ? '.' : path, kind: 'folder', entries: entries.value },
      counted(entries.value, 'entry').replace('entrys', 'entries'),
    );
  }
  const info = await withFile(at.file, path, (file) => infoOf(file, path, ctx));
  if (ctx.signal.aborted) return cancelled();
  if (!info.ok) return info;
  const { lines, size } = info.value;
  return result(info.value, typeof lines === 'number' ? counted(lines, 'line') : sizeName(Number(size)));
}

const result = (data: JsonObject, summary: string): Outcome<ToolResult> =>
  ok({ text: JSON.stringify(data, null, 1), data, summary });
