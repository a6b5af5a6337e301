import type { ChatRecord, ProjectRecord, ProviderRecord } from '../core/records.ts';
import { ok, type Outcome } from '../core/outcome.ts';
import type { PinRecord, Roster, SignInRecord } from '../core/server.ts';
import { chatsIn } from './chats.ts';
import { openDatabase, type Watch } from './db.ts';
import { keysIn, type Keys } from './keys.ts';
import { logIn, type Log } from './log.ts';
import { projectsIn } from './projects.ts';
import { providersIn } from './providers.ts';
import { pinsIn, rostersIn, serversIn, signInsIn, type ServerTable } from './servers.ts';
import { settingsIn, type SettingsStore } from './settings.ts';
import type { Table } from './table.ts';

/** All that is kept in the database; `folders.ts` and `space.ts` need no connection. */
export interface Store {
  readonly log: Log;
  readonly chats: Table<ChatRecord>;
  readonly projects: Table<ProjectRecord>;
  readonly providers: Table<ProviderRecord>;
  readonly servers: ServerTable;
  readonly rosters: Table<Roster>;
  readonly pins: Table<PinRecord>;
  readonly signins: Table<SignInRecord>;
  readonly settings: SettingsStore;
  readonly keys: Keys;
  close(): void;
}

/** Opens everything. `name` differs in tests only. */
export async function openStore(watch: Watch, name?: string): Promise<Outcome<Store>> {
  const opened = await openDatabase(watch, name);
  if (!opened.ok) return opened;
  const db = opened.value;
  return ok({
    log: logIn(db),
    chats: chatsIn(db),
    projects: projectsIn(db),
    providers: providersIn(db),
    servers: serversIn(db),
    rosters: rostersIn(db),
    pins: pinsIn(db),
    signins: signInsIn(db),
    settings: settingsIn(db),
    keys: keysIn(db),
    close: () => db.close(),
  });
}
