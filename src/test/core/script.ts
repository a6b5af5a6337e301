/** A model's replies, written down as what its adapter would yield. */
import type { JsonObject } from '../../core/json.ts';
import type { ModelEvent, ModelRequest, ModelStream } from '../../core/model.ts';
import { makeStop } from '../../core/stop.ts';
import type { Stop } from '../../core/world.ts';

export const say = (delta: string): ModelEvent => ({ is: 'text', delta });
export const think = (delta: string): ModelEvent => ({ is: 'reasoning', delta });
export const want = (tool: string, args: JsonObject | string): ModelEvent => ({
  is: 'call',
  call: { tool, raw: typeof args === 'string' ? args : JSON.stringify(args) },
});
export const finish = (reason = 'stop', cut = false): ModelEvent => ({ is: 'finish', reason, cut });
export const broke = (message = 'The connection broke.'): ModelEvent => ({
  is: 'fault',
  fault: { code: 'provider', message },
});

/** One reply: its events, or what makes them while the test looks on. */
export type Reply = readonly ModelEvent[] | ((request: ModelRequest, stop: Stop) => AsyncIterable<ModelEvent>);

const ends = (event: ModelEvent): boolean => event.is === 'finish' || event.is === 'fault';

/** Plays one reply as an adapter would: stopped, it ends with the fault `cancelled`. */
export function play(reply: Reply, request: ModelRequest): ModelStream {
  const stop = makeStop();
  const cancelled: ModelEvent = { is: 'fault', fault: { code: 'cancelled', message: 'The request was stopped.' } };
  async function* events(): AsyncGenerator<ModelEvent> {
    for await (const event of typeof reply === 'function' ? reply(request, stop) : reply) {
      if (stop.requested) break;
      yield event;
      if (ends(event)) return;
    }
    yield cancelled;
  }
  return { events: events(), stop: () => stop.request() };
}
