/** The sealed records of sign-ins, read and written by one tab at a time (rows M5, X5). */
import type { ServerId } from '../../../core/ids.ts';
import { ok, type Outcome } from '../../../core/outcome.ts';
import type { SignInRecord } from '../../../core/server.ts';
import type { Keys } from '../../../storage/keys.ts';
import type { Table } from '../../../storage/table.ts';
import { readKept, type Kept } from './kept.ts';

/** Where records lie, and the key they are sealed with. */
export interface VaultDeps {
  readonly table: Table<SignInRecord>;
  readonly keys: Keys;
  /** Sign-ins of a server came, went or were renewed: another tab should `load`, screens look again. */
  changed(server: ServerId): void;
  readonly locks: Pick<LockManager, 'request'>;
}

/** All sign-ins that are kept. */
export interface Vault {
  load(): Promise<void>;
  /** As last read or written by this tab. */
  known(id: ServerId): Kept | null;
  /** Runs while no other tab or request reads or writes this server's record. Not to be nested. */
  alone<T>(id: ServerId, work: (record: OneRecord) => Promise<T>): Promise<T>;
  /** Changes the record as it stands on the disk; null leaves it as it is. */
  change(id: ServerId, how: (now: Kept | null) => Kept | null): Promise<Outcome<void>>;
  forget(id: ServerId): Promise<Kept | null>;
}

/** One server's record. */
export interface OneRecord {
  /** As it stands on the disk; null where there is none, or none that can be opened. */
  read(): Promise<Kept | null>;
  /** Resolves once it is on the disk. */
  write(kept: Kept): Promise<Outcome<void>>;
  /** This tab stops using it, whatever the disk says. */
  drop(): void;
  remove(): Promise<void>;
}

/** A change is on the disk before it is used. */
export function makeVault({ table, keys, changed, locks }: VaultDeps): Vault {
  const cache = new Map<ServerId, Kept>();

  async function opened(record: SignInRecord): Promise<Kept | null> {
    const text = await keys.open(record.sealed);
    return text.ok ? readKept(text.value) : null;
  }
  const remember = (id: ServerId, kept: Kept | null): Kept | null => {
    if (kept === null) cache.delete(id);
    else cache.set(id, kept);
    return kept;
  };

  function one(id: ServerId): OneRecord {
    let there = false;
    return {
      read: async () => {
        const found = await table.get(id);
        there = found.ok && found.value !== null;
        return remember(id, found.ok && found.value !== null ? await opened(found.value) : null);
      },
      write: async (kept) => {
        const sealed = await keys.seal(JSON.stringify(kept));
        if (!sealed.ok) return sealed;
        const record = { id, sealed: sealed.value };
        // A record that was removed with its server in the meantime does not come back.
        const put = there ? await table.change(id, () => record) : await table.put(record);
        if (!put.ok) return put;
        remember(id, kept);
        changed(id);
        return ok(undefined);
      },
      drop: () => {
        cache.delete(id);
        changed(id);
      },
      remove: async () => {
        cache.delete(id);
        await table.remove(id);
        changed(id);
      },
    };
  }
  const alone: Vault['alone'] = async (id, work) =>
    await locks.request(`sluice-signin-record-${id}`, () => work(one(id)));

  return {
    alone,
    known: (id) => cache.get(id) ?? null,
    load: async () => {
      const found = await table.list();
      if (!found.ok) return;
      const read = await Promise.all(
        found.value.records.map(async (record) => [record.id, await opened(record)] as const),
      );
      cache.clear();
      for (const [id, kept] of read) remember(id, kept);
    },
    change: (id, how) =>
      alone(id, async (record) => {
        const next = how(await record.read());
        return next === null ? ok(undefined) : record.write(next);
      }),
    forget: (id) =>
      alone(id, async (record) => {
        const kept = await record.read();
        await record.remove();
        return kept;
      }),
  };
}
