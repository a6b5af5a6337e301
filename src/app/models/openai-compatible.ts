import type { ModelEvent, ModelRequest, Models } from '../../core/model.ts';
import { openAiAnswer, type Ending } from './answer.ts';
import { placeOf, unusableEndpoint, worldOf, type Endpoint } from './endpoint.ts';
import { explainBroken, type Failure, type Place } from './explain.ts';
import { toolsOf, type Form } from './messages.ts';
import { explainTrouble, open, unlessStopped } from './request.ts';
import { cancelled, withRetries, type Failed } from './retry.ts';
import { interrupted, opened, type SseEvent } from './sse.ts';
import { explainInterrupted, type Page } from './unreachable.ts';

/**
 * The adapter for any OpenAI-compatible endpoint (row V1). The package writes the request and talks to the endpoint;
 * the answer is read from its raw chunks, through which `sse.ts` hands every event whole. It never throws.
 */
export function openAiCompatible(endpoint: Endpoint): Models {
  const forms = new Map<string, Form>();
  const told = new Set<string>();
  return {
    stream(request) {
      const stop = new AbortController();
      const attempt = () => once(endpoint, request, { forms, told }, stop.signal);
      return { events: withRetries(attempt, stop.signal, worldOf(endpoint).clock), stop: () => stop.abort() };
    },
  };
}

/** What is kept of earlier requests: by model what it takes, and the tools whose absence was told. */
interface Learned {
  readonly forms: Map<string, Form>;
  readonly told: Set<string>;
}

/** One attempt: all events of one request, or why there were none (or no more). */
async function* once(
  endpoint: Endpoint,
  request: ModelRequest,
  { forms, told }: Learned,
  stopped: AbortSignal,
): AsyncGenerator<ModelEvent, Failed | null> {
  const place = placeOf(endpoint, request.model.model);
  const { page } = worldOf(endpoint);
  const unusable = unusableEndpoint(endpoint);
  if (unusable !== null) return failed({ fault: unusable, againMs: null });
  if (stopped.aborted) return failed(stoppedFailure);

  const opening = await open(endpoint, request, forms, stopped);
  if (stopped.aborted) return failed(stoppedFailure);
  if ('trouble' in opening) return failed(explainTrouble(opening.trouble, place, page));

  yield* absent(request, told);
  const answer = openAiAnswer();
  let broke = false;
  try {
    for await (const event of events(opening.stream, stopped)) {
      broke = event === interrupted;
      // Some servers keep the connection open after [DONE].
      if (event === interrupted || event.data === '[DONE]') break;
      yield* answer.take(event);
    }
  } catch {
    broke = true;
  }
  const { events: last, ending } = answer.end();
  const failure = stopped.aborted ? stoppedFailure : whyNotWhole(ending, broke, place, page);
  if (failure === null) {
    yield* last;
    yield { is: 'finish', reason: ending.reason, cut: ending.cut };
    return null;
  }
  yield* last.filter((event) => event.is === 'usage');
  return failed(failure, ending);
}

/** Tools whose schema cannot be sent are left out, the others go; said once (row V3). */
function* absent(request: ModelRequest, told: Set<string>): Generator<ModelEvent> {
  const left = toolsOf(request).left.filter((name) => !told.has(name));
  if (left.length === 0) return;
  for (const name of left) told.add(name);
  const [one, ...more] = left;
  const which =
    more.length === 0 ? `The tool “${one ?? ''}” is` : `The tools ${left.map((name) => `“${name}”`).join(', ')} are`;
  yield {
    is: 'notice',
    text: `${which} not offered to “${request.model.name}”: what is said of the arguments is too long to be sent. The other tools are.`,
  };
}

const stoppedFailure: Failure = { fault: cancelled, againMs: null };

const failed = (failure: Failure, ending?: Ending): Failed => ({
  ...failure,
  event: {
    is: 'fault',
    fault: failure.fault,
    ...(ending === undefined || ending.reason === '' ? {} : { reason: ending.reason, cut: ending.cut }),
  },
});

function whyNotWhole({ broken, reason }: Ending, broke: boolean, place: Place, page: Page): Failure | null {
  if (broken !== null && !(broke && broken.is === 'empty')) return explainBroken(broken, place);
  // What breaks after the finish breaks nothing of the answer.
  return broke && reason === '' ? explainInterrupted(place, page) : null;
}

/** The events in the package's raw parts; its other parts say the same with less. */
async function* events(
  stream: ReadableStream<unknown>,
  stopped: AbortSignal,
): AsyncGenerator<SseEvent | typeof interrupted> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessStopped(reader.read(), stopped);
      if (done) return;
      const isRaw =
        typeof value === 'object' && value !== null && 'type' in value && value.type === 'raw' && 'rawValue' in value;
      const event = isRaw ? opened(value.rawValue) : null;
      if (event !== null) yield event;
    }
  } finally {
    // Ends the connection where the listener went away; a stream that has ended or failed takes no harm.
    reader.cancel().catch(() => undefined);
  }
}
