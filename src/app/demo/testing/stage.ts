/** For tests: plays the demo model through a small loop. What it is told of its calls comes from the core's own words. */
import { Validator } from '@cfworker/json-schema';
import { fileTools } from '../../../core/builtin.ts';
import type { Call } from '../../../core/call.ts';
import { callAnswer } from '../../../core/history.ts';
import { isObject, type JsonObject } from '../../../core/json.ts';
import type { AssistantPart, CallAnswer, Message, ModelEvent, ModelRequest } from '../../../core/model.ts';
import type { Outcome } from '../../../core/outcome.ts';
import type { ToolResult } from '../../../core/tool.ts';
import { demoModels } from '../demo.ts';
import { demoModel } from '../provider.ts';
import { run } from './hands.ts';

/** What the person, or a rule, says to a call. */
export type Verdict = 'approve' | 'reject' | 'stop' | { readonly deny: string } | { readonly edit: JsonObject };
export type Person = (tool: string, args: JsonObject) => Verdict;

/** What does the calls' work. */
export type Hands = (id: string, tool: string, args: JsonObject) => Promise<Outcome<ToolResult>>;

export interface Turn {
  readonly text: string;
  readonly calls: readonly { readonly tool: string; readonly args: JsonObject }[];
}

export const user = (text: string): Message => ({ role: 'user', parts: [{ is: 'text', text }] });

export const request = (messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest => ({
  model: demoModel,
  system: 'You are an assistant in Sluice.',
  messages,
  tools: fileTools.map(({ name, description, schema }) => ({ name, description, schema })),
  toolsOff: false,
  ...more,
});

/** One turn, held to the contract of every adapter: one end, the last event; only tools that were offered; sound arguments. */
export async function turn(asked: ModelRequest): Promise<Turn> {
  const events: ModelEvent[] = [];
  for await (const event of demoModels().stream(asked).events) events.push(event);
  const ends = events.filter((event) => event.is === 'finish' || event.is === 'fault');
  if (ends.length !== 1 || events.at(-1)?.is !== 'finish')
    throw new Error(`a bad end: ${JSON.stringify(events.at(-1))}`);
  if (events.some((event) => event.is === 'usage')) throw new Error('a script that claims to have used tokens');
  const text = events.flatMap((event) => (event.is === 'text' ? [event.delta] : [])).join('');
  if (text.trim() === '') throw new Error('a turn without a word');
  const calls = events.flatMap((event) => (event.is === 'call' ? [event.call] : []));
  return {
    text,
    calls: calls.map(({ tool, raw }) => {
      const offer = asked.toolsOff ? undefined : asked.tools.find((one) => one.name === tool);
      if (offer === undefined) throw new Error(`${tool} was not offered`);
      const args: unknown = JSON.parse(raw);
      if (!isObject(args) || !new Validator({ ...offer.schema }).validate(args).valid) {
        throw new Error(`unsound arguments for ${tool}: ${raw}`);
      }
      return { tool, args };
    }),
  };
}

const why = { row: 'G10', rule: 'It asks.', where: 'Settings → Tools', until: 'you change it' } as const;

/** The answer a call gets, told by the core as it tells every model. */
async function answerTo(
  hands: Hands,
  id: string,
  tool: string,
  args: JsonObject,
  verdict: Verdict,
): Promise<CallAnswer> {
  const edited = typeof verdict === 'object' && 'edit' in verdict ? verdict.edit : null;
  const asked = {
    id,
    chat: 'c',
    answer: 'a',
    model: demoModel,
    phase: 'solo',
    turn: 1,
    name: tool,
    args: edited ?? args,
    raw: '',
    parent: null,
  } as const;
  const call = async (): Promise<Call> => {
    if (verdict === 'reject') return { ...asked, at: 'rejected', by: 'rule', why };
    if (verdict === 'stop')
      return { ...asked, at: 'stopped', ran: 'no', fault: { code: 'cancelled', message: 'Stopped.' } };
    if (typeof verdict === 'object' && 'deny' in verdict) {
      return { ...asked, at: 'rejected', by: 'person', why, ...(verdict.deny === '' ? {} : { reason: verdict.deny }) };
    }
    const outcome = await hands(id, tool, edited ?? args);
    return { ...asked, at: 'done', allowed: { call: id, why, by: 'person', plan: null }, outcome, ms: 1 };
  };
  const original = edited === null ? null : args;
  const view = {
    label: tool,
    tool,
    plan: null,
    why,
    by: null,
    original,
    remembered: null,
    reverted: null,
    data: null,
    at: 0,
  };
  return callAnswer({ ...view, call: await call() });
}

/** Plays one answer to its end, with the tools given, or over texts that change as the tools do their work. */
export async function play(
  work: Map<string, string> | Hands,
  said: string,
  person: Person = () => 'approve',
  before: readonly Message[] = [],
  more: Partial<ModelRequest> = {},
): Promise<{ readonly turns: readonly Turn[]; readonly messages: readonly Message[] }> {
  const hands: Hands = work instanceof Map ? (_id, tool, args) => Promise.resolve(run(work, tool, args)) : work;
  const messages: Message[] = [...before, user(said)];
  const turns: Turn[] = [];
  for (let at = 1; at <= 12; at += 1) {
    const now = await turn(request([...messages], more));
    turns.push(now);
    const made = now.calls.map((call, index) => ({ ...call, id: `call${before.length}x${at}x${index}` }));
    const parts: AssistantPart[] = made.map(({ id, tool, args }) => ({ is: 'call', id, tool, args }));
    messages.push({ role: 'assistant', from: demoModel, parts: [{ is: 'text', text: now.text }, ...parts] });
    if (made.length === 0) return { turns, messages };
    const answers = await Promise.all(
      made.map(({ id, tool, args }) => answerTo(hands, id, tool, args, person(tool, args))),
    );
    messages.push({ role: 'tool', answers });
  }
  throw new Error('the demo does not come to an end');
}
