import { ok, type Outcome } from '../../core/outcome.ts';
import { worldOf, type Endpoint } from './endpoint.ts';
import { openAiCompatible } from './openai-compatible.ts';

/**
 * Asks one model for one word and stops at the first sign of life (the Test button, row V1). It asks once: a fault is
 * shown at once rather than tried again.
 */
export async function testModel(endpoint: Endpoint, model: string): Promise<Outcome<string>> {
  const { clock } = worldOf(endpoint);
  const began = clock.now();
  const stream = openAiCompatible(endpoint).stream({
    model: { provider: '', model, name: model },
    system: '',
    messages: [{ role: 'user', parts: [{ is: 'text', text: 'Answer with the one word: ready' }] }],
    tools: [],
    toolsOff: false,
  });
  for await (const event of stream.events) {
    if (event.is === 'fault' || event.is === 'retry') return { ok: false, fault: event.fault };
    if (event.is === 'text' || event.is === 'reasoning' || event.is === 'finish') break;
  }
  const seconds = ((clock.now() - began) / 1000).toFixed(1);
  return ok(`“${model}” answered after ${seconds} s.`);
}
