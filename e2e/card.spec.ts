/** The card: who has the keys, what it shows, what an edit and a changed file do to it, and the way back. */
import type { Page } from '@playwright/test';
import {
  answered,
  callRow,
  card,
  cards,
  composer,
  openSettings,
  closeSettings,
  send,
  setTool,
  toolAnswers,
} from './support/app.ts';
import { diffLines } from './support/diff.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { calls, Hold, say, type Turn } from './support/turns.ts';

const write = (path: string, content = 'x'): readonly [string, object] => ['file_write', { path, content }];

/** A turn that says nothing until it is let go, then calls. */
function later(...made: readonly (readonly [tool: string, args: object])[]): { turn: Turn; hold: Hold } {
  const hold = new Hold();
  return { hold, turn: { parts: [{ hold }, ...made.map(([call, args]) => ({ call, args }))] } };
}

test.describe('A3 focus and keys, with the page’s clock in the test’s hand', () => {
  /** Lets the page's time go on in small steps until `there` holds; true at most 20 ms after it does. */
  const until = (page: Page, there: () => Promise<boolean>): Promise<void> =>
    expect
      .poll(async () => {
        if (await there()) return true;
        await page.clock.runFor(20);
        return there();
      })
      .toBe(true);
  const focused = (page: Page): Promise<string> =>
    page.evaluate(() => {
      const at = document.activeElement;
      return at?.hasAttribute('data-card')
        ? 'card'
        : at?.hasAttribute('data-composer')
          ? 'composer'
          : (at?.tagName ?? '');
    });

  test('A3 the card takes focus only from who is not typing, sleeps 500 ms, and is answered by its own keys', async ({
    page,
    folder,
    provider,
  }) => {
    await folder.write('keep.txt', 'keep');
    await page.clock.install();
    await start(page, folder, provider);
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    const ended = (text: string): Promise<void> =>
      until(page, async () => (await page.getByRole('log').getByText(text, { exact: true }).count()) > 0);
    const appears = (count = 1): Promise<void> => until(page, async () => (await cards(page).count()) === count);

    await test.step('nobody types: it takes the focus, and Return approves once it is half a second old', async () => {
      const { turn, hold } = later(write('a.txt'));
      provider.script([turn, say('First.')]);
      await send(page, 'One.');
      await hold.reached;
      await page.clock.runFor(2_000);
      hold.release();
      await appears();
      expect(await focused(page)).toBe('card');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.clock.runFor(400);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.clock.runFor(40);
      await expect(cards(page)).toHaveCount(1);
      await page.clock.runFor(100);
      await page.keyboard.press('Enter');
      await ended('First.');
      expect(await folder.text('a.txt')).toBe('x');
      expect(await focused(page), 'focus is not lost').not.toBe('BODY');
    });

    await test.step('a key in the last two seconds: the focus stays; Ctrl+J goes to the card, Escape denies', async () => {
      provider.script([calls(write('b.txt')), say('Second.')]);
      await send(page, 'Two.');
      await appears();
      expect(await focused(page)).toBe('composer');
      await page.keyboard.press('Control+j');
      await until(page, async () => (await focused(page)) === 'card');
      await page.clock.runFor(500);
      await page.keyboard.press('Escape');
      await ended('Second.');
      await expect(callRow(page, 'b.txt')).toContainText('declined');
    });

    await test.step('unsent text: the focus stays however long ago it was typed, and Escape there stops the answer', async () => {
      const { turn, hold } = later(write('c.txt'));
      provider.script([turn]);
      await send(page, 'Three.');
      await hold.reached;
      await composer(page).pressSequentially('half a thought');
      await page.clock.runFor(10_000);
      hold.release();
      await appears();
      expect(await focused(page)).toBe('composer');
      await page.keyboard.press('Escape');
      await ended('Stopped by you.');
      await expect(cards(page)).toHaveCount(0);
      await expect(composer(page)).toHaveValue('half a thought');
      await composer(page).fill('');
    });

    await test.step('a card for delete never takes the focus', async () => {
      const { turn, hold } = later(['file_delete', { path: 'keep.txt' }]);
      provider.script([turn, say('Fourth.')]);
      await send(page, 'Four.');
      await hold.reached;
      await page.clock.runFor(10_000);
      hold.release();
      await appears();
      expect(await focused(page)).toBe('composer');
      await card(page, 'Approve Delete file?').getByRole('button', { name: 'Deny', exact: true }).click();
      await ended('Fourth.');
      expect(await folder.text('keep.txt')).toBe('keep');
    });
  });
});

test('A3 A1 several cards are answered each by itself, in any order', async ({ page, folder, provider }) => {
  for (const name of ['a', 'b', 'c']) await folder.write(`${name}.txt`, `text of ${name}`);
  provider.script([
    calls(...['a', 'b', 'c'].map((name) => ['file_read', { path: `${name}.txt` }] as const)),
    say('I saw two.'),
  ]);
  await start(page, folder, provider);
  await openSettings(page, 'Tools');
  await setTool(page, 'Read file', 'Ask');
  await closeSettings(page);
  await send(page, 'Read them.');
  await expect(card(page, 'Approve read?')).toHaveCount(3);
  const of = (name: string) => card(page, 'Approve read?').filter({ hasText: `${name}.txt` });
  await expect(of('a')).toContainText('read-only, project project');
  await of('c').getByRole('button', { name: 'Approve' }).click();
  await expect(callRow(page, 'c.txt')).toHaveAttribute('data-at', 'done');
  await of('a').getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(callRow(page, 'a.txt')).toHaveAttribute('data-at', 'rejected');
  await expect(of('b')).toBeVisible();
  await of('b').getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'I saw two.');
  expect(toolAnswers(await provider.request(1))).toEqual([
    expect.stringContaining('tool-call-cancelled'),
    expect.stringContaining('text of b'),
    expect.stringContaining('text of c'),
  ]);
});

test('A6 an edited call is planned, shown and decided again, and the model is told', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('a.txt', 'one\n');
  const edit = ['file_edit', { path: 'a.txt', old_text: 'one', new_text: 'two' }] as const;
  provider.script([calls(edit), calls(write('b.txt')), say('As you wish.')]);
  await start(page, folder, provider);
  await send(page, 'Change it.');
  const ask = card(page, 'Approve Edit file?');
  await ask.getByRole('button', { name: 'View diff' }).click();
  expect(await diffLines(ask)).toEqual(['@@ -1 +1 @@', '-one', '+two']);
  await ask.getByRole('button', { name: 'Edit…' }).click();
  await ask.getByLabel('new_text').fill('three');
  await ask.getByRole('button', { name: 'Use these arguments' }).click();
  await expect(ask).toContainText('You changed the arguments.');
  await expect(async () => expect(await diffLines(ask)).toEqual(['@@ -1 +1 @@', '-one', '+three'])).toPass();
  expect(await folder.text('a.txt'), 'an edit is no approval').toBe('one\n');
  await ask.getByRole('button', { name: 'Approve' }).click();
  const [told] = toolAnswers(await provider.request(1));
  expect(told).toContain('[The person changed the arguments of this call. Changed: {"new_text":"three"}.]');
  expect(await folder.text('a.txt')).toBe('three\n');

  const other = card(page, 'Approve Write file?');
  await other.getByRole('button', { name: 'Edit…' }).click();
  await other.getByLabel('path').fill('../b.txt');
  await other.getByRole('button', { name: 'Use these arguments' }).click();
  await answered(page, 'As you wish.');
  const [rejected] = toolAnswers(await provider.request(2));
  expect(rejected, 'a reject stands, whoever wrote the arguments').toMatch(
    /Rejected by rule G2.*would leave the project/,
  );
  expect(await folder.names()).toEqual(['a.txt']);
});

test('P8 a file that changed between card and yes is asked about again, with the new change, and not written', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('a.txt', 'one\ntwo\n');
  provider.script([calls(['file_edit', { path: 'a.txt', old_text: 'two', new_text: '2' }]), say('Written.')]);
  await start(page, folder, provider);
  await send(page, 'Change it.');
  const ask = card(page, 'Approve Edit file?');
  await ask.getByRole('button', { name: 'View diff' }).click();
  expect(await diffLines(ask)).toEqual(['@@ -1,2 +1,2 @@', ' one', '-two', '+2']);
  await folder.write('a.txt', 'zero\none\ntwo\n');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await expect(async () =>
    expect(await diffLines(ask)).toEqual(['@@ -1,3 +1,3 @@', ' zero', ' one', '-two', '+2']),
  ).toPass();
  await expect(callRow(page, 'Edit file')).toHaveAttribute('data-at', 'waiting');
  expect(await folder.text('a.txt'), 'nothing is written').toBe('zero\none\ntwo\n');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Written.');
  expect(await folder.text('a.txt')).toBe('zero\none\n2\n');
});
