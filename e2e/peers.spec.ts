/** Several models without a key: the scripted ones read, contradict each other, and the guide writes who said what. */
import { readFile } from 'node:fs/promises';
import { composer, openApp, send } from './support/app.ts';
import { judge } from './support/look.ts';
import { column, pickPeers } from './support/rounds.ts';
import { expect, test } from './support/test.ts';

test('V4 F1 F5 I1 I2 the demo’s peers: told how, then three answers side by side, and a synthesis that keeps the dissent', async ({
  page,
}) => {
  await openApp(page);

  await test.step('“peers” to one model says how several are asked', async () => {
    await send(page, 'peers');
    await expect(page.getByText(/choose Also ask, and tick/u).first()).toBeVisible();
  });

  await test.step('with two beside it, all three read and answer', async () => {
    await pickPeers(page, 'Demo · Careful', 'Demo · Quick');
    await send(page, 'peers');
    const points = (name: string) =>
      page
        .locator('section')
        .filter({ has: page.getByRole('heading', { name }) })
        .last();
    const differ = points('Where they differ');
    await expect(differ).toContainText('where to mend it');
    await expect(differ).toContainText('lateFee is the place to mend');
    await expect(differ).toContainText('Nobody seems to have written down');
    await expect(points('Where they agree')).toContainText('Late fees are worked out');
  });

  await test.step('each answer can be unfolded, with its calls', async () => {
    const careful = column(page, 'Careful \\(scripted\\)');
    await careful.getByRole('button', { name: /Careful/u }).click();
    await expect(careful).toContainText('says it in plain words');
    await judge(page, 'round');
  });

  await test.step('the inspector has a card for each part, and the log is exported', async () => {
    await page.getByRole('button', { name: 'Inspector', exact: true }).click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByRole('region', { name: /Careful.*, peer$/u })).toBeVisible();
    await expect(inspector.getByRole('region', { name: /Guide.*, synthesis$/u })).toBeVisible();
    await expect(inspector.getByText(/^Tools \(\d+\)/u).first()).toBeVisible();
    await judge(page, 'inspector-answer');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      inspector.getByRole('button', { name: 'Export log' }).click(),
    ]);
    const log: unknown = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(log).toMatchObject({ format: 'sluice-log', version: 1 });
    await page.keyboard.press('Escape');
    await expect(composer(page)).toBeVisible();
  });
});
