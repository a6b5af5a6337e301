/** Providers' adapters, each loaded when it is first needed, so that the page starts without them. */
import type { Models } from '../../core/model.ts';
import type { Outcome } from '../../core/outcome.ts';
import type { ProviderRecord } from '../../core/records.ts';
import './zod.ts';

export { factsDate, tableFacts } from './facts.ts';
export { presets, type Preset } from './presets.ts';

/** What an adapter must know of a provider entry. */
export type Entry = Pick<ProviderRecord, 'kind' | 'baseUrl'>;

/** The adapter of a provider entry. `key` is the opened key, passed at call time and kept nowhere else (row X5). */
export async function modelsFor(provider: Entry, key: string | null): Promise<Models> {
  if (provider.kind === 'demo') return (await import('../demo/demo.ts')).demoModels();
  if (provider.kind === 'openai') return (await import('./openai.ts')).openAi({ baseUrl: provider.baseUrl, key });
  const { openAiCompatible } = await import('./openai-compatible.ts');
  return openAiCompatible({ baseUrl: provider.baseUrl, key });
}

/** The models an OpenAI-compatible endpoint has (row V1). */
export async function listModels({ baseUrl }: Entry, key: string | null): Promise<Outcome<readonly string[]>> {
  return (await import('./listing.ts')).listModels({ baseUrl, key });
}

/** One tiny request to one model of an OpenAI-compatible endpoint (row V1). */
export async function testModel({ baseUrl }: Entry, key: string | null, model: string): Promise<Outcome<string>> {
  return (await import('./trial.ts')).testModel({ baseUrl, key }, model);
}
