import { fail, ok, type Outcome } from '../../../core/outcome.ts';
import type { ServerRecord } from '../../../core/server.ts';
import type { ImportPreview, RegistryEntry, RegistryPage, ServerDraft, Wanted } from '../../../core/serverdraft.ts';
import type { Keys } from '../../../storage/keys.ts';
import { headerFault, serverUrl } from './address.ts';
import type { ServersState } from '../serverscontract.ts';

/** The registry's side (row M2), loaded when it is first browsed. */
export interface RegistryRoom {
  browse(query: { readonly search: string; readonly cursor: string | null }): Promise<Outcome<RegistryPage>>;
  drafted(entry: RegistryEntry, remote: number, values: ReadonlyMap<Wanted, string>): Outcome<ServerDraft>;
}

/** A server with its header values opened; '' where one cannot be. */
export interface OpenedServer {
  readonly record: ServerRecord;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** Files in and out (row M8), loaded when they are first wanted. */
export interface ExchangeRoom {
  read(
    text: string,
    on: {
      readonly servers: readonly OpenedServer[];
      url(text: string): Outcome<string>;
      header(name: string, value: string): string | null;
    },
  ): Promise<Outcome<ImportPreview>>;
  write(servers: readonly OpenedServer[], secrets: boolean): string;
}

/** Loads the rooms behind the servers page. */
export interface Lookups {
  registry(on: { address(): string; has(url: string): boolean }): Promise<RegistryRoom>;
  exchange(): Promise<ExchangeRoom>;
}

interface Ground extends Lookups {
  records(): readonly ServerRecord[];
  address(): string;
  readonly keys: Keys;
  save(draft: ServerDraft, enabled: boolean): Promise<Outcome<ServerRecord>>;
}

const unloaded = (what: string, error: unknown): Outcome<never> =>
  fail(
    'not-reachable',
    `${what} could not be loaded (${error instanceof Error ? error.message : String(error)}). Check the connection, or reload Sluice if it was updated meanwhile.`,
  );

/** What the servers page looks up, and what an import does. */
export function makeLookups(
  on: Ground,
): Pick<ServersState, 'browse' | 'drafted' | 'readImport' | 'importAll' | 'exportAll'> {
  let registry: RegistryRoom | null = null;

  async function exchanged<T>(work: (room: ExchangeRoom) => Promise<Outcome<T>>): Promise<Outcome<T>> {
    try {
      return await work(await on.exchange());
    } catch (error) {
      return unloaded('Import and export', error);
    }
  }

  const opened = (): Promise<readonly OpenedServer[]> =>
    Promise.all(
      on.records().map(async (record) => {
        const values = await Promise.all(record.headers.map((one) => on.keys.open(one.value)));
        const headers = record.headers.map(({ name }, at) => {
          const value = values[at];
          return [name, value?.ok === true ? value.value : ''] as const;
        });
        return { record, headers };
      }),
    );

  return {
    async browse(query) {
      try {
        registry ??= await on.registry({
          address: on.address,
          has: (url) => on.records().some((one) => one.url === url),
        });
        return await registry.browse(query);
      } catch (error) {
        return unloaded('The registry browser', error);
      }
    },
    drafted: (entry, remote, values) =>
      registry?.drafted(entry, remote, values) ??
      fail('bug', 'An entry was added before the registry was browsed. Please report this.'),
    readImport: (text) =>
      exchanged(async (room) => room.read(text, { servers: await opened(), url: serverUrl, header: headerFault })),
    async importAll(preview) {
      const done = { add: 0, change: 0 };
      const failed: string[] = [];
      for (const { key, what, draft, enabled } of preview.rows) {
        if (draft === null || (what !== 'add' && what !== 'change')) continue;
        // One after the other: two entries must see each other.
        const saved = await on.save(draft, enabled);
        if (saved.ok) done[what] += 1;
        else failed.push(`“${key}”: ${saved.fault.message}`);
      }
      const said = [
        done.add > 0 ? `${counted(done.add)} added` : '',
        done.change > 0 ? `${counted(done.change)} changed` : '',
      ].filter((words) => words !== '');
      const sentence = said.length === 0 ? 'Nothing was imported.' : `${said.join(', ')}.`;
      return failed.length === 0
        ? ok(sentence)
        : fail('bad-arguments', `${sentence} ${counted(failed.length)} could not be saved. ${failed.join(' ')}`);
    },
    exportAll: (secrets) => exchanged(async (room) => ok(room.write(await opened(), secrets))),
  };
}

const counted = (count: number): string => (count === 1 ? '1 server' : `${count} servers`);
