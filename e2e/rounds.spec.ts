/** Several models, one answer, through the whole page: a round over four wires, its ends, its synthesis, coming back to it. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addProvider, answered, lastAnswer, openApp, pickModel, pickProject, send, sidebar } from './support/app.ts';
import { judge } from './support/look.ts';
import type { Asked, Provider } from './support/provider.ts';
import { addFour, column, pickPeers, pickRound } from './support/rounds.ts';
import { expect, test } from './support/test.ts';
import { calls, Hold, say, words } from './support/turns.ts';

/** The requests that one model was sent, in order. */
const askedOf = ({ asked }: Provider, model: string): readonly Asked[] => asked.filter((one) => one.model === model);
const whole = (asked: Asked | undefined): string => JSON.stringify(asked?.body);

/** The scripted endpoint on one wire, with several models, the first as primary. */
async function openRound(page: Page, provider: Provider, ...models: readonly [string, ...string[]]): Promise<void> {
  const [primary, ...peers] = models;
  provider.models = models;
  await openApp(page);
  await addProvider(page, provider, { model: primary });
  await pickProject(page, 'Sample project');
  await pickPeers(page, ...peers);
}

const synthesis = [
  'Retry three times [A], and log each try [D].',
  '',
  '### Where they agree',
  '- A retry is needed [A] (rests on A1)',
  '',
  '### Where they differ',
  '- How long to wait',
  '  - one second [A] (rests on A1)',
  '  - not at all [B] (rests on no call)',
].join('\n');

test('V1 F1 F2 F5 I1 I2 U3 four providers of four kinds answer side by side: one fails, one is stopped alone, the primary writes the one answer', async ({
  page,
  provider,
  problems,
}) => {
  problems.allow(/Failed to load resource.*400/);
  const [ada, bea, dora] = [new Hold(), new Hold(), new Hold()];
  await openApp(page);

  await test.step('a newcomer adds them, picks a primary and three peers', async () => {
    await addFour(page, provider);
    await pickProject(page, 'Sample project');
    await pickRound(page, 'ada', 'bea', 'cleo', 'dora');
    await expect(page.getByRole('banner').or(page.locator('.bar-top')).first()).toContainText('+3 peers');
  });

  await test.step('words of all stream side by side, each in a column of its own', async () => {
    provider.script(
      [
        { parts: [{ reasoning: 'Look first.' }, { call: 'list_directory', args: {} }] },
        { parts: [{ text: 'Retry ' }, { hold: ada }, ...words('three times.')] },
        { parts: words(synthesis) },
      ],
      'ada',
    );
    provider.script([{ parts: [{ text: 'Do not ' }, { hold: bea }, ...words('wait.')] }], 'bea');
    provider.script([{ status: 400, message: 'The lake is dry' }], 'cleo');
    provider.script([{ parts: [{ text: 'Log each ' }, { hold: dora }, { text: 'never said' }] }], 'dora');
    await send(page, 'How should this retry?');
    await Promise.all([ada.reached, bea.reached, dora.reached]);
    await expect(column(page, 'ada')).toContainText('Retry');
    await expect(column(page, 'bea')).toContainText('Do not');
    await expect(column(page, 'dora')).toContainText('Log each');
    const boxes = await Promise.all(['ada', 'bea', 'dora'].map(async (name) => column(page, name).boundingBox()));
    expect(new Set(boxes.map((box) => Math.round(box?.x ?? 0))).size, 'columns beside each other').toBeGreaterThan(1);
  });

  await test.step('one fails and says why; the others go on', async () => {
    await expect(column(page, 'cleo')).toContainText('failed');
    await expect(column(page, 'cleo')).toContainText('The lake is dry');
    await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'true');
    await judge(page, 'round-streams');
  });

  await test.step('one that stalls is stopped alone; what it said is kept', async () => {
    const stalled = askedOf(provider, 'dora')[0];
    await page.getByRole('button', { name: 'Stop dora' }).click();
    await stalled?.aborted;
    dora.release();
    await expect(column(page, 'dora')).toContainText('stopped');
    await expect(column(page, 'dora')).toContainText('Log each');
    await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'true');
  });

  await test.step('the primary gets the labelled answers and writes the one answer', async () => {
    ada.release();
    bea.release();
    await answered(page, 'synthesis of 3 answers');
    const last = askedOf(provider, 'ada').at(-1);
    expect(last?.wire).toBe('anthropic');
    for (const told of ['Retry three times.', 'Do not wait.', 'partial: stopped by the person', 'The lake is dry'])
      expect(whole(last)).toContain(told);
    // Peers get no tools that change files; who writes the one answer has them all (row F3).
    expect(whole(askedOf(provider, 'bea')[0])).not.toContain('"file_write"');
    expect(whole(askedOf(provider, 'ada')[0])).not.toContain('"file_write"');
    expect(whole(last)).toContain('"file_write"');
  });

  await test.step('who said what, where they agree and differ', async () => {
    const answer = lastAnswer(page);
    await expect(answer.getByRole('heading', { name: 'Where they agree' })).toBeVisible();
    await expect(answer.getByRole('heading', { name: 'Where they differ' })).toBeVisible();
    await expect(answer.getByText('How long to wait')).toBeVisible();
    // Three answers came, so that there is no D; C was stopped in the middle and can be cited.
    await expect(answer.getByText('[D]')).toBeVisible();
    await answer.getByRole('button', { name: 'says bea' }).click();
    const fold = column(page, 'bea').getByRole('button').first();
    await expect(fold).toBeFocused();
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    await expect(column(page, 'bea')).toContainText('Do not wait.');
    await judge(page, 'round-synthesis');
  });

  await test.step('evidence leads to its call in the inspector, and all traces stand there', async () => {
    await lastAnswer(page).getByRole('button', { name: /^A1/ }).first().click();
    const inspector = page.getByRole('complementary', { name: 'Inspector' });
    await expect(inspector.getByRole('button', { name: /^List directory/ })).toHaveAttribute('aria-expanded', 'true');
    for (const trace of [
      'Anthropic · ada, primary',
      'OpenAI · bea, peer',
      'Google · cleo, peer',
      'Local · dora, peer',
      'Anthropic · ada, synthesis',
    ])
      await expect(inspector.getByRole('region', { name: trace })).toBeVisible();
    await expect(inspector.getByRole('region', { name: 'Anthropic · ada, primary' })).toContainText('Tools (1)');
    await expect(inspector.getByRole('region', { name: 'Google · cleo, peer' })).toContainText('The lake is dry');
    await judge(page, 'round-inspector');
  });

  await test.step('the log as a file holds every part and no key', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export log' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('How-should-this-retry.sluice-log.json');
    const text = await readFile(await file.path(), 'utf8');
    const log = JSON.parse(text) as { format: string; events: { kind: string; as?: string }[] };
    expect(log.format).toBe('sluice-log');
    const left = log.events.flatMap(({ kind, as }) => (kind === 'left' && as !== undefined ? [as] : []));
    expect(left.toSorted((a, b) => a.localeCompare(b))).toEqual(['done', 'done', 'done', 'failed', 'stopped']);
    expect(text).not.toContain('sk-test-key');
    await page.getByRole('button', { name: 'Close the inspector' }).click();
  });
});

test('V3 one chat goes over all four wires, with calls and thoughts of each in its history', async ({
  page,
  provider,
}) => {
  await openApp(page);
  await addFour(page, provider);
  await pickModel(page, 'ada');
  await pickProject(page, 'Sample project');
  // What a strict endpoint would refuse in any of these requests ends the test.
  for (const model of ['ada', 'bea', 'cleo', 'dora', 'ada', 'cleo', 'bea']) {
    const said = `${model} has looked, ${provider.asked.length}.`;
    provider.script(
      [
        {
          parts: [
            { reasoning: `${model} thinks.` },
            { call: 'list_directory', args: {} },
            { call: 'file_read', args: { path: 'no such file' } },
          ],
        },
        say(said),
      ],
      model,
    );
    await pickModel(page, model);
    await send(page, `Look, ${model}.`);
    await answered(page, said);
  }
  const last = (model: string): string => whole(askedOf(provider, model).at(-1));
  // Each gets back what it signed itself, and nothing that another has.
  expect(last('ada')).toContain('"signature":"c2lnbmVk0"');
  expect(last('ada')).not.toMatch(/sealed-|thoughtSignature/);
  expect(last('cleo')).toContain('"thoughtSignature":"c2lnbmVk"');
  expect(last('cleo')).not.toMatch(/sealed-|"signature"/);
  expect(last('bea')).toContain('sealed-');
  expect(last('bea')).not.toMatch(/c2lnbmVk/);
  expect(last('dora')).not.toMatch(/sealed-|c2lnbmVk/);
});

test('F2 where only the primary answers it goes on from its own text, and the round is no synthesis', async ({
  page,
  provider,
  problems,
}) => {
  problems.allow(/Failed to load resource.*400/);
  await openRound(page, provider, 'one', 'two');
  provider.script([{ status: 400, message: 'No water' }], 'two');
  provider.script([say('I looked alone.'), say('And that is all.')], 'one');
  await send(page, 'Well?');
  await answered(page, 'And that is all.');
  await expect(lastAnswer(page)).toContainText('I looked alone.');
  await expect(lastAnswer(page)).not.toContainText('synthesis of');
});

test('W6 F1 F2 U5 S4 a reload in mid-round keeps all that came; Continue ends the round with it, and a branch goes on from there', async ({
  page,
  provider,
}) => {
  const [one, two] = [new Hold(), new Hold()];
  await openRound(page, provider, 'one', 'two', 'three');
  provider.script([{ parts: [{ text: 'Half of ' }, { hold: one }] }], 'one');
  provider.script([say('All of two.')], 'two');
  provider.script([calls(['list_directory', {}]), { parts: [{ text: 'Three says ' }, { hold: two }] }], 'three');
  await send(page, 'Tell me.');
  await Promise.all([one.reached, two.reached]);
  await expect(column(page, 'one')).toContainText('Half of');
  await expect(column(page, 'two')).toContainText('done');
  await expect(column(page, 'three')).toContainText('Three says');

  await page.reload();
  one.release();
  two.release();
  await expect(lastAnswer(page)).toContainText('This was interrupted');
  for (const [name, said] of [
    ['one', 'Half of'],
    ['two', 'All of two.'],
    ['three', 'Three says'],
  ] as const) {
    const fold = column(page, name).getByRole('button').first();
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
    await expect(column(page, name)).toContainText(said);
  }

  const before = provider.asked.length;
  provider.script([{ parts: words('the whole.') }, say('All of it [B], half of it [A].')], 'one');
  provider.script([{ parts: words('nothing.') }], 'three');
  await lastAnswer(page).getByRole('button', { name: 'Continue' }).click();
  await answered(page, 'synthesis of 3 answers');
  await expect(lastAnswer(page).getByRole('button', { name: 'says two' })).toBeVisible();
  // Who had answered is not asked again.
  expect(provider.asked.slice(before).filter(({ model }) => model === 'two')).toEqual([]);
  expect(whole(provider.asked.at(-1))).toContain('All of two.');

  await test.step('a branch goes on from here in a chat of its own, with the same models', async () => {
    await page.getByRole('button', { name: 'More for this answer' }).click();
    await page.getByRole('menuitem', { name: 'Branch into a new chat' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tell me. (branch)');
    await expect(lastAnswer(page)).toContainText('synthesis of 3 answers');
    provider.script([say('One more.'), say('The end [A].')], 'one');
    provider.script([say('Two more.')], 'two');
    provider.script([say('Three more.')], 'three');
    await send(page, 'And now?');
    await answered(page, 'The end');
    expect(whole(provider.asked.at(-1))).toContain('All of it');
    // The chat it came from has none of it.
    await sidebar(page)
      .getByRole('link', { name: /^Tell me\.(?! \(branch\))/ })
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tell me.');
    await expect(page.getByText('And now?')).toHaveCount(0);
  });
});
