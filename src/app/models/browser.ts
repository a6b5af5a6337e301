import type { ModelEvent, ModelRequest, Models } from '../../core/model.ts';
import { availability, promptApi, promptOptions, type PromptApi, type PromptSession } from './browser-api.ts';
import { explainBrowser, noBuiltIn } from './browser-faults.ts';
import { promptsOf } from './browser-prompts.ts';
import { unlessStopped } from './request.ts';
import { cancelled } from './retry.ts';

/** Browsers whose model was said to take no tools: once is enough (row V3). */
const told = new WeakSet<PromptApi>();

/** The browser's own model (row V4): it runs on this device and needs no address. It never throws. */
export function browserModels(api: PromptApi | null = promptApi()): Models {
  return {
    stream(request) {
      const stop = new AbortController();
      return { events: answer(api, request, stop.signal), stop: () => stop.abort() };
    },
  };
}

async function* answer(api: PromptApi | null, request: ModelRequest, stopped: AbortSignal): AsyncGenerator<ModelEvent> {
  let session: PromptSession | null = null;
  try {
    const state = await unlessStopped(availability(api), stopped);
    if (api === null || state === 'unavailable') return void (yield { is: 'fault', fault: noBuiltIn });
    if (request.tools.length > 0 && !told.has(api)) {
      told.add(api);
      yield {
        is: 'notice',
        text: `“${request.model.name}” takes no tools and no images: it answers from the conversation alone.`,
      };
    }
    const { before, last } = promptsOf(request);
    const news = progress();
    const creating = api.create({
      ...promptOptions,
      initialPrompts: before,
      signal: stopped,
      monitor: (monitor) => monitor.addEventListener('downloadprogress', news.heard),
    });
    // A session that comes after the stop is nobody's.
    creating.then(
      (late) => (stopped.aborted ? late.destroy() : undefined),
      () => undefined,
    );
    if (state !== 'available')
      yield { is: 'notice', text: 'The browser downloads its model first, once: that may take some minutes.' };
    for (;;) {
      const step = await unlessStopped(Promise.race([creating, news.next()]), stopped);
      if (typeof step !== 'number') {
        session = step;
        break;
      }
      yield { is: 'notice', text: `The browser’s model: ${step} % downloaded.` };
    }
    yield* words(session.promptStreaming(last, { signal: stopped }), stopped);
    yield { is: 'finish', reason: 'stop', cut: false };
  } catch (error) {
    yield { is: 'fault', fault: stopped.aborted ? cancelled : explainBrowser(error, request.model.name) };
  } finally {
    destroyed(session);
  }
}

async function* words(stream: ReadableStream<string>, stopped: AbortSignal): AsyncGenerator<ModelEvent> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessStopped(reader.read(), stopped);
      if (done) return;
      if (value !== '') yield { is: 'text', delta: value };
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function destroyed(session: PromptSession | null): void {
  try {
    session?.destroy();
  } catch {
    // The browser had ended it before.
  }
}

/** The quarters of a download, each told once. */
function progress(): { heard(event: Event): void; next(): Promise<number> } {
  let reached = 0;
  let wake: ((percent: number) => void) | null = null;
  let due: number | null = null;
  return {
    heard(event) {
      const loaded: unknown = Reflect.get(event, 'loaded');
      const percent = typeof loaded === 'number' ? Math.floor(loaded * 4) * 25 : 0;
      if (percent <= reached || percent >= 100) return;
      reached = percent;
      if (wake === null) due = percent;
      else wake(percent);
      wake = null;
    },
    next: () =>
      new Promise((resolve) => {
        if (due === null) wake = resolve;
        else resolve(due);
        due = null;
      }),
  };
}
