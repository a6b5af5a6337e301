import { holder, nameOf } from '../../core/path.ts';
import { ok, type Outcome } from '../../core/outcome.ts';
import { storageFault } from '../../storage/fault.ts';

async function folderAt(root: FileSystemDirectoryHandle, path: string): Promise<FileSystemDirectoryHandle> {
  let folder = root;
  for (const name of path.split('/').filter((part) => part !== '')) {
    folder = await folder.getDirectoryHandle(name, { create: true });
  }
  return folder;
}

async function write(root: FileSystemDirectoryHandle, path: string, text: string): Promise<void> {
  const folder = await folderAt(root, holder(path));
  const file = await folder.getFileHandle(nameOf(path), { create: true });
  const out = await file.createWritable();
  await out.write(text);
  await out.close();
}

/**
 * Writes the sample project (row P3) into an empty folder of the browser's own file system. Files that are there already
 * under the same names are replaced. After a failure the folder may hold a part of it: remove it, or try again.
 */
export async function createSample(root: FileSystemDirectoryHandle): Promise<Outcome<void>> {
  try {
    const { sampleFiles } = await import('./files.ts');
    for (const [path, text] of sampleFiles) await write(root, path, text);
    return ok(undefined);
  } catch (error) {
    return storageFault(error, 'create the sample project');
  }
}
