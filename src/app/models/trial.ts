import type { ModelRequest, Models } from '../../core/model.ts';
import { ok, type Fault, type Outcome } from '../../core/outcome.ts';
import { clock, type Clock } from './retry.ts';

const asking = (model: string): ModelRequest => ({
  model: { provider: '', model, name: model },
  system: '',
  messages: [{ role: 'user', parts: [{ is: 'text', text: 'Answer with the one word: ready' }] }],
  tools: [
    {
      name: 'ready',
      description: 'Says nothing and does nothing. Do not call it.',
      schema: { type: 'object', properties: {} },
    },
  ],
  toolsOff: false,
});

/**
 * Asks one model for one word and stops at the first sign of life (the Test button, row V1). It asks once: a fault is
 * shown at once rather than tried again. A tool is offered, since a model that takes none fails in the first chat with a
 * project; where that is the fault, it is asked whether it answers without.
 */
export async function testModel(models: Models, model: string, time: Clock = clock): Promise<Outcome<string>> {
  const began = time.now();
  const request = asking(model);
  const told = await lives(models, request);
  const seconds = ((time.now() - began) / 1000).toFixed(1);
  if (told === null) return ok(`“${model}” answered after ${seconds} s.`);
  const about = /cannot call tools/.test(told.message);
  if (!about || (await lives(models, { ...request, tools: [] })) !== null) return { ok: false, fault: told };
  return ok(`“${model}” answered after ${seconds} s, but not with tools. ${told.message}`);
}

/** Null at the first sign of life, else why there is none. */
async function lives(models: Models, request: ModelRequest): Promise<Fault | null> {
  const stream = models.stream(request);
  for await (const event of stream.events) {
    if (event.is === 'fault' || event.is === 'retry') {
      stream.stop();
      return event.fault;
    }
    if (event.is === 'text' || event.is === 'reasoning' || event.is === 'call' || event.is === 'finish') break;
  }
  stream.stop();
  return null;
}
