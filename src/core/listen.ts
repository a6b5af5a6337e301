/** One request to a model: what it says goes into the log as it grows, what it wants to call as `proposed`. */
import { viewOf } from './chat.ts';
import { lastTurn, lastTurnWords } from './checkin.ts';
import type { Asked } from './gate.ts';
import { history } from './history.ts';
import { isObject, tooDeep, type JsonObject } from './json.ts';
import { limits } from './limits.ts';
import type { LogEvent } from './log.ts';
import type { Message, ModelCall } from './model.ts';
import type { Fault } from './outcome.ts';
import { stampOf, type Running } from './running.ts';
import type { ToolKey } from './tool.ts';
import type { World } from './world.ts';

type Growing = Extract<LogEvent, { kind: 'text' | 'reasoning' }>;

export interface Heard {
  readonly calls: readonly Asked[];
  readonly fault: Fault | null;
}

/** The messages of a request; a last turn tells the model why its tools are off (rows B2, B3). */
function messagesFor(run: Running, world: World, last: boolean): readonly Message[] {
  const messages = history(viewOf(world.thread(), run.answer), run.files, run);
  if (!last) return messages;
  const text = lastTurnWords(lastTurn(world, run.answer) ?? 'ceiling', world.budget().ceiling);
  const why = { is: 'text', text } as const;
  const end = messages.at(-1);
  // Two messages of the person in a row are refused by some providers.
  if (end?.role === 'user') return [...messages.slice(0, -1), { ...end, parts: [...end.parts, why] }];
  return [...messages, { role: 'user', aside: true, parts: [why] }];
}

/** One request: text and reasoning into the log as they grow, calls as `proposed`. */
export async function listen(run: Running, world: World, turn: number, last: boolean): Promise<Heard> {
  const stamp = stampOf(run, turn);
  const began = world.now();
  let firstMs: number | null = null;
  const calls: Asked[] = [];
  const part: { growing: Growing | null } = { growing: null };
  const spoken: Growing[] = [];
  const settle = async (): Promise<void> => {
    if (part.growing === null) return;
    const whole: Growing = { ...part.growing, done: true };
    part.growing = null;
    spoken.push(whole);
    await world.grow(whole, true);
  };
  const begin = async (kind: Growing['kind'], text: string): Promise<Growing> => {
    const event = await world.append({ kind, part: world.id(), text, done: false }, stamp);
    if (event.kind !== 'text' && event.kind !== 'reasoning') throw new Error('the log gave back another event');
    return event;
  };
  if (last && lastTurn(world, run.answer) !== 'stop') await world.append({ kind: 'paused', reached: 'ceiling' }, stamp);

  const tools = world.offers(run);
  /** What each name stands for as the model is told of it: it may stand for another tool when the model calls it (row T5). */
  const meant = new Map(tools.map(({ name }) => [name, world.rules(naming(run, world, turn, name)).tool?.key ?? null]));
  const stream = world.stream({
    model: run.model,
    system: run.system,
    messages: messagesFor(run, world, last),
    tools,
    toolsOff: last,
  });
  void run.stop.wait.then(() => stream.stop());
  let fault: Fault | null = null;
  let finish = { reason: '', cut: false };
  let chars = 0;
  for await (const event of stream.events) {
    chars += event.is === 'call' ? event.call.raw.length : 'delta' in event ? event.delta.length : 0;
    if (chars > limits.turn.chars || (event.is === 'call' && calls.length >= limits.turn.calls)) {
      fault = endless(run);
      // Leaving the loop ends the stream's own work; stopping it cuts the connection.
      stream.stop();
      break;
    }
    if (event.is === 'text' || event.is === 'reasoning') {
      firstMs ??= world.now() - began;
      if (part.growing?.kind !== event.is) await settle();
      if (part.growing === null) part.growing = await begin(event.is, event.delta);
      else {
        part.growing = { ...part.growing, text: part.growing.text + event.delta };
        await world.grow(part.growing, false);
      }
    } else if (event.is === 'data') {
      if (part.growing?.kind !== event.of) await settle();
      part.growing = { ...(part.growing ?? (await begin(event.of, ''))), data: event.data };
    } else if (event.is === 'break') {
      await settle();
    } else if (event.is === 'call') {
      await settle();
      calls.push(await propose(run, world, turn, event.call, meant.get(event.call.tool) ?? null));
    } else if (event.is === 'usage') {
      await world.append({ kind: 'usage', usage: event.usage }, stamp);
    } else if (event.is === 'notice') {
      await settle();
      await world.append({ kind: 'notice', text: event.text }, stamp);
    } else if (event.is === 'retry') {
      await settle();
      for (const one of spoken.splice(0)) await world.grow({ ...one, void: true }, true);
      // What the void part wanted to call will be wanted again by what replaces it, and must not run twice.
      for (const call of calls.splice(0)) {
        await world.append({ kind: 'dropped', call: call.id, ran: 'no', fault: event.fault }, stamp);
      }
      const seconds = Math.round(event.waitMs / 1000);
      await world.append(
        { kind: 'notice', text: `${event.fault.message} Trying again${seconds > 0 ? ` in ${seconds} s` : ''}.` },
        stamp,
      );
    } else if (event.is === 'finish') {
      finish = event;
    } else {
      fault = event.fault;
      finish = { reason: event.reason ?? '', cut: event.cut ?? false };
    }
  }
  await settle();
  await world.append(
    { kind: 'turn', reason: finish.reason, cut: finish.cut, fault, ms: world.now() - began, firstMs },
    stamp,
  );
  const silent = fault === null && calls.length === 0 && !spoken.some((one) => one.kind === 'text' && one.text !== '');
  if (fault === null && finish.cut && calls.length === 0) {
    await world.append({ kind: 'notice', text: 'The answer was cut off at the model’s output limit.' }, stamp);
  } else if (silent && run.quiet !== true) {
    await world.append({ kind: 'notice', text: 'The model ended its turn without saying anything.' }, stamp);
  }
  return { calls: finish.cut ? calls.map(unlessCut) : calls, fault };
}

const endless = (run: Running): Fault => ({
  code: 'too-large',
  message: `“${run.model.name}” said more than ${limits.turn.chars / 1024 / 1024} million characters, or asked for more than ${limits.turn.calls.toLocaleString('en')} calls, in one turn. The turn was ended and none of its calls ran. Ask again, or choose another model.`,
});

/** Arguments that had not begun when the output limit came are not the empty ones (case 40). */
const unlessCut = (call: Asked, at: number, calls: readonly Asked[]): Asked =>
  at === calls.length - 1 && call.raw.trim() === '' ? { ...call, args: null } : call;

/** '' is `{}`; anything that is not one JSON object stays unread, never repaired (case 40). */
export function readArguments(raw: string): JsonObject | null {
  if (raw.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(raw);
    return isObject(value) && !tooDeep(value) ? value : null;
  } catch {
    return null;
  }
}

/** A call of a name, as far as the rules look at it. */
const naming = (run: Running, world: World, turn: number, name: string): Asked => ({
  id: '',
  chat: world.chat,
  answer: run.answer,
  model: run.model,
  phase: run.phase,
  turn,
  name,
  args: {},
  raw: '',
  parent: null,
});

/** `meant`: the tool that the model was told of under this name, or null where it was told of none. */
async function propose(
  run: Running,
  world: World,
  turn: number,
  made: ModelCall,
  meant: ToolKey | null,
): Promise<Asked> {
  const call: Asked = {
    ...naming(run, world, turn, made.tool),
    id: world.id(),
    args: readArguments(made.raw),
    raw: made.raw,
  };
  const now = world.rules(call);
  const { tool, server } = meant === null || now.tool?.key === meant ? now : { tool: null, server: null };
  await world.append(
    {
      kind: 'proposed',
      call: call.id,
      parent: null,
      name: call.name,
      label: tool?.label ?? call.name,
      tool: meant ?? tool?.key ?? null,
      args: call.args,
      raw: call.raw,
      server: server?.name ?? null,
      ...(made.data === undefined ? {} : { data: made.data }),
    },
    stampOf(run, turn),
  );
  return call;
}
