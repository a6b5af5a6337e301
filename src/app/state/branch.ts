/** A new chat with the conversation up to and with one answer (row U5). */
import { open } from '../../core/answer.ts';
import { fold, viewOf } from '../../core/chat.ts';
import type { AnswerEntry, Conversation } from '../../core/conversation.ts';
import type { AnswerId } from '../../core/ids.ts';
import { limits } from '../../core/limits.ts';
import type { Attached, Happening, LogEvent } from '../../core/log.ts';
import { fail, ok, type Outcome } from '../../core/outcome.ts';
import type { ChatRecord } from '../../core/records.ts';
import { copyAttachment, dropAttachment } from '../../storage/attachments.ts';
import type { Entry } from '../../storage/log.ts';
import type { Deps } from '../runs/deps.ts';

type Needs = Pick<Deps, 'log' | 'now' | 'id'>;

/** The entries of the branch: what leads to the answer, it, and the person's own runs until it ended. */
function entriesOf({ entries }: Conversation, answer: AnswerId, events: readonly LogEvent[]): ReadonlySet<string> {
  const end = events.findLast((event) => event.answer === answer)?.seq ?? 0;
  return new Set(entries.flatMap((one) => (one.is === 'answer' && one.to === null && one.seq > end ? [] : [one.id])));
}

/**
 * An event of the new chat: every id of the old one is another there, so that neither chat's removal takes anything from
 * the other. What a change kept of a file stays with the old chat: the new one shows the call without Revert (row P9).
 */
function renewed(event: LogEvent, id: (old: string) => string): Entry {
  const { chat: _chat, seq: _seq, ...rest } = event;
  const answer = rest.answer === null ? null : id(rest.answer);
  const files = (attached: readonly Attached[]) => attached.map((one) => ({ ...one, id: id(one.id) }));
  switch (rest.kind) {
    case 'asked':
      return {
        ...rest,
        answer,
        id: id(rest.id),
        after: rest.after === null ? null : id(rest.after),
        attached: files(rest.attached),
      };
    case 'began':
      return {
        ...rest,
        answer,
        to: rest.to === null ? null : id(rest.to),
        after: rest.after === null ? null : id(rest.after),
      };
    case 'text':
    case 'reasoning':
      return { ...rest, answer, part: id(rest.part) };
    case 'proposed':
      return { ...rest, answer, call: id(rest.call), parent: rest.parent === null ? null : id(rest.parent) };
    case 'ended': {
      const { outcome } = rest;
      const from = rest.from === undefined ? {} : { from: id(rest.from) };
      const kept = outcome.ok ? ok({ ...outcome.value, kept: false }) : outcome;
      return { ...rest, ...from, answer, call: id(rest.call), outcome: kept };
    }
    case 'held':
      return { ...rest, answer, call: id(rest.call), ...(rest.with === undefined ? {} : { with: id(rest.with) }) };
    case 'waiting':
    case 'decided':
    case 'started':
    case 'dropped':
    case 'reverted':
      return { ...rest, answer, call: id(rest.call) };
    case 'joined':
    case 'left':
    case 'usage':
    case 'turn':
    case 'paused':
    case 'released':
    case 'summarised':
    case 'reopened':
    case 'job':
    case 'notice':
    case 'chose':
    case 'closed':
    default:
      return { ...rest, answer };
  }
}

/** An answer that runs elsewhere is an interrupted one here: its calls and itself are closed. */
function closing(answer: AnswerEntry, id: (old: string) => string, at: number): Entry[] {
  if (answer.state !== 'running') return [];
  const stamp = { at, answer: id(answer.id), turn: 0 };
  const fault = { code: 'interrupted', message: 'This answer still ran when the chat was branched.' } as const;
  const calls = answer.parts.flatMap((part): Entry[] => {
    if (part.is !== 'call' || !open(part.view.call)) return [];
    const ran = part.view.call.at === 'running' ? 'unknown' : 'no';
    const dropped: Happening = { kind: 'dropped', call: id(part.id), ran, fault };
    return [{ ...dropped, ...stamp, model: part.model, phase: part.phase, turn: part.turn }];
  });
  const phase = answer.to === null ? 'console' : 'solo';
  return [...calls, { kind: 'closed', as: 'interrupted', fault: null, ...stamp, model: answer.model, phase }];
}

/** The title of a branch: the old one's, marked. */
const titleOf = (title: string): string => `${Array.from(title).slice(0, limits.titleChars).join('')} (branch)`.trim();

/**
 * Keeps the new chat, all of it or nothing, and gives its record back: same project, models and guidance; no consents
 * (row S4), nothing unsent. Fails with `not-found` where the answer is not in the chat.
 */
export async function branchOf(chat: ChatRecord, answer: AnswerId, deps: Needs): Promise<Outcome<ChatRecord>> {
  const read = await deps.log.read(chat.id);
  if (!read.ok) return read;
  const { events } = read.value;
  const thread = fold(events);
  if (!thread.answers.has(answer))
    return fail(
      'not-found',
      'That answer is no longer in the chat, so there is nothing to branch from. Reload the page.',
    );
  const conversation = viewOf(thread, answer);
  const kept = entriesOf(conversation, answer, events);
  const ids = new Map<string, string>();
  const id = (old: string): string => {
    const made = ids.get(old) ?? deps.id();
    ids.set(old, made);
    return made;
  };
  const now = deps.now();
  const copied = events.filter((event) =>
    event.kind === 'asked' ? kept.has(event.id) : event.answer !== null && kept.has(event.answer),
  );
  const ends = conversation.entries.flatMap((one) =>
    one.is === 'answer' && kept.has(one.id) ? closing(one, id, now) : [],
  );
  const attached = copied.flatMap((event) => (event.kind === 'asked' ? event.attached : []));
  /** All or nothing: without its chat a copy would lie there unseen. */
  const undone = async (failed: Outcome<void> & { readonly ok: false }) => {
    for (const file of attached) await dropAttachment(id(file.id));
    return failed;
  };
  for (const file of attached) {
    const done = await copyAttachment(file.id, id(file.id));
    if (!done.ok) return undone(done);
  }
  const { consents: _consents, unsent: _unsent, ...same } = chat;
  const record: ChatRecord = {
    ...same,
    id: deps.id(),
    title: titleOf(chat.title),
    renamed: true,
    made: now,
    touched: now,
  };
  const begun = await deps.log.begin(record, [...copied.map((event) => renewed(event, id)), ...ends]);
  return begun.ok ? ok(record) : undone(begun);
}
