import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { App } from './App.tsx';
import { fakeApp, fakeChat, fakeProject, fakeRecord } from './testing/fake.ts';
import { mount, unmountAll } from './testing/mount.tsx';

beforeEach(() => page.viewport(1_280, 800));
afterEach(unmountAll);

test('U6 a failed start says why and what to do', async () => {
  const app = fakeApp();
  app.boot.value = {
    at: 'failed',
    fault: { code: 'storage', message: 'The browser keeps no data in this window. Use an ordinary one.' },
  };
  mount(<App />, app);
  await expect.element(page.getByRole('alert')).toHaveTextContent('Use an ordinary one.');
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('U1 with no chat open the page says how to begin', async () => {
  const app = fakeApp(null);
  mount(<App />, app);
  await userEvent.click(page.getByRole('main').getByRole('button', { name: 'New chat' }));
  expect(app.asks).toEqual([['newChat']]);
});

test('U1 the theme of the settings is the page’s', async () => {
  const app = fakeApp();
  mount(<App />, app);
  const root = document.documentElement;
  app.setSettings({ theme: 'dark' });
  await expect.poll(() => root.dataset['theme']).toBe('dark');
  expect(getComputedStyle(root).colorScheme).toBe('dark');
  app.setSettings({ theme: 'system' });
  await expect.poll(() => root.dataset['theme']).toBeUndefined();
});

test('U2 the keys for new chat, next chat, composer, shortcuts and stop do what the sheet says', async () => {
  const chat = fakeChat({ id: 'c2' });
  const app = fakeApp(chat);
  app.chats.value = [fakeRecord({ id: 'c1' }), fakeRecord({ id: 'c2' }), fakeRecord({ id: 'c3' })];
  mount(<App />, app);
  await userEvent.keyboard('{Control>}{Shift>}O{/Shift}{/Control}{Alt>}{ArrowUp}{ArrowDown}{/Alt}');
  expect(app.asks).toEqual([['newChat'], ['openChat', 'c1'], ['openChat', 'c3']]);
  const field = page.getByRole('textbox', { name: 'Message', exact: true });
  await userEvent.click(page.getByRole('button', { name: 'Take the tour' }));
  await userEvent.keyboard('/');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('?');
  expect(chat.draft.value).toBe('?');
  chat.running.value = 'answer-1';
  await userEvent.keyboard('{Escape}');
  expect(chat.asks.at(-1)).toEqual(['stop']);
  chat.running.value = null;
  await userEvent.click(page.getByRole('button', { name: 'Take the tour' }));
  await userEvent.keyboard('?');
  await expect.element(page.getByRole('heading', { name: 'Shortcuts', level: 2 })).toBeVisible();
});

test('U2 Escape that closes a menu or dialog does not stop the answer behind it', async () => {
  const chat = fakeChat();
  chat.running.value = 'answer-1';
  mount(<App />, fakeApp(chat));
  await userEvent.click(page.getByRole('button', { name: 'Add a project' }));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(page.getByRole('button', { name: 'Add a project' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'New project in the browser…' }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(chat.asks).toEqual([]);
});

test('P1 projects show kind and state, reconnect by one click, and are removed after a question', async () => {
  const app = fakeApp();
  app.projects.value = [
    fakeProject({ id: 'a', name: 'orchard-api', kind: 'folder' }, 'reconnect'),
    fakeProject({ id: 'b', name: 'Notes', kind: 'browser' }),
  ];
  mount(<App />, app);
  await expect.element(page.getByRole('navigation').getByText('in browser')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Reconnect orchard-api' }).first());
  await userEvent.click(page.getByRole('button', { name: 'Actions for Notes' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Remove…' }));
  await expect.element(page.getByRole('dialog')).toHaveTextContent('will be deleted');
  await userEvent.click(page.getByRole('button', { name: 'Remove', exact: true }));
  expect(app.asks).toEqual([
    ['reconnect', 'a'],
    ['removeProject', 'b'],
  ]);
});

test('P2 without a folder picker the menu says so, and a project in the browser can be made', async () => {
  const app = { ...fakeApp(), canPickFolder: false };
  mount(<App />, app);
  await userEvent.click(page.getByRole('button', { name: 'Add a project' }));
  await expect.element(page.getByRole('menuitem', { name: 'Grant folder… not in this browser' })).toBeDisabled();
  await userEvent.click(page.getByRole('menuitem', { name: 'New project in the browser…' }));
  await userEvent.click(page.getByRole('button', { name: 'Create' }));
  await expect.element(page.getByRole('alert')).toHaveTextContent('Give the project a name.');
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Notes');
  await userEvent.upload(page.getByLabelText('Files', { exact: true }), new File(['hi'], 'a.txt'));
  await expect.element(page.getByText('1 file chosen')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Create' }));
  expect(app.asks).toEqual([['newBrowserProject', 'Notes', [{ path: 'a.txt', file: expect.any(File) }]]]);
});

test('P1 a folder dropped anywhere on the window is taken, dragged text is not', async () => {
  // With no chat open there is nothing that a file could be attached to.
  const app = fakeApp(null);
  mount(<App />, app);
  const drag = (type: string, transfer: DataTransfer): DragEvent => {
    const event = new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true });
    document.body.dispatchEvent(event);
    return event;
  };
  const files = new DataTransfer();
  files.items.add(new File(['a'], 'a.txt'));
  await expect.poll(() => drag('dragover', files).defaultPrevented).toBe(true);
  const words = new DataTransfer();
  words.setData('text/plain', 'x');
  expect(drag('dragover', words).defaultPrevented).toBe(false);
  await expect.element(page.getByText('Drop a folder')).toBeVisible();
  expect(drag('drop', files).defaultPrevented).toBe(true);
  await expect.element(page.getByText('Drop a folder')).not.toBeInTheDocument();
  expect(app.asks.map(([what]) => what)).toEqual(['dropFolder']);
});

test('A4 chats that run or wait are marked; a chat is renamed and removed from its menu', async () => {
  const app = fakeApp();
  app.chats.value = [fakeRecord({ id: 'c1', title: 'One' }), fakeRecord({ id: 'c2', title: 'Two' })];
  app.marks.value = new Map([
    ['c1', 'waiting'],
    ['c2', 'running'],
  ]);
  mount(<App />, app);
  await expect.element(page.getByRole('link', { name: 'One needs you' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Two answer is running' })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Actions for One' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Rename…' }));
  await userEvent.keyboard(' more{Enter}');
  await userEvent.click(page.getByRole('button', { name: 'Actions for Two' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Remove…' }));
  await userEvent.click(page.getByRole('button', { name: 'Remove', exact: true }));
  expect(app.asks).toEqual([
    ['renameChat', 'c1', 'One more'],
    ['removeChat', 'c2'],
  ]);
});

test('U1 on a narrow window the sidebar is a drawer that closes on a choice and gives the focus back', async () => {
  await page.viewport(390, 800);
  const app = fakeApp();
  app.chats.value = [fakeRecord({ id: 'c1', title: 'One' })];
  mount(<App />, app);
  const open = page.getByRole('button', { name: 'Open the sidebar' });
  await userEvent.click(open);
  await expect.element(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog', { name: 'Sidebar' })).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  await userEvent.click(open);
  await userEvent.click(page.getByRole('link', { name: 'One' }));
  await expect.element(page.getByRole('dialog', { name: 'Sidebar' })).not.toBeInTheDocument();
  expect(app.asks).toEqual([['openChat', 'c1']]);
});

test('U1 nothing is wider than a window of 360 px, on any screen', async () => {
  await page.viewport(360, 700);
  const app = fakeApp();
  mount(<App />, app);
  const wide = (): boolean => document.documentElement.scrollWidth > 360;
  await expect.element(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  expect(wide()).toBe(false);
  for (const name of ['models', 'tools', 'storage', 'appearance', 'shortcuts', 'about']) {
    app.route.value = { at: 'settings', page: name, chat: null };
    await expect.element(page.getByRole('link', { name, exact: false })).toHaveAttribute('aria-current', 'page');
    expect(wide()).toBe(false);
  }
});

test('U6 a failure that belongs to no chat is shown until it is dismissed', async () => {
  const app = fakeApp();
  app.faults.value = [{ id: 'f1', fault: { code: 'quota', message: 'The disk is full. Remove a project.' } }];
  mount(<App />, app);
  await expect.element(page.getByText('The disk is full. Remove a project.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Dismiss' }));
  expect(app.asks).toEqual([['dismiss', 'f1']]);
});
