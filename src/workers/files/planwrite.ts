import { limits } from '../../core/limits.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { changedLines, linesWord } from './changed.ts';
import type { Ctx } from './context.ts';
import { sizeName, withFile } from './disk.ts';
import type { Draft } from './draft.ts';
import { boms, broken, encode, unencodable } from './encode.ts';
import { countLines } from './endings.ts';
import { contentOf, contentOfBlob, sameContent } from './hash.ts';
import { resolve, secondLookAlike, type FoundFile } from './resolve.ts';
import { decode, encodingName, sniff, type Encoding } from './text.ts';

const sniffed = 64 * 1024;
const count = (n: number, one: string): string => `${n.toLocaleString('en')} ${n === 1 ? one : `${one}s`}`;

interface Form {
  readonly encoding: Encoding;
  readonly bom: boolean;
}

/** A file that is replaced keeps its BOM and encoding where they can hold the new text; else it becomes UTF-8. */
async function formOf(file: File, content: string): Promise<Form> {
  const start = sniff(new Uint8Array(await file.slice(0, sniffed).arrayBuffer()), file.size <= sniffed);
  if (start.is === 'binary' || unencodable(content, start.encoding) !== null) return { encoding: 'utf-8', bom: false };
  return { encoding: start.encoding, bom: start.bom > 0 };
}

function bytesOf(content: string, form: Form): Uint8Array<ArrayBuffer> {
  const plain = content.startsWith('\ufeff') && form.bom ? content.slice(1) : content;
  const body = encode(plain, form.encoding);
  if (!form.bom) return body;
  const bom = boms[form.encoding];
  const whole = new Uint8Array(bom.length + body.length);
  whole.set(bom);
  whole.set(body, bom.length);
  return whole;
}

/** Plans `file_write`: the whole content of a new or an existing file. */
export async function planWrite(
  root: FileSystemDirectoryHandle,
  path: string,
  content: string,
  ctx: Ctx,
): Promise<Outcome<Draft>> {
  if (broken(content))
    return fail(
      'bad-arguments',
      'The content holds half a Unicode character (a lone surrogate), which no file can hold. Send the whole character.',
    );
  const found = await resolve(root, path);
  if (!found.ok) return found;
  if (found.value.kind === 'folder')
    return fail('not-a-file', `${path} is a folder, so it cannot be written as a file. Choose a file in it.`);
  if (found.value.kind === 'file') return planReplace(found.value, path, content, ctx);
  const clear = secondLookAlike(path, found.value);
  if (!clear.ok) return clear;
  const bytes = bytesOf(content, { encoding: 'utf-8', bom: false });
  const size = tooMuch(path, bytes);
  if (!size.ok) return size;
  const after = await contentOf(bytes);
  const lines = { removed: 0, added: countLines(content) };
  const parts = path.split('/');
  const folder = parts.slice(0, parts.length - 1).join('/');
  const made = found.value.missing.length > 1 ? ` in the new folder ${folder}/` : '';
  const words = linesWord(lines);
  const blob = new Blob([bytes]);
  return ok({
    plan: {
      kind: 'create',
      path,
      to: null,
      entry: 'none',
      before: null,
      after,
      lines,
      action: `Create file${made} (${words === '' ? 'empty' : words})`,
    },
    before: null,
    after: blob,
    act: { is: 'create', place: { path, parent: found.value.parent, missing: found.value.missing }, bytes: blob },
    lines: [],
    size: `${count(bytes.length, 'byte')}, ${count(lines.added, 'line')}${made === '' ? '' : `; made the folder ${folder}/`}`,
  });
}

function tooMuch(path: string, bytes: Uint8Array): Outcome<null> {
  if (bytes.length <= limits.read.whole) return ok(null);
  return fail(
    'too-large',
    `The content for ${path} has ${sizeName(bytes.length)}; a call may write ${sizeName(limits.read.whole)} at most. Write it in smaller files.`,
  );
}

async function planReplace(target: FoundFile, path: string, content: string, ctx: Ctx): Promise<Outcome<Draft>> {
  const read = await withFile(target.file, path, async (file) => {
    const small = file.size <= limits.read.whole;
    const old = small ? new Uint8Array(await file.arrayBuffer()) : null;
    return {
      file,
      old,
      content: old === null ? await contentOfBlob(file, ctx.signal) : await contentOf(old),
      form: await formOf(file, content),
    };
  });
  if (!read.ok) return read;
  const { file, old, content: before, form } = read.value;
  const bytes = bytesOf(content, form);
  const size = tooMuch(path, bytes);
  if (!size.ok) return size;
  const after = await contentOf(bytes);
  if (sameContent(before, after))
    return fail('no-change', `${path} holds exactly this content already, so nothing was written.`);
  const text = old === null ? null : decode(old);
  const lines = text?.is === 'text' ? changedLines(text.text, content.replace(/^\ufeff/u, '')) : null;
  const words = linesWord(lines);
  const blob = new Blob([bytes]);
  const plain = form.encoding === 'utf-8' && !form.bom;
  return ok({
    plan: {
      kind: 'replace',
      path,
      to: null,
      entry: 'file',
      before,
      after,
      lines,
      action: `Replace whole file (${words === '' ? `${sizeName(before.size)} → ${sizeName(after.size)}` : words})`,
    },
    before: old === null ? file : new Blob([old]),
    after: blob,
    act: { is: 'replace', target, bytes: blob },
    lines: [],
    size: `${count(bytes.length, 'byte')}, ${count(countLines(content), 'line')}${plain ? '' : `, ${encodingName(form.encoding, form.bom)} as before`}`,
  });
}
