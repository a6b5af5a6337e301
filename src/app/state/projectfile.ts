import { isImage } from '../../core/attachment.ts';
import type { CallView } from '../../core/conversation.ts';
import type { ProjectId } from '../../core/ids.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { Deps } from '../runs/deps.ts';

const lost = (why: string): Outcome<never> =>
  fail('not-found', `The image could not be attached: ${why}. Look in the project, or attach it with the + button.`);

/**
 * The image that a `file_read` could not give as text, for the person to attach (row P6): out of the project the call ran
 * in, by the files worker's own judgement of the path. What `.agentblock` names, and a secret, does not go to a model
 * this way either (rows X2, X3). Only images: text is what `file_read` is for.
 */
export async function projectFile(deps: Deps, project: ProjectId | null, { call }: CallView): Promise<Outcome<File>> {
  const root = project === null ? fail('not-found', 'That call had no project.') : await deps.folder(project);
  if (!root.ok) return root;
  const surveyed = await deps.files.survey(root.value, { id: deps.id(), tool: 'file_read', args: call.args ?? {} });
  if (!surveyed.ok) return surveyed;
  const { refused, blockedBy, secret, fault, paths } = surveyed.value;
  if (refused !== null) return fail('bad-path', refused);
  if (blockedBy !== null)
    return fail('rejected', `The image is closed to models by ${blockedBy}, so it was not attached.`);
  if (secret !== 'none') return fail('rejected', 'The path is on the list of secrets, so the image was not attached.');
  if (fault !== null) return { ok: false, fault };
  const segments = (paths[0] ?? '').split('/');
  const name = segments.pop() ?? '';
  try {
    let folder = root.value as FileSystemDirectoryHandle;
    for (const segment of segments) folder = await folder.getDirectoryHandle(segment);
    const file = await (await folder.getFileHandle(name)).getFile();
    return isImage(file.type) ? ok(file) : lost(`“${name}” is no image that models take (PNG, JPEG, GIF, WebP)`);
  } catch (error) {
    return lost(error instanceof Error ? error.message : String(error));
  }
}
