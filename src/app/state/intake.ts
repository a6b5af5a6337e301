import type { ProjectId } from '../../core/ids.ts';
import { normalise } from '../../core/path.ts';
import { fail, ok, type Fault, type Outcome } from '../../core/outcome.ts';
import { openProjectFolder } from '../../storage/folders.ts';
import type { Projects } from './projects.ts';

/** How projects come in and go out: the picker, a drop, files kept in the browser, the sample, a zip. */
export interface Intake {
  pick(): Promise<ProjectId | null>;
  drop(items: DataTransferItemList): Promise<ProjectId | null>;
  browser(name: string, files: readonly { readonly path: string; readonly file: File }[]): Promise<ProjectId | null>;
  /** Makes the sample project (row P3); false where that failed. */
  sample(): Promise<boolean>;
  download(id: ProjectId): Promise<void>;
}

export function makeIntake(projects: Projects, tell: (fault: Fault) => void): Intake {
  const refused = (): void =>
    tell(
      fail(
        'blocked-by-browser',
        'No folder was granted. If you did not cancel it yourself, the browser refused that folder: it does not give away home, desktop, downloads or system folders. Choose a folder inside them.',
      ).fault,
    );

  async function writable(handle: FileSystemDirectoryHandle): Promise<ProjectId | null> {
    const answer = await handle.requestPermission({ mode: 'readwrite' }).catch(() => 'denied');
    if (answer === 'granted') return projects.keep(handle);
    tell(
      fail(
        'no-permission',
        `The browser did not allow changes in “${handle.name}”. Grant the folder again and choose “Allow”.`,
      ).fault,
    );
    return null;
  }

  return {
    async pick() {
      try {
        return await writable(await showDirectoryPicker({ mode: 'readwrite', id: 'sluice' }));
      } catch (error) {
        if (!(error instanceof DOMException && error.name === 'AbortError')) {
          tell(
            fail(
              'blocked-by-browser',
              `The browser could not open its folder picker (${String(error)}). Drop a folder on this window instead.`,
            ).fault,
          );
        } else refused();
        return null;
      }
    },
    async drop(items) {
      // Handles must be asked for before the first await: the drop's data is gone after it.
      const asked = [...items]
        .filter((item) => item.kind === 'file')
        .map((item) => item.getAsFileSystemHandle?.() ?? null);
      const handles = await Promise.all(asked);
      const folders = handles.filter((handle) => handle?.kind === 'directory');
      if (folders.length === 0) {
        tell(fail('not-a-folder', 'That was not a folder. Drop one folder to grant it as a project.').fault);
        return null;
      }
      let last: ProjectId | null = null;
      for (const folder of folders) last = (await writable(folder as FileSystemDirectoryHandle)) ?? last;
      return last;
    },
    browser: (name, files) => projects.make(name, 'browser', (root) => fill(root, files)),
    async sample() {
      const { createSample } = await import('../sample/sample.ts');
      return (await projects.make('Sample project', 'sample', createSample)) !== null;
    },
    async download(id) {
      const record = projects.find(id);
      const root = await openProjectFolder(id);
      if (!root.ok || record === null) return root.ok ? undefined : tell(root.fault);
      const { zipFolder } = await import('./zip.ts');
      const zipped = await zipFolder(root.value);
      if (!zipped.ok) return tell(zipped.fault);
      const link = document.createElement('a');
      link.href = URL.createObjectURL(zipped.value);
      link.download = `${record.name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')}.zip`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    },
  };
}

/** Copies chosen files into a new project; a name the browser cannot hold stops it with the reason. */
async function fill(
  root: FileSystemDirectoryHandle,
  files: readonly { readonly path: string; readonly file: File }[],
): Promise<Outcome<void>> {
  for (const { path, file } of files) {
    const normal = normalise(path, false);
    if (!normal.ok) return normal;
    const segments = normal.value.split('/');
    const name = segments.pop() ?? '';
    try {
      let folder = root;
      for (const segment of segments) folder = await folder.getDirectoryHandle(segment, { create: true });
      const writable = await (await folder.getFileHandle(name, { create: true })).createWritable();
      await writable.write(file);
      await writable.close();
    } catch (error) {
      return fail(
        'storage',
        `“${path}” could not be copied into the browser (${error instanceof Error ? error.message : String(error)}). The project was not made; free some space and try again.`,
      );
    }
  }
  return ok(undefined);
}
