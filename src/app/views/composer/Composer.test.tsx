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

test('F1 models are also asked beside the primary, by keys alone, and stay where the list is narrowed', async () => {
  const chat = fakeChat();
  const app = fakeApp(chat);
  const made = (model: string) => ({
    ref: { provider: 'demo', model, name: `Demo · ${model}` },
    provider: app.providers.value[0]!,
  });
  const [careful, quick] = [made('Careful'), made('Quick')];
  app.models.value = [...app.models.value, careful, quick];
  mount(<Composer chat={chat} />, app);
  await userEvent.click(page.getByRole('button', { name: 'Model: Demo model (scripted)' }));
  await userEvent.click(page.getByText('Also ask', { exact: true }));
  // The primary is asked anyway, and not offered.
  await expect.element(page.getByRole('option', { name: /Demo model/u })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole('combobox', { name: 'Filter' }));
  await userEvent.keyboard('quick{Enter}');
  expect(chat.asks).toEqual([['setPeers', [quick.ref]]]);
  chat.record.value = { ...chat.record.value, peers: [quick.ref] };
  await expect.element(page.getByRole('option', { name: /Quick/u })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  expect(chat.asks.at(-1)).toEqual(['setPeers', []]);
  await userEvent.keyboard('{Escape}');
  await expect
    .element(page.getByRole('button', { name: 'Model: Demo model (scripted), also asked: Demo · Quick' }))
    .toHaveTextContent('Demo model (scripted) + 1');
});

test('F1 a peer that was removed from the settings is marked, and can be taken out', async () => {
  const gone = { provider: 'p9', model: 'gone', name: 'Old · Gone' };
  const chat = fakeChat({ peers: [gone] });
  mount(<Composer chat={chat} />, fakeApp(chat));
  await userEvent.click(page.getByRole('button', { name: /also asked: Old · Gone \(removed\)/u }));
  await userEvent.click(page.getByText('Also ask', { exact: true }));
  await userEvent.click(page.getByRole('option', { name: /Old · Gone \(removed\)/u }));
  expect(chat.asks).toEqual([['setPeers', []]]);
});

test('V6 a chip says whether AGENTS.md is given, whose text it is, and withholds it from this chat', async () => {
  const chat = fakeChat();
  mount(<Composer chat={chat} />, fakeApp(chat));
  await expect.element(page.getByRole('button', { name: 'AGENTS.md' })).not.toBeInTheDocument();
  chat.given.value = { agents: 'on', instructions: 'off' };
  const agents = page.getByRole('button', { name: 'AGENTS.md' });
  await expect.element(agents).toHaveAttribute('title', expect.stringContaining('the project’s text, not yours'));
  await userEvent.click(agents);
  await userEvent.click(page.getByRole('button', { name: 'Instructions off' }));
  expect(chat.asks).toEqual([
    ['setGiven', 'agents', false],
    ['setGiven', 'instructions', true],
  ]);
});

test('B5 the meter shows calls, tokens and cost while an answer runs, and says what is an estimate', async () => {
  const chat = fakeChat();
  const host = mount(<Composer chat={chat} />, fakeApp(chat));
  expect(host.querySelector('.meter')).toBeNull();
  const budget = { soft: 75, ceiling: 250 };
  chat.meter.value = { calls: 12, budget, input: 8_000, output: 400, estimated: true, cost: 0.312, partial: true };
  await expect.element(page.getByText('12 of 75 calls · ~8.4k tokens · at least $0.31')).toBeVisible();
  chat.meter.value = { calls: 80, budget, input: 8_000, output: 400, estimated: false, cost: 0.001, partial: false };
  await expect.element(page.getByText('80 of 250 calls · 8.4k tokens · under $0.01')).toBeVisible();
  chat.meter.value = { calls: 1, budget, input: 0, output: 0, estimated: true, cost: null, partial: false };
  await expect.poll(() => host.querySelector('.meter')?.textContent).toBe('This answer so far: 1 of 75 calls');
});

test('V2 an image that is pasted is attached and not written; text is written', async () => {
  const chat = fakeChat();
  mount(<Composer chat={chat} />, fakeApp(chat));
  const paste = (data: DataTransfer): boolean =>
    document
      .querySelector('textarea')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  const picture = new DataTransfer();
  const file = new File([new Uint8Array([137, 80, 78, 71])], 'shot.png', { type: 'image/png' });
  picture.items.add(file);
  expect(paste(picture)).toBe(false);
  expect(chat.asks).toEqual([['attach', [file]]]);
  const text = new DataTransfer();
  text.setData('text/plain', 'words');
  expect(paste(text)).toBe(true);
  expect(chat.asks.length).toBe(1);
});
