import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Elicitation } from '../../../core/server.ts';
import { clock, lastKey } from '../card/keys.ts';
import { fakeApp, fakeChat } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeServerView } from '../testing/servers.ts';
import { Elicitations } from './Elicitations.tsx';

let now = 100_000;
beforeEach(() => {
  lastKey.at = null;
  vi.spyOn(clock, 'now').mockImplementation(() => now);
});
afterEach(() => {
  unmountAll();
  vi.restoreAllMocks();
});

const form = (over: Partial<Extract<Elicitation, { is: 'form' }>> = {}): Elicitation => ({
  id: 'e1',
  server: 's1',
  message: 'Who are you?',
  is: 'form',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Name' },
      mail: { type: 'string', format: 'email', title: 'Mail' },
      colours: { type: 'array', title: 'Colours', items: { type: 'string', enum: ['red', 'blue'] }, minItems: 1 },
      size: { type: 'string', title: 'Size', oneOf: [{ const: 's', title: 'Small' }] },
      news: { type: 'boolean', title: 'News' },
    },
    required: ['name', 'colours'],
  },
  ...over,
});
const link = (url: string): Elicitation => ({ id: 'e2', server: 's1', message: 'Please sign in.', is: 'link', url });

function show(...asked: readonly Elicitation[]) {
  const chat = fakeChat();
  const app = fakeApp(chat);
  app.servers.list.value = [fakeServerView()];
  app.servers.elicitations.value = asked;
  vi.spyOn(app.servers, 'answer').mockImplementation((...given) => {
    app.asks.push(['answer', ...given]);
    app.servers.elicitations.value = app.servers.elicitations.value.filter((one) => one.id !== given[0]);
  });
  const escaped = vi.fn<(event: KeyboardEvent) => void>();
  const host = mount(
    <>
      <textarea data-composer aria-label="Message" onKeyDown={escaped} />
      <Elicitations />
    </>,
    app,
  );
  return { app, chat, host, escaped };
}
const panel = () => page.getByRole('dialog', { name: 'orchard issues asks you mcp.example.com' });
/** The panel takes answers once it could be seen. */
const ready = async (): Promise<void> => {
  now += 500;
  await expect.element(page.getByRole('button', { name: 'Decline' })).toHaveAttribute('aria-disabled', 'false');
};

test('M7 a form names who asks, warns, checks what is entered beside its field, and sends it', async () => {
  const { app, host } = show(form({ message: '<b>Who</b>\n\u202Eare you?' }));
  await expect.element(panel()).toHaveFocus();
  await expect.element(page.getByText(/^<b>Who<\/b>\s⟨U\+202E⟩are you\?$/u)).toBeVisible();
  expect(host.querySelector('.message b')).toBeNull();
  await expect.element(page.getByText(/^Never give passwords/u)).toBeVisible();
  await ready();
  await userEvent.fill(page.getByRole('textbox', { name: 'Mail' }), 'nobody');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  expect(app.asks).toEqual([]);
  const name = page.getByRole('textbox', { name: 'Name (needed)' });
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription('This is needed.');
  await expect.element(page.getByText('This is no e-mail address.')).toBeVisible();
  await expect.element(page.getByText('Choose at least 1.')).toBeVisible();
  await userEvent.fill(name, 'Ada');
  await expect.element(page.getByText('This is needed.')).not.toBeInTheDocument();
  await userEvent.fill(page.getByRole('textbox', { name: 'Mail' }), 'ada@b.example');
  await userEvent.click(page.getByRole('checkbox', { name: 'blue' }));
  await userEvent.click(page.getByRole('checkbox', { name: 'red' }));
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Size' }), 'Small');
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  const content = { name: 'Ada', mail: 'ada@b.example', colours: ['red', 'blue'], size: 's', news: false };
  expect(app.asks).toEqual([['answer', 'e1', { is: 'accept', content }]]);
  await expect.element(panel()).not.toBeInTheDocument();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('M7 Decline declines; Escape cancels and reaches nothing behind; each counts once', async () => {
  const { app, escaped } = show(form(), form({ id: 'e9' }));
  await expect.element(page.getByText('1 of 2')).toBeVisible();
  await ready();
  await userEvent.click(page.getByRole('button', { name: 'Decline' }));
  expect(app.asks).toEqual([['answer', 'e1', { is: 'decline' }]]);
  // The next one stands at the same place, and takes no click that was meant for the first.
  page
    .getByRole('button', { name: 'Decline' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await userEvent.keyboard('{Escape}');
  expect(app.asks).toHaveLength(1);
  await ready();
  const behind = vi.fn<() => void>();
  document.addEventListener('keydown', behind);
  await userEvent.click(page.getByRole('textbox', { name: 'Mail' }));
  await userEvent.keyboard('{Escape}');
  document.removeEventListener('keydown', behind);
  expect(app.asks.at(-1)).toEqual(['answer', 'e9', { is: 'cancel' }]);
  expect(behind).not.toHaveBeenCalled();
  expect(escaped).not.toHaveBeenCalled();
});

test('M7 A3 it takes no focus from who is typing, and says itself to readers', async () => {
  const { app, chat } = show();
  await userEvent.click(page.getByRole('textbox', { name: 'Message' }));
  chat.draft.value = 'half a sent';
  app.servers.elicitations.value = [form()];
  await expect.element(panel()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  await expect
    .poll(() => document.querySelector('[aria-live=assertive]')?.textContent)
    .toMatch(/^The server orchard issues asks you for something\. .*Who are you\?$/u);
});

test('M7 a form that cannot be shown truly can only be declined or cancelled', async () => {
  const { app } = show(form({ schema: { type: 'object', properties: { a: { type: 'object' } } } }));
  await expect.element(page.getByText(/cannot be answered here/u)).toBeVisible();
  await ready();
  await userEvent.click(page.getByRole('button', { name: 'Send' }));
  expect(app.asks).toEqual([]);
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(app.asks).toEqual([['answer', 'e1', { is: 'cancel' }]]);
});

test('M7 a link shows where it leads, opens only at a click and without a way back, and counts as accepted', async () => {
  const { app, host } = show(link('https://bank.example@evil.example:8443/login?next=\u202E'));
  await expect.element(page.getByText('evil.example:8443', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Open it only if you know evil\.example/u)).toBeVisible();
  expect(host.querySelector('.address')?.textContent).toContain('https://bank.example@evil.example:8443/login');
  await ready();
  const open = page.getByRole('link', { name: 'Open evil.example:8443' });
  await expect.element(open).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(open).toHaveAttribute('target', '_blank');
  host.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(open);
  expect(app.asks).toEqual([['answer', 'e2', { is: 'accept', content: {} }]]);
});

test('M7 X4 what is no web address is not opened', async () => {
  for (const url of ['javascript:alert(1)', 'file:///etc/passwd', 'mailto:a@b.example', 'nonsense']) {
    const { host } = show(link(url));
    await expect.element(page.getByText(/This is no web address/u)).toBeVisible();
    expect(host.querySelector('a')).toBeNull();
    unmountAll();
  }
});
