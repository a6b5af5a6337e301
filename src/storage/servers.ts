/** MCP servers, and what is kept about each (section M). Header values and sign-ins lie in them sealed (row X5). */
import type { PinRecord, Roster, ServerRecord, SignInRecord } from '../core/server.ts';
import type { Database } from './schema.ts';
import { isPin, isRoster, isServer, isSignIn } from './servershapes.ts';
import { tableOf, type Table } from './table.ts';

export const serversIn = (db: Database): Table<ServerRecord> => tableOf(db, 'servers', 'the server', isServer);
export const rostersIn = (db: Database): Table<Roster> =>
  tableOf(db, 'rosters', 'the server’s list of tools', isRoster);
export const pinsIn = (db: Database): Table<PinRecord> => tableOf(db, 'pins', 'the pinned tool', isPin);
export const signInsIn = (db: Database): Table<SignInRecord> => tableOf(db, 'signins', 'the sign-in', isSignIn);
