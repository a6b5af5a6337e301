/** The course of one call: what changes from pass to pass, and what its steps have in common. */
import { madeFor } from './answer.ts';
import { pauseOf, setOut } from './checkin.ts';
import { decide } from './decide.ts';
import type { AnswerFacts, Approval, Asked, Decision, Rules, Why } from './gate.ts';
import type { Happening } from './log.ts';
import type { Fault, Outcome } from './outcome.ts';
import type { Facts, Plan } from './ports.ts';
import type { News } from './shares.ts';
import type { ToolKey, ToolResult } from './tool.ts';
import type { Stamp, Stop, World } from './world.ts';

/** The parts of an answer its calls share. */
export interface Answering {
  readonly stamp: Stamp;
  readonly stop: Stop;
  /** Calls counted before this one (row B1). */
  counted(call: Asked): number;
  /** Fingerprints declined in this answer (row G3). */
  readonly declined: string[];
}

/** Whether a call goes through its steps once more, or has ended. */
export type Next = 'again' | 'over';

export interface Course {
  readonly world: World;
  readonly answering: Answering;
  /** As the model made it. */
  readonly first: Asked;
  /** The tool that the call was made for, or null where there was none (row T5). */
  readonly meant: ToolKey | undefined;
  /** The person stopped this call alone. */
  readonly own: Stop;
  /** Resolves when the answer, its model or this call is stopped. */
  readonly halt: Promise<void>;
  /** With the arguments as the person changed them (row A6). */
  call: Asked;
  approval: Approval | null;
  /** What the card shows, while the log has the call as `waiting`. */
  shown: { readonly why: Why; readonly plan: Plan | null } | null;
  /** What the log has the call as held for; null where it is not. */
  held: string | null;
  replans: number;
  /** It has come to its first rest: the check-in need not wait for it any more. */
  readonly rest: () => void;
  /** What the call that this one shares has ended with (row A5). */
  shared: Extract<News, { is: 'done' }> | null;
}

export function begin(first: Asked, world: World, answering: Answering): Course {
  const own = world.stopOf(first.id);
  return {
    world,
    answering,
    first,
    meant: madeFor(world.thread().answers.get(first.answer), first.id) ?? world.rules(first).tool?.key,
    own,
    halt: Promise.race([answering.stop.wait, own.wait]),
    call: first,
    approval: null,
    shown: null,
    held: null,
    replans: 0,
    rest: setOut(world, first.answer, answering.counted(first)),
    shared: null,
  };
}

export const halted = ({ answering, own }: Course): boolean => answering.stop.requested || own.requested;

/** A name that has come to stand for another tool since the call was made is none any more (row T5). */
export function ruled({ world, call, meant }: Course): Rules {
  const now = world.rules(call);
  return meant === undefined || now.tool?.key === meant ? now : { ...now, tool: null, server: null };
}

export const soFar = ({ world, call, answering }: Course): AnswerFacts => ({
  counted: answering.counted(call),
  ceiling: world.budget().ceiling,
  stopped: pauseOf(world, call.answer) === 'stopped',
  declined: answering.declined,
});

export const judge = (on: Course, facts: Facts | null): Decision =>
  decide({ call: on.call, facts, rules: ruled(on), answer: soFar(on), flow: null, approval: on.approval });

/** Writes down what happened to the call. All but a yes or an edit, after which it goes on, lets it rest. */
export async function log(on: Course, happening: Happening): Promise<void> {
  await on.world.append(happening, on.answering.stamp);
  if (happening.kind !== 'decided' || happening.verdict === 'no') on.rest();
}

const stopped: Fault = { code: 'cancelled', message: 'The person stopped this.' };

/** The call was stopped. `unknown`: it may have run. */
export async function drop(on: Course, ran: 'no' | 'unknown' = 'no', fault: Fault = stopped): Promise<Next> {
  await log(on, { kind: 'dropped', call: on.first.id, ran, fault });
  return 'over';
}

/** `from`: the call that ran in its place (row A5). */
export async function end(on: Course, outcome: Outcome<ToolResult>, ms = 0, from?: string): Promise<Next> {
  const shared = from === undefined ? {} : { from };
  await log(on, { kind: 'ended', call: on.first.id, outcome, ms, ...shared });
  return 'over';
}
