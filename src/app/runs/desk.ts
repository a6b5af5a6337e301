import type { Thread } from '../../core/chat.ts';
import type { CallView } from '../../core/conversation.ts';
import type { Asked, Offer, Why } from '../../core/gate.ts';
import type { CallId, ModelRef } from '../../core/ids.ts';
import type { Tool } from '../../core/tool.ts';
import type { Said } from '../../core/world.ts';

/** A card that waits for the person. */
export interface Waiting {
  readonly call: Asked;
  readonly tool: Tool;
  readonly why: Why;
  readonly offers: readonly Offer[];
  /** The models whose same call this card answers, its own first (row A5); one, or none for the person's own call. */
  readonly sharers: readonly ModelRef[];
}

/** Where calls wait: for the person's word, or for a folder. Each is answered by its own id, in any order (row A3). */
export interface Desk {
  waiting(): readonly Waiting[];
  /** Whether a word counts now: a card stays in sight while its call is planned and decided again, and cannot be answered then. */
  ready(call: CallId): boolean;
  ask(one: Omit<Waiting, 'sharers'>): Promise<Said>;
  /** Resolves when the call is woken: for one that is held, or waits for its folder. */
  woken(call: CallId): Promise<'again'>;
  /** The models that share the card of a call, now or once it is shown. */
  share(call: CallId, models: readonly ModelRef[]): void;
  /** False where no such card waits (it was answered meanwhile). */
  say(call: CallId, said: Said): boolean;
  /** Lets everything that waits be decided again (row T4). Cards stay in sight until they are. */
  wake(call?: CallId): void;
  /** The call has ended, or is held: its card goes. */
  clear(call: CallId): void;
}

export function makeDesk(changed: () => void): Desk {
  const cards = new Map<CallId, Omit<Waiting, 'sharers'>>();
  const shared = new Map<CallId, readonly ModelRef[]>();
  const asks = new Map<CallId, (said: Said) => void>();
  const held = new Map<CallId, () => void>();
  const take = <T>(map: Map<CallId, T>, call: CallId): T | undefined => {
    const found = map.get(call);
    map.delete(call);
    return found;
  };
  return {
    waiting: () =>
      [...cards.values()].map((one) => {
        const own = one.call.model === null ? [] : [one.call.model];
        return { ...one, sharers: shared.get(one.call.id) ?? own };
      }),
    ready: (call) => asks.has(call),
    ask(one) {
      cards.set(one.call.id, one);
      changed();
      return new Promise((resolve) => asks.set(one.call.id, resolve));
    },
    woken: (call) => new Promise((resolve) => held.set(call, () => resolve('again'))),
    share(call, models) {
      if (models.length > 1) shared.set(call, models);
      else shared.delete(call);
      if (cards.has(call)) changed();
    },
    say(call, said) {
      const resolve = take(asks, call);
      resolve?.(said);
      if (resolve !== undefined) changed();
      return resolve !== undefined;
    },
    wake(call) {
      for (const id of call === undefined ? [...asks.keys()] : [call]) take(asks, id)?.({ is: 'again' });
      changed();
      for (const id of call === undefined ? [...held.keys()] : [call]) take(held, id)?.();
    },
    clear(call) {
      asks.delete(call);
      held.delete(call);
      if (cards.delete(call)) changed();
    },
  };
}

/** Finds a call anywhere in a chat. */
export function findCall(thread: Thread, call: CallId): CallView | null {
  for (const answer of [...thread.answers.values()].toReversed()) {
    for (const part of answer.parts) if (part.is === 'call' && part.id === call) return part.view;
  }
  return null;
}
