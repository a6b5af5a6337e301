import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fileTool } from '../../../core/builtin.ts';
import { grantFor } from '../../../core/grants.ts';
import type { JsonObject } from '../../../core/json.ts';
import { ok } from '../../../core/outcome.ts';
import type { Plan } from '../../../core/ports.ts';
import type { FileToolName } from '../../../core/tool.ts';
import type { Card } from '../../state/contract.ts';
import { fakeCard, fakePlan } from '../testing/calls.ts';
import { cardAt, cardTime, editCard, showCards } from '../testing/cards.tsx';

const later = cardTime();

const read = (name: FileToolName, args: JsonObject): Card => fakeCard(name, args, null);

test('A1 a card has a title, says who asks, and shows path, scope and action', async () => {
  const { host } = showCards(editCard());
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
  const { host } = showCards(read('grep', { pattern: '<b>x</b>', path: 'src', ignore_case: true }));
  await expect.element(page.getByRole('heading', { name: 'Approve read?' })).toBeVisible();
  const well = host.querySelector('.well')?.textContent ?? '';
  expect(well).toContain('read-only, project Sample project');
  expect(well).toContain('<b>x</b>');
  expect(well).toContain('ignore_case');
  expect(host.querySelector('.well b')).toBeNull();
});

test('A1 invisible characters in a path are shown', async () => {
  showCards(read('file_read', { path: 'a\u202Eb.ts' }));
  await expect.element(page.getByText('a⟨U+202E⟩b.ts')).toBeVisible();
});

test('A2 Approve answers yes once, and with the box ticked to be remembered', async () => {
  const grant = grantFor(fileTool('file_edit'), ['src/a.ts'], 'sample', 'chat-1');
  const { answers, list } = showCards(editCard({ offers: [{ is: 'once' }, { is: 'remember', grant }] }));
  await expect.element(page.getByText('Edit file anywhere under src/')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Approve' }));
  expect(answers()).toEqual([{ verdict: 'yes', offer: { is: 'once' } }]);
  const other = { ...fakePlan('other'), action: 'Replace 2 passages' };
  list.value = [editCard({ offers: [{ is: 'once' }, { is: 'remember', grant }] }, other)];
  await expect.element(page.getByText('Replace 2 passages')).toBeVisible();
  later();
  await userEvent.click(page.getByRole('checkbox', { name: /Remember for this session/u }));
  await userEvent.click(page.getByRole('button', { name: 'Approve' }));
  expect(answers()[1]).toEqual({ verdict: 'yes', offer: { is: 'remember', grant } });
});

test('A2 no remembering is shown where none is offered, and Deny answers no', async () => {
  const { answers } = showCards(editCard({ offers: [{ is: 'once' }] }));
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(page.getByRole('checkbox').elements()).toHaveLength(0);
  await userEvent.click(page.getByRole('button', { name: 'Deny', exact: true }));
  expect(answers()).toEqual([{ verdict: 'no', reason: '' }]);
});

test('A2 two quick clicks on Approve answer once', async () => {
  const { answers } = showCards(editCard());
  await userEvent.dblClick(page.getByRole('button', { name: 'Approve' }));
  expect(answers()).toHaveLength(1);
});

test('S2 the first call of a server offers this call or every tool, the first preselected', async () => {
  const server = { is: 'server', server: 's1' } as const;
  const offers = [
    { ...server, choice: 'met' },
    { ...server, choice: 'all' },
  ] as const;
  const { answers } = showCards(editCard({ offers }));
  await expect.element(page.getByRole('radio', { name: /^This call/u })).toBeChecked();
  await expect.element(page.getByText('Deny is for the whole server in this chat.')).toBeVisible();
  await userEvent.click(page.getByRole('radio', { name: /^Every tool of this server/u }));
  await userEvent.click(page.getByRole('button', { name: 'Approve' }));
  expect(answers()).toEqual([{ verdict: 'yes', offer: { ...server, choice: 'all' } }]);
});

test('A6 Edit… shows the arguments as a form and answers with the edited ones', async () => {
  const { answers } = showCards(editCard());
  await userEvent.click(page.getByRole('button', { name: 'Edit…' }));
  expect(page.getByRole('button', { name: 'Approve' }).elements()).toHaveLength(0);
  await userEvent.fill(page.getByRole('textbox', { name: /^path/u }), 'src/b.ts');
  later();
  await userEvent.click(page.getByRole('button', { name: 'Use these arguments' }));
  expect(answers()).toEqual([{ verdict: 'edit', args: { path: 'src/b.ts', old_text: 'a', new_text: 'b' } }]);
  await expect.element(cardAt()).toHaveFocus();
});

test('A6 Escape in the form leaves the form and denies nothing; an edited call says so', async () => {
  const original = { path: 'a', old_text: 'a', new_text: 'b' };
  const base = editCard();
  const { answers } = showCards({ ...base, view: { ...base.view, original } });
  await expect.element(page.getByText('You changed the arguments. The model will be told.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Edit…' }));
  later();
  await userEvent.click(page.getByRole('textbox', { name: /^path/u }));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(answers()).toEqual([]);
});

test('A7 Deny with reason… sends the reason with the no', async () => {
  const { answers } = showCards(editCard());
  await userEvent.click(page.getByRole('button', { name: 'Deny with reason…' }));
  later();
  await userEvent.keyboard('Keep the old name{Enter}');
  expect(answers()).toEqual([{ verdict: 'no', reason: 'Keep the old name' }]);
});

test('G13 why? says which rule, set where, lasting until when', async () => {
  showCards(editCard());
  await userEvent.click(page.getByRole('button', { name: 'why?' }));
  await expect
    .element(page.getByText('Edit file asks by default. Set in: Settings → Tools. Lasts: until you change it.'))
    .toBeVisible();
});

test('G13 a card that asks for more than the tool’s setting says why at once', async () => {
  const why = {
    row: 'G5',
    rule: '".env" may hold secrets.',
    where: 'the list of secrets',
    until: 'each call',
  } as const;
  showCards(fakeCard('file_read', { path: '.env' }, null, { why }));
  await expect.element(page.getByText('".env" may hold secrets.')).toBeVisible();
});

test('D1 View diff opens the change, and a rename has From: and To:', async () => {
  const plan: Plan = { ...fakePlan(), kind: 'rename', path: 'a.ts', to: 'b.ts' };
  const { chat } = showCards(fakeCard('file_rename', { from: 'a.ts', to: 'b.ts' }, plan));
  vi.spyOn(chat, 'preview').mockResolvedValue(ok({ plan, before: null, after: null }));
  await userEvent.click(page.getByRole('button', { name: 'View diff' }));
  await expect.element(page.getByText('From:')).toBeVisible();
  await expect.element(page.getByText('To:')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Hide diff' }));
  await expect.element(page.getByText('From:')).not.toBeInTheDocument();
});

test('D2 a read says that no preview is required', async () => {
  showCards(read('file_read', { path: 'a.ts' }));
  await expect.element(page.getByText('Read-only preview not required')).toBeVisible();
  expect(page.getByRole('button', { name: 'View diff' }).elements()).toHaveLength(0);
});

test('A3 the second click of a double click answers no other card that took the place of the first', async () => {
  const first = editCard();
  const second = fakeCard('file_read', { path: 'b.txt' }, null, { id: 'call-0002' });
  const { list, answers } = showCards(first, second);
  await expect.element(cardAt(1)).toBeVisible();
  list.value = [second];
  await expect.element(cardAt(0).getByText('b.txt')).toBeVisible();
  const [deny, approve] = cardAt(0).element().querySelectorAll('.answers button');
  for (const button of [deny, approve]) button?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
  expect(answers()).toEqual([]);
  approve?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
  expect(answers()).toEqual([{ verdict: 'yes', offer: { is: 'once' } }]);
});

test('A6 P8 while a call is planned and decided again its card stays, and takes no answer', async () => {
  const { list, answers } = showCards(editCard({ ready: false }));
  await expect.element(page.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'true');
  later();
  await userEvent.keyboard('{Enter}');
  expect(answers()).toEqual([]);
  list.value = [editCard()];
  await expect.element(page.getByRole('button', { name: 'Approve' })).toHaveAttribute('aria-disabled', 'false');
  later();
  await userEvent.keyboard('{Enter}');
  expect(answers()).toHaveLength(1);
});

test('A5 a card that several models wait for says that the answer, and an edit, counts for all of them', async () => {
  showCards(editCard({ sharers: ['Anthropic · Sonnet', 'Ollama · Qwen 3'] }));
  const words = page.getByText(
    'Approving here applies to all 3 peers: Anthropic · Opus, Anthropic · Sonnet, Ollama · Qwen 3.',
  );
  await expect.element(words).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Edit…' }));
  await expect.element(page.getByText('with your arguments for all of them')).toBeVisible();
});
