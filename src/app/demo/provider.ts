import type { ModelRef } from '../../core/ids.ts';
import type { ProviderRecord } from '../../core/records.ts';

/** The built-in provider of the scripted model (row V4). It is no record in the database and cannot be removed. */
export const demoProvider: ProviderRecord = {
  id: 'demo',
  name: 'Sluice',
  kind: 'demo',
  baseUrl: '',
  key: null,
  models: ['demo'],
  made: 0,
};

/** Apart from the script itself, so that the page can name the model without loading it. */
export const demoModel: ModelRef = { provider: 'demo', model: 'demo', name: 'Demo model (scripted)' };
