/** One model's loop: request, stream, calls, and again, until it has nothing more to call (rows V8, B3). */
import { view } from './chat.ts';
import type { AnswerEntry, CallView } from './conversation.ts';
import { history, type Attachments } from './history.ts';
import { isObject, type JsonObject } from './json.ts';
import { limits } from './limits.ts';
import { live, type Answering } from './life.ts';
import type { LogEvent } from './log.ts';
import type { AnswerId, CallId, ModelRef } from './ids.ts';
import type { Message, ModelCall } from './model.ts';
import type { Fault } from './outcome.ts';
import { parallel } from './stop.ts';
import type { Asked, Phase } from './gate.ts';
import type { Stamp, Stop, World } from './world.ts';

/** What one loop is about. */
export interface Running {
  readonly answer: AnswerId;
  readonly model: ModelRef;
  readonly phase: Phase;
  readonly system: string;
  readonly files: Attachments;
  readonly stop: Stop;
  readonly declined: string[];
}

export type Ended = { readonly as: 'done' | 'stopped' | 'failed'; readonly fault: Fault | null };

/** Runs the loop from `turn` on. The caller writes `began` before and `closed` after. */
export async function loop(run: Running, world: World, turn = 1): Promise<Ended> {
  for (let at = turn; ; at += 1) {
    if (run.stop.requested) return { as: 'stopped', fault: null };
    const last = entry(run, world).counted >= world.ceiling();
    const heard = await listen(run, world, at, last);
    if (heard.fault !== null) {
      for (const call of heard.calls) await dropped(run, world, at, call, heard.fault);
      return heard.fault.code === 'cancelled' && run.stop.requested ? { as: 'stopped', fault: null } : { as: 'failed', fault: heard.fault };
    }
    if (heard.calls.length === 0) return { as: 'done', fault: null };
    await settleAll(run, world, at, heard.calls);
    if (last) return { as: 'done', fault: null };
  }
}

/** Reads of one turn run in parallel; calls that change something queue, each planned after the one before it ended (row V8). */
export async function settleAll(run: Running, world: World, turn: number, calls: readonly Asked[]): Promise<void> {
  const stamp = stampOf(run, turn);
  const answering: Answering = {
    stamp,
    stop: run.stop,
    declined: run.declined,
    counted: (call) => countBefore(entry(run, world), call.id),
  };
  const writes = calls.filter((call) => world.rules(call).tool?.effect === 'write');
  const reads = calls.filter((call) => !writes.includes(call));
  const queue = async (): Promise<void> => {
    for (const call of writes) await live(call, world, answering);
  };
  for (const call of writes.slice(1)) await world.append({ kind: 'held', call: call.id, for: 'plan' }, stamp);
  await Promise.all([queue(), parallel(reads.map((call) => () => live(call, world, answering)), limits.parallelReads)]);
}

const stampOf = (run: Running, turn: number): Stamp => ({ answer: run.answer, model: run.model, phase: run.phase, turn });

function entry(run: Running, world: World): AnswerEntry {
  const found = world.thread().answers.get(run.answer);
  if (found === undefined) throw new Error(`answer ${run.answer} is not in the log`);
  return { ...found, versions: { index: 0, leaves: [] } };
}

const callsOf = (answer: AnswerEntry): CallView[] => answer.parts.flatMap((part) => (part.is === 'call' ? [part.view] : []));
const countBefore = (answer: AnswerEntry, call: CallId): number => Math.max(0, callsOf(answer).findIndex((one) => one.call.id === call));

const dropped = (run: Running, world: World, turn: number, call: Asked, fault: Fault) =>
  world.append({ kind: 'dropped', call: call.id, ran: 'no', fault }, stampOf(run, turn));

interface Heard {
  readonly calls: readonly Asked[];
  readonly fault: Fault | null;
}

/** The messages of a request; a last turn tells the model why its tools are off (row B3). */
function messagesFor(run: Running, world: World, last: boolean): readonly Message[] {
  const messages = history(view(world.thread()), run.files);
  if (!last) return messages;
  const text = `[Sluice: this answer has made ${world.ceiling()} tool calls, which is the most it may. Tools are off now. Answer in words with what you have, and say what is left to do.]`;
  return [...messages, { role: 'user', parts: [{ is: 'text', text }] }];
}

/** One request: text and reasoning into the log as they grow, calls as `proposed`. */
async function listen(run: Running, world: World, turn: number, last: boolean): Promise<Heard> {
  const stamp = stampOf(run, turn);
  const began = world.now();
  let firstMs: number | null = null;
  const calls: Asked[] = [];
  let growing: Extract<LogEvent, { kind: 'text' | 'reasoning' }> | null = null;
  const spoken: LogEvent[] = [];
  const settle = async (): Promise<void> => {
    if (growing === null) return;
    const whole = { ...growing, done: true };
    growing = null;
    spoken.push(whole);
    await world.grow(whole, true);
  };
  if (last) await world.append({ kind: 'paused', at: 'ceiling' }, stamp);

  const stream = world.stream({
    model: run.model,
    system: run.system,
    messages: messagesFor(run, world, last),
    tools: world.offers(run.phase),
    toolsOff: last,
  });
  void run.stop.wait.then(() => stream.stop());
  let fault: Fault | null = null;
  let finish = { reason: '', cut: false };
  for await (const event of stream.events) {
    if (event.is === 'text' || event.is === 'reasoning') {
      firstMs ??= world.now() - began;
      if (growing !== null && growing.kind !== event.is) await settle();
      if (growing === null) {
        const started = await world.append({ kind: event.is, part: world.id(), text: event.delta, done: false }, stamp);
        growing = started as Extract<LogEvent, { kind: 'text' | 'reasoning' }>;
      } else {
        growing = { ...growing, text: growing.text + event.delta };
        await world.grow(growing, false);
      }
    } else if (event.is === 'data') {
      if (growing !== null && growing.kind !== event.of) await settle();
      growing ??= (await world.append({ kind: event.of, part: world.id(), text: '', done: false }, stamp)) as typeof growing;
      if (growing !== null) growing = { ...growing, data: event.data };
    } else if (event.is === 'break') {
      await settle();
    } else if (event.is === 'call') {
      await settle();
      calls.push(await propose(run, world, turn, event.call));
    } else if (event.is === 'usage') {
      await world.append({ kind: 'usage', usage: event.usage }, stamp);
    } else if (event.is === 'retry') {
      await settle();
      for (const part of spoken.splice(0)) await world.grow({ ...part, void: true } as LogEvent, true);
      const seconds = Math.round(event.waitMs / 1000);
      await world.append({ kind: 'notice', text: `${event.fault.message} Trying again${seconds > 0 ? ` in ${seconds} s` : ''}.` }, stamp);
    } else if (event.is === 'finish') {
      finish = event;
    } else {
      fault = event.fault;
    }
  }
  await settle();
  await world.append({ kind: 'turn', reason: finish.reason, cut: finish.cut, fault, ms: world.now() - began, firstMs }, stamp);
  if (finish.cut && fault === null && calls.length === 0) {
    await world.append({ kind: 'notice', text: 'The answer was cut off at the model’s output limit.' }, stamp);
  }
  return { calls, fault };
}

/** '' is `{}`; anything that is not one JSON object stays unread, never repaired (case 40). */
export function readArguments(raw: string): JsonObject | null {
  if (raw.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(raw);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

async function propose(run: Running, world: World, turn: number, made: ModelCall): Promise<Asked> {
  const call: Asked = {
    id: world.id(), chat: world.chat, answer: run.answer, model: run.model, phase: run.phase, turn,
    name: made.tool, args: readArguments(made.raw), raw: made.raw, parent: null,
  };
  const { tool } = world.rules(call);
  await world.append(
    {
      kind: 'proposed', call: call.id, parent: null, name: call.name, label: tool?.label ?? call.name, tool: tool?.key ?? null,
      args: call.args, raw: call.raw, ...(made.data === undefined ? {} : { data: made.data }),
    },
    stampOf(run, turn),
  );
  return call;
}
