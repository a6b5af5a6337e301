import type { Thread } from '../../core/chat.ts';
import type { CallView } from '../../core/conversation.ts';
import type { Asked, Offer, Why } from '../../core/gate.ts';
import type { CallId } from '../../core/ids.ts';
import type { Tool } from '../../core/tool.ts';
import type { Said } from '../../core/world.ts';

/** A card that waits for the person. */
export interface Waiting {
  readonly call: Asked;
  readonly tool: Tool;
  readonly why: Why;
  readonly offers: readonly Offer[];
}

/** Where calls wait: for the person's word, or for a folder. Each is answered by its own id, in any order (row A3). */
export interface Desk {
  waiting(): readonly Waiting[];
  /** Whether a word counts now: a card stays in sight while its call is planned and decided again, and cannot be answered then. */
  ready(call: CallId): boolean;
  ask(one: Waiting): Promise<Said>;
  folder(call: CallId): Promise<'again'>;
  /** False where no such card waits (it was answered meanwhile). */
  say(call: CallId, said: Said): boolean;
  /** Lets everything that waits be decided again (row T4). Cards stay in sight until they are. */
  wake(call?: CallId): void;
  /** The call has ended: its card goes. */
  clear(call: CallId): void;
}

export function makeDesk(changed: () => void): Desk {
  const cards = new Map<CallId, Waiting>();
  const asks = new Map<CallId, (said: Said) => void>();
  const folders = new Map<CallId, () => void>();
  const take = <T>(map: Map<CallId, T>, call: CallId): T | undefined => {
    const found = map.get(call);
    map.delete(call);
    return found;
  };
  return {
    waiting: () => [...cards.values()],
    ready: (call) => asks.has(call),
    ask(one) {
      cards.set(one.call.id, one);
      changed();
      return new Promise((resolve) => asks.set(one.call.id, resolve));
    },
    folder: (call) => new Promise((resolve) => folders.set(call, () => resolve('again'))),
    say(call, said) {
      const resolve = take(asks, call);
      resolve?.(said);
      if (resolve !== undefined) changed();
      return resolve !== undefined;
    },
    wake(call) {
      for (const id of call === undefined ? [...asks.keys()] : [call]) take(asks, id)?.({ is: 'again' });
      changed();
      for (const id of call === undefined ? [...folders.keys()] : [call]) take(folders, id)?.();
    },
    clear(call) {
      asks.delete(call);
      folders.delete(call);
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
