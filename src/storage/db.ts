import { openDB } from 'idb';
import { fail, ok, type Fault, type Outcome } from '../core/outcome.ts';
import { storageFault } from './fault.ts';
import { migrate, version, type Database, type Schema } from './schema.ts';

/** Things that happen to a connection by themselves, which a screen has to tell. */
export interface Watch {
  /** An older tab keeps the database from being updated; opening goes on by itself once that tab is closed. */
  blocked(fault: Fault): void;
  /** This connection is gone (a newer tab needed it, or the browser took it): nothing more can be saved here. */
  closed(fault: Fault): void;
}

const waiting: Fault = fail(
  'busy',
  'Sluice is waiting to update its data, since another tab still uses the old version. Close the other Sluice tabs.',
).fault;
const outdated: Fault = fail(
  'storage',
  'A newer version of Sluice was opened in another tab, and this tab can no longer save anything. Reload this tab.',
).fault;
const lost: Fault = fail(
  'storage',
  'The browser closed Sluice’s database (its data may have been cleared), and this tab can no longer save anything. Reload this tab.',
).fault;

/** Opens the database, bringing it to this program's version (row W1). `name` differs in tests only. */
export async function openDatabase(watch: Watch, name = 'sluice'): Promise<Outcome<Database>> {
  try {
    const db = await openDB<Schema>(name, version, {
      upgrade: (fresh, from, _to, transaction) => migrate(fresh, from, transaction),
      blocked: () => watch.blocked(waiting),
      blocking: (_current, _next, event) => {
        // Close at once: a tab that holds on would keep the newer one from starting.
        (event.target as IDBDatabase).close();
        watch.closed(outdated);
      },
      terminated: () => watch.closed(lost),
    });
    return ok(db);
  } catch (error) {
    return storageFault(error, 'open its database');
  }
}
