import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fileTools } from '../../../core/builtin.ts';
import type { CallView } from '../../../core/conversation.ts';
import { fail, ok } from '../../../core/outcome.ts';
import { doneView, fileView } from '../testing/calls.ts';
import { fakeAnswer, fakeApp, fakeChat, demoModel } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeServerView, fakeTool } from '../testing/servers.ts';
import { matching } from './filter.ts';
import { ToolConsole } from './ToolConsole.tsx';

afterEach(unmountAll);

function show(project: string | null = 'sample') {
  const chat = fakeChat({ project });
  const app = fakeApp(chat);
  const onClose = vi.fn<() => void>();
  mount(<ToolConsole chat={chat} onClose={onClose} />, app);
  /** What the log would show of the call that was run. */
  const happens = (view: CallView): void => {
    const part = { is: 'call', id: view.call.id, view, turn: 0, model: demoModel, phase: 'console' } as const;
    chat.conversation.value = { entries: [fakeAnswer({ to: null, parts: [part] })], leaf: null };
  };
  return { chat, app, onClose, happens };
}
const find = () => page.getByRole('combobox', { name: 'Find a tool' });

test('V4 every tool is listed, typing filters, arrows and Return choose', async () => {
  show();
  await expect.element(find()).toHaveFocus();
  expect(page.getByRole('option').elements()).toHaveLength(fileTools.length);
  await userEvent.keyboard('file');
  await expect.element(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Write file' })).toBeVisible();
});

test('V4 a tool is found by its label, its name and its description, the best first', () => {
  const rows = fileTools.map((tool) => ({
    tool,
    setting: 'ask' as const,
    own: false,
    note: null,
    server: null,
    changed: false,
  }));
  const names = (typed: string): readonly string[] => matching(rows, typed).map(({ tool }) => tool.name);
  expect(names('grep')[0]).toBe('grep');
  expect(names('/re')[0]).toBe('file_read');
  expect(names('list dir')).toEqual(['list_directory']);
  expect(names('')).toHaveLength(fileTools.length);
  expect(names('zzz')).toEqual([]);
});

test('V4 a form is filled in and run as the person, and what is wrong is said first', async () => {
  const { chat } = show();
  await userEvent.keyboard('read{Enter}');
  await expect.element(page.getByRole('textbox', { name: /^path/u })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('This is needed.')).toBeVisible();
  await userEvent.keyboard('src/a.ts');
  await userEvent.fill(page.getByRole('textbox', { name: 'start_line' }), '0');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('The least is 1.')).toBeVisible();
  expect(chat.asks).toEqual([]);
  await userEvent.fill(page.getByRole('textbox', { name: 'start_line' }), '3');
  await userEvent.click(page.getByRole('button', { name: 'Run' }));
  expect(chat.asks).toMatchObject([['runTool', { name: 'file_read' }, { path: 'src/a.ts', start_line: 3 }]]);
});

test('V4 the result stands in the console, and goes into the message only when added', async () => {
  const { chat, onClose, happens } = show();
  await userEvent.keyboard('directory{Enter}');
  await userEvent.click(page.getByRole('button', { name: 'Run' }));
  happens(doneView('list_directory', {}, ok({ text: 'src/\nREADME.md', summary: '2 entries' })));
  await expect.element(page.getByText('4 ms · 2 entries')).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Result of List directory' })).toHaveTextContent('README.md');
  expect(chat.asks.map(([what]) => what)).toEqual(['runTool']);
  await userEvent.click(page.getByRole('button', { name: 'Add to message' }));
  expect(chat.asks.at(-1)).toEqual(['addToMessage', 'call-0001']);
  expect(onClose).toHaveBeenCalledOnce();
});

test('V4 a failed run says why, and can be changed and run again with the same entries', async () => {
  const { happens } = show();
  await userEvent.keyboard('read{Enter}');
  await userEvent.keyboard('nope.ts{Enter}');
  happens(
    doneView('file_read', { path: 'nope.ts' }, fail('not-found', 'There is no file “nope.ts”. List the folder first.')),
  );
  await expect.element(page.getByText('There is no file “nope.ts”. List the folder first.')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Change and run again' }));
  await expect.element(page.getByRole('textbox', { name: /^path/u })).toHaveValue('nope.ts');
});

test('V4 a rejected run says which rule rejected it', async () => {
  const { happens } = show();
  await userEvent.keyboard('read{Enter}');
  await userEvent.keyboard('/etc/passwd{Enter}');
  const why = { row: 'G2', rule: 'The path is absolute.', where: 'the project', until: 'always' } as const;
  happens(fileView('file_read', { path: '/etc/passwd' }, { at: 'rejected', by: 'rule', why }));
  await expect.element(page.getByText('The path is absolute.')).toBeVisible();
});

test('V4 a run that asks shows that its card waits', async () => {
  const { happens } = show();
  await userEvent.keyboard('delete{Enter}');
  await userEvent.keyboard('a.ts{Enter}');
  happens(fileView('file_delete', { path: 'a.ts' }, { at: 'waiting' }));
  await expect.element(page.getByRole('button', { name: 'Go to its card' })).toBeVisible();
});

test('V4 file tools need a project, and a denied tool cannot be run', async () => {
  const { app } = show(null);
  await userEvent.keyboard('read{Enter}');
  await expect.element(find()).toBeVisible();
  await expect.element(page.getByText('needs a project').first()).toBeVisible();
  const [first] = app.tools.value;
  expect(first?.tool.name).toBe('file_read');
});

test('V4 Escape leaves the form, then the console, and never reaches the answer behind it', async () => {
  const { onClose } = show();
  const escaped = vi.fn<(event: KeyboardEvent) => void>();
  document.addEventListener('keydown', escaped);
  await userEvent.keyboard('read{Enter}');
  escaped.mockClear();
  await userEvent.keyboard('{Escape}');
  await expect.element(find()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  document.removeEventListener('keydown', escaped);
  expect(onClose).toHaveBeenCalledOnce();
  expect(escaped).not.toHaveBeenCalled();
});

test('V4 S2 a server’s tool says in the list what its server’s policy makes of it, and whose it is in its form', async () => {
  const { app } = show(null);
  const tool = fakeTool('read_notes', { label: 'Read file', effect: 'read', readOnlyHint: true });
  const row = { tool, setting: 'always', own: false, note: null, server: 'orchard issues', changed: false } as const;
  app.servers.list.value = [fakeServerView({ policy: 'once' })];
  app.tools.value = [...app.tools.value, row];
  await userEvent.fill(find(), 'read_notes');
  await expect.element(page.getByRole('option')).toHaveTextContent(/orchard issues ?asks first$/u);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Read file orchard issues' })).toBeVisible();
});

test('U1 in a narrow window a long label and its server’s name stand on lines of their own, none squeezed', async () => {
  await page.viewport(390, 800);
  const { app } = show(null);
  const label = 'Trigger URL Elicitation Tool';
  const tool = fakeTool('trigger-url-elicitation', { label });
  const row = { tool, setting: 'ask', own: false, note: null, server: 'orchard issues', changed: false } as const;
  app.servers.list.value = [fakeServerView()];
  app.tools.value = [row];
  const box = (text: string): DOMRect => page.getByText(text, { exact: true }).element().getBoundingClientRect();
  await expect.element(page.getByText(label)).toBeVisible();
  expect(box(label).height).toBeLessThan(24);
  expect(box('orchard issues').top).toBeGreaterThan(box('asks first').top + 10);
  await page.viewport(1_280, 800);
});
