import { signal, type Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { afterEach, beforeEach, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { JsonObject } from '../../../core/json.ts';
import type { Plan } from '../../../core/ports.ts';
import type { AppState, Card, CardAnswer, ChatState } from '../../state/contract.ts';
import { ApprovalCard } from '../card/ApprovalCard.tsx';
import { clock, lastKey } from '../card/keys.ts';
import { fakeCard, fakePlan } from './calls.ts';
import { fakeApp, fakeChat, type Open } from './fake.ts';
import { mount, unmountAll } from './mount.tsx';

/** For a file of tests: cards live by a clock that only goes on when told, by 500 ms unless said otherwise. */
export function cardTime(): (ms?: number) => void {
  let now = 100_000;
  beforeEach(() => {
    now = 100_000;
    lastKey.at = null;
    vi.spyOn(clock, 'now').mockImplementation(() => now);
  });
  afterEach(() => {
    unmountAll();
    vi.restoreAllMocks();
  });
  return (ms = 500) => {
    now += ms;
  };
}

/** A waiting edit of src/a.ts. */
export const editCard = (over: Partial<Card> = {}, plan: Plan | null = fakePlan()): Card =>
  fakeCard('file_edit', { path: 'src/a.ts', old_text: 'a', new_text: 'b' } satisfies JsonObject, plan, over);

/** The drawn card at this place, by its role and name. */
export const cardAt = (at = 0) => page.getByRole('group', { name: /^Approve/u }).nth(at);

/** Cards below a composer, as the conversation draws them; `list` may be changed by the test. */
export function showCards(...cards: readonly Card[]): {
  readonly chat: Open<ChatState>;
  readonly app: Open<AppState>;
  readonly list: Signal<readonly Card[]>;
  readonly host: HTMLElement;
  readonly answers: () => readonly CardAnswer[];
} {
  const chat = fakeChat();
  const list = signal<readonly Card[]>(cards);
  const Live = (): JSX.Element => (
    <>
      <textarea data-composer aria-label="Message" />
      {list.value.map((card) => (
        <ApprovalCard key={card.view.call.id} card={card} chat={chat} />
      ))}
    </>
  );
  const app = fakeApp(chat);
  const host = mount(<Live />, app);
  const answers = (): readonly CardAnswer[] =>
    chat.asks.filter(([what]) => what === 'answer').map((ask) => ask[2] as CardAnswer);
  return { chat, app, list, host, answers };
}
