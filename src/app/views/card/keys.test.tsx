import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeCard, fakePlan } from '../testing/calls.ts';
import { cardAt, cardTime, editCard, showCards } from '../testing/cards.tsx';
import { clock, lastKey } from './keys.ts';

const later = cardTime();

test('A3 a card takes the focus on appearing; Return approves and Escape denies after 500 ms', async () => {
  const { answers } = showCards(editCard());
  await expect.element(cardAt()).toHaveFocus();
  later(499);
  await userEvent.keyboard('{Enter}{Escape}');
  expect(answers()).toEqual([]);
  later(1);
  await userEvent.keyboard('{Enter}');
  expect(answers()).toEqual([{ verdict: 'yes', offer: { is: 'once' } }]);
});

test('A3 Escape denies, and does not reach the page where it would stop the answer', async () => {
  const { answers } = showCards(editCard());
  const escaped = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', escaped);
  later();
  await userEvent.keyboard('{Escape}');
  document.removeEventListener('keydown', escaped);
  expect(answers()).toEqual([{ verdict: 'no', reason: '' }]);
  expect(escaped).not.toHaveBeenCalled();
});

test('A3 a card leaves the focus with a person who is typing, and its keys do nothing there', async () => {
  const { list, chat, answers } = showCards();
  await userEvent.click(page.getByRole('textbox', { name: 'Message' }));
  chat.draft.value = 'half a thought';
  list.value = [editCard()];
  await expect.element(cardAt()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  later();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(answers()).toEqual([]);
});

test('A3 a key within the last two seconds keeps a card from taking the focus', async () => {
  const { list } = showCards();
  await userEvent.click(page.getByRole('textbox', { name: 'Message' }));
  await userEvent.keyboard('{Enter}');
  expect(lastKey.at).toBe(clock.now());
  later(1_999);
  list.value = [editCard()];
  await expect.element(cardAt()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('A3 a card for delete never takes the focus', async () => {
  showCards(fakeCard('file_delete', { path: 'a.ts' }, { ...fakePlan(), kind: 'delete' }));
  await expect.element(cardAt()).toBeVisible();
  await expect.element(cardAt()).not.toHaveFocus();
});

test('A3 a second card does not take the focus from the first, and each is answered by its own id', async () => {
  const { list, chat } = showCards(editCard());
  await expect.element(cardAt()).toHaveFocus();
  const second = fakeCard('file_write', { path: 'b.ts', content: '' }, fakePlan('b'), { id: 'call-0002' });
  list.value = [...list.value, second];
  await expect.element(cardAt(1)).toBeVisible();
  await expect.element(cardAt()).toHaveFocus();
  later();
  await userEvent.click(cardAt(1).getByRole('button', { name: 'Approve' }));
  await userEvent.click(cardAt(0).getByRole('button', { name: 'Deny', exact: true }));
  expect(chat.asks.filter(([what]) => what === 'answer').map((ask) => ask[1])).toEqual(['call-0002', 'call-0001']);
});

test('A3 when the preview changes under a focused card, its keys sleep for 500 ms again', async () => {
  const { list, answers } = showCards(editCard());
  later();
  list.value = [editCard({}, fakePlan('changed on disk'))];
  await expect.element(cardAt()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(answers()).toEqual([]);
  later();
  await userEvent.keyboard('{Enter}');
  expect(answers()).toHaveLength(1);
});

test('U3 when a focused card is gone, the focus goes on to the composer', async () => {
  const { list } = showCards(editCard());
  await expect.element(cardAt()).toHaveFocus();
  list.value = [];
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('U3 a card is read out when it appears', async () => {
  showCards(editCard());
  await expect
    .poll(() => document.querySelector('[aria-live=assertive][role=status]')?.textContent)
    .toBe('A tool call of Anthropic · Opus waits for your answer: Edit file. Control J goes to its card.');
});
