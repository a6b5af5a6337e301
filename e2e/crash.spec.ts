/** A page that dies: on a waiting card, in mid-sentence, in the middle of a write. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import {
  answered,
  callRow,
  card,
  lastAnswer,
  newChat,
  openApp,
  pickModel,
  pickProject,
  send,
  toolAnswers,
} from './support/app.ts';
import { diffLines } from './support/diff.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { calls, Hold, say, words } from './support/turns.ts';

/** The renderer's process dies, as when it runs out of memory. */
async function crash(page: Page): Promise<void> {
  const gone = page.waitForEvent('crash');
  const cdp = await page.context().newCDPSession(page);
  // Its answer never comes.
  cdp.send('Page.crash').catch(() => undefined);
  await gone;
  await page.close();
}

/** A new tab on the same storage, where the old one was. */
async function reopen(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await openApp(page, address);
  return page;
}

test('W6 P8 a card that waits is live again after a reload, with its diff, and its answer goes on', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('a.txt', 'one\n');
  provider.script([calls(['file_edit', { path: 'a.txt', old_text: 'one', new_text: 'two' }]), say('Changed it.')]);
  await start(page, folder, provider);
  await send(page, 'Change it.');
  await expect(card(page, 'Approve Edit file?')).toBeVisible();
  await page.reload();
  const ask = card(page, 'Approve Edit file?');
  await expect(ask).toContainText('a.txt');
  await ask.getByRole('button', { name: 'View diff' }).click();
  expect(await diffLines(ask)).toEqual(['@@ -1 +1 @@', '-one', '+two']);
  expect(await folder.text('a.txt')).toBe('one\n');
  await ask.getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Changed it.');
  expect(await folder.text('a.txt')).toBe('two\n');
  expect(toolAnswers(await provider.request(1))).toEqual(['Replaced 1 passage in a.txt (line 1).']);
});

for (const [name, end] of [
  ['closed', (page: Page) => page.close()],
  ['crashed', crash],
] as const) {
  test(`W6 U5 an answer whose page is ${name} in mid-sentence says that it was interrupted, and can be regenerated`, async ({
    page,
    context,
    folder,
    provider,
  }) => {
    const hold = new Hold();
    provider.script([{ parts: [...words('The first half of a thought'), { hold }, { text: ' and the rest' }] }]);
    await start(page, folder, provider);
    await send(page, 'Think.');
    await expect(lastAnswer(page)).toContainText('The first half of a thought');
    const address = page.url();
    await end(page);
    await (
      await provider.request(0)
    ).aborted;
    hold.release();
    const again = await reopen(context, address);
    await expect(lastAnswer(again)).toContainText('interrupted');
    await expect(lastAnswer(again)).toHaveAttribute('aria-busy', 'false');
    await expect(again.getByRole('log')).toContainText('Think.');
    provider.script([say('The whole thought.'), say('Another.')]);
    await lastAnswer(again).getByRole('button', { name: 'Regenerate' }).first().click();
    await answered(again, 'The whole thought.');
    await send(again, 'And another.');
    await answered(again, 'Another.');
  });
}

test('W6 P9 a page killed around a write leaves the old bytes or the new, and the chat says which', async ({
  page: first,
  context,
  folder,
  provider,
}) => {
  test.setTimeout(180_000);
  const body = 'ä line of some length\n'.repeat(200_000);
  const old = `head\n${body}`;
  const file = join(folder.path, 'big.txt');
  const size = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  let seed = 20261130;
  const random = (): number => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  const after = (ms: number) => (): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
  /** When it is seen on the disk, or after some seconds in which it was not. */
  const once = (there: () => boolean) => async (): Promise<void> => {
    for (let looks = 0; looks < 5_000 && !there(); looks += 1) await after(1)();
  };
  const moments = [
    once(() => size(`${file}.crswap`) > body.length / 2),
    once(() => size(file) > Buffer.byteLength(old)),
    ...Array.from({ length: process.env['SLUICE_FULL'] === '1' ? 12 : 1 }, () => after(random() * 1_500)),
  ];
  const models = moments.map((_, at) => `scripted-${String.fromCodePoint(97 + at)}`);
  provider.models = models;
  let page = first;
  for (const [at, moment] of moments.entries()) {
    const model = models[at] ?? '';
    await folder.write('big.txt', old);
    const made = `HEAD ${at}\n${body}`;
    provider.script(
      [calls(['file_edit', { path: 'big.txt', old_text: 'head\n', new_text: `HEAD ${at}\n` }]), say('Written.')],
      model,
    );
    if (at === 0) await start(page, folder, provider, model);
    else {
      await newChat(page);
      await pickModel(page, model);
      await pickProject(page, 'project');
    }
    await send(page, `Write, ${at}.`);
    await card(page, 'Approve Edit file?').getByRole('button', { name: 'Approve' }).click();
    const address = page.url();
    await moment();
    await (at % 2 === 0 ? page.close() : crash(page));
    page = await reopen(context, address);
    const row = callRow(page, 'big.txt');
    await expect(row).toHaveAttribute('data-at', /done|stopped|waiting/);
    const state = await row.getAttribute('data-at');
    const now = await folder.text('big.txt');
    expect(now === old || now === made, `moment ${at}: old bytes or new, never a mixture`).toBe(true);
    expect(state === 'done', `moment ${at}: the chat says ${state}`).toBe(now === made);
    if (state === 'waiting')
      await card(page, 'Approve Edit file?').getByRole('button', { name: 'Deny', exact: true }).click();
    await answered(page);
    await expect(row).not.toContainText('may have run');
    expect(await folder.names(), 'nothing is left beside it').toEqual(['big.txt']);
    if (state !== 'done') continue;
    // What was kept before the write outlives the page too.
    await row.getByRole('button').first().click();
    await row.getByRole('button', { name: 'Revert' }).click();
    await expect(row).toContainText('Reverted:');
    expect((await folder.text('big.txt')) === old, 'put back').toBe(true);
  }
});
