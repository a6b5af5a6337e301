/** The conversation as the next request sends it. Always valid (row V3): every call has one answer, right after it. */
import { capped } from './cap.ts';
import { safeName } from './catalog.ts';
import type { AnswerEntry, AnswerPart, CallView, Conversation } from './conversation.ts';
import { canonical, type Json } from './json.ts';
import type { AssistantPart, Attachment, CallAnswer, Message, UserPart } from './model.ts';

/** Contents of attached files by id; what is absent is named in words. */
export type Attachments = ReadonlyMap<string, Attachment>;

/** Half a surrogate pair is refused by some providers; the mark for a broken character stands for it. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

/** What the person changed in the arguments, for the model (row A6): only what differs. */
function edits({ original, call }: CallView): string {
  if (original === null) return '';
  const now = call.args ?? {};
  const set = Object.fromEntries(Object.entries(now).filter(([key, value]) => !sameJson(value, original[key])));
  const gone = Object.keys(original).filter((key) => !Object.hasOwn(now, key));
  const left = gone.length === 0 ? '' : ` Left out: ${gone.join(', ')}.`;
  return `[The person changed the arguments of this call. Changed: ${canonical(set)}.${left}]\n`;
}
const sameJson = (a: Json, b: Json | undefined): boolean => b !== undefined && canonical(a) === canonical(b);

/** What a model is told of one call, in whatever state the log has it. */
export function callAnswer(view: CallView): CallAnswer {
  const { call } = view;
  const base = { call: call.id, tool: safeName(call.name), images: [] };
  const told = (text: string): string => capped(wellFormed(edits(view) + text), view.tool ?? '');
  const no = (text: string): CallAnswer => ({ ...base, text: told(text), failed: true });
  switch (call.at) {
    case 'done':
      return call.outcome.ok
        ? {
            ...base,
            images: call.outcome.value.images ?? [],
            text: told(call.outcome.value.text),
            failed: false,
          }
        : no(call.outcome.fault.message);
    case 'rejected':
      return call.by === 'person'
        ? no(
            `tool-call-cancelled: declined by the person: do not repeat.${call.reason === undefined ? '' : ` Reason: ${call.reason}`}`,
          )
        : no(`Rejected by rule ${call.why.row}, it did not run: ${call.why.rule}`);
    case 'stopped':
      return no(
        `${call.ran === 'no' ? 'cancelled: it did not run.' : 'cancelled: it may or may not have run.'} ${call.fault.message}`,
      );
    case 'running':
      return no('cancelled: the answer was interrupted while this ran; it may or may not have run.');
    case 'proposed':
    case 'held':
    case 'waiting':
    default:
      return no('cancelled: the answer ended before this ran.');
  }
}

function assistantPart(part: AnswerPart): AssistantPart | null {
  switch (part.is) {
    case 'text':
    case 'reasoning':
      if (part.text === '' && part.data === null) return null;
      return { is: part.is, text: part.text, ...(part.data === null ? {} : { data: part.data }) };
    case 'call': {
      if (part.view.call.parent !== null) return null;
      const { call, original, data } = part.view;
      return {
        is: 'call',
        id: call.id,
        tool: safeName(call.name),
        args: original ?? call.args ?? {},
        ...(data === null ? {} : { data }),
      };
    }
    case 'notice':
    default:
      return null;
  }
}

/** The messages of one answer: for each turn what the model said, then what its calls gave. */
function answerMessages(answer: AnswerEntry): Message[] {
  const messages: Message[] = [];
  if (answer.model === null) return messages;
  const turns = new Map<number, AnswerPart[]>();
  for (const part of answer.parts) {
    if (part.phase !== 'dispatch') turns.set(part.turn, [...(turns.get(part.turn) ?? []), part]);
  }
  for (const parts of turns.values()) {
    const said = parts.map(assistantPart).filter((part) => part !== null);
    const from = parts.find((part) => part.model !== null)?.model ?? answer.model;
    // Reasoning alone is no message any provider takes; it matters only beside text or calls.
    if (said.some((part) => part.is === 'call' || (part.is === 'text' && part.text !== ''))) {
      const last = messages.at(-1);
      if (last?.role === 'assistant') messages.splice(-1, 1, { ...last, parts: [...last.parts, ...said] });
      else messages.push({ role: 'assistant', from, parts: said });
    }
    const calls = parts.flatMap((part) =>
      part.is === 'call' && part.view.call.parent === null ? [callAnswer(part.view)] : [],
    );
    if (calls.length > 0) messages.push({ role: 'tool', answers: calls });
  }
  return messages;
}

/** What happened to an answer's changes after it ended, for the model's next turn. */
function aftermath(answer: AnswerEntry): UserPart[] {
  const back = answer.parts.flatMap((part) => (part.is === 'call' && part.view.reverted !== null ? [part.view] : []));
  const notes = back.map((view) => `${view.label} ${view.plan?.path ?? ''}`.trim());
  const parts: UserPart[] = [];
  if (notes.length > 0) parts.push({ is: 'text', text: `[The person put back these changes: ${notes.join('; ')}.]` });
  if (answer.state === 'stopped') parts.push({ is: 'text', text: '[The person stopped that answer.]' });
  return parts;
}

/** All messages of the visible conversation; runs from the tool console are never sent (row V4). */
export function history(conversation: Conversation, files: Attachments): Message[] {
  const messages: Message[] = [];
  let pending: UserPart[] = [];
  const flush = (): void => {
    if (pending.length === 0) return;
    messages.push({ role: 'user', parts: pending });
    pending = [];
  };
  for (const entry of conversation.entries) {
    if (entry.is === 'asked') {
      if (entry.text !== '') pending.push({ is: 'text', text: entry.text });
      for (const attached of entry.attached) {
        const file = files.get(attached.id);
        pending.push(
          file === undefined
            ? { is: 'text', text: `[The file “${attached.name}” is no longer available.]` }
            : { is: 'file', file },
        );
      }
      if (pending.length === 0) pending.push({ is: 'text', text: '(no text)' });
    } else if (entry.to !== null) {
      const said = answerMessages(entry);
      if (said.length > 0) {
        // Only where a record was lost: what is sent begins with the person, and two answers are never neighbours.
        if (pending.length === 0)
          pending.push({ is: 'text', text: '[A message that stood here can no longer be read.]' });
        flush();
        messages.push(...said);
      }
      pending.push(...aftermath(entry));
    }
  }
  flush();
  return messages;
}
