import type { ModelRef } from '../../core/ids.ts';
import type { ProviderRecord } from '../../core/records.ts';

/** Apart from the script itself, so that the page can name the model without loading it. */
export const demoModel: ModelRef = { provider: 'demo', model: 'demo', name: 'Demo · Guide (scripted)' };

/** All scripted models (row V4): the guide, and two that answer beside it in a round. */
export const demoRefs: readonly ModelRef[] = [
  demoModel,
  { provider: 'demo', model: 'careful', name: 'Demo · Careful (scripted)' },
  { provider: 'demo', model: 'quick', name: 'Demo · Quick (scripted)' },
];

/** The built-in provider of the scripted models (row V4). It is no record in the database and cannot be removed. */
export const demoProvider: ProviderRecord = {
  id: 'demo',
  name: 'Sluice',
  kind: 'demo',
  baseUrl: '',
  key: null,
  models: demoRefs.map(({ model }) => model),
  made: 0,
};
