import { signal, type ReadonlySignal } from '@preact/signals';
import type { ProjectId } from '../../core/ids.ts';
import { fail, ok, type Fault, type Outcome } from '../../core/outcome.ts';
import type { Folder } from '../../core/ports.ts';
import type { ProjectRecord } from '../../core/records.ts';
import { makeProjectFolder, openProjectFolder, removeProjectFolder } from '../../storage/folders.ts';
import type { Table } from '../../storage/table.ts';
import type { ProjectView } from './contract.ts';

export interface Projects {
  readonly list: ReadonlySignal<readonly ProjectView[]>;
  find(id: ProjectId): ProjectRecord | null;
  folder(id: ProjectId): Promise<Outcome<Folder>>;
  load(): Promise<void>;
  /** Keeps a granted folder; the same folder granted again is the same project. */
  keep(folder: FileSystemDirectoryHandle): Promise<ProjectId | null>;
  make(
    name: string,
    kind: 'browser' | 'sample',
    fill: (root: FileSystemDirectoryHandle) => Promise<Outcome<void>>,
  ): Promise<ProjectId | null>;
  reconnect(id: ProjectId): Promise<void>;
  remove(id: ProjectId): Promise<void>;
}

const asHandle = (folder: Folder | null): FileSystemDirectoryHandle | null =>
  globalThis.FileSystemDirectoryHandle !== undefined && folder instanceof FileSystemDirectoryHandle ? folder : null;

async function granted(handle: FileSystemDirectoryHandle): Promise<boolean> {
  return (await handle.queryPermission({ mode: 'readwrite' }).catch(() => 'prompt')) === 'granted';
}

export function makeProjects(
  table: Table<ProjectRecord>,
  ids: () => string,
  tell: (fault: Fault) => void,
  changed: () => void,
): Projects {
  const list = signal<readonly ProjectView[]>([]);
  const find = (id: ProjectId): ProjectRecord | null => list.value.find((one) => one.record.id === id)?.record ?? null;

  async function stateOf(record: ProjectRecord): Promise<ProjectView['state']> {
    if (record.kind !== 'folder') return (await openProjectFolder(record.id)).ok ? 'ready' : 'missing';
    const handle = asHandle(record.folder);
    if (handle === null) return 'missing';
    return (await granted(handle)) ? 'ready' : 'reconnect';
  }

  async function load(): Promise<void> {
    const read = await table.list();
    if (!read.ok) return tell(read.fault);
    if (read.value.unreadable.length > 0) {
      tell(
        fail('storage', `${read.value.unreadable.length} stored projects could not be read. Grant their folders again.`)
          .fault,
      );
    }
    const views = await Promise.all(
      read.value.records.map(async (record) => ({ record, state: await stateOf(record) })),
    );
    list.value = views.toSorted((a, b) => a.record.made - b.record.made);
  }

  async function add(record: ProjectRecord): Promise<ProjectId | null> {
    const put = await table.put(record);
    if (!put.ok) {
      tell(put.fault);
      return null;
    }
    await load();
    changed();
    return record.id;
  }

  return {
    list,
    find,
    load,
    async folder(id) {
      const record = find(id);
      if (record === null)
        return fail('not-found', 'The project of this chat was removed. Open another one, or grant its folder again.');
      if (record.kind !== 'folder') return openProjectFolder(id);
      const handle = asHandle(record.folder);
      if (handle === null)
        return fail(
          'not-found',
          `The folder of “${record.name}” is lost. Remove the project and grant its folder again.`,
        );
      return (await granted(handle))
        ? ok(handle)
        : fail('reconnect', `The browser wants one click before “${record.name}” can be used again. Press Reconnect.`);
    },
    async keep(folder) {
      for (const { record } of list.value) {
        const handle = asHandle(record.folder);
        if (handle !== null && (await handle.isSameEntry(folder))) {
          await load();
          changed();
          return record.id;
        }
      }
      return add({ id: ids(), name: folder.name, kind: 'folder', folder, made: Date.now() });
    },
    async make(name, kind, fill) {
      const id = ids();
      const root = await makeProjectFolder(id);
      const filled = root.ok ? await fill(root.value) : root;
      if (!filled.ok) {
        tell(filled.fault);
        await removeProjectFolder(id);
        return null;
      }
      return add({ id, name, kind, folder: null, made: Date.now() });
    },
    async reconnect(id) {
      const handle = asHandle(find(id)?.folder ?? null);
      const record = find(id);
      if (handle === null || record === null) return;
      const answer = await handle.requestPermission({ mode: 'readwrite' }).catch(() => 'denied');
      if (answer !== 'granted') {
        tell(
          fail(
            'no-permission',
            `The browser did not give access to “${record.name}” again. Press Reconnect once more and choose “Allow”.`,
          ).fault,
        );
      }
      await load();
      changed();
    },
    async remove(id) {
      const record = find(id);
      if (record !== null && record.kind !== 'folder') {
        const gone = await removeProjectFolder(id);
        if (!gone.ok) return tell(gone.fault);
      }
      const removed = await table.remove(id);
      if (!removed.ok) tell(removed.fault);
      await load();
      changed();
    },
  };
}
