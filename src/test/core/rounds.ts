/** Rounds of several scripted models in the fake world, from the person's message to `closed`. */
import type { AnswerEntry } from '../../core/conversation.ts';
import type { AnswerId, AskedId, ModelRef } from '../../core/ids.ts';
import { makeParts, type Parts } from '../../core/parts.ts';
import { round, type Round } from '../../core/round.ts';
import type { Ended } from '../../core/turn.ts';
import type { Stamp } from '../../core/world.ts';
import { opus } from './make.ts';
import { write } from './run.ts';
import type { Reply } from './script.ts';
import type { Fake } from './world.ts';

export const luna: ModelRef = { provider: 'p2', model: 'luna', name: 'OpenAI · Luna' };
export const gem: ModelRef = { provider: 'p3', model: 'gem', name: 'Google · Gem' };
export const both: readonly ModelRef[] = [luna, gem];

export const stampOfAnswer = (answer: AnswerId): Stamp => ({ answer, model: opus, phase: 'solo', turn: 0 });

/** What a round in the fake world is about. */
export const about = (world: Fake, answer: AnswerId, parts: Parts = makeParts(), declined: string[] = []): Round => ({
  answer,
  files: new Map(),
  stop: world.stop,
  parts,
  declined,
  system: (role, model) => `You are ${model.name}: ${role}.`,
  minutes: 15,
});

/** Replies by model: a model's own script; what is not named answers “Done.”. */
export type Scripts = Readonly<Record<string, readonly Reply[]>>;
export function script(world: Fake, scripts: Scripts): void {
  for (const model of ['opus', 'luna', 'gem']) world.scripts.set(model, [...(scripts[model] ?? [])]);
}

/** A round that runs. */
export interface Going {
  readonly id: AnswerId;
  readonly parts: Parts;
  readonly ended: Promise<Ended>;
}

/** Begins a round of the primary (`opus`) and these peers on a message that is in the log. */
export async function began(
  world: Fake,
  to: AskedId,
  scripts: Scripts,
  peers: readonly ModelRef[] = both,
): Promise<Going> {
  script(world, scripts);
  const id = world.id();
  const parts = makeParts();
  const stamp = stampOfAnswer(id);
  await world.append({ kind: 'began', to, project: 'project1', after: null, system: '', peers }, stamp);
  const run = async (): Promise<Ended> => {
    const ended = await round(about(world, id, parts), world);
    await world.append({ kind: 'closed', as: ended.as, fault: ended.fault }, stamp);
    return ended;
  };
  return { id, parts, ended: run() };
}

/** A message and its whole round. */
export async function asked(world: Fake, scripts: Scripts, peers: readonly ModelRef[] = both) {
  const going = await began(world, await write(world, 'What is it?'), scripts, peers);
  const ended = await going.ended;
  return { ...ended, id: going.id, answer: answerOf(world, going.id) };
}

export function answerOf(world: Fake, id: AnswerId): AnswerEntry {
  const found = world.thread().answers.get(id);
  if (found === undefined) throw new Error('no such answer');
  return { ...found, versions: { index: 0, leaves: [] } };
}

/** How each part ended, as short words. */
export const ends = (answer: AnswerEntry): string[] =>
  answer.traces.map(({ model, phase, state }) => `${model.model} ${phase} ${state}`);
