import { unknownModel, type ModelFacts } from '../../core/facts.ts';
import type { ProviderKind } from '../../core/records.ts';
import { factRows, type Vendor } from './factrows.ts';
import { isLocal } from './local.ts';

export { factsDate } from './factrows.ts';

const vendors: Readonly<Record<string, Vendor>> = {
  'api.anthropic.com': 'anthropic',
  'api.openai.com': 'openai',
  'generativelanguage.googleapis.com': 'google',
  'api.mistral.ai': 'mistral',
  'api.deepseek.com': 'deepseek',
  'api.x.ai': 'xai',
  'api.groq.com': 'groq',
};

/** Vendors whose list price OpenRouter passes on; of models that many hosts run, it names a price of its own. */
const routed: Readonly<Record<string, Vendor>> = {
  anthropic: 'anthropic',
  openai: 'openai',
  google: 'google',
  'x-ai': 'xai',
};

const free: ModelFacts = { context: null, inputPrice: 0, outputPrice: 0 };

/**
 * What the dated table says of a model (rows B5, V5), by the kind and address of its provider and its id. What runs on
 * this machine costs nothing; its context is what the server was started with, which nobody tells. Of an address or a
 * model that the table does not have nothing is known, whatever the name resembles.
 */
export function tableFacts(kind: ProviderKind, baseUrl: string, model: string): ModelFacts {
  if (kind === 'demo' || kind === 'browser' || isLocal(baseUrl)) return free;
  const host = URL.parse(baseUrl)?.hostname ?? '';
  if (host === 'openrouter.ai') {
    const [maker = '', id = ''] = model.split('/');
    const vendor = Object.hasOwn(routed, maker) ? routed[maker] : undefined;
    // Variants (`:free`, `:nitro`) have prices of their own.
    return vendor === undefined || id.includes(':') ? unknownModel : rowOf(vendor, id);
  }
  const vendor = Object.hasOwn(vendors, host) ? vendors[host] : undefined;
  return vendor === undefined ? unknownModel : rowOf(vendor, model);
}

/** Dated snapshots (`-20250929`, `-2025-08-07`) are the model; OpenRouter writes versions with a full stop. */
const plain = (id: string): string =>
  id
    .replace(/^models\//u, '')
    .replace(/[-@](20\d{6}|20\d\d-\d\d-\d\d)$/u, '')
    .replace(/\./gu, '-');

function rowOf(vendor: Vendor, model: string): ModelFacts {
  const id = plain(model);
  const row = factRows[vendor].find(([name]) => name.split(' ').some((one) => plain(one) === id));
  return row === undefined ? unknownModel : { context: row[1], inputPrice: row[2], outputPrice: row[3] };
}
