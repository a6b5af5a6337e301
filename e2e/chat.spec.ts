/** A conversation as a person has it: streaming, stopping, queueing, versions, and coming back later. */
import type { Locator, Page } from '@playwright/test';
import {
  addProvider,
  answered,
  card,
  composer,
  lastAnswer,
  newChat,
  offered,
  openApp,
  pickModel,
  pickProject,
  send,
  sidebar,
} from './support/app.ts';
import { expectWhole, toCard } from './support/cards.ts';
import { manyMessages } from './support/many.ts';
import { start } from './support/start.ts';
import { expect, test } from './support/test.ts';
import { calls, Hold, say, words, type Turn } from './support/turns.ts';

const log = (page: Page): Locator => page.getByRole('log');
const queue = (page: Page): Locator => page.getByRole('list', { name: 'Messages to send when the answer ends' });

/** Role and words of what a request told the model, without the system prompt. */
const told = (body: { readonly messages: readonly { readonly role: string; readonly content?: unknown }[] }) =>
  body.messages.flatMap(({ role, content }) => (role === 'system' ? [] : [`${role}: ${JSON.stringify(content)}`]));

test('V2 V3 V8 T1 words stream in, a stop keeps them, what is queued is sent or comes back', async ({
  page,
  provider,
}) => {
  await openApp(page);
  await addProvider(page, provider);
  await pickProject(page, 'No project');
  const long = 'Please tell me in a few words what this chat client is, and which way the water runs.';

  await test.step('text is shown as it comes, reasoning is folded, the title is the first 60 characters', async () => {
    const hold = new Hold();
    provider.script([
      {
        parts: [{ reasoning: 'Water runs **down**.' }, { text: 'It is a ' }, { hold }, ...words('gate in the water.')],
      },
    ]);
    await send(page, long);
    await hold.reached;
    await expect(lastAnswer(page)).toContainText('It is a');
    await expect(lastAnswer(page)).toHaveAttribute('aria-busy', 'true');
    await expect(page.getByText('Water runs down.')).toBeHidden();
    await page.getByText('Reasoning', { exact: true }).click();
    await expect(page.getByText('Water runs down.')).toBeVisible();
    hold.release();
    await answered(page, 'It is a gate in the water.');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(long.slice(0, 60));
    const first = await provider.request(0);
    expect(offered(first), 'no project, no file tools').toEqual([]);
  });

  await test.step('Escape stops; what was said stays, and the next request holds it', async () => {
    const hold = new Hold();
    provider.script([{ parts: [{ text: 'Half a sen' }, { hold }] }, say('Whole.')]);
    await send(page, 'Go on.');
    await expect(lastAnswer(page)).toContainText('Half a sen');
    await page.keyboard.press('Escape');
    await expect(lastAnswer(page)).toContainText('Stopped by you.');
    await (
      await provider.request(1)
    ).aborted;
    hold.release();
    await send(page, 'Once more.');
    await answered(page, 'Whole.');
    const said = told((await provider.request(2)).body);
    expect(said.at(-2)).toContain('Half a sen');
    expect(said.at(-1)).toContain('Once more.');
  });

  await test.step('a message sent meanwhile waits; it can be changed or taken back, and goes out at the end', async () => {
    const hold = new Hold();
    provider.script([{ parts: [{ text: 'First ' }, { hold }, { text: 'done.' }] }, say('And the second.')]);
    await send(page, 'A long one.');
    await hold.reached;
    await send(page, 'queued one');
    await send(page, 'queued two');
    await expect(queue(page).getByRole('listitem')).toHaveCount(2);
    await queue(page).getByRole('button', { name: 'Edit queued message' }).first().click();
    await queue(page).getByRole('textbox', { name: 'Edit queued message' }).fill('changed in the queue');
    await page.keyboard.press('Enter');
    await queue(page).getByRole('button', { name: 'Remove queued message' }).last().click();
    await expect(queue(page).getByRole('listitem')).toHaveText(/changed in the queue/);
    await expect(composer(page)).toBeFocused();
    hold.release();
    await answered(page, 'And the second.');
    await expect(queue(page)).toHaveCount(0);
    const said = told((await provider.request(4)).body);
    expect(said.slice(-2)[0]).toContain('First done.');
    expect(said.at(-1)).toContain('changed in the queue');
  });

  await test.step('after a stop the queued text is back in the composer, before what was being written', async () => {
    const hold = new Hold();
    provider.script([{ parts: [{ text: 'Never ' }, { hold }] }]);
    await send(page, 'And now?');
    await hold.reached;
    await send(page, 'queued text');
    await composer(page).fill('half written');
    await page.getByRole('button', { name: 'Stop' }).click();
    await expect(lastAnswer(page)).toContainText('Stopped by you.');
    hold.release();
    await expect(composer(page)).toHaveValue('queued text\n\nhalf written');
    await composer(page).fill('');
  });
});

test('U5 V8 W1 an answer made anew, a message sent anew, a reload, a new name, and the end of the chat', async ({
  page,
  provider,
}) => {
  await openApp(page);
  await addProvider(page, provider);
  provider.script([say('Answer one.'), say('Answer two.'), say('Other answer.')]);
  await send(page, 'Question?');
  await answered(page, 'Answer one.');
  const step = (name: string): Locator => lastAnswer(page).getByRole('button', { name });

  await test.step('regenerated: both are there, and ‹ › walks between them', async () => {
    await step('Regenerate').click();
    await answered(page, 'Answer two.');
    await expect(lastAnswer(page).getByLabel('Version 2 of 2')).toBeVisible();
    expect(told((await provider.request(1)).body)).toEqual(told((await provider.request(0)).body));
    await step('Version before').click();
    await expect(lastAnswer(page)).toContainText('Answer one.');
    await expect(step('Version before')).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('edited and sent anew: a branch of the message, the old one kept', async () => {
    const message = page.getByRole('article', { name: /^Your message/ });
    await message.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Edit message').fill('Another question?');
    await page.keyboard.press('Enter');
    await answered(page, 'Other answer.');
    expect(told((await provider.request(2)).body)).toEqual([expect.stringContaining('Another question?')]);
    await message.getByRole('button', { name: 'Version before' }).click();
    await expect(message).toContainText(/^Question\?/);
    await expect(lastAnswer(page)).toContainText('Answer two.');
    await step('Version before').click();
    await expect(lastAnswer(page)).toContainText('Answer one.');
  });

  await test.step('a reload keeps words, versions and the place among them', async () => {
    await page.reload();
    await expect(lastAnswer(page)).toContainText('Answer one.');
    await expect(lastAnswer(page).getByLabel('Version 1 of 2')).toBeVisible();
    await step('Version after').click();
    await expect(lastAnswer(page)).toContainText('Answer two.');
  });

  await test.step('renamed, then removed after a question', async () => {
    await sidebar(page).getByRole('button', { name: 'Actions for Question?' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByLabel('Title').fill('Tides');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tides');
    await expect(sidebar(page).getByRole('link', { name: 'Tides' })).toBeVisible();
    const address = page.url();
    await sidebar(page).getByRole('button', { name: 'Actions for Tides' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(sidebar(page).getByRole('link', { name: 'Tides' })).toHaveCount(0);
    await page.goto(address);
    await page.reload();
    await expect(page.getByText('Answer two.')).toHaveCount(0);
  });
});

test('X4 hostile Markdown is shown as text: nothing runs, nothing is fetched until a click', async ({
  page,
  context,
  provider,
}) => {
  const left: string[] = [];
  const own = new Set<string>();
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (!own.has(origin) && !['data:', 'blob:'].includes(protocol)) left.push(request.url());
  });
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await context.route('https://images.example/**', (route) =>
    route.fulfill({ contentType: 'image/png', body: Buffer.from(png, 'base64') }),
  );
  const attack = [
    '<img src="https://evil.example/a.png" onerror="window.hacked=1"><script>window.hacked=1</script>',
    '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe> <style>*{display:none}</style>',
    '[press me](javascript:window.hacked=1) [or me](data:text/html,x) <javascript:window.hacked=1>',
    '[https://bank.example](https://evil.example/login)',
    '![a chart](https://images.example/chart.png?secret=hunter2)',
    'report\u202Efdp.exe and zero\u200Bwidth',
    '>'.repeat(5_000) + ' deep',
    '*a **b '.repeat(2_000),
    '```ts\n' + 'const line = "</code><img src=x onerror=window.hacked=1>";\n'.repeat(5_000) + '```',
    'The end.',
  ].join('\n\n');
  await openApp(page);
  own.add(new URL(page.url()).origin).add(new URL(provider.baseUrl).origin);
  left.length = 0;
  await addProvider(page, provider);
  await pickProject(page, 'No project');
  provider.script([{ parts: [{ reasoning: '<b>x</b> ![r](https://evil.example/r.png)' }, ...chunked(attack)] }]);
  await send(page, '<img src=x onerror="window.hacked=1"> hello');
  await answered(page, 'The end.');
  await expect(log(page).getByText('hello')).toContainText('<img src=x onerror="window.hacked=1"> hello');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('<img src=x');
  await expect(log(page)).toContainText('<script>window.hacked=1</script>');
  expect(await log(page).locator('img, script, iframe, style').count()).toBe(0);
  const links = await log(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.textContent]));
  expect(links).toEqual([
    ['https://evil.example/login', 'noopener noreferrer', 'https://bank.example (leads to evil.example)'],
  ]);
  await expect(log(page)).toContainText('report⟨U+202E⟩fdp.exe');
  await expect(log(page)).toContainText('zero⟨U+200B⟩width');
  expect(left, 'nothing was asked of any other address').toEqual([]);

  const image = log(page).getByRole('button', { name: /Load image a chart/ });
  await expect(image, 'the whole address is shown before').toContainText(
    'https://images.example/chart.png?secret=hunter2',
  );
  await image.click();
  await expect(log(page).getByRole('img', { name: 'a chart' })).toBeVisible();
  expect(left).toEqual(['https://images.example/chart.png?secret=hunter2']);
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
});

test('A4 a chat whose card waits is marked while another is used, and its card is there on return', async ({
  page,
  folder,
  provider,
}) => {
  provider.models = ['scripted-1', 'scripted-2'];
  await start(page, folder, provider);
  provider.script([calls(['file_write', { path: 'a.txt', content: 'a' }]), say('Written.')], 'scripted-1');
  provider.script([say('Second answer.')], 'scripted-2');
  await send(page, 'First chat.');
  const ask = card(page, 'Approve Write file?');
  await expect(ask).toBeVisible();
  await newChat(page);
  const first = sidebar(page).getByRole('link', { name: /^First chat\./ });
  await expect(first).toContainText('needs you');
  await pickModel(page, 'scripted-2');
  await send(page, 'Second chat.');
  await answered(page, 'Second answer.');
  await expect(first).toContainText('needs you');
  await expect(ask).toHaveCount(0);
  await page.keyboard.press('Alt+ArrowDown');
  await expect(ask).toBeVisible();
  await ask.getByRole('button', { name: 'Approve' }).click();
  await answered(page, 'Written.');
  await expect(first).not.toContainText('needs you');
  expect(await folder.text('a.txt')).toBe('a');
});

test('U1 W1 a chat of 300 messages opens at its end, draws few of them, and can be read back', async ({
  page,
  provider,
}) => {
  await openApp(page);
  await addProvider(page, provider);
  await pickProject(page, 'No project');
  provider.script([say('Answer 1.')]);
  await send(page, 'Message 1.');
  await answered(page, 'Answer 1.');
  await manyMessages(page, 150);
  await page.reload();
  const last = log(page).getByText('Answer 150.');
  await expect(last).toBeInViewport();
  await expect(log(page).getByRole('article')).toHaveCount(40);
  await log(page).hover();
  await page.mouse.wheel(0, -1_000_000);
  const earlier = log(page).getByRole('button', { name: 'Show 40 earlier' });
  await expect(earlier).toBeInViewport();
  const oldest = log(page).getByRole('article').first();
  await expect(oldest).toContainText('Message 131.');
  await earlier.click();
  await expect(log(page).getByRole('article')).toHaveCount(80);
  await expect(log(page).getByText('Message 131.'), 'what was read stays in sight').toBeInViewport();
  await page.getByRole('button', { name: 'Jump to latest' }).click();
  await expect(last).toBeInViewport();
  provider.script([say('And one more.')]);
  await send(page, 'Still there?');
  await answered(page, 'And one more.');
  await expect(log(page).getByText('And one more.')).toBeInViewport();
  expect((await provider.request(1)).body.messages.filter(({ role }) => role === 'user')).toHaveLength(151);
});

test('U1 U2 U3 the end stays in sight, with its card and diff, until the person scrolls up; Ctrl+J comes back', async ({
  page,
  folder,
  provider,
}) => {
  await folder.write('long.txt', 'line\n'.repeat(400));
  await start(page, folder, provider);
  const paragraphs = Array.from({ length: 30 }, (_, at) => ({
    text: `Paragraph **${at + 1}** of a \`long\` answer.\n\n`,
  }));
  const write = (path: string): Turn => ({
    parts: [...paragraphs, { call: 'file_write', args: { path, content: 'new\n'.repeat(300) }, pieces: 3 }],
  });
  const ask = card(page, 'Approve Write file?');

  await test.step('a card below much text, the first of its chat, is whole in sight by itself', async () => {
    provider.script([write('a.txt'), write('b.txt'), write('long.txt'), say('Well.')]);
    await send(page, 'Write.');
    await expectWhole(page, ask);
    await expect(page.getByRole('status').filter({ hasText: 'Paragraph 1 of a long answer.' })).toBeAttached();
  });

  await test.step('who has scrolled up stays there; Ctrl+J brings the card whole into sight', async () => {
    await ask.getByRole('button', { name: 'Approve' }).click();
    await expect(ask).toContainText('b.txt');
    await expectWhole(page, ask);
    await log(page).hover();
    await page.mouse.wheel(0, -5_000);
    await expect(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible();
    const top = await log(page).evaluate((one) => one.scrollTop);
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-card] .answers button:last-child')?.click());
    await expect(ask).toContainText('long.txt');
    expect(await log(page).evaluate((one) => one.scrollTop)).toBe(top);
    await toCard(page, ask);
  });

  await test.step('its diff, which comes late and is long, leaves the answer’s end in sight', async () => {
    await ask.getByRole('button', { name: 'View diff' }).click();
    await expect(ask.locator('.diff')).toHaveAttribute('aria-busy', 'false');
    await expect(ask.getByRole('button', { name: 'Approve' })).toBeInViewport({ ratio: 1 });
    await ask.getByRole('button', { name: 'Approve' }).click();
    await answered(page, 'Well.');
    await expect(log(page).getByText('Well.')).toBeInViewport();
  });
});

/** A long text in few pieces: streaming it word by word is another test's matter. */
function chunked(text: string): readonly { readonly text: string }[] {
  const size = Math.ceil(text.length / 12);
  return Array.from({ length: 12 }, (_, at) => ({ text: text.slice(at * size, (at + 1) * size) }));
}
