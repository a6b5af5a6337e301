import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnswerPart, CallView, Conversation as Talk } from '../../../core/conversation.ts';
import type { Grounds } from '../../../core/gate.ts';
import { demoModel, fakeAnswer, fakeApp, fakeAsked, fakeChat, fakeText, type Open } from '../testing/fake.ts';
import type { ChatState } from '../../state/contract.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { Conversation } from './Conversation.tsx';

afterEach(unmountAll);

function talk(entries: Talk['entries']): { readonly chat: Open<ChatState>; readonly host: HTMLElement } {
  const chat = fakeChat({}, entries);
  const host = mount(
    <div style={{ display: 'flex', flexDirection: 'column', height: '400px' }}>
      <Conversation chat={chat} />
    </div>,
    fakeApp(chat),
  );
  return { chat, host };
}

const why: Grounds['why'] = { row: 'G10', rule: 'You approved it.', where: 'this card', until: 'this call' };

function changed(id: string): AnswerPart {
  const plan = {
    kind: 'edit',
    path: 'src/a.ts',
    to: null,
    entry: 'file',
    before: null,
    after: null,
    lines: null,
    action: 'Replace 1 passage',
  } as const;
  const view: CallView = {
    call: {
      id,
      chat: 'chat-1',
      answer: 'answer-1',
      model: demoModel,
      phase: 'solo',
      turn: 1,
      name: 'file_edit',
      args: { path: 'src/a.ts' },
      raw: '',
      parent: null,
      at: 'done',
      allowed: { call: id, why, by: 'person', plan },
      outcome: { ok: true, value: { text: 'done', summary: '1 replacement', kept: true } },
      ms: 4,
    },
    label: 'Edit file',
    tool: 'file_edit',
    plan,
    why,
    by: 'person',
    original: null,
    remembered: null,
    reverted: null,
    data: null,
    at: 0,
  };
  return { is: 'call', id, view, turn: 1, model: demoModel, phase: 'solo' };
}

test('U5 a message is edited in place and sent anew; Escape leaves it as it was', async () => {
  const { chat } = talk([fakeAsked(), fakeAnswer({ parts: [fakeText('Because.')] })]);
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  const field = page.getByRole('textbox', { name: 'Edit message' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard(' Really?{Escape}');
  await expect.element(page.getByText('Why does it give up?')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Edit' })).toHaveFocus();
  await userEvent.click(page.getByRole('button', { name: 'Edit' }));
  await userEvent.keyboard(' Really?{Enter}');
  expect(chat.asks).toEqual([['resend', 'asked-1', 'Why does it give up? Really?']]);
});

test('U5 versions of a message and of an answer can be walked, and the ends say so', async () => {
  const { chat } = talk([
    fakeAsked({ versions: { index: 1, leaves: ['answer-0', 'answer-1'] } }),
    fakeAnswer({ parts: [fakeText('Because.')] }),
  ]);
  await expect.element(page.getByText('2/2')).toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Version after' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(page.getByRole('button', { name: 'Version before' }));
  expect(chat.asks).toEqual([['choose', 'answer-0']]);
});

test('U6 a failed answer says why and can be tried again; an interrupted one can be regenerated', async () => {
  const fault = { code: 'busy', message: 'The provider is busy (429). Wait a minute and try again.' } as const;
  const { chat } = talk([fakeAsked(), fakeAnswer({ state: 'failed', fault })]);
  await expect.element(page.getByRole('alert')).toHaveTextContent(fault.message);
  await userEvent.click(page.getByRole('button', { name: 'Retry' }));
  chat.conversation.value = { entries: [fakeAsked(), fakeAnswer({ state: 'interrupted' })], leaf: 'answer-1' };
  await expect.element(page.getByText('was interrupted')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Regenerate' }).first());
  expect(chat.asks).toEqual([
    ['regenerate', 'answer-1'],
    ['regenerate', 'answer-1'],
  ]);
});

test('P9 all changes of an answer are named and reverted together, and the result is said', async () => {
  const { chat } = talk([fakeAsked(), fakeAnswer({ parts: [changed('call00001'), fakeText('Done.')], counted: 1 })]);
  await userEvent.click(page.getByRole('button', { name: 'Revert all changes' }));
  await expect.element(page.getByRole('dialog')).toHaveTextContent('src/a.ts');
  await userEvent.click(page.getByRole('button', { name: 'Revert 1 change' }));
  await expect.element(page.getByText('Put back 2 files.')).toBeVisible();
  expect(chat.asks).toEqual([['revertAll', 'answer-1']]);
});

test('U3 a stream is not read out word by word, its finished part is', async () => {
  const { chat } = talk([fakeAsked()]);
  const status = page.getByRole('status').last();
  const grow = (text: string, done: boolean, state: 'running' | 'done'): void => {
    chat.conversation.value = {
      entries: [fakeAsked(), fakeAnswer({ state, parts: [fakeText(text, { done })] })],
      leaf: 'answer-1',
    };
  };
  grow('It gives', false, 'running');
  await expect.element(page.getByText('It gives')).toBeVisible();
  await expect.element(status).toHaveTextContent(/^$/u);
  grow('It gives up after one try.', true, 'running');
  await expect.element(status).toHaveTextContent('It gives up after one try.');
  await expect.element(page.getByRole('log')).toHaveAttribute('aria-live', 'off');
});

test('U1 the end is followed while an answer grows, until the person scrolls up', async () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n\n');
  const { chat, host } = talk([fakeAsked()]);
  const grow = (count: number): void => {
    chat.conversation.value = {
      entries: [fakeAsked(), fakeAnswer({ state: 'running', parts: [fakeText(lines(count), { done: false })] })],
      leaf: 'answer-1',
    };
  };
  const log = (): HTMLElement => host.querySelector<HTMLElement>('[role=log]') ?? host;
  const fromEnd = (): number => Math.round(log().scrollHeight - log().clientHeight - log().scrollTop);
  grow(60);
  await expect.poll(() => log().scrollHeight).toBeGreaterThan(1_200);
  await expect.poll(fromEnd).toBeLessThan(4);
  log().scrollTop -= 300;
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
  const place = log().scrollTop;
  grow(80);
  await expect.element(page.getByText('line 79')).toBeInTheDocument();
  expect(Math.abs(log().scrollTop - place)).toBeLessThan(4);
  await userEvent.click(page.getByRole('button', { name: 'Jump to latest' }));
  await expect.poll(fromEnd).toBeLessThan(4);
});

test('U1 of a long chat only the newest entries are drawn at first, and older ones come on demand', async () => {
  const entries = Array.from({ length: 200 }, (_, at) => fakeAsked({ id: `asked-${at}`, text: `message ${at}` }));
  const { host } = talk(entries);
  expect(host.querySelectorAll('.asked')).toHaveLength(40);
  await userEvent.click(page.getByRole('button', { name: 'Show 40 earlier' }));
  await expect.poll(() => host.querySelectorAll('.asked').length).toBe(80);
  await expect.element(page.getByText('message 199')).toBeInTheDocument();
});

test('V4 a new chat with the demo model starts the tour by one click', async () => {
  const { chat } = talk([]);
  await userEvent.click(page.getByRole('button', { name: 'Take the tour' }));
  await userEvent.click(page.getByRole('button', { name: 'Search' }));
  expect(chat.asks).toEqual([
    ['send', 'Show me around.'],
    ['send', 'search'],
  ]);
});

test('V4 a double click starts the tour once', async () => {
  const { chat } = talk([]);
  await userEvent.dblClick(page.getByRole('button', { name: 'Take the tour' }));
  expect(chat.asks).toEqual([['send', 'Show me around.']]);
});

test('T1 a chat without a project says that file tools need one, and offers the ways', async () => {
  const chat = fakeChat({ project: null });
  const app = fakeApp(chat);
  mount(<Conversation chat={chat} />, app);
  await expect.element(page.getByText('offered no file tools')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Grant folder…' }));
  await userEvent.click(page.getByRole('button', { name: 'Sample project' }));
  expect(app.asks).toEqual([['grantFolder']]);
  expect(chat.asks).toEqual([['setProject', 'sample']]);
});
