import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fakeCard, fakePlan } from '../testing/calls.ts';
import { fakeAnswer, fakeApp, fakeAsked, fakeChat, fakeText } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { Conversation } from './Conversation.tsx';

afterEach(unmountAll);

test('A2 nothing lies over the answers of a card in sight; once it is out of sight the end can be jumped to', async () => {
  const lines = Array.from({ length: 60 }, (_, at) => `line ${at}`).join('\n\n');
  const chat = fakeChat({}, [fakeAsked(), fakeAnswer({ state: 'running', parts: [fakeText(lines, { done: true })] })]);
  chat.cards.value = [fakeCard('file_write', { path: 'a.md', content: 'a' }, fakePlan())];
  const host = mount(
    <div style={{ display: 'flex', flexDirection: 'column', height: '400px' }}>
      <Conversation chat={chat} />
    </div>,
    fakeApp(chat),
  );
  const jump = page.getByRole('button', { name: 'Jump to latest' });
  const log = host.querySelector<HTMLElement>('[role=log]') ?? host;
  // Markdown is drawn a moment later than its text, and takes less room.
  await expect.poll(() => log.querySelectorAll('p').length).toBeGreaterThan(59);
  const card = page.getByRole('group', { name: 'Approve Write file?' });
  // It takes the focus and comes into sight with it; only then does the person scroll.
  await expect.element(card).toHaveFocus();
  await expect.poll(() => log.scrollHeight - log.clientHeight - log.scrollTop).toBeLessThan(4);
  log.dispatchEvent(new WheelEvent('wheel', { deltaY: -120 }));
  log.scrollTop -= 120;
  // It follows its end no more, and the card still shows.
  await expect.element(log).toHaveAttribute('data-away');
  await expect.element(card).toBeInViewport();
  await expect.element(jump).not.toBeInTheDocument();
  log.scrollTop = 0;
  await expect.element(jump).toBeVisible();
});
