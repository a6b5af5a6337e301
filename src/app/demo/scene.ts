/** What the demo model knows: the person's last message, and what came of its own calls since. Nothing else is kept. */
import { isObject, type JsonObject } from '../../core/json.ts';
import type { CallAnswer, Message, ModelRequest } from '../../core/model.ts';

/** One step that the person can ask for by name, or the whole tour. */
export type Goal = 'tour' | 'search' | 'read' | 'edit' | 'rename' | 'peers';

/** How a call ended. `rejected` by a rule, `declined` by the person, `stopped` before its end, `failed` in its work. */
export type End = 'ran' | 'declined' | 'rejected' | 'stopped' | 'failed';

/** One of the demo's own calls, and what came back. */
export interface Seen {
  readonly tool: string;
  /** As the demo made it. */
  readonly args: JsonObject;
  /** As it ran: the person may have changed the arguments (row A6). */
  readonly ran: JsonObject;
  readonly edited: boolean;
  readonly end: End;
  /** The tool's text, or the error; '' where nothing came. */
  readonly text: string;
  /** The person's reason for a no, or ''. */
  readonly reason: string;
}

export interface Scene {
  readonly goal: Goal;
  /** All calls since the person's message, in order. */
  readonly calls: readonly Seen[];
  /** Those of the newest exchange. */
  readonly fresh: readonly Seen[];
  readonly offered: ReadonlySet<string>;
  /** The tools were switched off for this last turn (row B3). */
  readonly off: boolean;
}

const goals: ReadonlySet<string> = new Set<Goal>(['search', 'read', 'edit', 'rename', 'peers']);
const isGoal = (word: string): word is Goal => goals.has(word);

/** Notes that Sluice itself puts into the history stand in square brackets. */
const isNote = (text: string): boolean => text.startsWith('[') && text.endsWith(']');

/** What the person typed in a message; null where it holds notes only. */
function typed(message: Message): string | null {
  if (message.role !== 'user') return null;
  const texts = message.parts.flatMap((part) => (part.is === 'text' ? [part.text.trim()] : []));
  const own = texts.filter((text) => !isNote(text));
  return own.length === 0 && texts.length > 0 ? null : own.join(' ');
}

function goalOf(text: string): Goal {
  const word = text.toLowerCase().replaceAll(/[^a-z]/gu, '');
  return isGoal(word) ? word : 'tour';
}

/** The core's note on arguments that the person changed (row A6): those that differ, and those left out. */
const changed =
  /^\[The person changed the arguments of this call\. Changed: ([^\n]*?)\.(?: Left out: ([^\n]*)\.)?\]\n/u;

function applied(args: JsonObject, set: string, gone: string): JsonObject {
  const left = gone.split(', ');
  const kept = Object.entries(args).filter(([name]) => !left.includes(name));
  return { ...Object.fromEntries(kept), ...parsed(set) };
}

function parsed(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function endOf(text: string): End {
  if (text.startsWith('tool-call-cancelled')) return 'declined';
  if (text.startsWith('Rejected by rule')) return 'rejected';
  return text.startsWith('cancelled:') ? 'stopped' : 'failed';
}

function seen(tool: string, args: JsonObject, answer: CallAnswer | undefined): Seen {
  if (answer === undefined) return { tool, args, ran: args, edited: false, end: 'stopped', text: '', reason: '' };
  const note = changed.exec(answer.text);
  const text = note === null ? answer.text : answer.text.slice(note[0].length);
  return {
    tool,
    args,
    ran: note === null ? args : applied(args, note[1] ?? '', note[2] ?? ''),
    edited: note !== null,
    end: answer.failed ? endOf(text) : 'ran',
    text,
    reason: answer.failed ? (/ Reason: (.*)$/su.exec(text)?.[1] ?? '') : '',
  };
}

/** Reads a request. Whatever the history looks like, this gives a scene. */
export function sceneOf(request: ModelRequest): Scene {
  const { messages } = request;
  const asked = messages.findLastIndex((message) => typed(message) !== null);
  const since = messages.slice(asked + 1);
  const answers = since.flatMap((message) => (message.role === 'tool' ? message.answers : []));
  const exchanges = since.flatMap((message) => {
    if (message.role !== 'assistant') return [];
    const calls = message.parts.flatMap((part) => (part.is === 'call' ? [part] : []));
    return [
      calls.map((call) =>
        seen(
          call.tool,
          call.args,
          answers.find((answer) => answer.call === call.id),
        ),
      ),
    ];
  });
  const said = messages[asked];
  return {
    goal: goalOf((said === undefined ? null : typed(said)) ?? ''),
    calls: exchanges.flat(),
    fresh: exchanges.at(-1) ?? [],
    offered: new Set(request.toolsOff ? [] : request.tools.map((tool) => tool.name)),
    off: request.toolsOff,
  };
}
