import type { ProviderRecord } from '../core/records.ts';
import type { Database } from './schema.ts';
import { isProvider } from './shapes.ts';
import { tableOf, type Table } from './table.ts';

/** Model providers (row V1). Their keys lie in them sealed (row X5, `keys.ts`). */
export const providersIn = (db: Database): Table<ProviderRecord> =>
  tableOf(db, 'providers', 'the provider', isProvider);
