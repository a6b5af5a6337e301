import type { Attachment, ModelEvent, ModelRequest, Models } from '../../core/model.ts';
import { oneLine } from '../../core/labelled.ts';
import { modelKey } from '../../core/records.ts';
import type { Answer, Ending } from './answer.ts';
import { placeOf, unusableEndpoint, worldOf, type Endpoint } from './endpoint.ts';
import { explainBroken, type Failure, type Place, type Refusal } from './explain.ts';
import { explainTrouble, open, unlessStopped, type Posting } from './request.ts';
import { cancelled, withRetries, type Failed } from './retry.ts';
import { interrupted, type Came, type SseEvent } from './sse.ts';
import { explainInterrupted, type Page } from './unreachable.ts';

/**
 * What one kind of API is to the shell: how a request of `Form` is put together and sent, and how its events read. All
 * the rest (retries, stops, faults in words, keys kept out of them) is the shell's, and the same for every provider.
 */
export interface Wire<Form> {
  /** What every endpoint is asked at first. */
  readonly form: Form;
  /**
   * Sends the request through the posting's `fetch` and gives the events of the answer. A provider package is asked
   * with `enveloped` responses (see `sse.ts`) and read with `unpacked`. Rejects where the fetch did, or where the
   * request cannot be put together. The key goes in a header, never in the address (row X5).
   */
  ask(endpoint: Endpoint, request: ModelRequest, form: Form, posting: Posting): Promise<ReadableStream<Came>>;
  /** Folds the events of one answer (rows V2, V3). */
  answer(request: ModelRequest): Answer;
  /** True for the event after which nothing comes, though the connection may stay open. */
  over(event: SseEvent): boolean;
  /** Names of the offered tools that this wire cannot take, and why, in words that go on from "…: " (row V3). */
  left(request: ModelRequest): { readonly names: readonly string[]; readonly why: string };
  /** True for an image of the person that this wire sends in words only; absent: it sends all, or tells of it itself. */
  unseen?(image: Attachment, form: Form): boolean;
  /** What to leave out when asking again at once after a refusal; null where nothing we add could be the cause. */
  concede(form: Form, refusal: Refusal, request: ModelRequest): Form | null;
  /** A refusal that this wire knows better than the rest; null for the usual words. */
  explain?(refusal: Refusal, place: Place): Failure | null;
}

/** What is kept of earlier requests: by model what it takes, and the tools whose absence was told. */
interface Learned<Form> {
  readonly forms: Map<string, Form>;
  readonly told: Set<string>;
}

/** The adapter of one provider entry over one wire (rows V1, V2). It never throws. */
export function adapter<Form>(endpoint: Endpoint, wire: Wire<Form>): Models {
  const { memory } = endpoint;
  const learned: Learned<Form> =
    memory === undefined
      ? { forms: new Map(), told: new Set() }
      : { forms: memory.forms as Map<string, Form>, told: memory.told };
  return {
    stream(request) {
      const stop = new AbortController();
      const attempt = () => once(endpoint, wire, request, learned, stop.signal);
      return { events: withRetries(attempt, stop.signal, worldOf(endpoint).clock), stop: () => stop.abort() };
    },
  };
}

/** One attempt: all events of one request, or why there were none (or no more). */
async function* once<Form>(
  endpoint: Endpoint,
  wire: Wire<Form>,
  request: ModelRequest,
  { forms, told }: Learned<Form>,
  stopped: AbortSignal,
): AsyncGenerator<ModelEvent, Failed | null> {
  const place = placeOf(endpoint, request.model.model);
  const { page } = worldOf(endpoint);
  const unusable = unusableEndpoint(endpoint);
  if (unusable !== null) return failed({ fault: unusable, againMs: null });
  if (stopped.aborted) return failed(stoppedFailure);

  const opening = await open(endpoint, wire, request, forms, stopped);
  if (stopped.aborted) return failed(stoppedFailure);
  if ('trouble' in opening) {
    const { trouble } = opening;
    const known = trouble.is === 'refused' ? wire.explain?.(trouble.refusal, place) : null;
    return failed(known ?? explainTrouble(trouble, place, page));
  }

  yield* absent(wire, request, told);
  yield* unseen(wire, request, forms.get(request.model.model) ?? wire.form);
  const answer = wire.answer(request);
  let broke = false;
  try {
    for await (const event of events(opening.stream, stopped)) {
      broke = event === interrupted;
      if (event === interrupted || wire.over(event)) break;
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
function* absent<Form>(wire: Wire<Form>, request: ModelRequest, told: Set<string>): Generator<ModelEvent> {
  const { names, why } = wire.left(request);
  const left = names.filter((name) => !told.has(name));
  if (left.length === 0) return;
  for (const name of left) told.add(name);
  const [one, ...more] = left;
  const which =
    more.length === 0 ? `The tool “${one ?? ''}” is` : `The tools ${left.map((name) => `“${name}”`).join(', ')} are`;
  yield { is: 'notice', text: `${which} not offered to “${request.model.name}”: ${why} The other tools are.` };
}

/** Each image that was told of, and to which models it was not shown: a round's synthesis gives the primary the same message again. */
const missed = new WeakMap<Attachment, Set<string>>();

/** An image the person just gave that the model is not shown: the person is told, once, not the model alone (row U6). */
function* unseen<Form>(wire: Wire<Form>, { model, messages }: ModelRequest, form: Form): Generator<ModelEvent> {
  const newest = messages.at(-1);
  if (newest?.role !== 'user' || wire.unseen === undefined) return;
  const names: string[] = [];
  for (const part of newest.parts) {
    if (part.is !== 'file' || !part.file.mime.startsWith('image/') || !wire.unseen(part.file, form)) continue;
    const by = missed.get(part.file) ?? new Set();
    if (!by.has(modelKey(model))) names.push(`“${oneLine(part.file.name, 120)}”`);
    missed.set(part.file, by.add(modelKey(model)));
  }
  if (names.length === 0) return;
  const which = names.length === 1 ? `The image ${names[0] ?? ''} is` : `The images ${names.join(', ')} are`;
  const kinds =
    'Most models take PNG, JPEG and WebP: save it as one of these and attach it again, or choose another model.';
  yield { is: 'notice', text: `${which} not shown to “${oneLine(model.name, 120)}”, which does not take it. ${kinds}` };
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
  // What a broken connection left behind is explained by that.
  if (broken !== null && !(broke && (broken.is === 'empty' || broken.is === 'unfinished')))
    return explainBroken(broken, place);
  // What breaks after the finish breaks nothing of the answer.
  return broke && reason === '' ? explainInterrupted(place, page) : null;
}

async function* events(stream: ReadableStream<Came>, stopped: AbortSignal): AsyncGenerator<Came> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await unlessStopped(reader.read(), stopped);
      if (done) return;
      yield value;
    }
  } finally {
    // Ends the connection where the listener went away; a stream that has ended or failed takes no harm.
    reader.cancel().catch(() => undefined);
  }
}
