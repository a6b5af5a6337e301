import { signal, type ReadonlySignal } from '@preact/signals';
import type { ServerId } from '../../../core/ids.ts';
import { fail, ok, type Fault, type Outcome } from '../../../core/outcome.ts';
import type { Roster, ServerRecord } from '../../../core/server.ts';
import type { ServerTable } from '../../../storage/servers.ts';
import type { Table } from '../../../storage/table.ts';

/** Servers between the database and the program. A change holds before it is saved: a no must not wait for a disk (row T4). */
export interface KeptServers {
  readonly records: ReadonlySignal<readonly ServerRecord[]>;
  /** What each had last (row M4). */
  readonly rosters: ReadonlySignal<ReadonlyMap<ServerId, Roster>>;
  find(id: ServerId): ServerRecord | null;
  load(): Promise<void>;
  loadRosters(): Promise<void>;
  add(record: ServerRecord): Promise<Outcome<ServerRecord>>;
  /** `anew`: what chats answered to it is forgotten in the same step (row S5). */
  change(id: ServerId, anew: boolean, how: (now: ServerRecord) => ServerRecord): Promise<Outcome<ServerRecord>>;
  /** In memory at once, on the disk after `before`. False where the disk refused: the server is back then. */
  remove(id: ServerId, before: () => Promise<unknown>): Promise<boolean>;
  keepRoster(roster: Roster): Promise<void>;
}

type Change = (records: readonly ServerRecord[]) => readonly ServerRecord[];

/** `changed` is told once the disk has it. */
export function keepServers(
  servers: ServerTable,
  rosters: Table<Roster>,
  tell: (fault: Fault) => void,
  changed: (what: 'servers' | 'rosters') => void,
): KeptServers {
  const records = signal<readonly ServerRecord[]>([]);
  const lists = signal<ReadonlyMap<ServerId, Roster>>(new Map());
  /** Changes that hold already and are still on their way to the disk, oldest first. */
  const underWay: Change[] = [];

  async function load(): Promise<void> {
    const read = await servers.list();
    if (!read.ok) {
      // Nothing is known of any server now, so none of them is offered (row G11).
      records.value = [];
      return tell(read.fault);
    }
    const { length } = read.value.unreadable;
    if (length > 0) {
      const many = length === 1 ? '1 MCP server' : `${length} MCP servers`;
      tell(fail('storage', `${many} could not be read from storage, and no tool of it is offered. Add it anew.`).fault);
    }
    const sorted = read.value.records.toSorted((a, b) => a.made - b.made || (a.id < b.id ? -1 : 1));
    records.value = underWay.reduce<readonly ServerRecord[]>((now, how) => how(now), sorted);
  }

  /** Does in memory, then on disk; where the disk refuses, the program shows again what is stored. */
  async function both<T>(how: Change, save: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
    underWay.push(how);
    records.value = how(records.peek());
    const saved = await save();
    underWay.splice(underWay.indexOf(how), 1);
    await load();
    if (saved.ok) changed('servers');
    return saved;
  }

  return {
    records,
    rosters: lists,
    find: (id) => records.peek().find((one) => one.id === id) ?? null,
    load,
    async loadRosters() {
      const read = await rosters.list();
      // A list that cannot be read is asked of its server again.
      if (read.ok) lists.value = new Map(read.value.records.map((one) => [one.id, one]));
      else tell(read.fault);
    },
    async add(record) {
      const added = await servers.add(record);
      if (!added.ok) return added;
      await load();
      changed('servers');
      return ok(record);
    },
    change: (id, anew, how) =>
      both(
        (now) => now.map((one) => (one.id === id ? how(one) : one)),
        () => (anew ? servers.changeAnew(id, how) : servers.change(id, how)),
      ),
    async remove(id, before) {
      const removed = await both(
        (now) => now.filter((one) => one.id !== id),
        async () => {
          await before();
          return servers.remove(id);
        },
      );
      if (!removed.ok) tell(removed.fault);
      else lists.value = new Map([...lists.peek()].filter(([one]) => one !== id));
      return removed.ok;
    },
    async keepRoster(roster) {
      if (!records.peek().some((one) => one.id === roster.id)) return;
      lists.value = new Map(lists.peek()).set(roster.id, roster);
      const put = await rosters.put(roster);
      if (put.ok) changed('rosters');
      else tell(put.fault);
    },
  };
}
