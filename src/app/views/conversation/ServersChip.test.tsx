import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeApp, fakeChat, fakeRecord } from '../testing/fake.ts';
import { mount, unmountAll } from '../testing/mount.tsx';
import { fakeServerView } from '../testing/servers.ts';
import { ChatHeader } from './ChatHeader.tsx';

afterEach(unmountAll);

function show(servers: readonly ReturnType<typeof fakeServerView>[], consents = {}) {
  const chat = fakeChat({ consents });
  const app = fakeApp(chat);
  app.servers.list.value = servers;
  mount(<ChatHeader chat={chat} menu={null} />, app);
  return { chat, app };
}
const chip = () => page.getByRole('button', { name: /orchard|servers/u });

test('S4 the header shows one server’s answer, and changes it', async () => {
  const { chat } = show([fakeServerView()]);
  await userEvent.click(page.getByRole('button', { name: 'orchard issues: not asked yet' }));
  const choice = page.getByRole('combobox', { name: 'orchard issues' });
  await expect.element(choice).toHaveFocus();
  await expect.element(choice).toHaveValue('none');
  await userEvent.selectOptions(choice, 'Every tool, except those set to Ask or Deny');
  expect(chat.asks).toEqual([['setConsent', 's1', 'all']]);
  chat.record.value = fakeRecord({ consents: { s1: 'all' } });
  await expect.element(page.getByRole('button', { name: 'orchard issues: every tool' })).toBeVisible();
  await expect.element(choice).toHaveValue('all');
  await userEvent.keyboard('{Escape}');
  await expect.element(choice).not.toBeInTheDocument();
  await expect.element(chip()).toHaveFocus();
});

test('S4 several servers are counted and listed, those of one name with their hosts', async () => {
  show(
    [
      fakeServerView(),
      fakeServerView({ id: 's2', url: 'https://other.example/mcp' }),
      fakeServerView({ id: 's3', name: 'notes\n\u202E', enabled: false }),
    ],
    { s3: 'no' },
  );
  await userEvent.click(page.getByRole('button', { name: '3 servers' }));
  await expect.element(page.getByText('other.example')).toBeVisible();
  await expect.element(page.getByText('disabled')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'notes ⟨U+202E⟩' })).toHaveValue('no');
});

test('S4 there is no chip where no server asks once and none was answered', async () => {
  const { app } = show([
    fakeServerView({ policy: 'always' }),
    fakeServerView({ id: 's2', policy: 'never' }),
    fakeServerView({ id: 's3', policy: 'something else' }),
    fakeServerView({ id: 's4', enabled: false }),
  ]);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(chip().elements()).toHaveLength(0);
  app.servers.list.value = [fakeServerView({ policy: null })];
  await expect.element(chip()).toBeVisible();
});
