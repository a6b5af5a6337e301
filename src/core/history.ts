/** The conversation as the next request sends it. Always valid (row V3): every call has one answer, right after it. */
import { safeName } from './catalog.ts';
import { collected, partsOf, textOf, traceOf, whyMissing } from './collect.ts';
import type { AnswerEntry, AnswerPart, AskedEntry, Conversation } from './conversation.ts';
import type { Phase } from './gate.ts';
import type { AnswerId, ModelRef } from './ids.ts';
import { labelled, oneLine } from './labelled.ts';
import { sinceSummary, summaryPart } from './summarytext.ts';
import type { AssistantPart, Attachment, Message, UserPart } from './model.ts';
import { callAnswer, wellFormed } from './told.ts';

export { callAnswer };

/** Contents of attached files by id; what is absent is named in words. */
export type Attachments = ReadonlyMap<string, Attachment>;

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

/** One model's parts of a phase as messages: for each turn what it said, then what its calls gave. */
function turnsOf(parts: readonly AnswerPart[], answerer: ModelRef): Message[] {
  const messages: Message[] = [];
  const turns = new Map<number, AnswerPart[]>();
  for (const part of parts) {
    const turn = turns.get(part.turn);
    if (turn === undefined) turns.set(part.turn, [part]);
    else turn.push(part);
  }
  for (const turn of turns.values()) {
    const said = turn.map(assistantPart).filter((part) => part !== null);
    const from = turn.find((part) => part.model !== null)?.model ?? answerer;
    // Reasoning alone is no message any provider takes; it matters only beside text or calls.
    if (said.some((part) => part.is === 'call' || (part.is === 'text' && part.text !== ''))) {
      const last = messages.at(-1);
      if (last?.role === 'assistant') messages.splice(-1, 1, { ...last, parts: [...last.parts, ...said] });
      else messages.push({ role: 'assistant', from, parts: said });
    }
    const calls = turn.flatMap((part) =>
      part.is === 'call' && part.view.call.parent === null ? [callAnswer(part.view)] : [],
    );
    if (calls.length > 0) messages.push({ role: 'tool', answers: calls });
  }
  return messages;
}

/** What a finished answer is to whoever comes later: of a round only what the primary wrote, as long as it wrote anything (row F1). */
function finished(answer: AnswerEntry): Message[] {
  const { model } = answer;
  if (model === null) return [];
  if (answer.peers.length === 0) return turnsOf(alone(answer), model);
  const own = partsOf(answer, 'dispatch', model);
  const written = partsOf(answer, 'synthesis', model);
  const basis = traceOf(answer, 'synthesis', model)?.basis ?? null;
  const whole = turnsOf(basis === 'own' ? [...own, ...apart(written, own)] : written, model);
  if (whole.length > 0) return whole;
  // It ended before the one answer: what is nearest to it stands there, so that nothing said is lost.
  if (textOf(answer, 'dispatch', model) !== '') return turnsOf(own, model);
  const other = collected(answer).given[0];
  if (other === undefined) return turnsOf(own, model);
  const text = `[Said by “${oneLine(other.model.name, 120)}”, one of several models that were asked; the one answer was not written.]\n\n${wellFormed(other.text)}`;
  return [{ role: 'assistant', from: other.model, parts: [{ is: 'text', text }] }];
}

const alone = (answer: AnswerEntry): readonly AnswerPart[] =>
  answer.parts.filter((part) => part.phase !== 'dispatch' && part.phase !== 'synthesis');

/** The turns of the synthesis come after those of the dispatch, although they count from 1 as well. */
function apart(written: readonly AnswerPart[], own: readonly AnswerPart[]): readonly AnswerPart[] {
  const before = own.reduce((last, { turn }) => Math.max(last, turn), 0);
  return written.map((part) => ({ ...part, turn: part.turn + before }));
}

/** What happened to an answer's changes after they were made, for the model's next turn. */
function broughtBack(answer: AnswerEntry): UserPart[] {
  const back = answer.parts.flatMap((part) => (part.is === 'call' && part.view.reverted !== null ? [part.view] : []));
  const notes = back.map((view) => `${view.label} ${view.plan?.path ?? ''}`.trim());
  return notes.length === 0 ? [] : [{ is: 'text', text: `[The person put back these changes: ${notes.join('; ')}.]` }];
}

/** What is to be known of an answer that ended, besides what it says. */
function aftermath(answer: AnswerEntry): UserPart[] {
  const parts = broughtBack(answer);
  if (answer.state === 'stopped') parts.push({ is: 'text', text: '[The person stopped that answer.]' });
  return parts;
}

/** Who reads: the model whose next request this is, in its part of an answer that runs. */
export interface Reader {
  readonly answer: AnswerId;
  readonly model: ModelRef;
  readonly phase: Phase;
}

/** What the primary is told where nobody else answered, and it goes on from its own text (row F2). */
const nudge = (answer: AnswerEntry): string => {
  const gone = collected(answer).missing.map(
    (one) => `${oneLine(one.model.name, 120)} (${oneLine(whyMissing(one), 300)})`,
  );
  const who = gone.length === 0 ? 'No other model answered.' : `No other model answered: ${gone.join('; ')}.`;
  return `[Sluice: ${who} What you said above is the answer so far, and you now have all your tools, those that change files too. Go on where something is left to do. Do not repeat what you said; where nothing is left, end your turn.]`;
};

const goOn = '[Sluice: you were interrupted here. Go on exactly where you stopped, without repeating what is there.]';

/** What a model of a running answer has before it besides the conversation: its own turns, and what the synthesis is given. */
function reading(
  entry: AnswerEntry,
  { model, phase }: Reader,
): { readonly with: string | null; readonly said: Message[] } {
  if (phase === 'dispatch') return { with: null, said: turnsOf(partsOf(entry, 'dispatch', model), model) };
  if (phase !== 'synthesis') return { with: null, said: turnsOf(alone(entry), model) };
  const trace = traceOf(entry, 'synthesis', model);
  const written = turnsOf(partsOf(entry, 'synthesis', model), model);
  if (trace?.basis !== 'own') return { with: labelled(entry, trace?.share ?? null), said: written };
  const own = turnsOf(partsOf(entry, 'dispatch', model), model);
  // Only where its records were lost: two messages of the person are never neighbours.
  if (own.length === 0) return { with: nudge(entry), said: written };
  return { with: null, said: [...own, aside(nudge(entry)), ...written] };
}

const aside = (text: string): Message => ({ role: 'user', aside: true, parts: [{ is: 'text', text }] });

/**
 * All messages of the visible conversation; runs from the tool console are never sent (row V4). `reader`: the model whose
 * next request this is. Of its own answer it is given its part; without a reader the newest answer is one like the others.
 */
export function history(conversation: Conversation, files: Attachments, reader: Reader | null = null): Message[] {
  const messages: Message[] = [];
  const { summary, entries } = sinceSummary(conversation.entries, reader?.answer ?? null);
  let pending: UserPart[] = summary === null ? [] : [summaryPart(summary)];
  const flush = (): void => {
    if (pending.length === 0) return;
    messages.push({ role: 'user', parts: pending });
    pending = [];
  };
  for (const entry of entries) {
    if (entry.is === 'asked') {
      pending.push(...askedParts(entry, files));
    } else if (entry.to !== null) {
      const own = reader !== null && entry.id === reader.answer ? reading(entry, reader) : null;
      const said = own === null ? finished(entry) : own.said;
      if (own !== null && own.with !== null) pending.push({ is: 'text', text: own.with });
      if (said.length > 0) {
        // Only where a record was lost: what is sent begins with the person, and two answers are never neighbours.
        if (pending.length === 0)
          pending.push({ is: 'text', text: '[A message that stood here can no longer be read.]' });
        flush();
        messages.push(...said);
      }
      pending.push(...(own === null ? aftermath(entry) : broughtBack(entry)));
    }
  }
  flush();
  // A request ends with something to answer.
  if (reader !== null && messages.at(-1)?.role === 'assistant') messages.push(aside(goOn));
  return messages;
}

function askedParts(entry: AskedEntry, files: Attachments): UserPart[] {
  const parts: UserPart[] = entry.text === '' ? [] : [{ is: 'text', text: entry.text }];
  for (const attached of entry.attached) {
    const file = files.get(attached.id);
    parts.push(
      file === undefined
        ? { is: 'text', text: `[The file “${attached.name}” is no longer available.]` }
        : { is: 'file', file },
    );
  }
  return parts.length > 0 ? parts : [{ is: 'text', text: '(no text)' }];
}
