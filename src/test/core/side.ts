/** Several models of one answer, side by side in the fake world. */
import type { CallView } from '../../core/conversation.ts';
import type { ModelRef } from '../../core/ids.ts';
import type { ModelStream } from '../../core/model.ts';
import type { Running } from '../../core/running.ts';
import { makeStop } from '../../core/stop.ts';
import { loop } from '../../core/turn.ts';
import type { Stamp } from '../../core/world.ts';
import { opus } from './make.ts';
import { write } from './run.ts';
import { finish, play, say, type Reply } from './script.ts';
import type { Fake } from './world.ts';

/** The models of a round: `opus` is the primary. */
export const models: readonly ModelRef[] = [
  opus,
  { provider: 'p2', model: 'gpt', name: 'OpenAI · GPT' },
  { provider: 'p3', model: 'pro', name: 'Google · Pro' },
  { provider: 'p4', model: 'local', name: 'Local · Llama' },
];

const at = (index: number): ModelRef => models[index] ?? opus;

export interface Side {
  /** Each model's stop. */
  readonly stops: readonly ReturnType<typeof makeStop>[];
  readonly runs: readonly Running[];
  readonly ended: Promise<void>;
}

/** The dispatch of a round: one script a model; a script that is used up ends with a word. */
export async function sideBySide(world: Fake, scripts: readonly (readonly Reply[])[]): Promise<Side> {
  const to = await write(world, 'Please');
  const answer = world.id();
  const stamp: Stamp = { answer, model: opus, phase: 'dispatch', turn: 0 };
  const peers = scripts.slice(1).map((_, index) => at(index + 1));
  await world.append({ kind: 'began', to, project: 'project1', after: null, system: '', peers }, stamp);
  const left = new Map(scripts.map((script, index) => [at(index).model, [...script]]));
  world.stream = (request): ModelStream => {
    world.requests.push(request);
    return play(left.get(request.model.model)?.shift() ?? [say('Done.'), finish()], request);
  };
  const declined: string[] = [];
  const runs = scripts.map((_, index): Running => {
    const stop = makeStop();
    void world.stop.wait.then(() => stop.request());
    const role = index === 0 ? 'primary' : 'peer';
    return { answer, model: at(index), phase: 'dispatch', role, system: '', files: new Map(), stop, declined };
  });
  const ended = (async () => {
    await Promise.all(runs.map((run) => loop(run, world)));
    await world.append({ kind: 'closed', as: 'done', fault: null }, stamp);
  })();
  return { stops: runs.map(({ stop }) => stop as ReturnType<typeof makeStop>), runs, ended };
}

/** The calls of one model of the newest answer. */
export function callsOf(world: Fake, index: number): CallView[] {
  const newest = [...world.thread().answers.values()].at(-1);
  return (newest?.parts ?? []).flatMap((part) =>
    part.is === 'call' && part.model?.model === at(index).model ? [part.view] : [],
  );
}

/** What one model was told in its newest request, as text. */
export function toldTo(world: Fake, index: number): string {
  const last = world.requests.findLast((request) => request.model.model === at(index).model);
  return JSON.stringify(last?.messages.at(-1) ?? null);
}

/** Lets everything that can go on go on. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));
