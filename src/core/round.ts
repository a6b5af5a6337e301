/**
 * Several models, one answer (rows F1, F2): all answer side by side (`dispatch`), what they said is collected, and the
 * primary writes the one answer (`synthesis`). What is to be done next is read from the log, so that the same code begins
 * a round and goes on with one.
 */
import type { AnswerEntry, Trace } from './conversation.ts';
import type { Attachments } from './history.ts';
import { sameModel, type AnswerId, type ModelRef } from './ids.ts';
import { collected, modelsOf, partsOf, traceOf, whyMissing } from './collect.ts';
import { limits } from './limits.ts';
import type { Parts } from './parts.ts';
import type { Left } from './log.ts';
import type { Fault } from './outcome.ts';
import { patient } from './patience.ts';
import type { Role } from './prompt.ts';
import { stampOf, type Running } from './running.ts';
import { makeStop } from './stop.ts';
import { loop, type Ended } from './turn.ts';
import type { Stop, World } from './world.ts';

/** What a round is about. `began` with these peers is in the log already; the caller writes `closed` after. */
export interface Round {
  readonly answer: AnswerId;
  readonly files: Attachments;
  /** Ends the whole answer. */
  readonly stop: Stop;
  readonly parts: Parts;
  /** Fingerprints declined in this answer, by whichever model they were asked (row G3). */
  readonly declined: string[];
  /** The system prompt of a model in its role (row V7); `solo` where the primary goes on alone from its own text. */
  system(role: Role, model: ModelRef): string;
  /** Minutes that one model may be at work in the dispatch (a setting); waiting for the person does not count. */
  readonly minutes: number;
}

/** What a model does in its part; it begins or goes on at `turn`. */
export type Work = (run: Running, world: World, turn: number) => Promise<Ended>;

/**
 * Runs a round to its end, or on to it from where the log says that it stands: models that have not begun begin, those whose
 * part ended stay as they are, and then the primary writes. `resuming` are parts to go on with, each in its own way.
 * Failures are in what it returns; it throws only where the log cannot be written.
 */
export async function round(one: Round, world: World, resuming: ReadonlyMap<Trace, Work> = new Map()): Promise<Ended> {
  const begun = entry(one, world).traces;
  const written = begun.find(({ phase }) => phase === 'synthesis');
  if (written === undefined) {
    await dispatch(one, world, resuming);
    if (one.stop.requested) return { as: 'stopped', fault: null };
  }
  return synthesis(one, world, written === undefined ? loop : (resuming.get(written) ?? loop));
}

/** All models side by side. One that fails ends its own part only; where the log cannot be written, all end (row F2). */
async function dispatch(one: Round, world: World, resuming: ReadonlyMap<Trace, Work>): Promise<void> {
  const answer = entry(one, world);
  const all = linked(one.stop);
  const begin = async (model: ModelRef): Promise<void> => {
    const trace = traceOf(answer, 'dispatch', model);
    const work = trace === null ? loop : resuming.get(trace);
    if (work === undefined) return;
    const role: Role = sameModel(model, answer.model) ? 'primary' : 'peer';
    const stop = linked(all);
    const patience = patient(world, model.name, stop, one.minutes);
    try {
      await part(one, { model, phase: 'dispatch', role, stop, world: patience.world, work, gaveUp: patience.gaveUp });
    } catch (error) {
      all.request();
      throw error;
    }
  };
  const ended = await Promise.allSettled(modelsOf(answer).map(begin));
  const broken = ended.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}

/** The one answer, by the primary: from all answers, or on from its own where no other model has one (rows F1, F2). */
async function synthesis(one: Round, world: World, work: Work): Promise<Ended> {
  const answer = entry(one, world);
  const { given, missing } = collected(answer);
  const { model } = answer;
  if (model === null || given.length === 0) return nobody(missing);
  const before = traceOf(answer, 'synthesis', model);
  const alone = given.length === 1 && given.every((each) => sameModel(each.model, model));
  const basis = before?.basis ?? (alone ? 'own' : 'answers');
  const context = world.facts(model).context ?? limits.synthesis.context;
  const share = before?.share ?? Math.floor((context * limits.synthesis.share) / given.length);
  return part(one, {
    model,
    phase: 'synthesis',
    role: basis === 'own' ? 'solo' : 'synthesis',
    basis: basis === 'own' ? { basis } : { basis, share },
    stop: linked(one.stop),
    world,
    work,
    gaveUp: () => null,
  });
}

interface Part {
  readonly model: ModelRef;
  readonly phase: 'dispatch' | 'synthesis';
  readonly role: Role;
  readonly basis?: { readonly basis: 'answers' | 'own'; readonly share?: number };
  readonly stop: ReturnType<typeof makeStop>;
  readonly world: World;
  readonly work: Work;
  gaveUp(): Fault | null;
}

/** One model's part: `joined` before and `left` after, whatever happens between. */
async function part(one: Round, which: Part): Promise<Ended> {
  const { model, phase, role, stop, world } = which;
  const { answer, files, declined } = one;
  const system = one.system(role, model);
  const run: Running = { answer, model, phase, role, system, files, stop, declined, ...quietly(which) };
  const running = { model, stop };
  one.parts.running.push(running);
  const stamp = stampOf(run, 0);
  try {
    await world.append({ kind: 'joined', system, ...which.basis }, stamp);
    const ended = await worked(which, run, nextTurn(entry(one, world), run));
    const { as, fault } = ended;
    const gaveUp = which.gaveUp();
    const left: Left = gaveUp !== null && !one.stop.requested ? 'timed-out' : as;
    await world.append({ kind: 'left', as: left, fault: left === 'timed-out' ? gaveUp : fault }, stamp);
    return ended;
  } finally {
    one.parts.running.splice(one.parts.running.indexOf(running), 1);
  }
}

/** Whoever goes on from its own text may have nothing to add to it. */
const quietly = ({ basis }: Part): { quiet?: true } => (basis?.basis === 'own' ? { quiet: true } : {});

/** A model's part, with an error of the program's own as its fault: it is that model's end, not the round's (row F2). */
async function worked(which: Part, run: Running, turn: number): Promise<Ended> {
  try {
    return await which.work(run, which.world, turn);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return {
      as: 'failed',
      fault: { code: 'bug', message: `An error of Sluice’s own ended this model’s part: ${what} Please report it.` },
    };
  }
}

/** The turn after the last of which the log knows anything. */
export const nextTurn = (
  answer: Pick<AnswerEntry, 'parts'>,
  { phase, model }: Pick<Running, 'phase' | 'model'>,
): number => 1 + partsOf(answer, phase, model).reduce((last, { turn }) => Math.max(last, turn), 0);

/** Nobody answered: the fault names what each model says of it, so that a person knows what to change. */
function nobody(missing: ReturnType<typeof collected>['missing']): Ended {
  if (missing.every(({ trace }) => trace?.state === 'stopped')) return { as: 'stopped', fault: null };
  const each = missing.map((one) => `${one.model.name}: ${whyMissing(one)}`);
  const codes = new Set(missing.flatMap(({ trace }) => trace?.fault?.code ?? []));
  const [code = 'provider'] = codes.size === 1 ? codes : [];
  const message = `No model answered. ${each.map((text) => (/[.!?]$/u.test(text) ? text : `${text}.`)).join(' ')} Ask again, or choose other models.`;
  return { as: 'failed', fault: { code, message } };
}

/** A stop that the outer one requests too. */
function linked(outer: Stop): ReturnType<typeof makeStop> {
  const inner = makeStop();
  if (outer.requested) inner.request();
  else void outer.wait.then(() => inner.request());
  return inner;
}

function entry(one: Pick<Round, 'answer'>, world: World): AnswerEntry {
  const found = world.thread().answers.get(one.answer);
  if (found === undefined) throw new Error(`answer ${one.answer} is not in the log`);
  return { ...found, versions: { index: 0, leaves: [] } };
}
