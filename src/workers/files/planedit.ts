import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { changedLines, linesWord } from './changed.ts';
import { readWhole } from './disk.ts';
import type { Draft } from './draft.ts';
import { edit, type EditRequest } from './edit.ts';
import { contentOf } from './hash.ts';
import { absent, resolve } from './resolve.ts';
import { decode } from './text.ts';

/** Plans `file_edit` by row P7. */
export async function planEdit(
  root: FileSystemDirectoryHandle,
  path: string,
  request: EditRequest,
): Promise<Outcome<Draft>> {
  const found = await resolve(root, path);
  if (!found.ok) return found;
  if (found.value.kind === 'none') return absent(path, found.value);
  if (found.value.kind === 'folder')
    return fail('not-a-file', `${path} is a folder, so there is no text in it to edit. Choose a file in it.`);
  const read = await readWhole(found.value.file, path);
  if (!read.ok) return read;
  const { bytes } = read.value;
  const edited = edit(path, bytes, request);
  if (!edited.ok) return edited;
  const now = edited.value.bytes;
  const [old, text] = [decode(bytes), decode(now)];
  const lines = old.is === 'text' && text.is === 'text' ? changedLines(old.text, text.text) : null;
  const places = edited.value.lines.length;
  const words = linesWord(lines);
  const after = new Blob([now]);
  return ok({
    plan: {
      kind: 'edit',
      path,
      to: null,
      entry: 'file',
      before: await contentOf(bytes),
      after: await contentOf(now),
      lines,
      action: `Replace ${places === 1 ? '1 passage' : `${places} passages`}${words === '' ? '' : ` (${words})`}`,
    },
    before: new Blob([bytes]),
    after,
    act: { is: 'replace', target: found.value, bytes: after },
    lines: edited.value.lines,
    size: '',
  });
}
