/** Servers that mean no good, or are broken: each ends in a clear message, and the page goes on (rows M1, M6, T5, X4). */
import type { Page } from '@playwright/test';
import { addProvider, answered, closeSettings, offered, openApp, openSettings, send } from './support/app.ts';
import { addServer, pickTool, runTool, startTool, strip, submitServer } from './support/servers.ts';
import { expect, test } from './support/test.ts';
import { say } from './support/turns.ts';
import { startHostile, type Hostile } from '../src/test/servers/hostile.ts';

const started: Hostile[] = [];
let hostile: Hostile;

/** A browser opens six connections to one address at most, and each server here keeps one: steps have addresses of their own. */
async function another(): Promise<void> {
  hostile = await startHostile();
  started.push(hostile);
}
test.beforeEach(another);
test.afterAll(() => Promise.all(started.map((one) => one.stop())));

/** Adds a server that cannot be connected to, and returns what the page says of it. */
async function refused(page: Page, name: string, behaviour: string): Promise<string> {
  await openSettings(page, 'MCP servers');
  const dialog = await submitServer(page, { name, url: hostile.at(behaviour) });
  await expect(dialog.getByRole('button', { name: /^Try again/ })).toBeVisible();
  const words = await dialog.innerText();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await closeSettings(page);
  return words;
}

test('M1 T5 lists that never end, repeat, storm or collide leave a page that works', async ({ page, provider }) => {
  await openApp(page);
  await addProvider(page, provider);

  await test.step('a storm of changes costs few lists, and a call goes through meanwhile', async () => {
    const url = hostile.at('storm');
    await addServer(page, { name: 'storm', url });
    await expect.poll(() => hostile.tally(url).lists).toBeGreaterThan(1);
    const before = hostile.tally(url).lists;
    const since = Date.now();
    await expect(await runTool(page, 'storm', 'echo', { text: 'calm' })).toContainText('calm');
    const seconds = (Date.now() - since) / 1000;
    expect(hostile.tally(url).lists - before).toBeLessThanOrEqual(Math.ceil(seconds * 2) + 2);
  });

  await test.step('pages without an end stop at the limit', async () => {
    const url = hostile.at('endless');
    await addServer(page, { name: 'endless', url });
    expect(hostile.tally(url).lists).toBeLessThanOrEqual(64);
  });

  await test.step('a repeated cursor ends the list (case 49)', async () => {
    const url = hostile.at('same-cursor');
    await addServer(page, { name: 'again', url });
    expect(hostile.tally(url).lists).toBeLessThanOrEqual(2);
  });

  await test.step('colliding and invisible names: each can be told apart and called', async () => {
    const url = hostile.at('names');
    await addServer(page, { name: 'names', url });
    provider.script([say('Seen.')]);
    await send(page, 'What is there?');
    await answered(page, 'Seen.');
    const names = offered(await provider.request(0));
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((one) => one.startsWith('mcp__names__')).length).toBeGreaterThan(10);
    expect(names.filter((one) => !/^[a-zA-Z0-9_-]{1,64}$/.test(one))).toEqual([]);
    await openSettings(page, 'Tools');
    await expect(page.getByText('U+202E').first()).toBeVisible();
    await closeSettings(page);
    await expect(page.locator('img[src="x"]')).toHaveCount(0);
  });
});

test('M1 M6 answers that are no MCP, too large or never come: a message each, no call runs twice', async ({
  page,
  problems,
}) => {
  problems.allow(/Failed to load resource/);
  problems.allow(/ERR_/);
  test.setTimeout(180_000);
  await openApp(page);

  await test.step('redirect and HTML are explained', async () => {
    expect(await refused(page, 'redirect', 'redirect-307')).toMatch(/redirect/i);
    expect(await refused(page, 'page', 'html')).toMatch(/web page|HTML/i);
    await expect(strip(page)).toHaveText(/MCP · 0 available/);
  });

  await test.step('a stale session in each known form is renewed once, and the tool runs once', async () => {
    for (const form of ['stale-404', 'stale-400', 'stale-200']) {
      const url = hostile.at(form);
      await addServer(page, { name: form, url });
      await expect(await runTool(page, form, 'act')).toContainText('act 1');
      expect(hostile.tally(url)).toMatchObject({ ran: { act: 1 }, initialized: 2 });
    }
    const url = hostile.at('always-stale');
    await addServer(page, { name: 'always-stale', url });
    await expect(await runTool(page, 'always-stale', 'act')).toContainText(/session/i);
    expect(hostile.tally(url)).toMatchObject({ ran: {}, initialized: 2 });
  });

  await another();
  await test.step('more than 10 MB is refused, with the limit', async () => {
    const url = hostile.at('huge');
    await addServer(page, { name: 'huge', url });
    await expect(await runTool(page, 'huge', 'act')).toContainText(/10 MB/);
    expect(hostile.tally(url).ran).toEqual({ act: 1 });
  });

  await test.step('an answer that never comes: Stop works, and it is not tried again', async () => {
    const url = hostile.at('hang-post');
    await addServer(page, { name: 'hang', url });
    const running = await startTool(page, 'hang', 'act');
    await expect(running.locator('[data-call]')).toHaveAttribute('data-at', 'running');
    await expect.poll(() => hostile.tally(url).ran).toEqual({ act: 1 });
    await running.getByRole('button', { name: /^(Stop|Cancel)/ }).click();
    await expect(running.locator('[data-call]')).toHaveAttribute('data-at', /^(stopped|done)$/);
    expect(hostile.tally(url).ran).toEqual({ act: 1 });
  });

  await test.step('a schema that no one can check hangs nothing', async () => {
    for (const bomb of ['bomb-refs', 'bomb-pattern']) {
      const url = hostile.at(bomb);
      await addServer(page, { name: bomb, url });
      await runTool(page, bomb, 'act', bomb === 'bomb-pattern' ? { x: `${'a'.repeat(60)}!` } : {});
      await expect.poll(() => hostile.tally(url).ran).toEqual({ act: 1 });
    }
    await pickTool(page, 'stale-404', 'echo');
  });
});
