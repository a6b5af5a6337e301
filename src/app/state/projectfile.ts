import type { ProjectId } from '../../core/ids.ts';
import { isImage } from '../../core/attachment.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import { normalise } from '../../core/path.ts';
import type { Deps } from '../runs/deps.ts';

/** An image of the open project, for the person to attach (row P6). Only images: text is what `file_read` is for. */
export async function projectFile(deps: Deps, project: ProjectId | null, path: string): Promise<Outcome<File>> {
  const normal = normalise(path, false);
  if (!normal.ok) return normal;
  const root = project === null ? fail('not-found', 'No project is open in this chat.') : await deps.folder(project);
  if (!root.ok) return root;
  const segments = normal.value.split('/');
  const name = segments.pop() ?? '';
  try {
    let folder = root.value as FileSystemDirectoryHandle;
    for (const segment of segments) folder = await folder.getDirectoryHandle(segment);
    const file = await (await folder.getFileHandle(name)).getFile();
    if (!isImage(file.type)) return fail('binary', `“${path}” is no image that models take (PNG, JPEG, GIF, WebP).`);
    return ok(file);
  } catch (error) {
    return fail(
      'not-found',
      `“${path}” could not be read (${error instanceof Error ? error.message : String(error)}). It may have been moved; look in the project.`,
    );
  }
}
