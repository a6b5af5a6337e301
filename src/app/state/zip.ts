import { zip, type AsyncZippable } from 'fflate';
import { fail, ok, type Outcome } from '../../core/outcome.ts';

/** A whole folder as a zip (row P2). Read into memory: projects inside the browser are small. */
export async function zipFolder(root: FileSystemDirectoryHandle): Promise<Outcome<Blob>> {
  const entries: AsyncZippable = {};
  try {
    await collect(root, '', entries);
    const bytes = await new Promise<Uint8Array>((resolve, reject) => {
      zip(entries, { consume: true }, (error, data) => (error === null ? resolve(data) : reject(error)));
    });
    return ok(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' }));
  } catch (error) {
    return fail(
      'storage',
      `The project could not be packed (${error instanceof Error ? error.message : String(error)}). Nothing was changed; try again.`,
    );
  }
}

async function collect(folder: FileSystemDirectoryHandle, path: string, into: AsyncZippable): Promise<void> {
  for await (const [name, entry] of folder.entries()) {
    if (entry.kind === 'directory') {
      into[`${path}${name}/`] = new Uint8Array();
      await collect(entry, `${path}${name}/`, into);
    } else {
      into[path + name] = new Uint8Array(await (await entry.getFile()).arrayBuffer());
    }
  }
}
