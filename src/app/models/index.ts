/** Providers' adapters, each loaded when it is first needed, so that the page starts without them. */
import type { Models } from '../../core/model.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { ProviderRecord } from '../../core/records.ts';
import type { Memory } from './endpoint.ts';
import { lookForBrowserModel } from './presets.ts';
import './zod.ts';

export { factsDate, tableFacts } from './facts.ts';
export { presets, type Preset } from './presets.ts';

void lookForBrowserModel();

/** What an adapter must know of a provider entry. */
export type Entry = Pick<ProviderRecord, 'kind' | 'baseUrl'>;

/** What each endpoint has shown that it cannot take, and what was told of it: kept while the page is open. No keys. */
const memories = new Map<string, Memory>();

function memoryOf({ kind, baseUrl }: Entry): Memory {
  const name = `${kind} ${baseUrl}`;
  const memory = memories.get(name) ?? { forms: new Map(), told: new Set() };
  memories.set(name, memory);
  return memory;
}

/** The adapter of a provider entry. `key` is the opened key, passed at call time and kept nowhere else (row X5). */
export async function modelsFor(provider: Entry, key: string | null): Promise<Models> {
  const { kind, baseUrl } = provider;
  if (kind === 'demo') return (await import('../demo/demo.ts')).demoModels();
  if (kind === 'browser') return (await import('./browser.ts')).browserModels();
  const endpoint = { baseUrl, key, memory: memoryOf(provider) };
  if (kind === 'anthropic') return (await import('./anthropic.ts')).anthropic(endpoint);
  if (kind === 'google') return (await import('./google.ts')).google(endpoint);
  if (kind === 'openai') return (await import('./openai.ts')).openAi(endpoint);
  return (await import('./openai-compatible.ts')).openAiCompatible(endpoint);
}

/** The models a provider has (row V1). */
export async function listModels({ kind, baseUrl }: Entry, key: string | null): Promise<Outcome<readonly string[]>> {
  return (await import('./listing.ts')).listModels(kind, { baseUrl, key });
}

/** One tiny request to one model of a provider (row V1). */
export async function testModel(entry: Entry, key: string | null, model: string): Promise<Outcome<string>> {
  const [{ testModel: test }, models] = await Promise.all([import('./trial.ts'), modelsFor(entry, key)]);
  return test(models, model);
}
