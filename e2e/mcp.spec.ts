/** A model and a person work with a real server: server-everything over streamable HTTP. */
import type { Locator } from '@playwright/test';
import {
  addProvider,
  answered,
  callRow,
  closeSettings,
  lastAnswer,
  offered,
  openApp,
  openSettings,
  pickProject,
  send,
  toolAnswers,
} from './support/app.ts';
import { actOn, addServer, runTool, serverRow, startTool, strip, toolConsole } from './support/servers.ts';
import { expect, test as base } from './support/test.ts';
import { calls, say } from './support/turns.ts';
import { Wire } from './support/wire.ts';
import { startEverything, type Everything } from '../src/test/servers/everything.ts';

const test = base.extend<{ everything: Everything }>({
  everything: async ({ page }, use) => {
    const everything = await startEverything();
    await use(everything);
    // The page lets go first: a stream that breaks is a console error.
    await page.goto('about:blank');
    await everything.stop();
  },
});

/** Base64 of some length, which no text for a model may hold (case 43). */
const base64 = /[A-Za-z0-9+/]{200}/;

/** How far a running call says it is. */
const doneOf = (where: Locator): Promise<number> =>
  where.getByRole('progressbar').evaluate((one: HTMLProgressElement) => one.value);

test('T1 M1 M7 a model in a chat with no project uses a server: text, image, data, links, progress, a form', async ({
  page,
  provider,
  everything,
}) => {
  await openApp(page);
  await addProvider(page, provider);
  await pickProject(page, 'No project');
  await addServer(page, { name: 'everything', url: everything.url });
  await expect(strip(page)).toHaveText(/MCP · 1 available/);

  await test.step('its tools are offered, and no file tools', async () => {
    provider.script([calls(['mcp__everything__echo', { message: 'hello' }]), say('It said hello.')]);
    await send(page, 'Echo hello.');
    await answered(page, 'It said hello.');
    const names = offered(await provider.request(0));
    expect(names).toContain('mcp__everything__echo');
    expect(names.filter((name) => !name.startsWith('mcp__everything__'))).toEqual([]);
    expect(toolAnswers(await provider.request(1))).toEqual(['Echo: hello']);
    await expect(callRow(page, /echo/i)).toHaveAttribute('data-at', 'done');
  });

  await test.step('an image is shown, and goes to the model as an image, never as text', async () => {
    provider.script([calls(['mcp__everything__get-tiny-image', {}]), say('A logo.')]);
    await send(page, 'Show me the image.');
    await answered(page, 'A logo.');
    const { messages } = (await provider.request(3)).body;
    const after = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
    const parts = after.flatMap(({ content }) => (Array.isArray(content) ? (content as { type: string }[]) : []));
    expect(parts).toContainEqual({
      type: 'image_url',
      image_url: { url: expect.stringMatching(/^data:image\/png;base64,iVBOR/) as unknown },
    });
    const texts = messages.flatMap(({ content }) =>
      Array.isArray(content)
        ? (content as { text?: string }[]).map(({ text }) => text ?? '')
        : [typeof content === 'string' ? content : ''],
    );
    expect(texts.filter((text) => base64.test(text))).toEqual([]);
    await callRow(page, /image/i).getByRole('button').first().click();
    const image = callRow(page, /image/i).getByRole('img');
    await expect(image).toBeVisible();
    expect(await image.evaluate((one: HTMLImageElement) => [one.complete, one.naturalWidth])).toEqual([true, 20]);
  });

  await test.step('structured data and links reach both', async () => {
    provider.script([
      calls(
        ['mcp__everything__get-structured-content', { location: 'Chicago' }],
        ['mcp__everything__get-resource-links', { count: 2 }],
      ),
      say('Rain, and two links.'),
    ]);
    await send(page, 'The weather, and two links.');
    await answered(page, 'Rain, and two links.');
    const [weather, links] = toolAnswers(await provider.request(5));
    expect(JSON.parse(weather ?? '')).toEqual({ temperature: 36, conditions: 'Light rain / drizzle', humidity: 82 });
    expect(links).toContain('demo://resource/');
    const row = callRow(page, /resource links/i);
    await row.getByRole('button').first().click();
    await expect(row).toContainText('demo://resource/dynamic/text/2');
    // Only web addresses become links.
    await expect(row.getByRole('link')).toHaveCount(0);
  });

  await test.step('a long one shows its progress, and Stop ends it with a word to the model', async () => {
    provider.script([
      calls(['mcp__everything__trigger-long-running-operation', { duration: 300, steps: 600 }]),
      say('Stopped, then.'),
    ]);
    await send(page, 'Take your time.');
    const row = callRow(page, /long running/i);
    await expect(row.getByRole('progressbar')).toHaveJSProperty('max', 600);
    await expect.poll(() => doneOf(row)).toBeGreaterThan(1);
    await row.getByRole('button', { name: /^(Stop|Cancel)/ }).click();
    await expect(row).toHaveAttribute('data-at', /^(stopped|done)$/);
    await answered(page, 'Stopped, then.');
    expect(toolAnswers(await provider.request(7))[0]).toMatch(/stopped|cancelled/i);
  });

  await test.step('a form is asked for in the server’s name, and its answer reaches the server', async () => {
    provider.script([calls(['mcp__everything__trigger-elicitation-request', {}]), say('Thank you, Ada.')]);
    await send(page, 'Ask me.');
    const form = page.getByRole('dialog', { name: /everything/ });
    await form
      .getByLabel(/^String( \(needed\))?$|^String\b/)
      .first()
      .fill('Ada');
    await form.getByRole('button', { name: 'Send' }).click();
    await answered(page, 'Thank you, Ada.');
    expect(toolAnswers(await provider.request(9))[0]).toContain('Ada');
  });
});

test('M1 M4 T4 a restarted server is found again, a reload connects with the next call, another tab’s Disable counts', async ({
  page,
  context,
  everything,
  problems,
}) => {
  // The refused request of a stale session, and the streams of a server that went away.
  problems.allow(/Failed to load resource.*(400|ERR_)/);
  problems.allow(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY/);
  const wire = new Wire(page, everything.url);
  const echo = 'tools/call echo';
  await openApp(page);
  await addServer(page, { name: 'everything', url: everything.url });

  await test.step('killed and started again between two calls (case 44)', async () => {
    await expect(await runTool(page, 'everything', 'echo', { message: 'one' })).toContainText('Echo: one');
    await everything.restart();
    await expect(await runTool(page, 'everything', 'echo', { message: 'two' })).toContainText('Echo: two');
    // Refused for its stale session, then sent once more: at most.
    expect(wire.count(echo)).toBeLessThanOrEqual(3);
  });

  await test.step('idle and still counted after a reload; the next call connects, once', async () => {
    const before = wire.count('initialize');
    await page.reload();
    await expect(strip(page)).toHaveText(/MCP · 1 available/);
    await openSettings(page, 'MCP servers');
    await expect(serverRow(page, 'everything')).toContainText(/idle · 1\d tools/);
    await closeSettings(page);
    expect(wire.count('initialize')).toBe(before);
    const calls = wire.count(echo);
    await expect(await runTool(page, 'everything', 'echo', { message: 'three' })).toContainText('Echo: three');
    expect(wire.count('initialize')).toBe(before + 1);
    expect(wire.count(echo)).toBe(calls + 1);
  });

  await test.step('disabled in another tab while a call runs: the call is cancelled here', async () => {
    const other = await context.newPage();
    await openApp(other);
    const running = await startTool(page, 'everything', 'trigger-long-running-operation', {
      duration: 300,
      steps: 600,
    });
    await expect(running.getByRole('progressbar')).toBeVisible();
    await openSettings(other, 'MCP servers');
    await actOn(other, 'everything', 'Disable');
    await expect(running.locator('[data-call]')).toHaveAttribute('data-at', /^(stopped|done)$/);
    await expect(running).toContainText(/disabled|cancelled|stopped/i);
    await expect(strip(page)).toHaveText(/MCP · 0 available/);
    await running.getByRole('button', { name: 'Another tool' }).click();
    await toolConsole(page).getByRole('combobox', { name: 'Find a tool' }).fill('echo');
    await expect(toolConsole(page)).toContainText('No tool fits');
    await actOn(other, 'everything', 'Enable');
    await expect(strip(page)).toHaveText(/MCP · 1 available/);
    await other.close();
  });
});

test('M1 progress keeps a call alive, and the longest time that is set ends it all the same (case 50)', async ({
  page,
  everything,
}) => {
  await page.clock.install();
  await openApp(page);
  await addServer(page, { name: 'everything', url: everything.url });
  await openSettings(page, 'MCP servers');
  await page.getByText('Advanced', { exact: true }).click();
  await page.getByLabel('Longest call, in minutes').fill('2');
  await closeSettings(page);
  const running = await startTool(page, 'everything', 'trigger-long-running-operation', {
    duration: 300,
    steps: 3000,
  });
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await expect(running.getByRole('progressbar')).toHaveJSProperty('max', 3000);
    const before = await doneOf(running);
    // Nearly as long as a call may be silent; the progress that follows begins that time anew.
    await page.clock.fastForward('00:45');
    await expect.poll(() => doneOf(running)).toBeGreaterThan(before);
  }
  await expect(running.locator('[data-call]')).toHaveAttribute('data-at', 'running');
  await expect(async () => {
    await page.clock.fastForward('00:02');
    await expect(running.locator('[data-call]')).toHaveAttribute('data-at', 'done', { timeout: 200 });
  }).toPass();
  await expect(running).toContainText('longer than 2 min, the longest a call may take');
  await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'false');
});
