import { limits } from '../../core/limits.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Content } from '../../core/ports.ts';
import { linesWord } from './changed.ts';
import type { Ctx } from './context.ts';
import { sizeName, withFile } from './disk.ts';
import type { Draft } from './draft.ts';
import { countLines } from './endings.ts';
import { attempt } from './errors.ts';
import { contentOf, contentOfBlob } from './hash.ts';
import { absent, resolve, type FoundFolder } from './resolve.ts';
import { decode } from './text.ts';

interface Old {
  readonly before: Blob;
  readonly content: Content;
  readonly text: string | null;
}

/** Plans `file_delete`: a file, or a folder that holds nothing. */
export async function planDelete(root: FileSystemDirectoryHandle, path: string, ctx: Ctx): Promise<Outcome<Draft>> {
  const found = await resolve(root, path);
  if (!found.ok) return found;
  if (found.value.kind === 'none') return absent(path, found.value);
  if (found.value.kind === 'folder') return emptyFolder(found.value, path);
  const target = found.value;
  const read = await withFile(target.file, path, async (file): Promise<Old> => {
    if (file.size > limits.read.whole)
      return { before: file, content: await contentOfBlob(file, ctx.signal), text: null };
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = decode(bytes);
    return { before: new Blob([bytes]), content: await contentOf(bytes), text: text.is === 'text' ? text.text : null };
  });
  if (!read.ok) return read;
  const { before, content, text } = read.value;
  const lines = text === null ? null : { removed: countLines(text), added: 0 };
  const words = linesWord(lines);
  return ok({
    plan: {
      kind: 'delete',
      path,
      to: null,
      entry: 'file',
      before: content,
      after: null,
      lines,
      action: `Delete file (${words === '' ? sizeName(content.size) : words})`,
    },
    before,
    after: null,
    act: { is: 'remove', target },
    lines: [],
    size: sizeName(content.size),
  });
}

async function emptyFolder(target: FoundFolder, path: string): Promise<Outcome<Draft>> {
  const held = await attempt({ verb: 'list', path }, async () => {
    const names: string[] = [];
    for await (const name of target.folder.keys()) names.push(name);
    return names;
  });
  if (!held.ok) return held;
  if (held.value.length > 0) {
    return fail(
      'not-empty',
      `${path} is not empty (it holds ${held.value.length === 1 ? '1 entry' : `${held.value.length} entries`}), and only empty folders are deleted. Delete what is in it first.`,
    );
  }
  return ok({
    plan: {
      kind: 'delete',
      path,
      to: null,
      entry: 'folder',
      before: null,
      after: null,
      lines: null,
      action: 'Delete empty folder',
    },
    before: null,
    after: null,
    act: { is: 'remove', target },
    lines: [],
    size: '',
  });
}
