/** Answers in the fake world, from the person's message to `closed`. */
import type { CallView } from '../../core/conversation.ts';
import type { AnswerId, AskedId } from '../../core/ids.ts';
import type { LogEvent } from '../../core/log.ts';
import type { Running } from '../../core/running.ts';
import type { Stamp } from '../../core/world.ts';
import { loop, type Ended } from '../../core/turn.ts';
import { opus } from './make.ts';
import type { Reply } from './script.ts';
import type { Fake } from './world.ts';

const nobody: Stamp = { answer: null, model: null, phase: 'solo', turn: 0 };

/** The person writes; nothing answers yet. */
export async function write(world: Fake, text: string, after: AnswerId | null = null): Promise<AskedId> {
  const id = world.id();
  await world.append({ kind: 'asked', id, text, attached: [], after }, nobody);
  return id;
}

/** One answer to a message, by the replies given. */
export async function answer(
  world: Fake,
  to: AskedId,
  replies: readonly Reply[] = [],
): Promise<Ended & { readonly id: AnswerId }> {
  world.replies.splice(0, world.replies.length, ...replies);
  const run: Running = {
    answer: world.id(),
    model: opus,
    phase: 'solo',
    role: 'solo',
    system: 'You are a test.',
    files: new Map(),
    stop: world.stop,
    declined: [],
  };
  const stamp: Stamp = { answer: run.answer, model: opus, phase: 'solo', turn: 0 };
  await world.append({ kind: 'began', to, project: 'project1', after: null, system: run.system }, stamp);
  const ended = await loop(run, world);
  await world.append({ kind: 'closed', as: ended.as, fault: ended.fault }, stamp);
  return { ...ended, id: run.answer };
}

/** A message and its answer. */
export async function chat(world: Fake, replies: readonly Reply[], after: AnswerId | null = null) {
  return answer(world, await write(world, 'Please', after), replies);
}

/** The calls of the newest answer, in the order they were made. */
export function calls(world: Fake): CallView[] {
  const newest = [...world.thread().answers.values()].at(-1);
  return (newest?.parts ?? []).flatMap((part) => (part.is === 'call' ? [part.view] : []));
}

export const states = (world: Fake): string[] => calls(world).map((view) => view.call.at);

/** What the log tells of one call, or of all, as short words. */
export const told = (world: Fake, call?: string): string[] =>
  world.log.flatMap((event) => ('call' in event && (call ?? event.call) === event.call ? [wordFor(event)] : []));

const wordFor = (event: LogEvent): string => {
  if (event.kind === 'decided') return `${event.verdict} by ${event.by} (${event.why.row})`;
  if (event.kind === 'held') return `held for ${event.for}`;
  if (event.kind === 'waiting') return `waiting (${event.why.row})`;
  if (event.kind === 'ended') return event.outcome.ok ? 'ended' : `ended ${event.outcome.fault.code}`;
  if (event.kind === 'dropped') return `dropped, ran: ${event.ran}`;
  return event.kind;
};

/** What the model was told of its last calls in its newest request. */
export const answersGiven = (world: Fake): string[] =>
  (world.requests.at(-1)?.messages ?? []).flatMap((message) =>
    message.role === 'tool' ? message.answers.map((one) => one.text) : [],
  );
