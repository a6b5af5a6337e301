/** How one event changes one answer. */
import type { Call } from './call.ts';
import type { AnswerEntry, AnswerPart, CallView } from './conversation.ts';
import type { Asked, Grounds } from './gate.ts';
import type { CallId } from './ids.ts';
import type { LogEvent } from './log.ts';
import type { ToolKey } from './tool.ts';
import { sum, traced } from './trace.ts';

type Answer = Omit<AnswerEntry, 'versions'>;

/** What a call carries in each of its states. */
export const asked = ({ id, chat, answer, model, phase, turn, name, args, raw, parent }: Asked): Asked => ({
  id,
  chat,
  answer,
  model,
  phase,
  turn,
  name,
  args,
  raw,
  parent,
});

/** The tool that a call was made for, as the log has it: it may wait long for its turn, or for a page to come back (row T5). */
export function madeFor(answer: Pick<AnswerEntry, 'parts'> | undefined, call: CallId): ToolKey | null {
  const made = answer?.parts.findLast((one) => one.is === 'call' && one.id === call);
  return made?.is === 'call' ? made.view.tool : null;
}

export function changed(answer: Answer, event: LogEvent): Answer {
  const next = happened(answer, event);
  const traces = traced(answer.traces, event, answer.model);
  return traces === answer.traces ? next : { ...next, traces };
}

function happened(answer: Answer, event: LogEvent): Answer {
  switch (event.kind) {
    case 'text':
    case 'reasoning':
      return withText(answer, event);
    case 'proposed':
      return proposed(answer, event);
    case 'held':
      return onCall(answer, event.call, (view) => ({
        ...view,
        call: {
          ...asked(view.call),
          at: 'held',
          for: event.for,
          ...(event.with === undefined ? {} : { with: event.with }),
        },
      }));
    case 'waiting':
      return onCall(answer, event.call, (view) => ({
        ...view,
        why: event.why,
        plan: event.plan,
        call: { ...asked(view.call), at: 'waiting', why: event.why, offers: [] },
      }));
    case 'decided':
      return onCall(answer, event.call, (view) => decided(view, event));
    case 'started':
      return onCall(answer, event.call, (view) => ({
        ...view,
        plan: event.plan ?? view.plan,
        call: { ...asked(view.call), at: 'running', allowed: replayed(view, event.plan) },
      }));
    case 'ended':
      return onCall(answer, event.call, (view) => ({
        ...view,
        call: {
          ...asked(view.call),
          at: 'done',
          allowed: replayed(view, view.plan),
          outcome: event.outcome,
          ms: event.ms,
          ...(event.from === undefined ? {} : { from: event.from }),
        },
      }));
    case 'dropped':
      return onCall(answer, event.call, (view) => ({
        ...view,
        call: { ...asked(view.call), at: 'stopped', ran: event.ran, fault: event.fault },
      }));
    case 'reverted':
      return onCall(answer, event.call, (view) => ({ ...view, reverted: event.summary }));
    case 'usage':
      return { ...answer, usage: sum(answer.usage, event.usage) };
    case 'notice':
      return part(answer, {
        is: 'notice',
        id: `n${event.seq}`,
        text: event.text,
        turn: event.turn,
        model: event.model,
        phase: event.phase,
      });
    case 'paused':
      return event.reached === 'soft' ? { ...answer, pause: 'asking' } : answer;
    case 'released':
      return { ...answer, pause: event.how === 'continue' ? 'released' : 'stopped' };
    case 'summarised':
      return { ...answer, summary: { text: event.text, model: event.model, at: event.at } };
    case 'reopened':
      return { ...answer, state: 'running', fault: null };
    case 'closed':
      return { ...answer, state: event.as, fault: event.fault };
    case 'asked':
    case 'began':
    case 'chose':
    case 'joined':
    case 'left':
    case 'turn':
    case 'job':
    // A kind from a newer version of the program changes nothing.
    default:
      return answer;
  }
}

function withText(answer: Answer, event: Extract<LogEvent, { kind: 'text' | 'reasoning' }>): Answer {
  const index = answer.parts.findLastIndex((one) => one.is === event.kind && one.id === event.part);
  if (event.void === true) return index < 0 ? answer : { ...answer, parts: answer.parts.toSpliced(index, 1) };
  const next: AnswerPart = {
    is: event.kind,
    id: event.part,
    text: event.text,
    done: event.done,
    data: event.data ?? null,
    turn: event.turn,
    model: event.model,
    phase: event.phase,
  };
  return index < 0 ? part(answer, next) : { ...answer, parts: answer.parts.with(index, next) };
}

function proposed(answer: Answer, event: Extract<LogEvent, { kind: 'proposed' }>): Answer {
  if (answer.parts.some((one) => one.is === 'call' && one.id === event.call)) return answer;
  const { call: id, chat, model, phase, turn, name, args, raw, parent } = event;
  const view: CallView = {
    call: { id, chat, answer: answer.id, model, phase, turn, name, args, raw, parent, at: 'proposed' },
    label: event.label,
    tool: event.tool,
    server: event.server ?? null,
    plan: null,
    why: null,
    by: null,
    original: null,
    remembered: null,
    reverted: null,
    data: event.data ?? null,
    at: event.at,
  };
  return { ...part(answer, { is: 'call', id, view, turn, model, phase }), counted: answer.counted + 1 };
}

function decided(view: CallView, event: Extract<LogEvent, { kind: 'decided' }>): CallView {
  const known = { ...view, why: event.why, by: event.by, remembered: event.remembered ?? null };
  if (event.verdict === 'edit') {
    const args = event.edited ?? view.call.args;
    return {
      ...known,
      plan: null,
      original: view.original ?? view.call.args,
      call: { ...asked(view.call), args, at: 'proposed' },
    };
  }
  if (event.verdict === 'yes') return known;
  const reason = event.reason === undefined || event.reason === '' ? {} : { reason: event.reason };
  return { ...known, call: { ...asked(view.call), at: 'rejected', by: event.by, why: event.why, ...reason } };
}

/** The grounds a recorded call ran on. */
const replayed = (view: CallView, plan: Grounds['plan']): Grounds => ({
  call: view.call.id,
  why: view.why ?? { row: 'G11', rule: '', where: '', until: '' },
  by: view.by ?? 'rule',
  plan,
});

const part = (answer: Answer, one: AnswerPart): Answer => ({ ...answer, parts: [...answer.parts, one] });

function onCall(answer: Answer, id: CallId, change: (view: CallView) => CallView): Answer {
  const index = answer.parts.findLastIndex((one) => one.is === 'call' && one.id === id);
  const found = answer.parts[index];
  if (found === undefined || found.is !== 'call') return answer;
  return { ...answer, parts: answer.parts.with(index, { ...found, view: change(found.view) }) };
}

/** Whether a call still waits for something: a person, a folder, a worker. */
export const open = (call: Call): boolean =>
  call.at === 'proposed' || call.at === 'held' || call.at === 'waiting' || call.at === 'running';
