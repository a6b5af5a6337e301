import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { JSX } from 'preact';
import { cardTime } from '../testing/cards.tsx';
import { fakeApp, fakeChat } from '../testing/fake.ts';
import { mount } from '../testing/mount.tsx';
import { useShortcuts } from '../useShortcuts.ts';
import { CheckInPart } from './CheckInPart.tsx';

const pass = cardTime();

function ask(draft = '') {
  const chat = fakeChat();
  chat.draft.value = draft;
  chat.running.value = 'answer-1';
  const app = fakeApp(chat);
  const Screen = (): JSX.Element => {
    useShortcuts(app);
    return (
      <>
        <CheckInPart chat={chat} />
        <textarea data-composer aria-label="Message" />
      </>
    );
  };
  mount(<Screen />, app);
  chat.checkIn.value = { answer: 'answer-1', calls: 75 };
  return chat;
}
const banner = page.getByRole('group', { name: 'Sluice has called 75 tools while answering. Continue?' });

test('B2 the check-in takes the focus; Return continues, once it could be seen', async () => {
  const chat = ask();
  await expect.element(banner).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chat.asks).toEqual([]);
  pass();
  await userEvent.keyboard('{Enter}');
  expect(chat.asks).toEqual([['release', 'continue']]);
});

test('B2 A3 Escape stops and summarizes, from anywhere in the page, and never stops the answer behind the question', async () => {
  const chat = ask();
  await expect.element(banner).toBeVisible();
  await userEvent.click(page.getByRole('textbox', { name: 'Message' }));
  await userEvent.keyboard('{Escape}');
  expect(chat.asks).toEqual([]);
  pass();
  await userEvent.keyboard('{Escape}');
  expect(chat.asks).toEqual([['release', 'stop']]);
});

test('A3 the check-in does not take the focus from a person who writes', async () => {
  ask('half a thought');
  await expect.element(banner).toBeVisible();
  await expect.element(banner).not.toHaveFocus();
});

test('B2 both answers are buttons, which sleep as the keys do, and the focus goes to the composer after', async () => {
  const chat = ask();
  await expect.element(banner).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Continue' }));
  expect(chat.asks).toEqual([]);
  pass();
  await userEvent.click(page.getByRole('button', { name: 'Stop and summarize' }));
  expect(chat.asks).toEqual([['release', 'stop']]);
  chat.checkIn.value = null;
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});
