/** Every screen and state, judged by axe in light and dark, and measured at 360 px. Set SLUICE_SHOTS=1 for pictures. */
import { addProvider, answered, card, composer, lastAnswer, newChat, openApp, send } from './support/app.ts';
import { grantFolder } from './support/folder.ts';
import { expectAccessible, judge } from './support/look.ts';
import { expect, test } from './support/test.ts';
import { calls, say, type Turn } from './support/turns.ts';

const markdown = [
  '## What I found',
  'The fee counts **one day too many**, see `src/fees.ts`:',
  '```ts\nexport function fee(days: number): number {\n  return Math.max(0, days + 1) * 25;\n}\n```',
  '| file | lines |\n|---|---:|\n| `src/fees.ts` | 12 |\n| `src/a/very/long/path/that/does/not/fit/into/a/phone.ts` | 3 |',
  '> Quoted, with a [link](https://example.com/) and ![a picture](https://example.com/a.png)',
  '- [x] done\n- [ ] to do',
].join('\n\n');

test('U3 U1 no screen or state breaks an accessibility rule or its width: chats, cards, details, console', async ({
  page,
  folder,
  provider,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  test.slow();
  const before = 'export function fee(days: number) {\n  return Math.max(0, days + 1) * 25;\n}\n';
  await folder.write('src/fees.ts', before);
  await openApp(page);
  await judge(page, 'start');
  await addProvider(page, provider);
  await grantFolder(page, folder.path);
  await judge(page, 'new-chat', false);

  const edit: Turn = {
    parts: [
      { reasoning: 'The rule says **no fee** on the due day.' },
      { text: markdown },
      { call: 'file_read', args: { path: 'src/fees.ts' } },
      { call: 'grep', args: { pattern: 'nothing-like-this' } },
      { call: 'shell_exec', args: { command: 'ls' } },
      { call: 'file_edit', args: { path: 'src/fees.ts', old_text: 'days + 1', new_text: 'days' } },
    ],
  };
  provider.script([edit, say('Done.'), { status: 401, message: 'Incorrect API key provided' }]);
  await send(page, 'Look at the fees, please, and put right what is wrong with them.');
  const ask = card(page, 'Approve Edit file?');
  await expect(ask).toBeVisible();
  await judge(page, 'card', false);
  await ask.getByRole('button', { name: 'View diff' }).click();
  await expect(ask.locator('.diff')).toHaveAttribute('aria-busy', 'false');
  await ask.getByRole('button', { name: 'why?' }).click();
  await judge(page, 'card-diff');
  await ask.getByRole('button', { name: 'Edit…' }).click();
  await judge(page, 'card-edit', false);
  await ask.getByRole('button', { name: 'Back' }).click();
  await ask.getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Done.');
  const row = page.locator('[data-call]').filter({ hasText: 'Edit file' });
  await row.getByRole('button').first().click();
  await row.getByRole('button', { name: 'View diff' }).click();
  await expect(row.locator('.diff')).toHaveAttribute('aria-busy', 'false');
  await judge(page, 'details', false);
  await send(page, 'And the rest?');
  await expect(lastAnswer(page).getByRole('alert')).toBeVisible();
  await judge(page, 'failed');

  await composer(page).press('/');
  await expect(page.getByRole('option').first()).toBeVisible();
  await judge(page, 'console', false);
  await page.keyboard.type('grep');
  await page.keyboard.press('Enter');
  await judge(page, 'console-form', false);
  await page.getByLabel(/^pattern/).fill('days');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Add to message' })).toBeVisible();
  await judge(page, 'console-ran');

  await page.keyboard.press('Escape');
  await newChat(page);
  provider.script([calls(['file_delete', { path: 'src/fees.ts' }]), say('Gone.')]);
  await send(page, 'Delete it.');
  const remove = card(page, 'Approve Delete file?');
  await remove.getByRole('button', { name: 'Deny with reason…' }).click();
  await judge(page, 'card-refuse', false);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Open the sidebar' }).click();
  await expect(page.getByRole('dialog', { name: 'Sidebar' })).toBeVisible();
  await expectAccessible(page);
  if (process.env['SLUICE_SHOTS'] === '1') await page.screenshot({ path: 'test-results/shots/drawer-390-light.png' });
});

test('U3 U1 no screen or state breaks an accessibility rule or its width: settings, dialogs, menus, no chat', async ({
  page,
}) => {
  await openApp(page);
  for (const name of ['Models', 'Tools', 'Privacy', 'Storage', 'Appearance', 'Shortcuts', 'About']) {
    await page.goto(`/#/settings/${name.toLowerCase()}`);
    await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
    await judge(page, `settings-${name.toLowerCase()}`, name === 'Tools');
  }
  await page.goto('/#/settings/models');
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await judge(page, 'menu', false);
  await page.getByRole('menuitem', { name: 'Ollama' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await judge(page, 'provider-dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add a project' }).click();
  await page.getByRole('menuitem', { name: 'New project in the browser' }).click();
  await judge(page, 'project-dialog', false);
  await page.keyboard.press('Escape');
  await page.goto('/#/chat/gone');
  await judge(page, 'unknown-chat', false);
});

test('U2 U3 Tab walks the page in reading order, each stop can be seen, and what closes gives the focus back', async ({
  page,
}) => {
  await openApp(page);
  await page.getByRole('button', { name: 'New chat' }).focus();
  const stops: string[] = [];
  for (let step = 0; step < 15; step += 1) {
    const [name, seen] = await page.evaluate(() => {
      const at = document.activeElement ?? document.body;
      const style = getComputedStyle(at);
      const box = at.closest('.box') ?? at;
      const drawn = style.outlineStyle !== 'none' || getComputedStyle(box).boxShadow !== 'none';
      return [at.getAttribute('aria-label') ?? at.textContent ?? '', drawn] as const;
    });
    stops.push(seen ? name : `${name}: the focus is not seen`);
    if (name.startsWith('Model: ')) break;
    await page.keyboard.press('Tab');
  }
  expect(stops).toEqual([
    'New chat',
    'Add a project',
    expect.stringContaining('Sample project'),
    'Actions for Sample project',
    'Settings',
    expect.stringContaining('MCP · 0 available'),
    'Take the tour',
    'Search',
    'Read a file',
    'Edit a file',
    'Rename a file',
    'Message',
    expect.stringMatching(/^(Add|Attach)/),
    'Project: Sample project',
    expect.stringContaining('Model: Demo · Guide'),
  ]);

  await send(page, 'search');
  await answered(page, 'That was one step.');
  const actions = page.getByRole('button', { name: 'Actions for search' });
  for (const item of ['Rename…', 'Remove…']) {
    await actions.press('Enter');
    await page.getByRole('menuitem', { name: item }).press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(actions).toBeFocused();
  }
});
