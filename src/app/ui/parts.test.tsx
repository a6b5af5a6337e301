import { signal } from '@preact/signals';
import type { JSX } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { mount, unmountAll } from '../views/testing/mount.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Menu } from './Menu.tsx';
import { Segmented } from './Segmented.tsx';

afterEach(unmountAll);

const settings = [
  { value: 'always', label: 'Always', tone: 'ok' },
  { value: 'ask', label: 'Ask', tone: 'warn' },
  { value: 'deny', label: 'Deny', tone: 'bad' },
] as const;

test('U3 a segmented control is one tab stop, and arrow keys change it', async () => {
  const value = signal<'always' | 'ask' | 'deny'>('ask');
  const Live = (): JSX.Element => (
    <>
      <Button>Before</Button>
      <Segmented
        label="Edit file"
        segments={settings}
        value={value.value}
        onChange={(next) => {
          value.value = next;
        }}
      />
      <Button>After</Button>
    </>
  );
  mount(<Live />);
  await userEvent.click(page.getByRole('button', { name: 'Before' }));
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('radio', { name: 'Ask' })).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: 'Deny' })).toBeChecked();
  expect(value.value).toBe('deny');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('radio', { name: 'Always' })).toBeChecked();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'After' })).toHaveFocus();
});

test('U3 a dialog takes the focus, closes on Escape and gives the focus back', async () => {
  const open = signal(false);
  const Live = (): JSX.Element => (
    <>
      <Button
        onClick={() => {
          open.value = true;
        }}
      >
        Rename
      </Button>
      {open.value ? (
        <Dialog
          title="Rename chat"
          onClose={() => {
            open.value = false;
          }}
        >
          <input aria-label="Title" />
        </Dialog>
      ) : null}
    </>
  );
  mount(<Live />);
  await userEvent.click(page.getByRole('button', { name: 'Rename' }));
  await expect.element(page.getByRole('dialog', { name: 'Rename chat' })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Rename' })).toHaveFocus();
});

test('U3 a menu opens by keyboard, moves by arrows and letters, and gives the focus back', async () => {
  const chosen = vi.fn<(what: string) => void>();
  mount(
    <Menu
      label="Chat actions"
      items={[
        { label: 'Rename…', onSelect: () => chosen('rename') },
        { label: 'Export', disabled: true, onSelect: () => chosen('export') },
        { label: 'Remove…', danger: true, onSelect: () => chosen('remove') },
      ]}
    >
      ⋯
    </Menu>,
  );
  const button = page.getByRole('button', { name: 'Chat actions' });
  await userEvent.click(button);
  await expect.element(page.getByRole('menuitem', { name: 'Rename…' })).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Remove…' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await expect.element(button).toHaveAttribute('aria-expanded', 'false');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('menuitem', { name: 'Rename…' })).toHaveFocus();
  await userEvent.keyboard('mov');
  await expect.element(page.getByRole('menuitem', { name: 'Remove…' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['remove']]);
  await expect.element(button).toHaveFocus();
});

test('U3 a button says its key to readers and does not submit a form', async () => {
  const sent = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  mount(
    <form onSubmit={sent}>
      <Button kind="primary" kbd="↵">
        Approve
      </Button>
    </form>,
  );
  const button = page.getByRole('button', { name: 'Approve', exact: true });
  await expect.element(button).toHaveAttribute('aria-keyshortcuts', 'Enter');
  await userEvent.click(button);
  expect(sent).not.toHaveBeenCalled();
});
