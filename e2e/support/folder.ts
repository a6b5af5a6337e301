/**
 * A real folder on disk behind the folder picker, in headless Chromium. The picker's window cannot be driven, so
 * `showDirectoryPicker` takes its handle from a queue, and the queue is fed by a real drop, which yields a real handle.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Test side only: handles for the picker, and whether the next drop is meant for it. */
    pickerQueue?: { handles: FileSystemDirectoryHandle[]; armed: boolean };
  }
}

/** Runs in the page before the app: the picker answers from the queue; an empty queue is a cancelled picker. */
export function replacePicker(): void {
  const queue = { handles: [] as FileSystemDirectoryHandle[], armed: false };
  window.pickerQueue = queue;
  window.showDirectoryPicker = async () => {
    if (!navigator.userActivation.isActive) {
      throw new DOMException('Must be handling a user gesture to show a file picker.', 'SecurityError');
    }
    const handle = queue.handles.shift();
    if (!handle) throw new DOMException('The user aborted a request.', 'AbortError');
    return Promise.resolve(handle);
  };
  const take = async (dropped: Promise<FileSystemHandle | null> | undefined): Promise<void> => {
    const handle = await dropped;
    if (handle?.kind === 'directory') queue.handles.push(handle as FileSystemDirectoryHandle);
  };
  for (const kind of ['dragenter', 'dragover', 'drop'] as const) {
    window.addEventListener(
      kind,
      (event) => {
        if (!queue.armed) return;
        event.preventDefault();
        event.stopImmediatePropagation();
        if (kind !== 'drop') return;
        queue.armed = false;
        void take(event.dataTransfer?.items[0]?.getAsFileSystemHandle());
      },
      { capture: true },
    );
  }
}

/** Drops a folder from the disk on the page at a point, as a person would (row P1). */
export async function dropFolder(
  page: Page,
  dir: string,
  at: { x: number; y: number } = { x: 60, y: 60 },
): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  const data = { items: [], files: [dir], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data });
  }
  await cdp.detach();
}

/** Makes `dir` the folder that the next folder picker answers with. */
export async function offerFolder(page: Page, dir: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await page.evaluate(() => {
      if (window.pickerQueue) window.pickerQueue.armed = true;
    });
    await dropFolder(page, dir);
    try {
      await page.waitForFunction(() => (window.pickerQueue?.handles.length ?? 0) > 0, null, { timeout: 7_000 });
      return;
    } catch (cause) {
      // A page busy with starting answers the drag too late, and the browser then drops nothing.
      if (tries === 3) throw cause;
    }
  }
}

/** Grants `dir` to the app through its own menu, and waits until it is the open chat's project: a message sent before is not about it. */
export async function grantFolder(page: Page, dir: string): Promise<void> {
  await offerFolder(page, dir);
  await page.getByRole('button', { name: 'Add a project' }).click();
  await page.getByRole('menuitem', { name: 'Grant folder' }).click();
  await page.getByTitle(`${basename(dir)}: folder`, { exact: true }).waitFor({ state: 'attached' });
}

/** A temporary folder on disk, filled by the test and read back from outside the browser. */
export class RealFolder {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async make(name = 'project'): Promise<RealFolder> {
    const path = join(await mkdtemp(join(tmpdir(), 'sluice-e2e-')), name);
    await mkdir(path);
    return new RealFolder(path);
  }

  async write(path: string, content: string | Uint8Array): Promise<void> {
    const full = join(this.path, path);
    await mkdir(dirname(full), { recursive: true });
    await writeFile(full, content);
  }

  async text(path: string): Promise<string> {
    return readFile(join(this.path, path), 'utf8');
  }

  async bytes(path: string): Promise<Uint8Array> {
    return readFile(join(this.path, path));
  }

  /** Every name in it, folders too, sorted. */
  async names(): Promise<string[]> {
    return (await readdir(this.path, { recursive: true })).toSorted();
  }

  async remove(): Promise<void> {
    await rm(dirname(this.path), { recursive: true, force: true });
  }
}
