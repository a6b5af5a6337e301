import { fail } from '../../core/outcome.ts';
import type { ModelEvent, ModelRequest, Models } from '../../core/model.ts';
import { lineFor } from './script.ts';

const stopped: ModelEvent = { is: 'fault', ...fail('cancelled', 'The demo model was stopped.') };
const wordsAtOnce = 4;

/** A turn of the event loop. Timers would crawl while the tab is hidden; a message does not. */
function tick(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => resolve(port1.close()), { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** The text in pieces of a few words, blanks kept. */
const pieces = (text: string): string[] => text.match(new RegExp(`(?:\\s*\\S+){1,${wordsAtOnce}}\\s*`, 'gu')) ?? [];

async function* speak(request: ModelRequest): AsyncGenerator<ModelEvent> {
  const line = lineFor(request);
  for (const delta of pieces(line.thought ?? '')) {
    await tick();
    yield { is: 'reasoning', delta };
  }
  for (const delta of pieces(line.text)) {
    await tick();
    yield { is: 'text', delta };
  }
  const calls = line.wishes.map((wish) => ({ tool: wish.tool, raw: JSON.stringify(wish.args) }));
  for (const call of calls) yield { is: 'call', call };
  yield { is: 'finish', reason: calls.length > 0 ? 'tool_calls' : 'stop', cut: false };
}

/** Ends the stream as the contract wants it when it was stopped, or when the script has a fault of its own. */
async function* guarded(request: ModelRequest, isStopped: () => boolean): AsyncGenerator<ModelEvent> {
  try {
    for await (const event of speak(request)) {
      if (isStopped()) {
        yield stopped;
        return;
      }
      yield event;
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    yield {
      is: 'fault',
      ...fail('bug', `The demo model lost its thread (${why}). Send the message again, and please report this.`),
    };
  }
}

/**
 * The demo model (row V4): an adapter like any other, but scripted. It keeps no state: each turn is decided from the
 * history in the request, so it resumes after a reload and has a branch for approve, deny and edit.
 */
export function demoModels(): Models {
  return {
    stream: (request) => {
      let halted = false;
      return {
        events: guarded(request, () => halted),
        stop: () => {
          halted = true;
        },
      };
    },
  };
}
