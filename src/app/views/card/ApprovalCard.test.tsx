import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fileTool } from '../../../core/builtin.ts';
import { grantFor } from '../../../core/grants.ts';
import type { JsonObject } from '../../../core/json.ts';
import { ok } from '../../../core/outcome.ts';
import type { Plan } from '../../../core/ports.ts';
import type { FileToolName, Tool } from '../../../core/tool.ts';
import type { Card, CardAnswer } from '../../state/contract.ts';
import { fakeCard, fakePlan } from '../testing/calls.ts';
import { fakeApp, fakeChat } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { ApprovalCard } from './ApprovalCard.tsx';
import { clock, lastKey } from './keys.ts';

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

const edit = (over: Partial<Card> = {}, plan: Plan | null = fakePlan()): Card =>
  fakeCard('file_edit', { path: 'src/a.ts', old_text: 'a', new_text: 'b' }, plan, over);
const read = (name: FileToolName, args: JsonObject): Card => fakeCard(name, args, null);

function show(...cards: readonly Card[]) {
  const chat = fakeChat();
  const app = fakeApp(chat);
  const list = signal<readonly Card[]>(cards);
  const Live = (): JSX.Element => (
    <>
      <textarea data-composer aria-label="Message" />
      {list.value.map((card) => (
        <ApprovalCard key={card.view.call.id} card={card} chat={chat} />
      ))}
    </>
  );
  const host = mount(<Live />, app);
  const answers = (): readonly CardAnswer[] =>
    chat.asks.filter(([what]) => what === 'answer').map((ask) => ask[2] as CardAnswer);
  return { chat, app, list, host, answers };
}
const card = (at = 0) => page.getByRole('group', { name: /^Approve/u }).nth(at);
const later = (ms = 500): void => {
  now += ms;
};

test('A1 a card has a title, says who asks, and shows path, scope and action', async () => {
  const { host } = show(edit());
  await expect.element(page.getByRole('heading', { name: 'Approve Edit file?' })).toBeVisible();
  await expect.element(page.getByText('Anthropic · Opus wants to run')).toBeVisible();
  const well = [...host.querySelectorAll('.well dt, .well dd')].map((one) => one.textContent);
  expect(well).toEqual([
    'Path',
    'src/a.ts',
    'Scope',
    'read/write, project Sample project',
    'Action',
    'Replace 1 passage (−1 +1 lines)',
  ]);
});

test('A1 a read asks "Approve read?", is read-only, and shows all it was asked with', async () => {
  const { host } = show(read('grep', { pattern: '<b>x</b>', path: 'src', ignore_case: true }));
  await expect.element(page.getByRole('heading', { name: 'Approve read?' })).toBeVisible();
  const well = host.querySelector('.well')?.textContent ?? '';
  expect(well).toContain('read-only, project Sample project');
  expect(well).toContain('<b>x</b>');
  expect(well).toContain('ignore_case');
  expect(host.querySelector('.well b')).toBeNull();
});

test('A1 an MCP call shows its server and its arguments as a tree', async () => {
  const tool: Tool = {
    ...fileTool('file_write'),
    key: 'mcp:s1:close',
    name: 'close',
    source: { from: 'mcp', server: 'orchard' },
  };
  const { host } = show({ ...edit({}, null), tool });
  await expect.element(page.getByText('No diff preview for MCP tool')).toBeVisible();
  expect(host.querySelector('.well')?.textContent).toContain('orchard');
  expect(host.querySelector('.arguments')?.textContent).toContain('old_text');
});

test('A1 invisible characters in a path are shown', async () => {
  show(read('file_read', { path: 'a\u202Eb.ts' }));
  await expect.element(page.getByText('a⟨U+202E⟩b.ts')).toBeVisible();
});

test('A2 Approve answers yes once, and with the box ticked to be remembered', async () => {
  const grant = grantFor(fileTool('file_edit'), ['src/a.ts'], 'sample', 'chat-1');
  const { answers, list } = show(edit({ offers: [{ is: 'once' }, { is: 'remember', grant }] }));
  await expect.element(page.getByText('Edit file anywhere under src/')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Approve' }));
  expect(answers()).toEqual([{ verdict: 'yes', offer: { is: 'once' } }]);
  list.value = [edit({ offers: [{ is: 'once' }, { is: 'remember', grant }] }, fakePlan('other'))];
  await userEvent.click(page.getByRole('checkbox', { name: /Remember for this session/u }));
  await userEvent.click(page.getByRole('button', { name: 'Approve' }));
  expect(answers()[1]).toEqual({ verdict: 'yes', offer: { is: 'remember', grant } });
});

test('A2 no remembering is shown where none is offered, and Deny answers no', async () => {
  const { answers } = show(edit({ offers: [{ is: 'once' }] }));
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(0);
  await userEvent.click(page.getByRole('button', { name: 'Deny', exact: true }));
  expect(answers()).toEqual([{ verdict: 'no', reason: '' }]);
});

test('A2 two quick clicks on Approve answer once', async () => {
  const { answers } = show(edit());
  await userEvent.dblClick(page.getByRole('button', { name: 'Approve' }));
  expect(answers()).toHaveLength(1);
});

test('S2 the first call of a server offers this call or every tool, the first preselected', async () => {
  const server = { is: 'server', server: 's1' } as const;
  const offers = [
    { ...server, choice: 'met' },
    { ...server, choice: 'all' },
  ] as const;
  const { answers } = show(edit({ offers }));
  await expect.element(page.getByRole('radio', { name: /^This call/u })).toBeChecked();
  await expect.element(page.getByText('Deny is for the whole server in this chat.')).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: /^Every tool of this server/u }));
  await userEvent.click(page.getByRole('button', { name: 'Approve' }));
  expect(answers()).toEqual([{ verdict: 'yes', offer: { ...server, choice: 'all' } }]);
});

test('A3 a card takes the focus on appearing; Return approves and Escape denies after 500 ms', async () => {
  const { answers } = show(edit());
  await expect.element(card()).toHaveFocus();
  later(499);
  await userEvent.keyboard('{Enter}{Escape}');
  expect(answers()).toEqual([]);
  later(1);
  await userEvent.keyboard('{Enter}');
  expect(answers()).toEqual([{ verdict: 'yes', offer: { is: 'once' } }]);
});

test('A3 Escape denies, and does not reach the page where it would stop the answer', async () => {
  const { answers } = show(edit());
  const escaped = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', escaped);
  later();
  await userEvent.keyboard('{Escape}');
  document.removeEventListener('keydown', escaped);
  expect(answers()).toEqual([{ verdict: 'no', reason: '' }]);
  expect(escaped).not.toHaveBeenCalled();
});

test('A3 a card leaves the focus with a person who is typing, and its keys do nothing there', async () => {
  const { list, chat, answers } = show();
  await userEvent.click(page.getByRole('textbox', { name: 'Message' }));
  chat.draft.value = 'half a thought';
  list.value = [edit()];
  await expect.element(card()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  later();
  await userEvent.keyboard('{Enter}{Escape}');
  expect(answers()).toEqual([]);
});

test('A3 a key within the last two seconds keeps a card from taking the focus', async () => {
  const { list } = show();
  await userEvent.click(page.getByRole('textbox', { name: 'Message' }));
  await userEvent.keyboard('{Enter}');
  expect(lastKey.at).toBe(now);
  later(1_999);
  list.value = [edit()];
  await expect.element(card()).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('A3 a card for delete never takes the focus', async () => {
  show(fakeCard('file_delete', { path: 'a.ts' }, { ...fakePlan(), kind: 'delete' }));
  await expect.element(card()).toBeVisible();
  await expect.element(card()).not.toHaveFocus();
});

test('A3 a second card does not take the focus from the first, and each is answered by its own id', async () => {
  const { list, chat } = show(edit());
  await expect.element(card()).toHaveFocus();
  const second = fakeCard('file_write', { path: 'b.ts', content: '' }, fakePlan('b'), { id: 'call-0002' });
  list.value = [...list.value, second];
  await expect.element(card(1)).toBeVisible();
  await expect.element(card()).toHaveFocus();
  later();
  await userEvent.click(card(1).getByRole('button', { name: 'Approve' }));
  await userEvent.click(card(0).getByRole('button', { name: 'Deny', exact: true }));
  expect(chat.asks.filter(([what]) => what === 'answer').map((ask) => ask[1])).toEqual(['call-0002', 'call-0001']);
});

test('A3 when the preview changes under a focused card, its keys sleep for 500 ms again', async () => {
  const { list, answers } = show(edit());
  later();
  list.value = [edit({}, fakePlan('changed on disk'))];
  await expect.element(card()).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(answers()).toEqual([]);
  later();
  await userEvent.keyboard('{Enter}');
  expect(answers()).toHaveLength(1);
});

test('U3 when a focused card is gone, the focus goes on to the composer', async () => {
  const { list } = show(edit());
  await expect.element(card()).toHaveFocus();
  list.value = [];
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('U3 a card is read out when it appears', async () => {
  show(edit());
  await expect
    .poll(() => document.querySelector('[aria-live=assertive][role=status]')?.textContent)
    .toBe('A tool call of Anthropic · Opus waits for your answer: Edit file. Control J goes to its card.');
});

test('A6 Edit… shows the arguments as a form and answers with the edited ones', async () => {
  const { answers } = show(edit());
  await userEvent.click(page.getByRole('button', { name: 'Edit…' }));
  expect(page.getByRole('button', { name: 'Approve' }).elements()).toHaveLength(0);
  await userEvent.fill(page.getByRole('textbox', { name: /^path/u }), 'src/b.ts');
  later();
  await userEvent.click(page.getByRole('button', { name: 'Use these arguments' }));
  expect(answers()).toEqual([{ verdict: 'edit', args: { path: 'src/b.ts', old_text: 'a', new_text: 'b' } }]);
  await expect.element(card()).toHaveFocus();
});

test('A6 Escape in the form leaves the form and denies nothing; an edited call says so', async () => {
  const original = { path: 'a', old_text: 'a', new_text: 'b' };
  const base = edit();
  const { answers } = show({ ...base, view: { ...base.view, original } });
  await expect.element(page.getByText('You changed the arguments. The model will be told.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Edit…' }));
  later();
  await userEvent.click(page.getByRole('textbox', { name: /^path/u }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(answers()).toEqual([]);
});

test('A7 Deny with reason… sends the reason with the no', async () => {
  const { answers } = show(edit());
  await userEvent.click(page.getByRole('button', { name: 'Deny with reason…' }));
  later();
  await userEvent.keyboard('Keep the old name{Enter}');
  expect(answers()).toEqual([{ verdict: 'no', reason: 'Keep the old name' }]);
});

test('G13 why? says which rule, set where, lasting until when', async () => {
  show(edit());
  await userEvent.click(page.getByRole('button', { name: 'why?' }));
  await expect
    .element(page.getByText('Edit file asks by default. Set in: Settings → Tools. Lasts: until you change it.'))
    .toBeVisible();
});

test('D1 View diff opens the change, and a rename has From: and To:', async () => {
  const plan: Plan = { ...fakePlan(), kind: 'rename', path: 'a.ts', to: 'b.ts' };
  const { chat } = show(fakeCard('file_rename', { from: 'a.ts', to: 'b.ts' }, plan));
  vi.spyOn(chat, 'preview').mockResolvedValue(ok({ plan, before: null, after: null }));
  await userEvent.click(page.getByRole('button', { name: 'View diff' }));
  await expect.element(page.getByText('From:')).toBeVisible();
  await expect.element(page.getByText('To:')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Hide diff' }));
  await expect.element(page.getByText('From:')).not.toBeInTheDocument();
});

test('D2 a read says that no preview is required', async () => {
  show(read('file_read', { path: 'a.ts' }));
  await expect.element(page.getByText('Read-only preview not required')).toBeVisible();
  expect(page.getByRole('button', { name: 'View diff' }).elements()).toHaveLength(0);
});
