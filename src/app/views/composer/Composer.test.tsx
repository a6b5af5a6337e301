import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApp, fakeChat, fakeProject } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { Composer } from './Composer.tsx';

afterEach(unmountAll);

const field = page.getByRole('textbox', { name: 'Message', exact: true });

test('U2 Enter sends and Shift+Enter makes a line', async () => {
  const chat = fakeChat();
  mount(<Composer chat={chat} />, fakeApp(chat));
  await userEvent.click(field);
  await userEvent.keyboard('one{Shift>}{Enter}{/Shift}two');
  expect(chat.draft.value).toBe('one\ntwo');
  expect(chat.asks).toEqual([]);
  await userEvent.keyboard('{Enter}');
  expect(chat.asks).toEqual([['send', 'one\ntwo']]);
  await expect.element(field).toHaveValue('');
  await expect.element(field).toHaveFocus();
});

test('U2 blank text is not sent, and the button says why', async () => {
  const chat = fakeChat();
  mount(<Composer chat={chat} />, fakeApp(chat));
  await userEvent.click(field);
  await userEvent.keyboard('  {Enter}');
  expect(chat.asks).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Send' })).toHaveAttribute('title', 'Write a message first');
});

test('V1 without a model nothing is sent, and the button says why', async () => {
  const chat = fakeChat({ model: null });
  mount(<Composer chat={chat} />, fakeApp(chat));
  await userEvent.click(field);
  await userEvent.keyboard('hello{Enter}');
  expect(chat.asks).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Send' })).toHaveAttribute('title', 'Choose a model first');
});

test('V8 a message sent while an answer runs is queued, can be changed and taken back', async () => {
  const chat = fakeChat();
  chat.running.value = 'answer-1';
  chat.queue.value = [
    { id: 'q1', text: 'first', attached: [] },
    { id: 'q2', text: 'second', attached: [] },
  ];
  mount(<Composer chat={chat} />, fakeApp(chat));
  await userEvent.click(field);
  await userEvent.keyboard('third');
  await userEvent.click(page.getByRole('button', { name: 'Queue', exact: true }));
  await userEvent.click(page.getByRole('button', { name: 'Edit queued message' }).first());
  await userEvent.keyboard(' more{Enter}');
  await expect.element(field).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Remove queued message' }).last());
  expect(chat.asks).toEqual([
    ['send', 'third'],
    ['editQueued', 'q1', 'first more'],
    ['dropQueued', 'q2'],
  ]);
  await expect.element(field).toHaveFocus();
});

test('U2 Stop is offered while an answer runs, and only then', async () => {
  const chat = fakeChat();
  mount(<Composer chat={chat} />, fakeApp(chat));
  await expect.element(page.getByRole('button', { name: 'Stop' })).not.toBeInTheDocument();
  chat.running.value = 'answer-1';
  await userEvent.click(page.getByRole('button', { name: 'Stop' }));
  expect(chat.asks).toEqual([['stop']]);
});

test('V4 a slash as the first character opens the tool console, a slash in a text does not', async () => {
  const chat = fakeChat();
  mount(<Composer chat={chat} />, fakeApp(chat));
  await userEvent.click(field);
  await userEvent.keyboard('a/b');
  await expect.element(field).toHaveValue('a/b');
  chat.draft.value = '';
  await expect.element(field).toHaveValue('');
  await userEvent.keyboard('/');
  await expect.element(field).not.toBeInTheDocument();
  expect(chat.draft.value).toBe('');
});

test('U1 the draft belongs to the chat: another composer of it shows it again', async () => {
  const chat = fakeChat();
  chat.draft.value = 'half a thought';
  mount(<Composer chat={chat} />, fakeApp(chat));
  await expect.element(field).toHaveValue('half a thought');
});

test('U1 project and model are picked from the composer', async () => {
  const chat = fakeChat();
  const app = fakeApp(chat);
  app.projects.value = [fakeProject(), fakeProject({ id: 'p2', name: 'orchard-api', kind: 'folder' })];
  const other = { provider: 'demo', model: 'other', name: 'Demo · other' };
  app.models.value = [...app.models.value, { ref: other, provider: app.providers.value[0]! }];
  mount(<Composer chat={chat} />, app);
  await userEvent.click(page.getByRole('button', { name: 'Project: Sample project' }));
  await userEvent.click(page.getByRole('menuitemradio', { name: 'orchard-api' }));
  await userEvent.click(page.getByRole('button', { name: 'Model: Demo model (scripted)' }));
  await expect.element(page.getByRole('combobox', { name: 'Filter' })).toHaveFocus();
  await userEvent.keyboard('oth{Enter}');
  expect(chat.asks).toEqual([
    ['setProject', 'p2'],
    ['setModel', other],
  ]);
  await expect.element(page.getByRole('button', { name: 'Model: Demo model (scripted)' })).toHaveFocus();
});

test('P1 a folder that must be reconnected takes one click, and a lost one is named', async () => {
  const chat = fakeChat();
  const app = fakeApp(chat);
  app.projects.value = [fakeProject({ name: 'notes', kind: 'folder' }, 'reconnect')];
  mount(<Composer chat={chat} />, app);
  await userEvent.click(page.getByRole('button', { name: 'Reconnect notes' }));
  expect(app.asks).toEqual([['reconnect', 'sample']]);
  app.projects.value = [fakeProject({ name: 'notes', kind: 'folder' }, 'missing')];
  await expect.element(page.getByText('cannot be found any more')).toBeVisible();
});
