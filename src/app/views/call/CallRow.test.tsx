import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CallView } from '../../../core/conversation.ts';
import type { Allow, Why } from '../../../core/gate.ts';
import type { JsonObject } from '../../../core/json.ts';
import { fail, ok } from '../../../core/outcome.ts';
import { patchOf } from '../../../workers/diff/patch.ts';
import { asksByDefault, doneView, fakePlan, fileView } from '../testing/calls.ts';
import { fakeApp, fakeChat } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { CallRow } from './CallRow.tsx';
import { statusOf, targetOf, timeWords } from './status.ts';

afterEach(unmountAll);

const result = ok({ text: 'line 1\nline 2', summary: '2 lines' });
const done = (over: Partial<CallView> = {}): CallView => doneView('file_read', { path: 'src/a.ts' }, result, over);

const fault = { code: 'interrupted', message: 'Sluice was closed while this was under way.' } as const;

function show(view: CallView) {
  const chat = fakeChat();
  const app = { ...fakeApp(chat), patch: async (request: Parameters<typeof patchOf>[0]) => patchOf(request, 60_000) };
  const host = mount(<CallRow view={view} chat={chat} />, app);
  return { chat, host, open: () => userEvent.click(page.getByRole('button', { expanded: false }).first()) };
}

test('I1 a line says in few words how its call stands', () => {
  const status = (view: CallView): string => statusOf(view, undefined).text;
  const write = { path: 'a' };
  expect(status(done())).toBe('4 ms · 2 lines');
  expect(status(doneView('file_read', write, fail('not-found', 'no')))).toBe('failed (4 ms)');
  expect(status(fileView('file_edit', write, { at: 'waiting' }))).toBe('waiting for you');
  expect(status(fileView('file_edit', write, { at: 'held', for: 'folder' }))).toBe('waiting for the folder');
  expect(status(fileView('file_edit', write, { at: 'rejected', by: 'person', why: asksByDefault }))).toBe('declined');
  expect(status(fileView('file_edit', write, { at: 'rejected', by: 'rule', why: asksByDefault }))).toBe('rejected');
  expect(status(fileView('file_edit', write, { at: 'stopped', ran: 'unknown' }))).toBe('stopped, may have run');
  expect(status(done({ reverted: 'Put back.' }))).toBe('4 ms · 2 lines · reverted');
  expect(status({ ...done(), call: { ...done().call, from: 'call-0000' } as CallView['call'] })).toBe(
    'cached · 2 lines',
  );
  expect([12, 1_240, 65_000].map(timeWords)).toEqual(['12 ms', '1.2 s', '1 min 5 s']);
});

test('I1 a line names what its call is about', () => {
  const target = (...[name, args]: [Parameters<typeof fileView>[0], JsonObject | null]): string =>
    targetOf(fileView(name, args, { at: 'proposed' }));
  expect(target('grep', { pattern: 'deliver(', path: 'src' })).toBe('deliver( in src/');
  expect(target('find_files', { pattern: '**/*.ts' })).toBe('**/*.ts');
  expect(target('list_directory', {})).toBe('./');
  expect(target('file_rename', { from: 'a', to: 'b' })).toBe('a → b');
  expect(target('file_read', null)).toBe('');
});

test('P11 the whole result stands in the details, and megabytes are drawn as they are scrolled to', async () => {
  const text = Array.from({ length: 40_000 }, (_, at) => `line ${at}`).join('\n');
  const { host, open } = show(doneView('file_read', { path: 'a' }, ok({ text, summary: '40,000 lines' })));
  await open();
  const box = page.getByRole('region', { name: 'Result of Read file' });
  await expect.element(box).toHaveTextContent('line 0');
  const drawn = (): string => [...host.querySelectorAll('.longtext pre')].map((piece) => piece.textContent).join('');
  expect(drawn().length).toBeLessThan(40_000);
  await expect
    .poll(() => {
      box.element().scrollTop = box.element().scrollHeight;
      return drawn().length;
    })
    .toBe(text.length);
  expect(drawn()).toBe(text);
});

test('P11 a pictured result is drawn, and a kind that could hold a script is not', async () => {
  const images = [
    {
      mime: 'image/png',
      base64: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    },
    { mime: 'image/svg+xml', base64: 'PHN2Zy8+' },
  ];
  const { host, open } = show(doneView('file_read', { path: 'a' }, ok({ text: 'x', summary: '', images })));
  await open();
  await expect.element(page.getByRole('img', { name: 'Image 1 from Read file' })).toBeVisible();
  expect(host.querySelectorAll('img')).toHaveLength(1);
  await expect.element(page.getByText(/An attachment of the kind image\/svg\+xml/u)).toBeVisible();
});

test('G13 the details say who decided and why', async () => {
  const why: Why = {
    row: 'G9',
    rule: 'You approved this for the session.',
    where: 'Settings → Tools',
    until: 'until this chat is switched',
  };
  const { open } = show(done({ by: 'rule', why }));
  await open();
  await expect.element(page.getByText('Run by a rule.')).toBeVisible();
  await expect.element(page.getByText(/You approved this for the session\. Set in: Settings → Tools\./u)).toBeVisible();
});

test('A6 the details set the person’s arguments beside the model’s own', async () => {
  const { host, open } = show(done({ original: { path: 'src/wrong.ts' } }));
  await open();
  await expect.element(page.getByText('The model’s own arguments')).toBeVisible();
  const parts = [...host.querySelectorAll('.arguments')].map((part) => part.textContent);
  expect(parts).toEqual(['path src/a.ts', 'path src/wrong.ts']);
});

test('A7 a declined call shows the reason that was given', async () => {
  const { open } = show(
    fileView('file_edit', { path: 'a' }, { at: 'rejected', by: 'person', why: asksByDefault, reason: 'Not this file' }),
  );
  await open();
  await expect.element(page.getByText('Declined by you.')).toBeVisible();
  await expect.element(page.getByText('Your reason: Not this file')).toBeVisible();
});

const changed = doneView(
  'file_edit',
  { path: 'src/a.ts' },
  ok({ text: 'Replaced 1.', summary: '1 replacement', kept: true }),
  { plan: fakePlan() },
);

test('D4 the same diff stays after the call, with Revert and what it did', async () => {
  const { chat, host, open } = show(changed);
  const side = (text: string) => ({ is: 'text', text, encoding: 'UTF-8', ending: 'lf', bom: false }) as const;
  vi.spyOn(chat, 'preview').mockResolvedValue(ok({ plan: fakePlan(), before: side('a\n'), after: side('b\n') }));
  await open();
  await userEvent.click(page.getByRole('button', { name: 'View diff' }));
  await expect.poll(() => host.querySelector('.d2h-ins')?.textContent).toBe('1+b');
  expect(chat.preview).toHaveBeenCalledWith('call-0001');
  await userEvent.click(page.getByRole('button', { name: 'Revert' }));
  await expect.element(page.getByText('Reverted: Put back src/a.ts.')).toBeVisible();
  expect(chat.asks.filter(([what]) => what === 'revert')).toEqual([['revert', 'call-0001']]);
});

test('D4 a revert that is refused says why and can be tried again', async () => {
  const { chat, open } = show(changed);
  vi.spyOn(chat, 'revert').mockResolvedValue(fail('changed', 'The file has changed since, so it was left as it is.'));
  await open();
  await userEvent.click(page.getByRole('button', { name: 'Revert' }));
  await expect.element(page.getByText('The file has changed since, so it was left as it is.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Revert' })).toBeEnabled();
});

test('D4 bytes that are no longer kept are said to be gone', async () => {
  const { open } = show(changed);
  await open();
  await userEvent.click(page.getByRole('button', { name: 'View diff' }));
  await expect.element(page.getByText(/no longer kept/u)).toBeVisible();
});

test('U4 a running call shows how far it is and can be stopped', async () => {
  const { chat } = show(fileView('grep', { pattern: 'x' }, { at: 'running', allowed: {} as Allow }));
  chat.progress.value = new Map([['call-0001', { doing: 'searching', done: 3, total: 10 }]]);
  await expect.element(page.getByRole('progressbar', { name: 'searching' })).toHaveAttribute('value', '3');
  await userEvent.click(page.getByRole('button', { name: 'Cancel' }));
  expect(chat.asks).toEqual([['cancel', 'call-0001']]);
});

test('X4 names, targets and results with HTML or invisible characters stay text', async () => {
  const { host, open } = show(
    doneView('file_read', { path: '<img src=x>\u202E' }, ok({ text: '<script>1</script>\u0000', summary: '<b>' })),
  );
  await open();
  await expect.element(page.getByText('<script>1</script>⟨U+0000⟩')).toBeVisible();
  expect(host.querySelector('img, script, .call b')).toBeNull();
  expect(host.querySelector('.target')?.textContent).toBe('<img src=x>⟨U+202E⟩');
});

test('P9 a change whose end is not known can be looked at and put back', async () => {
  const write = { path: 'src/a.ts', content: 'x' };
  for (const view of [
    doneView('file_write', write, fail('storage', 'It could not be verified.'), { plan: fakePlan() }),
    doneView('file_write', write, fail('timed-out', 'The browser did not finish.'), { plan: fakePlan() }),
    fileView('file_write', write, { at: 'stopped', ran: 'unknown', fault }, { plan: fakePlan() }),
  ]) {
    const { chat, open } = show(view);
    await open();
    await userEvent.click(page.getByRole('button', { name: 'Revert' }));
    expect(chat.asks).toContainEqual(['revert', view.call.id]);
    unmountAll();
  }
  const { open } = show(
    doneView('file_write', write, fail('no-change', 'It holds this already.'), { plan: fakePlan() }),
  );
  await open();
  await expect.element(page.getByText('It holds this already.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Revert' })).not.toBeInTheDocument();
});
