/** A request made to fit a model's context (row V5). The log keeps everything; only what is sent is shortened. */
import { utf8Bytes } from './cap.ts';
import type { ModelFacts } from './facts.ts';
import type { CallId } from './ids.ts';
import { limits } from './limits.ts';
import type { CallAnswer, Message, ModelEvent, ModelRequest, ModelStream, UserPart } from './model.ts';
import { isSummary } from './summarytext.ts';
import { tokensAround, tokensOfAnswer, tokensOfMessage, tokensOfRequest } from './tokens.ts';
import { shown } from './visible.ts';

type Sent = Pick<ModelRequest, 'system' | 'tools' | 'messages'>;

/** What was done to a request so that it fits. */
export interface Fitted {
  readonly messages: readonly Message[];
  /** Tokens of the whole request, estimated. */
  readonly tokens: number;
  /** Results that stand in one line. */
  readonly shortened: number;
  /** The oldest messages that are not sent at all. */
  readonly left: number;
  /** Nothing more can be taken away, and it is still too large. */
  readonly tooLarge: boolean;
}

/** The tokens of a context that a request may take; the rest is for the answer. */
export const roomOf = (context: number): number =>
  context - Math.min(Math.ceil(context * limits.context.reserve), limits.context.mostReserve);

const oneLine = (text: string): string => shown(text).replace(/\s+/gu, ' ').trim();

/** What each call was about, for the line that stands for its result: its path, else its first text. */
function targetsOf(messages: readonly Message[]): ReadonlyMap<CallId, string> {
  const targets = new Map<CallId, string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const part of message.parts) {
      if (part.is !== 'call') continue;
      const about = part.args['path'] ?? Object.values(part.args).find((value) => typeof value === 'string');
      targets.set(part.id, typeof about === 'string' ? Array.from(oneLine(about)).slice(0, 80).join('') : '');
    }
  }
  return targets;
}

function sizeOf(answer: CallAnswer): string {
  const bytes = utf8Bytes(answer.text);
  const text = bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
  return answer.images.length === 0 ? text : `${text} and an image`;
}

const short = (answer: CallAnswer, target: string): CallAnswer => ({
  ...answer,
  text: `[shortened: ${answer.tool}${target === '' ? '' : ` ${target}`}, ${sizeOf(answer)}: call again to see it]`,
  images: [],
});

/** Makes the results of some messages one line each, oldest first, until the request fits. */
function shorten(messages: Message[], ats: readonly number[], tokens: number, room: number) {
  const targets = targetsOf(messages);
  let [now, count] = [tokens, 0];
  for (const at of ats) {
    const message = messages[at];
    if (message?.role !== 'tool') continue;
    let answers = message.answers;
    for (const [index, answer] of answers.entries()) {
      if (now <= room) break;
      const less = short(answer, targets.get(answer.call) ?? '');
      const saved = tokensOfAnswer(answer) - tokensOfAnswer(less);
      if (saved <= 0) continue;
      answers = answers.with(index, less);
      now -= saved;
      count += 1;
    }
    if (answers !== message.answers) messages[at] = { role: 'tool', answers };
    if (now <= room) break;
  }
  return { tokens: now, count };
}

const gone: UserPart = {
  is: 'text',
  text: '[The oldest messages of this conversation do not fit here and were left out.]',
};

/** Leaves out the oldest messages up to some message of the person, so that what is left begins with what was asked. */
function leaveOut(messages: Message[], around: number, room: number): number {
  const [first] = messages;
  const kept = first?.role === 'user' ? first.parts.filter(isSummary) : [];
  const starts = messages.flatMap((message, at) =>
    message.role === 'user' && message.aside !== true && at > 0 ? [at] : [],
  );
  let rest = around + messages.reduce((all, message) => all + tokensOfMessage(message), 0);
  let done = 0;
  for (const at of starts) {
    const message = messages[at];
    if (rest <= room || message?.role !== 'user') break;
    for (const dropped of messages.slice(done, at)) rest -= tokensOfMessage(dropped);
    const begun: Message = { role: 'user', parts: [...kept, gone, ...message.parts] };
    rest += tokensOfMessage(begun) - tokensOfMessage(message);
    messages[at] = begun;
    done = at;
  }
  messages.splice(0, done);
  return done;
}

/**
 * The messages of a request that fits into `room` tokens as far as it can: the oldest tool results become one line, those
 * of the newest turn last; then the oldest messages are left out. What the person said last, and what was said since, stays.
 */
export function fit(request: Sent, room: number): Fitted {
  const tokens = tokensOfRequest(request);
  if (tokens <= room) return { messages: request.messages, tokens, shortened: 0, left: 0, tooLarge: false };
  const messages = [...request.messages];
  const results = messages.flatMap(({ role }, at) => (role === 'tool' ? [at] : []));
  const older = shorten(messages, results.slice(0, -1), tokens, room);
  const left = older.tokens <= room ? 0 : leaveOut(messages, tokensAround(request), room);
  const after = tokensOfRequest({ ...request, messages });
  const newest = messages.findLastIndex(({ role }) => role === 'tool');
  const last = shorten(messages, [newest], after, room);
  return {
    messages,
    tokens: last.tokens,
    shortened: older.count + last.count,
    left,
    tooLarge: last.tokens > room,
  };
}

/** What the person reads of it, once an answer and model. */
export function fitSays(name: string, { shortened, left, tooLarge }: Fitted): string {
  const what = [
    ...(shortened === 0
      ? []
      : [`${shortened} older tool ${shortened === 1 ? 'result is' : 'results are'} sent in one line each`]),
    ...(left === 0 ? [] : ['the oldest turns are left out']),
    ...(tooLarge
      ? ['what was asked last seems too long for it even alone, so it may refuse it or miss its beginning']
      : []),
  ];
  return `The conversation is longer than “${oneLine(name)}” takes at once: ${what.join(', and ')}. The chat keeps all of it.`;
}

/** Of a request that a provider refused as too large, this much of its estimate is tried once more. */
const again = 0.6;

/** Told of each request how many tokens it is thought to have, and 0 when nothing of it is outstanding any more (row B5). */
export type Outstanding = (model: ModelRequest['model'], tokens: number) => void;

/**
 * Streams that fit: a request is shortened to the model's context before it is sent, and where a provider refuses it as too
 * large all the same, or nobody knows the context, once more after the refusal. One of these serves one answer.
 */
export function fitting(
  stream: (request: ModelRequest) => ModelStream,
  facts: (model: ModelRequest['model']) => ModelFacts,
  outstanding: Outstanding = () => undefined,
): (request: ModelRequest) => ModelStream {
  const told = new Set<string>();
  return (request) => {
    const { model } = request;
    const { context } = facts(model);
    const first = fit(request, context === null ? Number.POSITIVE_INFINITY : roomOf(context));
    let stopped = false;
    let now = stream({ ...request, messages: first.messages });
    outstanding(model, first.tokens);

    function notice(fitted: Fitted): readonly ModelEvent[] {
      const key = `${model.provider}/${model.model}`;
      if ((fitted.shortened === 0 && fitted.left === 0 && !fitted.tooLarge) || told.has(key)) return [];
      told.add(key);
      return [{ is: 'notice', text: fitSays(model.name, fitted) }];
    }

    async function* heard(): AsyncGenerator<ModelEvent> {
      let spoke = false;
      yield* notice(first);
      for await (const event of now.events) {
        if (event.is === 'fault' && event.fault.code === 'too-large' && !spoke && !stopped) {
          const less = fit(request, first.tokens * again);
          if (less.tokens < first.tokens) {
            // The provider says by itself whether that is still too much.
            yield* notice({ ...less, tooLarge: false });
            now = stream({ ...request, messages: less.messages });
            outstanding(model, less.tokens);
            yield* now.events;
            return;
          }
        }
        spoke ||= event.is !== 'notice' && event.is !== 'retry' && event.is !== 'usage';
        yield event;
      }
    }

    async function* events(): AsyncGenerator<ModelEvent> {
      try {
        for await (const event of heard()) {
          if (event.is === 'usage') outstanding(model, 0);
          yield event;
        }
      } finally {
        outstanding(model, 0);
      }
    }
    return {
      events: events(),
      stop() {
        stopped = true;
        now.stop();
      },
    };
  };
}
